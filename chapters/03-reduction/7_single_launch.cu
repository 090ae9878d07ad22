// Single launch: the block that finishes last combines the results of all. A second launch waits until the GPU is empty and
// then starts a single block; for small arrays the two launches are most of the time. Compare with 6_register_blocked.cu: a
// ticket replaces the second launch.
//
// Blocks draw tickets from a counter in device memory. The block with the last one knows that all others have written their
// results: each wrote before it drew, and __threadfence() keeps the two in order as other blocks see them. There are two
// other ways to do it in one launch. atomicAdd of the results is shorter, but does not exist for every operator, and float
// sums would depend on the order in which blocks finish. A cooperative launch has a barrier for the whole grid, but then all
// blocks wait where one is enough.
//
// Predicted: one launch, one atomic for each block, and twice the barriers of rung 6, since all threads learn of the ticket;
// otherwise the counts of rung 6.
#include <algorithm>
#include <cstddef>

#include "common/cuda/block_reduce.cuh"
#include "common/cuda/check.hpp"
#include "common/cuda/pack.cuh"

namespace single_launch {

constexpr unsigned kThreads = 256;
constexpr unsigned kBlocksPerMultiprocessor = 6;  // × 256 threads: up to 40 registers for each
constexpr unsigned kInFlight = 4;                 // packs that a thread loads before it needs the first
constexpr std::size_t kMostBlocks = 8192;         // in a grid; no GPU has as many at once

// Combines this thread's packs and single elements: number `first`, and every step-th from there.
template <class Element, class Operator>
__device__ Element reduce_share(const gpu::Packed<Element>& array, std::size_t first, std::size_t step,
                                Operator op) {
    gpu::Pack<Element> result = gpu::pack_of(op.identity());
    std::size_t p = first;
    for (; p + (kInFlight - 1) * step < array.packs; p += kInFlight * step) {
        gpu::Pack<Element> loaded[kInFlight];
#pragma unroll
        for (unsigned k = 0; k < kInFlight; ++k) loaded[k] = array.pack(p + k * step);  // 16 bytes each
#pragma unroll
        for (unsigned k = 0; k < kInFlight; ++k) gpu::combine(result, loaded[k], op);
    }
    for (; p < array.packs; p += step) gpu::combine(result, array.pack(p), op);
    Element value = gpu::reduce_pack(result, op);
    if (first < array.head) value = op(value, array.in[first]);
    if (array.tail() + first < array.n) value = op(value, array.in[array.tail() + first]);
    return value;
}

// Draws a ticket for the block; thread 0 must have written the block's result before. Returns true in all threads of the
// block that draws the last ticket: this block may read the results of all. The counter must be 0 before the launch, and
// is 0 again after the last ticket.
static __device__ bool is_last_block(unsigned* tickets) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        __threadfence();  // the result first, then the ticket
        is_last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();  // the last ticket first, then the others' results
    }
    __syncthreads();
    return is_last;
}

template <class Element, class Operator>
static __global__ void __launch_bounds__(kThreads, kBlocksPerMultiprocessor)
    reduce_kernel(Element* out, Element* results, unsigned* tickets, gpu::Packed<Element> array,
                  Operator op) {
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
    Element value = gpu::block_reduce<kThreads>(reduce_share(array, first, step, op), op);

    // region: last
    if (gridDim.x > 1) {
        if (threadIdx.x == 0) results[blockIdx.x] = value;
        if (!is_last_block(tickets)) return;
        value = op.identity();
        for (unsigned block = threadIdx.x; block < gridDim.x; block += kThreads)
            value = op(value, results[block]);
        value = gpu::block_reduce<kThreads>(value, op);
    }
    if (threadIdx.x == 0) *out = value;
    // end region
}

// As many blocks as run at once, but not more than there are packs for.
static std::size_t blocks_for(std::size_t packs) {
    int device = 0;
    int multiprocessors = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const std::size_t at_once = static_cast<std::size_t>(multiprocessors) * kBlocksPerMultiprocessor;
    const std::size_t busy = std::max<std::size_t>(1, (packs + kThreads - 1) / kThreads);
    return std::min({at_once, busy, kMostBlocks});
}

constexpr std::size_t kTicketBytes = gpu::kPackBytes;  // in front of the results, which stay aligned

template <class Element>
std::size_t scratch_bytes(std::size_t) {
    return kTicketBytes + kMostBlocks * sizeof(Element);
}

// Reduces the n elements at `in` to one at `out`, both on the device, any n; none give op's identity. scratch:
// scratch_bytes(n) bytes at a multiple of 16, zero before the first call; the next call may use them again as they are.
template <class Element, class Operator>
void reduce(Element* out, const Element* in, std::size_t n, Operator op, void* scratch) {
    // region: launch
    const gpu::Packed<Element> array(in, n);
    unsigned* const tickets = static_cast<unsigned*>(scratch);
    Element* const results = reinterpret_cast<Element*>(static_cast<char*>(scratch) + kTicketBytes);
    const dim3 grid(static_cast<unsigned>(blocks_for(array.packs)));
    const dim3 block(kThreads);
    reduce_kernel<<<grid, block>>>(out, results, tickets, array, op);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace single_launch
