// 02.1, not solved, "it calls cudaMemcpy2DAsync": copies column by column with cudaMemcpy2DAsync, beside a kernel that touches one element.
#include <cuda_runtime_api.h>

#include <cstddef>

static __global__ void touch(float* out, const float* in) { *out = *in; }

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    touch<<<1, 1>>>(out, in);
    for (std::size_t col = 0; col < cols; ++col)
        cudaMemcpy2DAsync(out + col * rows, sizeof(float), in + col, cols * sizeof(float), sizeof(float),
                          rows, cudaMemcpyDeviceToDevice);
}
