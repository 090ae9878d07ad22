// Solution of exercise 05.5: a kernel checks the lengths first; of the two launched after it, the one that is not wanted returns.
// Compare with chapters/05-shortcuts/7_three_input_minimum.cu and common/cuda/all_inside.cuh.
#include "common/cuda/check.hpp"
#include "exercises/05-shortcuts/5-three-input-minimum/minimum.cuh"
#include "exercises/05-shortcuts/5-three-input-minimum/predictions.hpp"

namespace predicted {

// Two floats; their bits are read as integers, and the smaller integer's bits as a float again. Which of the two is it?
const float of_two_negative = -1;   // the order of negative floats is the other way round
const float of_either_sign = -1;    // a sign bit makes an integer negative too
const float of_two_zeros = -0.0f;   // nothing but a sign bit: the smallest integer of all
const float of_a_missing_edge = 2;  // infinity is above every number

// Machine instructions of sm_90 for two relaxations: the additions and the minima.
const int instructions_fminf = 4;  // FADD and FMNMX, twice
const int instructions_three = 3;  // FADD twice, VIMNMX3

}  // namespace predicted

constexpr unsigned kAcross = 32, kDown = 8;
constexpr unsigned kThreads = kAcross * kDown;

// -0 < 0 is false: it may stay, and so may infinity.
static __global__ void look_kernel(unsigned* some_negative, const float* d, std::size_t count) {
    const std::size_t k = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
    const bool negative = k < count && d[k] < 0;
    if (__any_sync(0xffffffff, negative) && threadIdx.x % 32 == 0) atomicOr(some_negative, 1);
}

template <bool kIntegers>
__device__ float smallest(float best, float a, float b) {
    if (!kIntegers) return fminf(fminf(best, a), b);
    return __int_as_float(minimum::of_three(__float_as_int(best), __float_as_int(a), __float_as_int(b)));
}

// One of its two forms does nothing: the word on the device says which.
template <bool kIntegers>
static __global__ void shortcuts_kernel(float* r, const float* d, std::size_t n,
                                        const unsigned* some_negative) {
    if (kIntegers == (*some_negative != 0)) return;
    const std::size_t i = blockIdx.y * std::size_t{kDown} + threadIdx.y;
    const std::size_t j = blockIdx.x * std::size_t{kAcross} + threadIdx.x;
    if (i >= n || j >= n) return;
    float best = HUGE_VALF;
    std::size_t k = 0;
    for (; k + 2 <= n; k += 2) {
        const float a = d[i * n + k] + d[k * n + j];
        const float b = d[i * n + k + 1] + d[(k + 1) * n + j];
        best = smallest<kIntegers>(best, a, b);
    }
    if (k < n) best = fminf(best, d[i * n + k] + d[k * n + j]);  // n is odd
    r[i * n + j] = best;
}

// r[i][j] = min over k of d[i][k] + d[k][j], on the device; d and r have n rows of n. There is no NaN and no minus infinity in d.
// word: a word of device memory to leave something in; at first it holds what the call before left there.
void shortcuts(float* r, const float* d, std::size_t n, unsigned* word) {
    const dim3 grid(static_cast<unsigned>((n + kAcross - 1) / kAcross),
                    static_cast<unsigned>((n + kDown - 1) / kDown));
    const dim3 block(kAcross, kDown);
    const dim3 look_grid(static_cast<unsigned>((n * n + kThreads - 1) / kThreads));
    CUDA_CHECK(cudaMemsetAsync(word, 0, sizeof *word));
    look_kernel<<<look_grid, dim3(kThreads)>>>(word, d, n * n);
    CUDA_CHECK(cudaGetLastError());
    shortcuts_kernel<true><<<grid, block>>>(r, d, n, word);
    CUDA_CHECK(cudaGetLastError());
    shortcuts_kernel<false><<<grid, block>>>(r, d, n, word);
    CUDA_CHECK(cudaGetLastError());
}
