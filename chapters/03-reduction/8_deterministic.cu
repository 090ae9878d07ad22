// New base: pieces of the array, whose number depends on n alone, replace a loop that steps by the whole grid.
//
// Deterministic: n alone decides which elements are combined in which order. Rung 7 gives the same bits each time on the
// same GPU, since the last block takes the results in the order of their blocks. But a GPU with more multiprocessors runs
// more blocks, and an array that does not start at a multiple of 16 bytes has single elements before its first pack; float
// sums are then rounded differently. Compare with 7_single_launch.cu: a block has one piece of the array instead of every
// k-th pack, and the number of pieces comes from n. Two GPUs, the emulator, and a loop on the CPU with the same order
// (rungs_test.cpp has one) agree in every bit.
//
// Predicted: the sectors of rung 7, and more blocks than run at once. A few per cent slower at most.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/cuda/block_reduce.cuh"
#include "common/cuda/check.hpp"
#include "common/cuda/pack.cuh"

namespace deterministic {

constexpr unsigned kThreads = 256;
constexpr unsigned kInFlight = 4;  // packs that a thread loads before it needs the first
constexpr std::size_t kMostPieces = 16384;

// Elements that a block takes in one step; pieces are whole tiles, except the last one.
template <class Element>
constexpr std::size_t kTile = kThreads* kInFlight* gpu::Pack<Element>::kElements;

// The number of tiles in a piece of an array of n elements.
template <class Element>
std::size_t tiles_per_piece(std::size_t n) {
    constexpr std::size_t kMost = kMostPieces * kTile<Element>;
    return std::max<std::size_t>(1, (n + kMost - 1) / kMost);
}

// The pack of `in` that begins with element i. Elements from `end` on are the identity. The pack is loaded in one
// instruction or element by element; the bits are the same.
template <bool kAligned, class Element, class Operator>
__device__ gpu::Pack<Element> load(const Element* in, std::size_t i, std::size_t end, Operator op) {
    constexpr unsigned kElements = gpu::Pack<Element>::kElements;
    if (kAligned && i + kElements <= end) return gpu::load_pack(in + i);
    gpu::Pack<Element> pack;
#pragma unroll
    for (unsigned k = 0; k < kElements; ++k) pack.element[k] = i + k < end ? in[i + k] : op.identity();
    return pack;
}

// Combines the elements begin … end - 1. `begin` must be a multiple of a pack's elements. Thread 0 receives the result.
template <bool kAligned, class Element, class Operator>
__device__ Element reduce_piece(const Element* in, std::size_t begin, std::size_t end, Operator op) {
    constexpr unsigned kElements = gpu::Pack<Element>::kElements;
    gpu::Pack<Element> result = gpu::pack_of(op.identity());
    for (std::size_t tile = begin; tile < end; tile += kTile<Element>) {
        gpu::Pack<Element> loaded[kInFlight];
#pragma unroll
        for (unsigned k = 0; k < kInFlight; ++k) {
            const std::size_t i = tile + (k * kThreads + threadIdx.x) * kElements;
            loaded[k] = load<kAligned>(in, i, end, op);
        }
#pragma unroll
        for (unsigned k = 0; k < kInFlight; ++k) gpu::combine(result, loaded[k], op);
    }
    return gpu::block_reduce<kThreads>(gpu::reduce_pack(result, op), op);
}

// Draws a ticket for the block, as in rung 7; thread 0 must have written the block's result before. Returns true in all
// threads of the block that draws the last ticket: this block may read the results of all. The counter must be 0 before the
// launch, and is 0 again after the last ticket.
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

template <bool kAligned, class Element, class Operator>
static __global__ void __launch_bounds__(kThreads)
    reduce_kernel(Element* out, Element* results, unsigned* tickets, const Element* in, std::size_t n,
                  std::size_t piece, Operator op) {
    // region: pieces
    const std::size_t begin = blockIdx.x * piece;
    const std::size_t end = n - begin < piece ? n : begin + piece;
    Element value = reduce_piece<kAligned>(in, begin, end, op);
    if (gridDim.x > 1) {
        if (threadIdx.x == 0) results[blockIdx.x] = value;
        if (!is_last_block(tickets)) return;
        value = reduce_piece<true>(results, 0, gridDim.x, op);
    }
    if (threadIdx.x == 0) *out = value;
    // end region
}

constexpr std::size_t kTicketBytes = gpu::kPackBytes;  // in front of the results, which stay aligned

template <class Element>
std::size_t scratch_bytes(std::size_t) {
    return kTicketBytes + kMostPieces * sizeof(Element);
}

// Reduces the n elements at `in` to one at `out`, both on the device, any n; none give op's identity. scratch:
// scratch_bytes(n) bytes at a multiple of 16, zero before the first call; the next call may use them again as they are.
template <class Element, class Operator>
void reduce(Element* out, const Element* in, std::size_t n, Operator op, void* scratch) {
    // region: launch
    const std::size_t piece = tiles_per_piece<Element>(n) * kTile<Element>;
    const std::size_t pieces = std::max<std::size_t>(1, (n + piece - 1) / piece);
    unsigned* const tickets = static_cast<unsigned*>(scratch);
    Element* const results = reinterpret_cast<Element*>(static_cast<char*>(scratch) + kTicketBytes);
    const bool aligned = reinterpret_cast<std::uintptr_t>(in) % gpu::kPackBytes == 0;
    const dim3 grid(static_cast<unsigned>(pieces));
    const dim3 block(kThreads);
    const auto kernel =
        aligned ? reduce_kernel<true, Element, Operator> : reduce_kernel<false, Element, Operator>;
    kernel<<<grid, block>>>(out, results, tickets, in, n, piece, op);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace deterministic
