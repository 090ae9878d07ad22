// Shuffles: one warp combines the last 32 values through its registers. __shfl_down_sync gives a lane the value of the lane
// `offset` above it, without shared memory. It needs no other barrier: it names the lanes that take part, and they wait for
// each other. Compare with 4_first_add_while_loading.cu: the loop ends at 32.
//
// It is tempting to go on in shared memory without barriers, since the lanes of a warp execute together anyway. Since Volta
// they need not: programs/parts/clever.cu has that loop.
//
// Predicted, for a block of 1024: 5 barriers instead of 10, fewer shared accesses, and no divergence in the last rounds,
// since all lanes shuffle. What lanes 16 to 31 compute is wrong, but it is not used.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/cuda/check.hpp"

namespace shuffles {

constexpr unsigned kWarp = 32;
constexpr unsigned kThreads = 1024;             // of a block; any power of two from 32 up to this works
constexpr std::size_t kSection = 2 * kThreads;  // elements of a block

template <class Element, class Operator>
static __global__ void reduce_kernel(Element* results, const Element* in, std::size_t n, Operator op) {
    // region: load
    __shared__ Element partial[kThreads];
    const unsigned t = threadIdx.x;
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * (2 * blockDim.x) + t;
    const Element first = i < n ? in[i] : op.identity();
    const Element second = i + blockDim.x < n ? in[i + blockDim.x] : op.identity();
    partial[t] = op(first, second);
    // end region

    // region: rounds
    for (unsigned stride = blockDim.x / 2; stride >= kWarp; stride /= 2) {
        __syncthreads();
        // Thread t of the lower half takes its own element and the one of the upper half.
        if (t < stride) partial[t] = op(partial[t], partial[t + stride]);
    }
    // end region

    // region: shuffles
    if (t < kWarp) {
        Element value = partial[t];  // its own, which it wrote itself
        for (unsigned offset = kWarp / 2; offset > 0; offset /= 2)
            value = op(value, __shfl_down_sync(0xffffffff, value, offset));  // that of lane t + offset
        if (t == 0) results[blockIdx.x] = value;
    }
    // end region
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

}  // namespace shuffles
