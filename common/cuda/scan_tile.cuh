// The inclusive scan of a tile by one block, for the scans of chapter 03. Each warp has a run of neighbouring
// elements, which it takes in rows of 32 packs. Shuffles pass sums upwards (__shfl_up_sync), the mirror image of a
// reduction. A row's last sum is carried into the next row, a warp's last sum into the next warp.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/cuda/pack.cuh"

namespace scan {

constexpr unsigned kWarp = 32;
constexpr unsigned kThreads = 512;
constexpr unsigned kWarps = kThreads / kWarp;
// Rows of a warp. Their loads are in flight together; and the larger a tile, the fewer tiles there are to look back
// at.
constexpr unsigned kRows = 8;

template <class Element>
constexpr std::size_t kTile = kThreads* kRows* gpu::Pack<Element>::kElements;

// Lane l receives op over the values of lanes 0 … l. All 32 lanes must call it.
template <class Element, class Operator>
__device__ Element warp_scan(Element value, Operator op) {
    const unsigned lane = threadIdx.x % kWarp;
#pragma unroll
    for (unsigned offset = 1; offset < kWarp; offset *= 2) {
        const Element before = __shfl_up_sync(0xffffffff, value, offset);
        if (lane >= offset) value = op(before, value);
    }
    return value;
}

// The value of the lane below, and the identity in lane 0: shifting an inclusive scan this way makes it exclusive.
template <class Element, class Operator>
__device__ Element from_below(Element value, Operator op) {
    const Element below = __shfl_up_sync(0xffffffff, value, 1);
    return threadIdx.x % kWarp == 0 ? op.identity() : below;
}

// A thread's elements of the tile, row by row.
template <class Element>
struct Share {
    gpu::Pack<Element> row[kRows];
};

// The position of the thread's pack of a row in the tile.
template <class Element>
__device__ std::size_t place(unsigned row) {
    const unsigned lane = threadIdx.x % kWarp;
    const unsigned warp = threadIdx.x / kWarp;
    return ((warp * kRows + row) * kWarp + lane) * gpu::Pack<Element>::kElements;
}

// Loads the tile that begins at element `first` of n, with the identity for elements past the end.
template <bool kAligned, class Element, class Operator>
__device__ Share<Element> load_tile(const Element* in, std::size_t first, std::size_t n, Operator op) {
    constexpr unsigned kElements = gpu::Pack<Element>::kElements;
    Share<Element> share;
#pragma unroll
    for (unsigned row = 0; row < kRows; ++row) {
        const std::size_t i = first + place<Element>(row);
        if (kAligned && i + kElements <= n) {
            share.row[row] = gpu::load_pack(in + i);
        } else {
#pragma unroll
            for (unsigned k = 0; k < kElements; ++k)
                share.row[row].element[k] = i + k < n ? in[i + k] : op.identity();
        }
    }
    return share;
}

template <bool kAligned, class Element>
__device__ void store_tile(Element* out, std::size_t first, std::size_t n, const Share<Element>& share) {
    constexpr unsigned kElements = gpu::Pack<Element>::kElements;
#pragma unroll
    for (unsigned row = 0; row < kRows; ++row) {
        const std::size_t i = first + place<Element>(row);
        if (kAligned && i + kElements <= n) {
            gpu::store_pack(out + i, share.row[row]);
        } else {
#pragma unroll
            for (unsigned k = 0; k < kElements; ++k) {
                if (i + k < n) out[i + k] = share.row[row].element[k];
            }
        }
    }
}

// Replaces each element of the share with op(before, element).
template <class Element, class Operator>
__device__ void put_before(Share<Element>& share, Element before, Operator op) {
#pragma unroll
    for (gpu::Pack<Element>& pack : share.row) {
#pragma unroll
        for (Element& element : pack.element) element = op(before, element);
    }
}

// Replaces each element with op over all elements of the tile up to it. Returns op over the whole tile, in all
// threads. A second call in the same kernel needs a barrier before it.
template <class Element, class Operator>
__device__ Element scan_tile(Share<Element>& share, Operator op) {
    constexpr unsigned kElements = gpu::Pack<Element>::kElements;
    __shared__ Element of_warp[kWarps];
    const unsigned lane = threadIdx.x % kWarp;
    const unsigned warp = threadIdx.x / kWarp;

    // region: rows
    Element carry = op.identity();
#pragma unroll
    for (unsigned row = 0; row < kRows; ++row) {
        gpu::Pack<Element>& pack = share.row[row];
#pragma unroll
        for (unsigned k = 1; k < kElements; ++k) pack.element[k] = op(pack.element[k - 1], pack.element[k]);
        const Element up_to_here = warp_scan(pack.element[kElements - 1], op);
        const Element before = op(carry, from_below(up_to_here, op));
#pragma unroll
        for (unsigned k = 0; k < kElements; ++k) pack.element[k] = op(before, pack.element[k]);
        carry = op(carry, __shfl_sync(0xffffffff, up_to_here, kWarp - 1));
    }
    // end region

    // region: warps
    if (lane == 0) of_warp[warp] = carry;
    __syncthreads();
    Element before = op.identity();
    Element all = op.identity();
#pragma unroll
    for (unsigned w = 0; w < kWarps; ++w) {
        if (w == warp) before = all;
        all = op(all, of_warp[w]);
    }
    put_before(share, before, op);
    // end region
    return all;
}

}  // namespace scan
