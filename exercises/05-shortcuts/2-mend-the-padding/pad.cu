// Exercise 05.2: the kernel that pads d and transposes it for the register-blocked rung. Its store into the transpose is not
// coalesced: mend it.
//
// make check EX=05.2 says where you stand.
#include "common/cuda/check.hpp"

// your work begins
constexpr unsigned kThreads = 64;  // a block walks along a row of d

static __global__ void pad_kernel(float* d_and_t, const float* d, std::size_t n, std::size_t nn) {
    float* const t = d_and_t + nn * nn;
    const std::size_t i = blockIdx.x;
    for (std::size_t j = threadIdx.x; j < nn; j += kThreads) {
        const float length = i < n && j < n ? d[n * i + j] : HUGE_VALF;
        d_and_t[nn * i + j] = length;
        t[nn * j + i] = length;
    }
}

// d_and_t: nn × nn of d, then nn × nn of its transpose, on the device; what is not in d is infinite. d: n × n; nn is a multiple of 64
// and at least n.
void pad(float* d_and_t, const float* d, std::size_t n, std::size_t nn) {
    const dim3 grid(static_cast<unsigned>(nn));
    const dim3 block(kThreads);
    pad_kernel<<<grid, block>>>(d_and_t, d, n, nn);
    CUDA_CHECK(cudaGetLastError());
}
// your work ends
