// Sequential: a thread combines its element with the one half a section away, then a quarter, an eighth. Threads that work
// are side by side, and so are the elements that they use. Compare with 2_interleaved_without_divergence.cu: the stride
// shrinks instead of growing. Kirk and Hwu's figure 5.15 is this kernel, 5.13 is rung 1.
//
// Predicted, for a block of 1024: 0, 0, 0, 0, 0, 1, 1, 1, 1, 1 divergent warps in rounds 1 to 10, and no bank conflicts.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/cuda/check.hpp"

namespace sequential {

constexpr unsigned kThreads = 1024;         // of a block; any power of two up to this works
constexpr std::size_t kSection = kThreads;  // elements of a block

template <class Element, class Operator>
static __global__ void reduce_kernel(Element* results, const Element* in, std::size_t n, Operator op) {
    // region: load
    __shared__ Element partial[kThreads];
    const unsigned t = threadIdx.x;
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + t;
    partial[t] = i < n ? in[i] : op.identity();
    // end region

    // region: rounds
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        // Thread t of the lower half takes its own element and the one of the upper half.
        if (t < stride) partial[t] = op(partial[t], partial[t + stride]);
    }
    // end region

    if (t == 0) results[blockIdx.x] = partial[0];
}

static std::size_t sections(std::size_t n) { return std::max<std::size_t>(1, (n + kSection - 1) / kSection); }

// The results of two passes: one is written while the other is read.
template <class Element>
std::size_t scratch_bytes(std::size_t n) {
    return (sections(n) + sections(sections(n))) * sizeof(Element);
}

// Reduces the n elements at `in` to one at `out`, both on the device, any n; none give op's identity. scratch:
// scratch_bytes(n) bytes, which the next call may use again.
template <class Element, class Operator>
void reduce(Element* out, const Element* in, std::size_t n, Operator op, void* scratch) {
    // region: passes
    Element* results = static_cast<Element*>(scratch);
    Element* next_results = results + sections(n);
    std::size_t left = n;
    do {
        const std::size_t blocks = sections(left);
        Element* const to = blocks == 1 ? out : results;
        const dim3 grid(static_cast<unsigned>(blocks));
        const dim3 block(kThreads);
        reduce_kernel<<<grid, block>>>(to, in, left, op);
        CUDA_CHECK(cudaGetLastError());
        in = to;
        left = blocks;
        std::swap(results, next_results);
    } while (left > 1);
    // end region
}

}  // namespace sequential
