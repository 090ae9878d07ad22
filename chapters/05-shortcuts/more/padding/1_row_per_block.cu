// Row per block: 64 threads walk along a row of d, 64 elements a step, and store each element twice, in the padded copy and in its
// transpose. It is the course's kernel with its one mistake corrected: the input is n × n, so its rows are n apart, not nn. Compare with
// 2_tiled.cu.
//
// Predicted: 4 sectors per load; the copy's store takes 4 and the transpose's 32, since neighbouring lanes store to neighbouring rows of
// t: 18 per store on average.
#include <cstddef>

#include "common/cuda/check.hpp"

namespace padding::row_per_block {

constexpr unsigned kThreads = 64;

static __global__ void pad_kernel(float* d_and_t, const float* d, std::size_t n, std::size_t nn) {
    float* const copy = d_and_t;
    float* const t = d_and_t + nn * nn;
    const std::size_t i = blockIdx.x;
    // region: pad
    for (std::size_t j = threadIdx.x; j < nn; j += kThreads) {
        const float length = i < n && j < n ? d[n * i + j] : HUGE_VALF;
        copy[nn * i + j] = length;
        t[nn * j + i] = length;
    }
    // end region
}

// d_and_t: 2 × nn × nn floats, nn × nn of d, then as many of its transpose; d: n × n, n at most nn. What is not there is infinite.
void pad(float* d_and_t, const float* d, std::size_t n, std::size_t nn) {
    if (n == 0) return;
    const dim3 grid(static_cast<unsigned>(nn));
    const dim3 block(kThreads);
    pad_kernel<<<grid, block>>>(d_and_t, d, n, nn);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace padding::row_per_block
