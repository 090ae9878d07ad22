// Copies a square matrix and its transpose into larger ones whose size is a multiple of the tile. A kernel then needs
// no case for tiles that hang over, and reads columns as rows of the transpose. The padding is filled with `fill`.
// The transpose goes through a tile of shared memory; chapters/05-shortcuts/more/padding reaches this in two rungs.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/cuda/annotate.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace gpu {

// n rounded up to a multiple of `tile`.
constexpr std::size_t padded(std::size_t n, std::size_t tile) { return (n + tile - 1) / tile * tile; }

constexpr unsigned kPadTile = 32;
constexpr unsigned kPadRows = 8;  // a block of 32 × 8 threads: each moves every eighth row of its column

template <class Element>
static __global__ void pad_kernel(Element* d_and_t, const Element* d, std::size_t n, std::size_t nn,
                                  Element fill, std::size_t begin, const unsigned* turn, unsigned mine) {
    if (turn != nullptr && *turn != mine) return;
    __shared__ Element tile[kPadTile][kPadTile + 1];
    Element* const copy = d_and_t;
    Element* const t = d_and_t + nn * nn;
    const std::size_t first_row = begin + tile_y() * kPadTile;
    const std::size_t first_col = tile_x() * kPadTile;
    const unsigned x = threadIdx.x;
#pragma unroll
    for (unsigned y = threadIdx.y; y < kPadTile; y += kPadRows) {
        const std::size_t i = first_row + y;
        const std::size_t j = first_col + x;
        const Element element = i < n && j < n ? d[n * i + j] : fill;
        copy[nn * i + j] = element;
        tile[y][x] = element;
    }
    __syncthreads();
#pragma unroll
    for (unsigned y = threadIdx.y; y < kPadTile; y += kPadRows)
        t[nn * (first_col + y) + first_row + x] = tile[x][y];
}

// Names both for the emulator's findings and traces.
template <class Element>
void annotate_padded(const Element* d_and_t, std::size_t nn) {
    simt::annotate(d_and_t, nn, nn, "d");
    simt::annotate(d_and_t + nn * nn, nn, nn, "t");
}

// Like pad(), but copies only rows begin … end - 1 of d, which are columns of the transpose. begin and end are multiples
// of 32.
template <class Element>
void pad_rows(Element* d_and_t, const Element* d, std::size_t n, std::size_t nn, Element fill,
              std::size_t begin, std::size_t end, cudaStream_t stream = nullptr,
              const unsigned* turn = nullptr, unsigned mine = 0) {
    annotate_padded(d_and_t, nn);
    const dim3 grid = tile_grid(nn / kPadTile, (end - begin) / kPadTile);
    const dim3 block(kPadTile, kPadRows);
    pad_kernel<<<grid, block, 0, stream>>>(d_and_t, d, n, nn, fill, begin, turn, mine);
    CUDA_CHECK(cudaGetLastError());
}

// d: n × n. d_and_t: nn × nn elements of padded d, then nn × nn of its transpose; nn is a multiple of 32 and at least
// n. Does nothing if *turn is not `mine` (all_inside.cuh); turn may be nullptr.
template <class Element>
void pad(Element* d_and_t, const Element* d, std::size_t n, std::size_t nn, Element fill,
         const unsigned* turn = nullptr, unsigned mine = 0) {
    if (n > 0) pad_rows(d_and_t, d, n, nn, fill, 0, nn, nullptr, turn, mine);
}

}  // namespace gpu
