// Exercise 02.4: this transpose needs a whole matrix whose sides are multiples of 32. Make it work for any rectangle of any matrix.
//
// make check EX=02.4 says where you stand.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr int kTile = 32;  // a block has 32 × 32 threads, one for each element of its tile

// your work begins
static __global__ void transpose_kernel(float* out, std::size_t out_pitch, const float* in,
                                        std::size_t in_pitch, std::size_t rows, std::size_t cols) {
    static_cast<void>(out_pitch), static_cast<void>(in_pitch);
    __shared__ float tile[kTile][kTile + 1];
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;

    const std::size_t row = first_row + threadIdx.y;
    const std::size_t col = first_col + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[row * cols + col];

    __syncthreads();

    const std::size_t out_row = first_col + threadIdx.y;
    const std::size_t out_col = first_row + threadIdx.x;
    out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
}
// your work ends

// Transposes a rectangle of rows × cols elements, at least one of each, that may be part of a larger matrix: element (row, col) is
// in[row * in_pitch + col], and goes to out[col * out_pitch + row]. in_pitch >= cols and out_pitch >= rows are the lengths of the
// larger matrices' rows. What lies around the rectangle is neither read nor written. Both are on the device.
void transpose(float* out, std::size_t out_pitch, const float* in, std::size_t in_pitch, std::size_t rows,
               std::size_t cols) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kTile), gpu::tiles_for(rows, kTile));
    transpose_kernel<<<grid, block>>>(out, out_pitch, in, in_pitch, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
