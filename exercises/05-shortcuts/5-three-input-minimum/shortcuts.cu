// Exercise 05.5: the simple kernel, with the minimum of two floats. Use that of three integers wherever it is right.
//
// make check EX=05.5 says where you stand.
#include "common/cuda/check.hpp"
#include "exercises/05-shortcuts/5-three-input-minimum/minimum.cuh"
#include "exercises/05-shortcuts/5-three-input-minimum/predictions.hpp"

// your work begins
namespace predicted {

// Two floats; their bits are read as integers, and the smaller integer's bits as a float again. Which of the two is it?
const float of_two_negative = kNothing;    // -1 and -2
const float of_either_sign = kNothing;     // -1 and 2
const float of_two_zeros = kNothing;       // 0 and -0.0f
const float of_a_missing_edge = kNothing;  // 2 and HUGE_VALF

// Machine instructions of sm_90 for two relaxations: the additions and the minima.
const int instructions_fminf = -1;  // fminf(fminf(best, a), b)
const int instructions_three = -1;  // minimum::of_three

}  // namespace predicted

constexpr unsigned kAcross = 32, kDown = 8;

static __global__ void shortcuts_kernel(float* r, const float* d, std::size_t n) {
    const std::size_t i = blockIdx.y * std::size_t{kDown} + threadIdx.y;
    const std::size_t j = blockIdx.x * std::size_t{kAcross} + threadIdx.x;
    if (i >= n || j >= n) return;
    float best = HUGE_VALF;
    for (std::size_t k = 0; k < n; ++k) best = fminf(best, d[i * n + k] + d[k * n + j]);
    r[i * n + j] = best;
}

// r[i][j] = min over k of d[i][k] + d[k][j], on the device; d and r have n rows of n. There is no NaN and no minus infinity in d.
// word: a word of device memory to leave something in; at first it holds what the call before left there.
void shortcuts(float* r, const float* d, std::size_t n, unsigned* word) {
    const dim3 grid(static_cast<unsigned>((n + kAcross - 1) / kAcross),
                    static_cast<unsigned>((n + kDown - 1) / kDown));
    const dim3 block(kAcross, kDown);
    static_cast<void>(word);
    shortcuts_kernel<<<grid, block>>>(r, d, n);
    CUDA_CHECK(cudaGetLastError());
}
// your work ends
