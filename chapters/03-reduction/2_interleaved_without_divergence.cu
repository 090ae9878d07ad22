// Interleaved without divergence: the same additions, by other threads. In each round the first threads of the block work,
// so in most warps all threads work or none. Compare with 1_interleaved.cu: one index has changed, and % is gone.
//
// Predicted, for a block of 1024: a warp diverges only when fewer than 32 threads are left, once in each of the last 5
// rounds. In rung 1 all 32 warps diverge in rounds 1 to 5, then 16, 8, 4, 2 and 1: 191 in all. But thread t now uses
// partial[2 * stride * t]: neighbouring lanes are 2, 4, 8 … words apart, and as many of them share a bank. So there are bank
// conflicts, which rung 1 does not have.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/cuda/check.hpp"

namespace interleaved_without_divergence {

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
        // Threads 0, 1, 2 … take elements 0, 2 stride, 4 stride … and the one `stride` after each.
        const unsigned left = 2 * stride * t;
        if (left < blockDim.x) partial[left] = op(partial[left], partial[left + stride]);
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

}  // namespace interleaved_without_divergence
