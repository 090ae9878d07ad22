// New base: one kernel that looks back replaces three launches.
//
// Single pass: a block finds the sum of all tiles before its own while other blocks still work. As soon as it knows the sum
// of its tile, it publishes that; once it knows the sum of everything up to its tile's end, it publishes that too. To find
// what is before it, a block goes back tile by tile, adds their sums, and stops at the first tile that has published the sum
// of everything. This is Merrill and Garland's decoupled look-back. Compare with 1_three_phases.cu: the end of a launch told
// it that all blocks are done; here each block learns what it needs from the tiles before.
//
// Two things make it safe. A tile's number is a ticket, not blockIdx.x, so a block waits only for blocks that have already
// begun. And a flag is written after its value, and read before it, with __threadfence() between.
//
// Predicted: the array is read once and written once, and two numbers for each tile.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/pack.cuh"
#include "common/cuda/scan_tile.cuh"

namespace scan::single_pass {

enum Flag : unsigned {
    kNothing,
    kSum,
    kEverything
};  // what a tile has published so far: its own sum, that of all up to its end

// What tiles publish. The counter and the flags are 0 when a launch begins.
template <class Element>
struct Board {
    unsigned* tickets;
    unsigned* flags;
    Element* sums;
    Element* everything;
};

template <class Element>
__device__ void publish(Element* values, unsigned* flags, std::size_t tile, Element value, Flag flag) {
    values[tile] = value;
    __threadfence();  // the value first, then the flag
    atomicExch(&flags[tile], flag);
}

// op over all elements before `tile`, which is not 0. For one warp: lane l looks at the l-th tile back.
template <class Element, class Operator>
__device__ Element look_back(const Board<Element>& board, std::size_t tile, Operator op) {
    const unsigned lane = threadIdx.x % kWarp;
    Element before = op.identity();
    // region: look_back
    for (std::size_t end = tile;;) {  // everything from `end` on is in `before`
        const bool exists = lane < end;
        unsigned flag = kEverything;
        if (exists) {
            do flag = atomicAdd(&board.flags[end - 1 - lane], 0u);
            while (flag == kNothing);
        }
        __threadfence();  // the flag first, then the value
        const unsigned know_all = __ballot_sync(0xffffffff, flag == kEverything);
        const unsigned nearest =
            know_all == 0 ? kWarp : __ffs(know_all) - 1;  // the lanes after it are not needed
        Element value = op.identity();
        if (exists && lane <= nearest)
            value = lane == nearest ? board.everything[end - 1 - lane] : board.sums[end - 1 - lane];
            // Lane 31 looks at the earliest tile: combined from there on, the order of the array is kept.
#pragma unroll
        for (unsigned offset = 1; offset < kWarp; offset *= 2) {
            const Element earlier = __shfl_down_sync(0xffffffff, value, offset);
            if (lane + offset < kWarp) value = op(earlier, value);
        }
        before = op(__shfl_sync(0xffffffff, value, 0), before);
        if (know_all != 0) return before;
        end -= kWarp;
    }
    // end region
}

template <bool kAligned, class Element, class Operator>
static __global__ void __launch_bounds__(kThreads)
    scan_kernel(Element* out, Board<Element> board, const Element* in, std::size_t n, Operator op) {
    __shared__ unsigned ticket;
    __shared__ Element shared_before;
    if (threadIdx.x == 0) ticket = atomicAdd(board.tickets, 1u);
    __syncthreads();
    const std::size_t tile = ticket;
    const std::size_t first = tile * kTile<Element>;

    Share<Element> share = load_tile<kAligned>(in, first, n, op);
    const Element sum = scan_tile(share, op);

    // region: meet
    if (threadIdx.x < kWarp) {
        Element before = op.identity();
        if (tile > 0) {
            if (threadIdx.x == 0) publish(board.sums, board.flags, tile, sum, kSum);
            before = look_back(board, tile, op);
        }
        if (threadIdx.x == 0) {
            publish(board.everything, board.flags, tile, op(before, sum), kEverything);
            shared_before = before;
        }
    }
    __syncthreads();
    // end region
    put_before(share, shared_before, op);
    store_tile<kAligned>(out, first, n, share);
}

template <class Element>
std::size_t tiles(std::size_t n) {
    return (n + kTile<Element> - 1) / kTile<Element>;
}

// The counter, and the flags after it; then the values, for which the flags leave an alignment of 16 bytes.
static std::size_t flag_bytes(std::size_t tiles) {
    return ((1 + tiles) * sizeof(unsigned) + gpu::kPackBytes - 1) / gpu::kPackBytes * gpu::kPackBytes;
}

template <class Element>
std::size_t scratch_bytes(std::size_t n) {
    return flag_bytes(tiles<Element>(n)) + 2 * tiles<Element>(n) * sizeof(Element);
}

// out[i] = op over in[0] … in[i], for the n elements at `in`; both on the device, out may be in. Any n. scratch:
// scratch_bytes(n) bytes at a multiple of 16.
template <class Element, class Operator>
void scan(Element* out, const Element* in, std::size_t n, Operator op, void* scratch) {
    if (n == 0) return;  // a grid of 0 blocks is an error
    // region: launch
    const std::size_t count = tiles<Element>(n);
    Board<Element> board;
    board.tickets = static_cast<unsigned*>(scratch);
    board.flags = board.tickets + 1;
    board.sums = reinterpret_cast<Element*>(static_cast<char*>(scratch) + flag_bytes(count));
    board.everything = board.sums + count;
    CUDA_CHECK(cudaMemsetAsync(scratch, 0, flag_bytes(count)));
    const auto addresses = reinterpret_cast<std::uintptr_t>(out) | reinterpret_cast<std::uintptr_t>(in);
    const bool aligned = addresses % gpu::kPackBytes == 0;
    const dim3 grid(static_cast<unsigned>(count));
    const dim3 block(kThreads);
    (aligned ? scan_kernel<true, Element, Operator> : scan_kernel<false, Element, Operator>)<<<grid, block>>>(
        out, board, in, n, op);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace scan::single_pass
