// New base: it continues rung 7, not 8. Boxes replace the ticket, and the launch has attributes.
//
// Overlapped: a call begins before the call before it has ended, and blocks deliver their results without waiting. It is
// made for arrays of a few megabytes, where rung 7 spends most of its time not reading: on a launch, the first loads' way to
// DRAM and back, a fence, a ticket, and the results once more. Compare with 7_single_launch.cu:
//
//   - One block collects. The others put their results into boxes and end. A box is one word of 64 bits, with the value and a
//     mark that it is there. The word is written as a whole, so no fence has to keep two writes in order, and no ticket is
//     drawn. The last block looks into the boxes until all are full, and empties them for the next call.
//   - Programmatic dependent launch (Hopper and later): a kernel may let the next one of its stream begin while its own last
//     blocks still work. The next one may read what the first one writes, so it waits before it reads anything. But by then its
//     blocks are on their multiprocessors and have asked for their first row of packs to be brought into the second-level
//     cache. That is safe: both kernels see the same bytes in that cache, and nothing is read from it yet.
//   - Two large blocks for each multiprocessor: 264 results on an H200, not 792.
//
// The collecting block waits for the others, and they wait for nothing. So there is no deadlock as long as the GPU has room
// for two blocks.
//
// Predicted: the sectors of rung 7, one launch, and no atomic that returns anything. At a gigabyte, the time of rung 7.
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "common/cuda/block_reduce.cuh"
#include "common/cuda/check.hpp"
#include "common/cuda/older_toolkits.cuh"
#include "common/cuda/pack.cuh"

namespace overlapped {

constexpr unsigned kThreads = 1024;
constexpr unsigned kBlocksPerMultiprocessor = 2;  // × 1024 = 2048 threads: up to 32 registers for each
constexpr unsigned kInFlight = 4;                 // packs that a thread loads before it needs the first
constexpr std::size_t kMostBlocks = 4096;         // in a grid; no GPU has as many at once

// Where a block leaves its result: 32 bits of it in each word, below the mark. 0 is empty.
using Word = unsigned long long;
constexpr Word kFull = Word{1} << 32;
template <class Element>
constexpr unsigned kWords = (sizeof(Element) + sizeof(unsigned) - 1) / sizeof(unsigned);

// region: boxes
template <class Element>
__device__ void put_in(Word* box, Element value) {
    unsigned bits[kWords<Element>] = {};
    memcpy(bits, &value, sizeof value);
#pragma unroll
    for (unsigned k = 0; k < kWords<Element>; ++k)
        __nv_atomic_store_n(&box[k], kFull | bits[k], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// Waits until the box is full, and empties it.
template <class Element>
__device__ Element take_out(Word* box) {
    unsigned bits[kWords<Element>];
#pragma unroll
    for (unsigned k = 0; k < kWords<Element>; ++k) {
        Word word = 0;
        while (word == 0) word = __nv_atomic_load_n(&box[k], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        __nv_atomic_store_n(&box[k], Word{0}, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        bits[k] = static_cast<unsigned>(word);
    }
    Element value;
    memcpy(&value, bits, sizeof value);
    return value;
}
// end region

// Asks for the block's first row of packs to be brought into the second-level cache, and waits for the kernel before this
// one. GPUs before Hopper do not begin early: there is nothing to wait for.
template <class Element>
__device__ void begin_early(const gpu::Packed<Element>& array, std::size_t row) {
#if __CUDA_ARCH__ >= 900 && CUDART_VERSION >= 12000  // CUDA 11 has no such copy
    if (threadIdx.x == 0 && row < array.packs) {
        const std::size_t left = array.packs - row;
        const unsigned bytes = static_cast<unsigned>((left < kThreads ? left : kThreads) * gpu::kPackBytes);
        const Element* const first = array.in + array.head + row * gpu::Pack<Element>::kElements;
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(__cvta_generic_to_global(first)),
                     "r"(bytes)
                     : "memory");
    }
#endif
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

static __device__ void let_the_next_begin() {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

template <class Element, class Operator>
static __global__ void __launch_bounds__(kThreads, kBlocksPerMultiprocessor)
    reduce_kernel(Element* out, Word* boxes, gpu::Packed<Element> array, Operator op) {
    const std::size_t row = static_cast<std::size_t>(blockIdx.x) * kThreads;
    const std::size_t first = row + threadIdx.x;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
    begin_early(array, row);

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
    let_the_next_begin();
    Element value = gpu::reduce_pack(result, op);
    if (first < array.head) value = op(value, array.in[first]);
    if (array.tail() + first < array.n) value = op(value, array.in[array.tail() + first]);
    value = gpu::block_reduce<kThreads>(value, op);

    // region: collect
    const unsigned last = gridDim.x - 1;
    if (blockIdx.x != last) {
        if (threadIdx.x == 0) put_in(&boxes[blockIdx.x * kWords<Element>], value);
        return;
    }
    if (last > 0) {
        if (threadIdx.x != 0) value = op.identity();  // the block's own is thread 0's
        for (unsigned block = threadIdx.x; block < last; block += kThreads)
            value = op(value, take_out<Element>(&boxes[block * kWords<Element>]));
        __syncthreads();
        value = gpu::block_reduce<kThreads>(value, op);
    }
    if (threadIdx.x == 0) *out = value;
    // end region
}

// As many blocks as run at once, but not more than there are packs for.
static std::size_t blocks_for(std::size_t packs, int device) {
    int multiprocessors = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const std::size_t at_once = static_cast<std::size_t>(multiprocessors) * kBlocksPerMultiprocessor;
    const std::size_t busy = std::max<std::size_t>(1, (packs + kThreads - 1) / kThreads);
    return std::min({at_once, busy, kMostBlocks});
}

template <class Element>
std::size_t scratch_bytes(std::size_t) {
    return kMostBlocks * kWords<Element> * sizeof(Word);
}

// Reduces the n elements at `in` to one at `out`, both on the device, any n; none give op's identity. scratch:
// scratch_bytes(n) bytes at a multiple of 16, zero before the first call; the next call may use them again as they are.
template <class Element, class Operator>
void reduce(Element* out, const Element* in, std::size_t n, Operator op, void* scratch) {
    // region: launch
    const gpu::Packed<Element> array(in, n);
    int device = 0;
    int generation = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&generation, cudaDevAttrComputeCapabilityMajor, device));
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(blocks_for(array.packs, device)));
    config.blockDim = dim3(kThreads);
    config.attrs = &early;
    config.numAttrs = generation >= 9 ? 1 : 0;
    CUDA_CHECK(cudaLaunchKernelEx(&config, reduce_kernel<Element, Operator>, out, static_cast<Word*>(scratch),
                                  array, op));
    // end region
}

}  // namespace overlapped
