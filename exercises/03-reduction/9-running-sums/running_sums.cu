// Exercise 03.9: one thread of each block adds up a row, element by element, and 255 do nothing. Share the row.
//
// make check EX=03.9 says where you stand.
#include <cstddef>

#include "common/cuda/check.hpp"

constexpr unsigned kThreads = 256;

// your work begins
static __global__ void running_sums_kernel(int* out, const int* in, std::size_t cols) {
    const std::size_t row = blockIdx.x * cols;
    int sum = 0;
    if (threadIdx.x == 0) {
        for (std::size_t col = 0; col < cols; ++col) {
            sum += in[row + col];
            out[row + col] = sum;
        }
    }
}
// your work ends

// out[r][c] = in[r][0] + ... + in[r][c], for rows × cols elements, row after row; at least one of each. A block for each row.
void running_sums(int* out, const int* in, std::size_t rows, std::size_t cols) {
    const dim3 block(kThreads);
    const dim3 grid(static_cast<unsigned>(rows));
    running_sums_kernel<<<grid, block>>>(out, in, cols);
    CUDA_CHECK(cudaGetLastError());
}
