// New base: words with value and flag replace the board of rung 2, and with it the code that publishes and looks back.
//
// Words: a tile publishes one word of 64 bits, a value with its flag. In the second rung value and flag are two writes, which
// a fence keeps in order. A block that looks back reads the flag with an atomic, waits at a fence, and then reads the value:
// three round trips to the second-level cache for every 32 tiles. A word is written and read as a whole, so one round trip is
// enough. Compare with 2_single_pass.cu, and with the boxes of ../../9_overlapped.cu.
//
// A value of 64 bits takes two words, each with the flag. If the flags are equal, the words belong together, since a tile
// publishes each sum once.
//
// Predicted: the loads and stores of the array as in rung 2, fewer atomics: one for each tile, its ticket.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "common/cuda/check.hpp"
#include "common/cuda/older_toolkits.cuh"
#include "common/cuda/pack.cuh"
#include "common/cuda/scan_tile.cuh"

namespace scan::words {

using Word = unsigned long long;
enum Flag : unsigned {
    kNothing,
    kSum,
    kEverything
};  // what a tile has published so far: its own sum, that of all up to its end

template <class Element>
constexpr unsigned kWords = (sizeof(Element) + sizeof(unsigned) - 1) / sizeof(unsigned);

// region: words
template <class Element>
__device__ void publish(Word* words, Element value, Flag flag) {
    unsigned bits[kWords<Element>] = {};
    memcpy(bits, &value, sizeof value);
#pragma unroll
    for (unsigned k = 0; k < kWords<Element>; ++k)
        __nv_atomic_store_n(&words[k], Word{flag} << 32 | bits[k], __NV_ATOMIC_RELAXED,
                            __NV_THREAD_SCOPE_DEVICE);
}

// What the tile published last; waits until it has published anything.
template <class Element>
__device__ Flag published(Word* words, Element& value) {
    unsigned bits[kWords<Element>];
    unsigned flag = kNothing;
    bool together = false;
    while (!together) {
        together = true;
#pragma unroll
        for (unsigned k = 0; k < kWords<Element>; ++k) {
            const Word word = __nv_atomic_load_n(&words[k], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
            bits[k] = static_cast<unsigned>(word);
            if (k == 0) flag = static_cast<unsigned>(word >> 32);
            together = together && flag != kNothing && flag == static_cast<unsigned>(word >> 32);
        }
    }
    memcpy(&value, bits, sizeof value);
    return static_cast<Flag>(flag);
}
// end region

// op over all elements before `tile`, which is not 0. For one warp: lane l looks at the l-th tile back.
template <class Element, class Operator>
__device__ Element look_back(Word* board, std::size_t tile, Operator op) {
    const unsigned lane = threadIdx.x % kWarp;
    Element before = op.identity();
    for (std::size_t end = tile;;) {  // everything from `end` on is in `before`
        Element value = op.identity();
        unsigned flag = kEverything;  // of what lies before the first tile
        if (lane < end) flag = published(&board[(end - 1 - lane) * kWords<Element>], value);
        const unsigned know_all = __ballot_sync(0xffffffff, flag == kEverything);
        const unsigned nearest = know_all == 0 ? kWarp : __ffs(know_all) - 1;
        if (lane > nearest) value = op.identity();
            // The highest lane looks at the earliest tile: combined from there on, the order of the array is kept.
#pragma unroll
        for (unsigned offset = 1; offset < kWarp; offset *= 2) {
            const Element earlier = __shfl_down_sync(0xffffffff, value, offset);
            if (lane + offset < kWarp) value = op(earlier, value);
        }
        before = op(__shfl_sync(0xffffffff, value, 0), before);
        if (know_all != 0) return before;
        end -= kWarp;
    }
}

template <bool kAligned, class Element, class Operator>
static __global__ void __launch_bounds__(kThreads)
    scan_kernel(Element* out, unsigned* tickets, Word* board, const Element* in, std::size_t n, Operator op) {
    __shared__ unsigned ticket;
    __shared__ Element shared_before;
    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const std::size_t tile = ticket;
    const std::size_t first = tile * kTile<Element>;
    Share<Element> share = load_tile<kAligned>(in, first, n, op);
    const Element sum = scan_tile(share, op);

    if (threadIdx.x < kWarp) {
        Word* const own = &board[tile * kWords<Element>];
        Element before = op.identity();
        if (tile > 0) {
            if (threadIdx.x == 0) publish(own, sum, kSum);
            before = look_back<Element>(board, tile, op);
        }
        if (threadIdx.x == 0) {
            publish(own, op(before, sum), kEverything);
            shared_before = before;
        }
    }
    __syncthreads();
    put_before(share, shared_before, op);
    store_tile<kAligned>(out, first, n, share);
}

template <class Element>
std::size_t tiles(std::size_t n) {
    return (n + kTile<Element> - 1) / kTile<Element>;
}

// The tickets' counter in a word of its own, and the words of the tiles.
template <class Element>
std::size_t scratch_bytes(std::size_t n) {
    return (1 + tiles<Element>(n) * kWords<Element>)*sizeof(Word);
}

// out[i] = op over in[0] … in[i], for the n elements at `in`; both on the device, out may be in. Any n. scratch:
// scratch_bytes(n) bytes at a multiple of 16.
template <class Element, class Operator>
void scan(Element* out, const Element* in, std::size_t n, Operator op, void* scratch) {
    if (n == 0) return;  // a grid of 0 blocks is an error
    Word* const words = static_cast<Word*>(scratch);
    CUDA_CHECK(cudaMemsetAsync(scratch, 0, scratch_bytes<Element>(n)));
    const auto addresses = reinterpret_cast<std::uintptr_t>(out) | reinterpret_cast<std::uintptr_t>(in);
    const bool aligned = addresses % gpu::kPackBytes == 0;
    const dim3 grid(static_cast<unsigned>(tiles<Element>(n)));
    const dim3 block(kThreads);
    const auto kernel =
        aligned ? scan_kernel<true, Element, Operator> : scan_kernel<false, Element, Operator>;
    kernel<<<grid, block>>>(out, reinterpret_cast<unsigned*>(words), words + 1, in, n, op);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace scan::words
