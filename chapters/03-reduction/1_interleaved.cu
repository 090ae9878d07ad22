// Interleaved: the tree of the CPU (common/baseline/reduce.hpp, reduce_tree_swapped) with a thread for each element. A
// block combines its section of the array in shared memory, in rounds; the barrier between rounds gives the threads an
// order. Each block leaves one result, and the next launch of the same kernel reduces these, until one is left. From
// Sizmann, §2.3.2 and §2.3.3, with two errors corrected: a block's result goes to results[blockIdx.x], and the number of
// blocks comes from the elements, not from their bytes.
//
// Predicted, for a block of 1024: 10 rounds, 1023 operations. In round r every 2^r-th thread works; how many warps diverge is
// the question of exercise 03.7, and 2_interleaved_without_divergence.cu has the answer. And % by a variable is slow.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/cuda/check.hpp"

namespace interleaved {

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
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        // Threads 0, 2 stride, 4 stride … take their own element and the one `stride` after it.
        if (t % (2 * stride) == 0) partial[t] = op(partial[t], partial[t + stride]);
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

}  // namespace interleaved
