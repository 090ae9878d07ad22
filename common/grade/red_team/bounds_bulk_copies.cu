// 02.1, not solved, "global loads: 12288 sectors" or "global loads": loads columns by cp.async, 4 bytes each, and stores what it then has in order.
#include <cuda_pipeline.h>

#include <cstddef>

static __global__ void by_asynchronous_copies(float* out, const float* in, std::size_t rows,
                                              std::size_t cols) {
    __shared__ float tile[32][32];
    const std::size_t row = blockIdx.y * 32 + threadIdx.x, col = blockIdx.x * 32 + threadIdx.y;
    __pipeline_memcpy_async(&tile[threadIdx.y][threadIdx.x], &in[row * cols + col], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[col * rows + row] = tile[threadIdx.y][threadIdx.x];
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    by_asynchronous_copies<<<dim3(static_cast<unsigned>(cols / 32), static_cast<unsigned>(rows / 32)),
                             dim3(32, 32)>>>(out, in, rows, cols);
}
