// New base: a grid of fixed size, which loads packs of 16 bytes, replaces a block for each section.
//
// Register-blocked: a thread combines many elements in its registers before it meets the others in the tree. It takes packs
// of 16 bytes, several in flight at once, in a grid-stride loop; the grid is what the GPU runs at once. There is one tree
// for each block, not one for every 2048 elements, so it costs next to nothing. Compare with 5_shuffles.cu, whose threads
// have two loads of 4 bytes each in flight and then wait in the tree.
//
// Predicted: 16 sectors for each load request of 4-byte elements, and a small part of rung 5's instructions. The time is
// that of reading.
#include <algorithm>
#include <cstddef>

#include "common/cuda/block_reduce.cuh"
#include "common/cuda/check.hpp"
#include "common/cuda/pack.cuh"

namespace register_blocked {

constexpr unsigned kThreads = 256;
constexpr unsigned kBlocksPerMultiprocessor = 6;  // × 256 threads: up to 40 registers for each
constexpr unsigned kInFlight = 4;                 // packs that a thread loads before it needs the first
constexpr std::size_t kMostBlocks = 8192;         // in a grid; no GPU has as many at once

template <class Element, class Operator>
static __global__ void __launch_bounds__(kThreads, kBlocksPerMultiprocessor)
    reduce_kernel(Element* results, gpu::Packed<Element> array, Operator op) {
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;

    // region: loop
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
    // end region

    Element value = gpu::reduce_pack(result, op);
    if (first < array.head) value = op(value, array.in[first]);
    if (array.tail() + first < array.n) value = op(value, array.in[array.tail() + first]);

    value = gpu::block_reduce<kThreads>(value, op);
    if (threadIdx.x == 0) results[blockIdx.x] = value;
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

// A result for each block of the first launch.
template <class Element>
std::size_t scratch_bytes(std::size_t) {
    return kMostBlocks * sizeof(Element);
}

// Reduces the n elements at `in` to one at `out`, both on the device, any n; none give op's identity. scratch:
// scratch_bytes(n) bytes at a multiple of 16, which the next call may use again.
template <class Element, class Operator>
void reduce(Element* out, const Element* in, std::size_t n, Operator op, void* scratch) {
    // region: launch
    const gpu::Packed<Element> array(in, n);
    const std::size_t blocks = blocks_for(array.packs);
    Element* const results = static_cast<Element*>(scratch);
    const dim3 grid(static_cast<unsigned>(blocks));
    const dim3 one_block(1);
    const dim3 block(kThreads);
    reduce_kernel<<<grid, block>>>(blocks == 1 ? out : results, array, op);
    CUDA_CHECK(cudaGetLastError());
    if (blocks == 1) return;
    reduce_kernel<<<one_block, block>>>(out, gpu::Packed<Element>(results, blocks), op);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace register_blocked
