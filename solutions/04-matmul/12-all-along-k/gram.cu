// Solution of exercise 04.12: each block multiplies a part of the rows and leaves its sums on a sheet of its own; a second kernel adds the
// sheets, from the first to the last. Compare with rung 14, chapters/04-matmul/14_divided_k.cu.
#include "common/cuda/check.hpp"
#include "exercises/04-matmul/12-all-along-k/gram.hpp"

constexpr unsigned kTileRows = 16;

// The sum over the tiles of rows from `first` to `last - 1` for the thread's element.
__device__ float sum_over(const float* a, std::size_t rows, std::size_t first, std::size_t last) {
    __shared__ float tile[kTileRows][kCols];
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0;
    for (std::size_t k = first; k < last; k += kTileRows) {
        tile[ty][tx] = k + ty < rows ? a[(k + ty) * kCols + tx] : 0;
        __syncthreads();
        for (unsigned row = 0; row < kTileRows; ++row) sum += tile[row][ty] * tile[row][tx];
        __syncthreads();  // the tile is done with
    }
    return sum;
}

// A block without rows leaves zeros, since its sheet is added as well.
static __global__ void parts_kernel(float* sheets, const float* a, std::size_t rows,
                                    std::size_t rows_of_part) {
    const std::size_t first = blockIdx.x * rows_of_part;
    const std::size_t last = min(rows, first + rows_of_part);
    sheets[blockIdx.x * kCols * kCols + threadIdx.y * kCols + threadIdx.x] = sum_over(a, rows, first, last);
}

static __global__ void add_kernel(float* g, const float* sheets) {
    const unsigned element = threadIdx.y * kCols + threadIdx.x;
    float total = 0;
    for (unsigned part = 0; part < kParts; ++part) total += sheets[part * kCols * kCols + element];
    g[element] = total;
}

void gram(float* g, const float* a, std::size_t rows, float* sheets) {
    const std::size_t tiles = (rows + kTileRows - 1) / kTileRows;
    const std::size_t rows_of_part = (tiles + kParts - 1) / kParts * kTileRows;
    const dim3 block(kCols, kTileRows);
    const dim3 grid(kParts);
    parts_kernel<<<grid, block>>>(sheets, a, rows, rows_of_part);
    CUDA_CHECK(cudaGetLastError());
    add_kernel<<<1, block>>>(g, sheets);
    CUDA_CHECK(cudaGetLastError());
}
