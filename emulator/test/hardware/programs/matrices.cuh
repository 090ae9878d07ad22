// Matrices: transposes, products from naive to tiled, sparse products, many small systems of equations.
#pragma once

#include <algorithm>

#include "emulator/test/hardware/programs/recorded.cuh"

namespace kernels {

__global__ void transpose_naive(const float* in, float* out, int rows, int columns) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns && y < rows) out[x * rows + y] = in[y * columns + x];
}

// kPad = 0: reading a column of the tile makes 32 wavefronts; 1: one.
template <int kPad>
__global__ void transpose_tiled(const float* in, float* out, int rows, int columns) {
    __shared__ float tile[32][32 + kPad];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
    for (int j = threadIdx.y; j < 32; j += blockDim.y)
        if (x < columns && y + j < rows) tile[j][threadIdx.x] = in[(y + j) * columns + x];
    __syncthreads();
    const int row = blockIdx.y * 32 + threadIdx.x, column = blockIdx.x * 32;
    for (int j = threadIdx.y; j < 32; j += blockDim.y)
        if (row < rows && column + j < columns) out[(column + j) * rows + row] = tile[threadIdx.x][j];
}

__global__ void multiply_naive(const float* a, const float* b, float* c, int n) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

template <int kTile>
__global__ void multiply_tiled(const float* a, const float* b, float* c, int n) {
    __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
    float sum = 0;
    for (int first = 0; first < n; first += kTile) {
        tile_a[y][x] = row < n && first + x < n ? a[row * n + first + x] : 0;
        tile_b[y][x] = column < n && first + y < n ? b[(first + y) * n + column] : 0;
        __syncthreads();
        for (int k = 0; k < kTile; ++k) sum += tile_a[y][k] * tile_b[k][x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}

// Each thread has a 2 x 2 patch of the result in registers.
__global__ void multiply_patches(const float* a, const float* b, float* c, int n) {
    const int column = 2 * (blockIdx.x * blockDim.x + threadIdx.x),
              row = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
    if (row + 1 >= n || column + 1 >= n) return;
    float sum[2][2] = {};
    for (int k = 0; k < n; ++k)
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j) sum[i][j] += a[(row + i) * n + k] * b[k * n + column + j];
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) c[(row + i) * n + column + j] = sum[i][j];
}

// A warp a row, its lanes along the row.
__global__ void multiply_vector(const double* a, const double* x, double* y, int n) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    double sum = 0;
    for (int k = lane; k < n; k += 32) sum += a[row * n + k] * x[k];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
    if (lane == 0) y[row] = sum;
}

__global__ void sparse_by_threads(const int* start, const int* column, const float* value, const float* x,
                                  float* y, int rows) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int k = start[row]; k < start[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

__global__ void sparse_by_warps(const int* start, const int* column, const float* value, const float* x,
                                float* y, int rows) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int k = start[row] + lane; k < start[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, distance);
    if (lane == 0) y[row] = sum;
}

// One 4 x 4 product a thread, its matrices in registers.
__global__ void multiply_small(const float* a, const float* b, float* c, int count) {
    const int which = blockIdx.x * blockDim.x + threadIdx.x;
    if (which >= count) return;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
            float sum = 0;
            for (int k = 0; k < 4; ++k) sum += a[which * 16 + i * 4 + k] * b[which * 16 + k * 4 + j];
            c[which * 16 + i * 4 + j] = sum;
        }
}

// One LU decomposition a thread, without pivots, its matrix in local memory.
__global__ void decompose_small(const float* in, float* out, int count, int order) {
    const int which = blockIdx.x * blockDim.x + threadIdx.x;
    if (which >= count) return;
    float m[36];
    for (int i = 0; i < order * order; ++i) m[i] = in[which * order * order + i];
    for (int k = 0; k < order; ++k)
        for (int i = k + 1; i < order; ++i) {
            m[i * order + k] /= m[k * order + k];
            for (int j = k + 1; j < order; ++j) m[i * order + j] -= m[i * order + k] * m[k * order + j];
        }
    for (int i = 0; i < order * order; ++i) out[which * order * order + i] = m[i];
}

inline void run_transposes() {
    for (const auto& [rows, columns] : {std::pair{1, 1}, {31, 33}, {67, 129}}) {
        const auto in = random_floats(rows * columns, 30);
        auto out = zeros<float>(rows * columns);
        const dim3 block(32, 8), grid(blocks_for(columns, 32), blocks_for(rows, 32));
        const std::string size = size_of(rows, columns);
        transpose_naive<<<dim3(grid.x, blocks_for(rows, 8)), block>>>(in.data(), out.data(), rows, columns);
        record("transpose_naive", size, out);
        transpose_tiled<0><<<grid, block>>>(in.data(), out.data(), rows, columns);
        record("transpose_tiled", size, out);
        transpose_tiled<1><<<grid, block>>>(in.data(), out.data(), rows, columns);
        record("transpose_padded", size, out);
    }
}

