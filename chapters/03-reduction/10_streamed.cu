// New base: the size of the array decides how it is read, so there are three kernels.
//
// Streamed. Compare with 9_overlapped.cu:
//
//   - An array of less than five second-level caches: loads say that their lines may leave that cache first (__ldcs), since nobody
//     reads them again. So the array's lines make room for one another, and what other kernels left in the cache stays.
//     Without the hint that would leave, and what was written would be stored to DRAM while the array is being read. For a
//     larger array the hint would cost more than it saves.
//   - Each block reads one piece of the array, or of few packs rows that lie a whole grid apart. Up to 4 million floats a
//     multiprocessor has one block at most; from a million on that makes fewer boxes. Beyond 4 million there are more blocks than
//     run at once. They begin in the order of their pieces, so those that run together read near each other. In an array of five
//     caches or more the pieces are long, for few boxes again; but the last ones are short, and so all blocks end together.
//   - Short code. In a single call the instructions come from DRAM too. One loop loads all packs, and the last ones are in
//     flight together like all others. One loop reduces twice, first the block's elements and then the boxes. Rung 9 has a second
//     loop for the last packs, one by one.
//
// Predicted at 4 million floats: the sectors of rung 9, half of its blocks and boxes, and a quarter of its waits at barriers, since
// blocks have half as many warps. No count shows the hint. At 16 million, 64 MiB, at least a tenth faster where the cache was
// full of bytes that are not stored yet.
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "common/cuda/block_reduce.cuh"
#include "common/cuda/check.hpp"
#include "common/cuda/older_toolkits.cuh"
#include "common/cuda/pack.cuh"

