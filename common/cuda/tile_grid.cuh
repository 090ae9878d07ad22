// Grids over a matrix of any size. gridDim.x reaches 2^31 - 1, but gridDim.y and gridDim.z stop at 65535: a matrix of
// two million rows has more rows of tiles than a grid has blocks in y. tile_grid() folds the excess into z, and
// tile_y() unfolds it inside the kernel.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace gpu {

constexpr std::size_t kMaxGridY = 65535;

// The number of tiles of `tile` elements that cover `extent` elements; the last one may hang over.
constexpr std::size_t tiles_for(std::size_t extent, std::size_t tile) { return (extent + tile - 1) / tile; }

// One block per tile, `across` × `down` of them. Blocks may hang over at the bottom, so kernels must compare with the
// size.
inline dim3 tile_grid(std::size_t across, std::size_t down) {
    const std::size_t y = down < kMaxGridY ? down : kMaxGridY;
    return dim3(static_cast<unsigned>(across), static_cast<unsigned>(y),
                static_cast<unsigned>(tiles_for(down, y)));
}

// This block's tile: tile_x() of `across`, tile_y() of `down`. 64 bits wide, because an element's index may not fit
// 32 bits.
__device__ inline std::size_t tile_x() { return blockIdx.x; }
__device__ inline std::size_t tile_y() {
    return blockIdx.z * static_cast<std::size_t>(gridDim.y) + blockIdx.y;
}

}  // namespace gpu