inline void run_products() {
    for (const int n : {1, 33, 70}) {
        const auto a = random_floats(n * n, 31), b = random_floats(n * n, 32);
        auto c = zeros<float>(n * n);
        const int tiles = blocks_for(n, 16);
        multiply_naive<<<dim3(tiles, tiles), dim3(16, 16)>>>(a.data(), b.data(), c.data(), n);
        record("multiply_naive", n, c);
        multiply_tiled<16><<<dim3(tiles, tiles), dim3(16, 16)>>>(a.data(), b.data(), c.data(), n);
        record("multiply_tiled_16", n, c);
        const int large_tiles = blocks_for(n, 32);
        multiply_tiled<32><<<dim3(large_tiles, large_tiles), dim3(32, 32)>>>(a.data(), b.data(), c.data(), n);
        record("multiply_tiled_32", n, c);
        multiply_patches<<<dim3(large_tiles, large_tiles), dim3(16, 16)>>>(a.data(), b.data(), c.data(), n);
        record("multiply_patches", n, c);

        const auto ad = random_elements<double>(n * n, 1000, 33, 7),
                   x = random_elements<double>(n, 1000, 34, 3);
        auto y = zeros<double>(n);
        multiply_vector<<<blocks_for(n, 4), 128>>>(ad.data(), x.data(), y.data(), n);
        record("multiply_vector", n, y);
    }
}

struct Sparse {
    std::vector<int> starts{0}, columns;
    explicit Sparse(int rows) {
        for (const std::uint32_t count : random_integers(rows, 70, 35)) {
            for (std::uint32_t k = 0; k < count % 7 * (count % 11); ++k)
                columns.push_back(static_cast<int>((count * 31 + k * 17) % rows));
            starts.push_back(static_cast<int>(columns.size()));
        }
        columns.push_back(0);
    }
};

// The global loads that sparse_by_threads needs, "rows,as in PTX,as in machine code": its loop takes four elements at a time in
// PTX; ptxas makes loops of 16, 8 and 4 elements of that, which lanes with rows of different lengths do one after the other.
inline void print_sparse_requests() {
    for (const int rows : kSizes) {
        const Sparse sparse(rows);
        int in_ptx = 0, in_machine_code = 0;
        for (int first = 0; first < rows; first += 32) {
            int single = 0, fours = 0, of_16 = 0, of_8 = 0, of_4 = 0;
            for (int row = first; row < std::min(first + 32, rows); ++row) {
                const int length = sparse.starts[row + 1] - sparse.starts[row], steps = length / 4;
                single = std::max(single, length % 4);
                fours = std::max(fours, steps);
                of_16 = std::max(of_16, steps / 4);
                of_8 = std::max(of_8, steps % 4 / 2);
                of_4 = std::max(of_4, steps % 2);
            }
            in_ptx += 2 + 3 * (single + 4 * fours);
            in_machine_code += 2 + 3 * (single + 16 * of_16 + 8 * of_8 + 4 * of_4);
        }
        std::printf("%d,%d,%d\n", rows, in_ptx, in_machine_code);
    }
}

inline void run_sparse() {
    for (const int rows : kSizes) {
        const auto [starts, columns] = Sparse(rows);
        const gpu::Buffer<int> start(starts), column(columns);
        const auto value = random_floats(columns.size(), 36), x = random_floats(rows, 37);
        auto y = zeros<float>(rows);
        sparse_by_threads<<<blocks_for(rows, 64), 64>>>(start.data(), column.data(), value.data(), x.data(),
                                                        y.data(), rows);
        record("sparse_by_threads", rows, y);
        sparse_by_warps<<<blocks_for(rows, 2), 64>>>(start.data(), column.data(), value.data(), x.data(),
                                                     y.data(), rows);
        record("sparse_by_warps", rows, y);
    }
}

inline void run_small_matrices() {
    for (const int count : {1, 33, 200}) {
        const auto a = random_floats(count * 36, 38), b = random_floats(count * 16, 39);
        auto c = zeros<float>(count * 36);
        multiply_small<<<blocks_for(count, 64), 64>>>(a.data(), b.data(), c.data(), count);
        record("multiply_small", count, c);
        for (const int order : {3, 6}) {
            decompose_small<<<blocks_for(count, 64), 64>>>(a.data(), c.data(), count, order);
            record(order == 3 ? "decompose_3x3" : "decompose_6x6", count, c);
        }
    }
}

}  // namespace kernels
