// See exact.hpp.
#include "chapters/04-matmul/parts/exact.hpp"

#include "common/baseline/multiply_in_double.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"
#include "common/cuda/gemm.hpp"
#include "common/cuda/tile_grid.cuh"

namespace exact {

constexpr unsigned kTile = 16;

// Both products at once: A * B, and |A| * |B|. gemm's pointers are to the device's memory.
static __global__ void exact_kernel(Gemm gemm, double* exact, double* magnitude) {
    __shared__ double a_tile[kTile][kTile + 1];
    __shared__ double b_tile[kTile][kTile + 1];
    const unsigned x = threadIdx.x;
    const unsigned y = threadIdx.y;
    const std::size_t row = gpu::tile_y() * kTile + y;
    const std::size_t col = gpu::tile_x() * kTile + x;
    double sum = 0;
    double sum_of_magnitudes = 0;
    for (std::size_t first = 0; first < gemm.k; first += kTile) {
        const bool has_a = row < gemm.m && first + x < gemm.k;
        const bool has_b = col < gemm.n && first + y < gemm.k;
        a_tile[y][x] = has_a ? gemm.a[row * gemm.lda + first + x] : 0;
        b_tile[y][x] = has_b ? gemm.b[(first + y) * gemm.ldb + col] : 0;
        __syncthreads();
        for (unsigned k = 0; k < kTile; ++k) {
            sum += a_tile[y][k] * b_tile[k][x];
            sum_of_magnitudes += fabs(a_tile[y][k] * b_tile[k][x]);
        }
        __syncthreads();
    }
    if (row >= gemm.m || col >= gemm.n) return;
    const double alpha = gemm.k == 0 ? 0 : gemm.alpha;
    const double before = gemm.beta == 0 ? 0 : static_cast<double>(gemm.beta) * gemm.c[row * gemm.ldc + col];
    exact[row * gemm.n + col] = alpha * sum + before;
    magnitude[row * gemm.n + col] = fabs(alpha) * sum_of_magnitudes + fabs(before);
}

void multiply_on_device(const Gemm& gemm, double* exact, double* magnitude) {
    const gpu::Buffer<float> a(std::vector<float>(gemm.a, gemm.a + gemm.m * gemm.lda));
    const gpu::Buffer<float> b(std::vector<float>(gemm.b, gemm.b + gemm.k * gemm.ldb));
    const std::size_t elements_of_c = gemm.beta == 0 ? 0 : gemm.m * gemm.ldc;
    gpu::Buffer<float> c(std::vector<float>(gemm.c, gemm.c + elements_of_c));
    gpu::Buffer<double> device_exact(gemm.m * gemm.n);
    gpu::Buffer<double> device_magnitude(gemm.m * gemm.n);
    Gemm on_device = gemm;
    on_device.a = a.data();
    on_device.b = b.data();
    on_device.c = c.data();
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, kTile), gpu::tiles_for(gemm.m, kTile));
    exact_kernel<<<grid, block>>>(on_device, device_exact.data(), device_magnitude.data());
    CUDA_CHECK(cudaGetLastError());
    device_exact.download(exact, gemm.m * gemm.n);
    device_magnitude.download(magnitude, gemm.m * gemm.n);
}

void multiply(const Gemm& gemm, double* exact, double* magnitude) {
    (gpu::emulator::present() ? baseline::multiply_in_double : multiply_on_device)(gemm, exact, magnitude);
}

}  // namespace exact
