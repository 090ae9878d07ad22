// Solution of exercise 02.7: a transpose whose columns come out in the opposite order. A tile is loaded row by row and stored row by row, as
// in chapters/02-transpose/3_bank_conflict_free.cu; only the address of the store differs.
#include <cstddef>
#include <cstdint>

#include "common/cuda/buffer.hpp"

constexpr unsigned kTile = 32;
constexpr unsigned kRowsOfThreads = 8;

// Pixel (row, col) of the picture becomes pixel (col, rows - 1 - row).
static __global__ void turn_kernel(std::uint8_t* out, const std::uint8_t* in, std::size_t rows,
                                   std::size_t cols) {
    __shared__ std::uint8_t tile[kTile][kTile + 4];  // rows of nine words: a column lies in different banks
    const std::size_t first_row = static_cast<std::size_t>(blockIdx.y) * kTile;
    const std::size_t first_col = static_cast<std::size_t>(blockIdx.x) * kTile;
    for (unsigned y = threadIdx.y; y < kTile; y += kRowsOfThreads) {
        const std::size_t row = first_row + y, col = first_col + threadIdx.x;
        if (row < rows && col < cols) tile[y][threadIdx.x] = in[row * cols + col];
    }
    __syncthreads();
    // A row of the output holds a column of the tile, from the last row to the first: lane x takes row 31 - x.
    for (unsigned y = threadIdx.y; y < kTile; y += kRowsOfThreads) {
        const unsigned of_tile = kTile - 1 - threadIdx.x;
        const std::size_t row = first_row + of_tile, col = first_col + y;
        if (row < rows && col < cols) out[col * rows + (rows - 1 - row)] = tile[of_tile][y];
    }
}

// out = the picture `in` turned clockwise by a quarter. `in` has rows × cols pixels of one byte, row after row, at least one of each;
// `out` has cols rows of `rows` pixels. Both are host memory. All device memory is freed.
void turn(std::uint8_t* out, const std::uint8_t* in, std::size_t rows, std::size_t cols) {
    gpu::Buffer<std::uint8_t> device_in(rows * cols), device_out(rows * cols);
    device_in.upload(in, rows * cols);
    const dim3 block(kTile, kRowsOfThreads);
    const dim3 grid(static_cast<unsigned>((cols + kTile - 1) / kTile),
                    static_cast<unsigned>((rows + kTile - 1) / kTile));
    turn_kernel<<<grid, block>>>(device_out.data(), device_in.data(), rows, cols);
    CUDA_CHECK(cudaGetLastError());
    device_out.download(out, rows * cols);
}
