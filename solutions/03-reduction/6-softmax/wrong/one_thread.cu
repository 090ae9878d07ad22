// fails: all threads share a row | global loads
// Each row has one thread, which goes through it three times.
#include <cmath>
#include <cstddef>

#include "common/cuda/check.hpp"

static __global__ void softmax_kernel(float* out, const float* in, std::size_t cols) {
    const float* const row = in + blockIdx.x * cols;
    float* const out_row = out + blockIdx.x * cols;
    float largest = row[0];
    for (std::size_t col = 1; col < cols; ++col) largest = fmaxf(largest, row[col]);
    float sum = 0;
    for (std::size_t col = 0; col < cols; ++col) sum += expf(row[col] - largest);
    for (std::size_t col = 0; col < cols; ++col) out_row[col] = expf(row[col] - largest) / sum;
}

// out[r][c] = exp(in[r][c]) / (the sum of exp(in[r][k]) over all k), for rows × cols elements, row after row; at least one
// of each. All elements are finite.
void softmax(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const dim3 grid(static_cast<unsigned>(rows));
    const dim3 block(1);
    softmax_kernel<<<grid, block>>>(out, in, cols);
    CUDA_CHECK(cudaGetLastError());
}
