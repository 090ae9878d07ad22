// 02.7, solved: rows of a pitch on the device, copies of rows, and a host that makes room for whole tiles before it copies.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

constexpr unsigned kTile = 32;

// Sizes are whole tiles.
static __global__ void turn_tiles(std::uint8_t* out, const std::uint8_t* in, std::size_t rows,
                                  std::size_t cols) {
    __shared__ std::uint8_t tile[kTile][kTile + 4];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const std::size_t row = blockIdx.y * std::size_t{kTile}, col = blockIdx.x * std::size_t{kTile};
    tile[y][x] = in[(row + y) * cols + col + x];
    __syncthreads();
    out[(col + y) * rows + rows - kTile - row + x] = tile[kTile - 1 - x][y];
}

void turn(std::uint8_t* out, const std::uint8_t* in, std::size_t rows, std::size_t cols) {
    const std::size_t whole_rows = (rows + kTile - 1) / kTile * kTile,
                      whole_cols = (cols + kTile - 1) / kTile * kTile;
    std::vector<std::uint8_t> padded(whole_rows * whole_cols);
    for (std::size_t row = 0; row < rows; ++row)
        std::memcpy(&padded[row * whole_cols], in + row * cols, cols);
    std::uint8_t *device_in = nullptr, *device_out = nullptr;
    cudaMalloc(&device_in, padded.size());
    cudaMalloc(&device_out, padded.size());
    cudaMemcpy2D(device_in, whole_cols, padded.data(), whole_cols, whole_cols, whole_rows,
                 cudaMemcpyHostToDevice);
    turn_tiles<<<dim3(static_cast<unsigned>(whole_cols / kTile), static_cast<unsigned>(whole_rows / kTile)),
                 dim3(kTile, kTile)>>>(device_out, device_in, whole_rows, whole_cols);
    cudaMemcpy2D(out, rows, device_out + (whole_rows - rows), whole_rows, rows, cols, cudaMemcpyDeviceToHost);
    cudaFree(device_in);
    cudaFree(device_out);
}
