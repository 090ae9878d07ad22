// The kernels of rungs 0 to 3 with a loop over repeats inside, the second of the two ways in which the CINECA slides measure
// them. They are no rungs; they show what such a loop measures. A block moves its own tile again and again, so from the second
// time on it finds the tile in a cache. Compare with the loop over launches of the same program (--loops).
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace loops {

constexpr int kTile = 32;  // as in rungs 0 to 3: 32 × 32 threads, one for each element of the tile

// volatile: otherwise the compiler could leave out repeats, since all of them do the same.
using In = const volatile float*;
using Out = volatile float*;

static __global__ void copy_kernel(Out out, In in, std::size_t rows, std::size_t cols, int repeats) {
    const std::size_t col = gpu::tile_x() * kTile + threadIdx.x;
    const std::size_t row = gpu::tile_y() * kTile + threadIdx.y;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        if (row < rows && col < cols) out[row * cols + col] = in[row * cols + col];
    }
}

static __global__ void naive_kernel(Out out, In in, std::size_t rows, std::size_t cols, int repeats) {
    const std::size_t col = gpu::tile_x() * kTile + threadIdx.x;
    const std::size_t row = gpu::tile_y() * kTile + threadIdx.y;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
    }
}

// kPadding 0 is rung 2, 1 is rung 3.
template <int kPadding>
static __global__ void tiled_kernel(Out out, In in, std::size_t rows, std::size_t cols, int repeats) {
    __shared__ float tile[kTile][kTile + kPadding];
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;
    const std::size_t row = first_row + threadIdx.y;
    const std::size_t col = first_col + threadIdx.x;
    const std::size_t out_row = first_col + threadIdx.y;
    const std::size_t out_col = first_row + threadIdx.x;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
        __syncthreads();
        if (out_row < cols && out_col < rows) {
            out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
        }
        __syncthreads();  // the next repeat overwrites what others may still read
    }
}

// One launch that does the work of `repeats`. Arguments otherwise as in the rungs.
template <class Kernel>
static void repeat(Kernel kernel, float* out, const float* in, std::size_t rows, std::size_t cols,
                   int repeats) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kTile), gpu::tiles_for(rows, kTile));
    kernel<<<grid, block>>>(out, in, rows, cols, repeats);
    CUDA_CHECK(cudaGetLastError());
}

void copy(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats) {
    repeat(copy_kernel, out, in, rows, cols, repeats);
}

void naive(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats) {
    repeat(naive_kernel, out, in, rows, cols, repeats);
}

void coalesced(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats) {
    repeat(tiled_kernel<0>, out, in, rows, cols, repeats);
}

void bank_conflict_free(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats) {
    repeat(tiled_kernel<1>, out, in, rows, cols, repeats);
}

}  // namespace loops
