// Grids of any number of tiles visit each tile once, also past the 65535 blocks that a grid has in y.
#include "common/cuda/tile_grid.cuh"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "common/cuda/buffer.hpp"

namespace {

// A block counts a visit of its tile; blocks that hang over at the bottom have no tile.
__global__ void visit(unsigned char* visits, std::size_t across, std::size_t down) {
    if (gpu::tile_y() < down) ++visits[gpu::tile_y() * across + gpu::tile_x()];
}

// The number of tiles that were not visited exactly once.
std::size_t not_once(std::size_t across, std::size_t down) {
    gpu::Buffer<unsigned char> visits(across * down);
    visits.fill_bytes(0);
    const dim3 grid = gpu::tile_grid(across, down);
    const dim3 block(1);
    visit<<<grid, block>>>(visits.data(), across, down);
    CUDA_CHECK(cudaGetLastError());
    const std::vector<unsigned char> counts = visits.to_host();
    return static_cast<std::size_t>(
        std::count_if(counts.begin(), counts.end(), [](unsigned char count) { return count != 1; }));
}

}  // namespace

TEST_CASE("tiles cover an extent, the last one hanging over") {
    CHECK(gpu::tiles_for(1, 32) == 1);
    CHECK(gpu::tiles_for(32, 32) == 1);
    CHECK(gpu::tiles_for(33, 32) == 2);
}

TEST_CASE("a grid within the limits has one block a tile and no z") {
    const dim3 grid = gpu::tile_grid(7, 5);
    CHECK(grid.x == 7);
    CHECK(grid.y == 5);
    CHECK(grid.z == 1);
    CHECK(not_once(7, 5) == 0);
}

TEST_CASE("a grid of more tiles in y than there can be folds them into z and visits each once") {
    const dim3 grid = gpu::tile_grid(1, gpu::kMaxGridY + 1);
    CHECK(grid.y == gpu::kMaxGridY);
    CHECK(grid.z == 2);
    CHECK(not_once(1, gpu::kMaxGridY + 1) == 0);
}
