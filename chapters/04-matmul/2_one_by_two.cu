// One by two: a thread computes two neighbouring elements of a row of C (GPU2 of Li, Ranka and Sahni). Each element of A that it
// loads serves both, and it loads in larger pieces: four elements of a row of A as one float4, two of B as one float2. Compare with
// 1_coalesced.cu, where a thread computes one element from single floats.
//
// Predicted for four steps of k in blocks of (8, 8): 1 load of A and 4 of B where coalesced has 8 for each of the two elements;
// a warp's loads of A touch 4 sectors, its loads of B 2 each. As old GPUs count, 3 n^3/64 + n^2/16 transactions.
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/gemm.hpp"
#include "common/cuda/gemm_result.cuh"
#include "common/cuda/tile_grid.cuh"

namespace one_by_two {

constexpr unsigned kCols = 2;   // of C, for each thread
constexpr unsigned kDepth = 4;  // elements of A in a float4

// Element k of A and element (k, col) of B times each other, for both columns.
__device__ inline void add_product(float2& sum, float a, float2 b) {
    sum.x += a * b.x;
    sum.y += a * b.y;
}

// Where rows are whole float4 and float2 long and start at multiples of them.
static __global__ void multiply_kernel(Gemm gemm) {
    // region: kernel
    const std::size_t row = gpu::tile_y() * blockDim.y + threadIdx.y;
    const std::size_t col = (gpu::tile_x() * blockDim.x + threadIdx.x) * kCols;
    if (row >= gemm.m || col >= gemm.n) return;
    const float* const a = gemm.a + row * gemm.lda;
    const float* const b = gemm.b + col;
    const auto b_pair = [&](std::size_t k) { return *reinterpret_cast<const float2*>(b + k * gemm.ldb); };
    float2 sum = {0, 0};
    for (std::size_t k = 0; k < gemm.k; k += kDepth) {
        // A[row][k] to A[row][k + 3], each times B's elements in its row, from column col on.
        const float4 a4 = *reinterpret_cast<const float4*>(a + k);
        add_product(sum, a4.x, b_pair(k));
        add_product(sum, a4.y, b_pair(k + 1));
        add_product(sum, a4.z, b_pair(k + 2));
        add_product(sum, a4.w, b_pair(k + 3));
    }
    float* const c = gemm.c + row * gemm.ldc + col;
    *reinterpret_cast<float2*>(c) = {gpu::gemm_result(gemm, sum.x, c), gpu::gemm_result(gemm, sum.y, c + 1)};
    // end region
}

// The same in single floats, for all other matrices.
static __global__ void multiply_any_kernel(Gemm gemm) {
    const std::size_t row = gpu::tile_y() * blockDim.y + threadIdx.y;
    const std::size_t col = (gpu::tile_x() * blockDim.x + threadIdx.x) * kCols;
    if (row >= gemm.m || col >= gemm.n) return;
    const bool both = col + 1 < gemm.n;
    float2 sum = {0, 0};
    for (std::size_t k = 0; k < gemm.k; ++k) {
        const float* const b = gemm.b + k * gemm.ldb + col;
        add_product(sum, gemm.a[row * gemm.lda + k], {b[0], both ? b[1] : 0});
    }
    float* const c = gemm.c + row * gemm.ldc + col;
    c[0] = gpu::gemm_result(gemm, sum.x, c);
    if (both) c[1] = gpu::gemm_result(gemm, sum.y, c + 1);
}

// Whether every row of a matrix starts at a multiple of `floats` floats.
static bool aligned(const float* matrix, std::size_t stride, std::size_t floats) {
    return reinterpret_cast<std::uintptr_t>(matrix) % (floats * sizeof(float)) == 0 && stride % floats == 0;
}

// Any size, alignment and leading dimension, in blocks of any shape.
void multiply(const Gemm& gemm, dim3 block) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const bool whole = gemm.k % kDepth == 0 && gemm.n % kCols == 0;
    const bool vectors = whole && aligned(gemm.a, gemm.lda, kDepth) && aligned(gemm.b, gemm.ldb, kCols) &&
                         aligned(gemm.c, gemm.ldc, kCols);
    const dim3 grid =
        gpu::tile_grid(gpu::tiles_for(gemm.n, kCols * block.x), gpu::tiles_for(gemm.m, block.y));
    (vectors ? multiply_kernel : multiply_any_kernel)<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

void multiply(const Gemm& gemm) { multiply(gemm, dim3(8, 8)); }

// For programs/measuring/block_shapes.cpp, which asks how many blocks of it fit on a multiprocessor.
const void* kernel() { return reinterpret_cast<const void*>(multiply_kernel); }

}  // namespace one_by_two
