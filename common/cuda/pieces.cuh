// A thread's part of a row: pieces of four neighbouring elements, kStep elements from one piece to the next. The threads
// beside it have the pieces in between. A piece moves in one access. Elements have 4 bytes.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace gpu {

// values[4 * piece + e] = from[kStep * piece + e]. `from` is a multiple of 16 bytes.
template <int kStep, int kCount, class Element>
__device__ void read_pieces(Element (&values)[kCount], const Element* from) {
#pragma unroll
    for (int piece = 0; piece < kCount / 4; ++piece)
        *reinterpret_cast<float4*>(&values[piece * 4]) =
            *reinterpret_cast<const float4*>(from + piece * kStep);
}

// Whether every row of r, n x n elements, begins at a multiple of 16 bytes.
template <class Element>
__device__ bool rows_aligned(const Element* r, std::size_t n) {
    return n % 4 == 0 && reinterpret_cast<std::uintptr_t>(r) % sizeof(float4) == 0;
}

// Stores the piece (float4 or int4) from row i and column j of r on, as far as it is inside the n x n elements.
// aligned: what rows_aligned() says.
template <class Element, class Four>
__device__ void store_piece(Element* r, std::size_t n, std::size_t i, std::size_t j, Four piece,
                            bool aligned) {
    if (i >= n || j >= n) return;
    if (aligned) {
        // Not an assignment: nvcc 13.0 makes four stores of it.
        __stwb(reinterpret_cast<Four*>(r + n * i + j), piece);
    } else {
        const Element four[] = {piece.x, piece.y, piece.z, piece.w};
#pragma unroll
        for (int e = 0; e < 4; ++e)
            if (j + e < n) r[n * i + j + e] = four[e];
    }
}

}  // namespace gpu
