// See range.hpp.
#include "chapters/05-shortcuts/range.hpp"

#include "chapters/05-shortcuts/forms.hpp"
#include "common/cuda/check.hpp"

namespace range {

constexpr unsigned kThreads = 256;

__device__ bool is_inside(float length, NotNegative) { return length >= 0; }
__device__ bool is_inside(std::int32_t length, Fits16) {
    return length == forms::kNoRoad32 || (length >= 0 && length <= forms::kLongest16);
}

// One atomic operation a warp at most, and none where all is well.
template <class Element, class Inside>
static __global__ void check_kernel(unsigned* answer, const Element* values, std::size_t count,
                                    Inside inside) {
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
    bool all = true;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x; i < count; i += step)
        all = all && is_inside(values[i], inside);
    if (__any_sync(0xffffffff, !all) && threadIdx.x % 32 == 0) atomicOr(answer, kSomeOutside);
}

template <class Element, class Inside>
static void launch(unsigned* answer, const Element* values, std::size_t count, Inside inside,
                   cudaStream_t stream) {
    constexpr std::size_t kMostBlocks = 132 * 8;
    const std::size_t blocks = (count + kThreads - 1) / kThreads;
    const dim3 grid(static_cast<unsigned>(blocks < kMostBlocks ? blocks : kMostBlocks));
    const dim3 block(kThreads);
    check_kernel<<<grid, block, 0, stream>>>(answer, values, count, inside);
    CUDA_CHECK(cudaGetLastError());
}

void look_at(unsigned* answer, const float* values, std::size_t count, NotNegative inside,
             cudaStream_t stream) {
    launch(answer, values, count, inside, stream);
}

void check(unsigned* answer, const float* values, std::size_t count, NotNegative inside) {
    CUDA_CHECK(cudaMemsetAsync(answer, 0, sizeof *answer));
    launch(answer, values, count, inside, nullptr);
}

void check(unsigned* answer, const std::int32_t* values, std::size_t count, Fits16 inside) {
    CUDA_CHECK(cudaMemsetAsync(answer, 0, sizeof *answer));
    launch(answer, values, count, inside, nullptr);
}

}  // namespace range