namespace streamed {

// Few: at most so many packs for each of 256 threads on a multiprocessor. Small and medium: fewer bytes than so many second-level
// caches have.
constexpr std::size_t kFew = 16;
constexpr std::size_t kSmall = 2;
constexpr std::size_t kMedium = 5;

// How an array is read: threads of a block, blocks whose registers must fit on a multiprocessor, packs that a thread loads before it
// needs the first, whether a block takes rows that lie a whole grid apart or one piece, and whether lines may leave the cache first.
// programs/tune.cu searches for the fastest. Without the number of blocks the compiler keeps to 32 registers, so
// that 2048 threads fit, and then additions wait for the first two or four packs before it loads more.
template <unsigned threads, unsigned blocks, unsigned in_flight, bool in_rows, bool leaving>
struct Way {
    static constexpr unsigned kThreads = threads, kBlocks = blocks, kInFlight = in_flight;
    static constexpr bool kInRows = in_rows, kLeaving = leaving;
};
using OfFew = Way<256, 1, 8, true, true>;
using OfMedium = Way<512, 2, 8, false, true>;  // and of small arrays, whose pieces have another length
using OfLarge = Way<1024, 1, 8, false, false>;
constexpr std::size_t kMostBlocks = 4096;  // in a grid; no GPU has as many at once

// How an array is cut into pieces: `rows` rows of packs each, but from the last 1 / part_in_short of the array on only
// 1 / short_in_long of that.
struct Pieces {
    std::size_t rows, short_in_long, part_in_short;
};
constexpr Pieces kOfSmall{8, 1, 1}, kOfMedium{16, 1, 1};  // all short
constexpr Pieces kOfLarge{56, 8, 16};

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
static __device__ void begin_early(const uint4* row, unsigned packs) {
#if __CUDA_ARCH__ >= 900 && CUDART_VERSION >= 12000  // CUDA 11 has no such copy
    if (threadIdx.x == 0 && packs > 0) {
        const unsigned bytes = (packs < blockDim.x ? packs : blockDim.x) * gpu::kPackBytes;
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(__cvta_generic_to_global(row)),
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

// region: hint
// kLeaving: the line of the pack may leave the second-level cache first.
template <bool kLeaving, class Element>
__device__ gpu::Pack<Element> load(const uint4* address) {
    const uint4 words = kLeaving ? __ldcs(address) : *address;
    gpu::Pack<Element> pack;
    memcpy(&pack, &words, sizeof pack);
    return pack;
}
// end region

// What each block reads: the first `long_ones` a piece of `packs` packs, those after them one of `packs_of_short`.
struct Cut {
    unsigned blocks, long_ones, packs, packs_of_short;
};

// In an array of few packs a piece is one row, and after it the block takes the rows that lie a whole grid further.
template <class W, class Element, class Operator>
static __global__ void __launch_bounds__(W::kThreads, W::kBlocks)
    reduce_kernel(Element* out, Word* boxes, gpu::Packed<Element> array, Cut cut, Operator op) {
    constexpr unsigned kBlock = W::kThreads, kAtOnce = W::kInFlight;
    constexpr bool kRows = W::kInRows;
    // region: read
    const bool is_long = kRows || blockIdx.x < cut.long_ones;
    const unsigned long_before = is_long ? blockIdx.x : cut.long_ones;
    const unsigned packs_of_long = kRows ? kBlock : cut.packs;
    const unsigned piece = is_long ? packs_of_long : cut.packs_of_short;
    const std::size_t begin = static_cast<std::size_t>(long_before) * packs_of_long +
                              static_cast<std::size_t>(blockIdx.x - long_before) * piece;
    const uint4* const from = reinterpret_cast<const uint4*>(array.in + array.head) + begin;
    const std::size_t left = array.packs - begin;
    const unsigned packs = static_cast<unsigned>(kRows || left < piece ? left : piece);
    const unsigned step = kRows ? gridDim.x * kBlock : kBlock;
    begin_early(from, packs);

    gpu::Pack<Element> result = gpu::pack_of(op.identity());
#pragma unroll 1
    for (unsigned p = threadIdx.x; p < packs; p += kAtOnce * step) {
        gpu::Pack<Element> loaded[kAtOnce];
#pragma unroll
        for (unsigned k = 0; k < kAtOnce; ++k)
            loaded[k] = p + k * step < packs ? load<W::kLeaving, Element>(from + p + k * step)
                                             : gpu::pack_of(op.identity());
#pragma unroll
        for (unsigned k = 0; k < kAtOnce; ++k) gpu::combine(result, loaded[k], op);
    }
    // end region
    let_the_next_begin();
    Element value = gpu::reduce_pack(result, op);

    // region: collect
    const unsigned last = gridDim.x - 1;
#pragma unroll 1
    for (bool collected = false;; collected = true) {
        value = gpu::block_reduce<kBlock>(value, op);
        if (blockIdx.x != last) {
            if (threadIdx.x == 0) put_in(&boxes[blockIdx.x * kWords<Element>], value);
            return;
        }
        if (collected) break;
        if (threadIdx.x != 0) value = op.identity();  // the block's own is thread 0's
        if (threadIdx.x < array.head) value = op(value, array.in[threadIdx.x]);
        if (array.tail() + threadIdx.x < array.n) value = op(value, array.in[array.tail() + threadIdx.x]);
        for (unsigned block = threadIdx.x; block < last; block += kBlock)
            value = op(value, take_out<Element>(&boxes[block * kWords<Element>]));
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = value;
    // end region
}

// The value of the current device's attribute.
static std::size_t device_has(cudaDeviceAttr attribute) {
    int device = 0;
    int value = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
    return static_cast<std::size_t>(value);
}

static std::size_t divide_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

// One block for each row of packs, but at most `most`.
static Cut in_rows(std::size_t packs, std::size_t row, std::size_t most) {
    const auto blocks = static_cast<unsigned>(std::clamp<std::size_t>(divide_up(packs, row), 1, most));
    return {blocks, blocks, static_cast<unsigned>(row), static_cast<unsigned>(row)};
}

// Pieces of so many rows that there are at most kMostBlocks: `rows`, or a multiple of them.
static Cut in_pieces(std::size_t packs, std::size_t row, Pieces pieces) {
    const std::size_t all = divide_up(packs, row);
    for (std::size_t rows = pieces.rows;; rows += pieces.rows) {
        const std::size_t rows_of_short = rows / pieces.short_in_long;
        const std::size_t long_ones = (all - all / pieces.part_in_short) / rows;
        const std::size_t short_ones = divide_up(all - long_ones * rows, rows_of_short);
        if (long_ones + short_ones <= kMostBlocks)
            return {static_cast<unsigned>(long_ones + short_ones), static_cast<unsigned>(long_ones),
                    static_cast<unsigned>(rows * row), static_cast<unsigned>(rows_of_short * row)};
    }
}

template <class W, class Element, class Operator>
void launch(Element* out, const gpu::Packed<Element>& array, Operator op, void* scratch, Cut cut) {
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(cut.blocks);
    config.blockDim = dim3(W::kThreads);
    config.attrs = &early;
    config.numAttrs = device_has(cudaDevAttrComputeCapabilityMajor) >= 9 ? 1 : 0;
    CUDA_CHECK(cudaLaunchKernelEx(&config, reduce_kernel<W, Element, Operator>, out,
                                  static_cast<Word*>(scratch), array, cut, op));
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
    const std::size_t cache = device_has(cudaDevAttrL2CacheSize);
    const std::size_t multiprocessors = device_has(cudaDevAttrMultiProcessorCount);
    const std::size_t bytes = n * sizeof(Element);
    if (array.packs <= kFew * OfFew::kThreads * multiprocessors) {
        launch<OfFew>(out, array, op, scratch, in_rows(array.packs, OfFew::kThreads, multiprocessors));
    } else if (bytes < kMedium * cache) {
        // A piece for each multiprocessor if it is not longer than a medium one.
        const std::size_t rows = divide_up(array.packs, OfMedium::kThreads * multiprocessors);
        const Pieces pieces = rows <= kOfMedium.rows   ? Pieces{rows, 1, 1}
                              : bytes < kSmall * cache ? kOfSmall
                                                       : kOfMedium;
        launch<OfMedium>(out, array, op, scratch, in_pieces(array.packs, OfMedium::kThreads, pieces));
    } else {
        launch<OfLarge>(out, array, op, scratch, in_pieces(array.packs, OfLarge::kThreads, kOfLarge));
    }
    // end region
}

}  // namespace streamed
