// One by four: a thread computes four neighbouring elements of a row of C (GPU3 of Li, Ranka and Sahni), and all loads and stores, of
// A, of B and of C, are float4. Compare with 2_one_by_two.cu: the same code for a pair.
//
// Predicted for four steps of k in blocks of (4, 16): 1 load of A and 4 of B for 16 multiplications; coalesced has 32. A warp's
// loads of A touch 8 rows and 8 sectors, those of B 2 sectors each: 16 floats that 8 rows of threads share. As old GPUs
// count, n^3/32 + n^2/16 transactions. The price is registers: sixteen operands and four sums are in flight at once.
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/gemm.hpp"
#include "common/cuda/gemm_result.cuh"
#include "common/cuda/tile_grid.cuh"

namespace one_by_four {

constexpr unsigned kCols = 4;   // of C, for each thread
constexpr unsigned kDepth = 4;  // elements of A in a float4

__device__ inline void add_product(float4& sum, float a, float4 b) {
    sum.x += a * b.x;
    sum.y += a * b.y;
    sum.z += a * b.z;
    sum.w += a * b.w;
}

// Where rows are whole float4 long and start at multiples of 16 bytes.
static __global__ void multiply_kernel(Gemm gemm) {
    // region: kernel
    const std::size_t row = gpu::tile_y() * blockDim.y + threadIdx.y;
    const std::size_t col = (gpu::tile_x() * blockDim.x + threadIdx.x) * kCols;
    if (row >= gemm.m || col >= gemm.n) return;
    const float* const a = gemm.a + row * gemm.lda;
    const float* const b = gemm.b + col;
    const auto b_four = [&](std::size_t k) { return *reinterpret_cast<const float4*>(b + k * gemm.ldb); };
    float4 sum = {0, 0, 0, 0};
    for (std::size_t k = 0; k < gemm.k; k += kDepth) {
        // A[row][k] to A[row][k + 3], each times B's elements in its row, from column col on.
        const float4 a4 = *reinterpret_cast<const float4*>(a + k);
        add_product(sum, a4.x, b_four(k));
        add_product(sum, a4.y, b_four(k + 1));
        add_product(sum, a4.z, b_four(k + 2));
        add_product(sum, a4.w, b_four(k + 3));
    }
    float* const c = gemm.c + row * gemm.ldc + col;
    *reinterpret_cast<float4*>(c) = {gpu::gemm_result(gemm, sum.x, c), gpu::gemm_result(gemm, sum.y, c + 1),
                                     gpu::gemm_result(gemm, sum.z, c + 2),
                                     gpu::gemm_result(gemm, sum.w, c + 3)};
    // end region
}

// The same in single floats, for all other matrices.
static __global__ void multiply_any_kernel(Gemm gemm) {
    const std::size_t row = gpu::tile_y() * blockDim.y + threadIdx.y;
    const std::size_t col = (gpu::tile_x() * blockDim.x + threadIdx.x) * kCols;
    if (row >= gemm.m || col >= gemm.n) return;
    const std::size_t cols = gemm.n - col < kCols ? gemm.n - col : kCols;
    float sum[kCols] = {};
    for (std::size_t k = 0; k < gemm.k; ++k) {
        const float a = gemm.a[row * gemm.lda + k];
#pragma unroll
        for (unsigned i = 0; i < kCols; ++i)
            if (i < cols) sum[i] += a * gemm.b[k * gemm.ldb + col + i];
    }
    float* const c = gemm.c + row * gemm.ldc + col;
#pragma unroll
    for (unsigned i = 0; i < kCols; ++i)
        if (i < cols) c[i] = gpu::gemm_result(gemm, sum[i], c + i);
}

// Whether every row of a matrix starts at a multiple of 16 bytes.
static bool aligned(const float* matrix, std::size_t stride) {
    return reinterpret_cast<std::uintptr_t>(matrix) % sizeof(float4) == 0 && stride % kDepth == 0;
}

// Any size, alignment and leading dimension, in blocks of any shape.
void multiply(const Gemm& gemm, dim3 block) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const bool whole = gemm.k % kDepth == 0 && gemm.n % kCols == 0;
    const bool vectors =
        whole && aligned(gemm.a, gemm.lda) && aligned(gemm.b, gemm.ldb) && aligned(gemm.c, gemm.ldc);
    const dim3 grid =
        gpu::tile_grid(gpu::tiles_for(gemm.n, kCols * block.x), gpu::tiles_for(gemm.m, block.y));
    (vectors ? multiply_kernel : multiply_any_kernel)<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

void multiply(const Gemm& gemm) { multiply(gemm, dim3(4, 16)); }

// For programs/measuring/block_shapes.cpp, which asks how many blocks of it fit on a multiprocessor.
const void* kernel() { return reinterpret_cast<const void*>(multiply_kernel); }

}  // namespace one_by_four
