// Solution of exercise 03.6: two reductions a row. The largest element is subtracted before exp, which keeps exp in range and
// changes no share. The barrier between the reductions: all threads must have read the first result before the second
// reduction writes to the same memory.
#include <cstddef>

#include "common/cuda/check.hpp"

constexpr unsigned kThreads = 128;

struct Sum {
    __device__ float operator()(float a, float b) const { return a + b; }
};

struct Max {
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

// Returns op over one value of each thread of the block, in all threads. shared: kThreads floats that no thread still reads.
template <class Operator>
__device__ float reduce_block(float* shared, float value, Operator op) {
    shared[threadIdx.x] = value;
    for (unsigned stride = kThreads / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride) shared[threadIdx.x] = op(shared[threadIdx.x], shared[threadIdx.x + stride]);
    }
    __syncthreads();
    return shared[0];
}

static __global__ void softmax_kernel(float* out, const float* in, std::size_t cols) {
    __shared__ float shared[kThreads];
    const float* const row = in + blockIdx.x * cols;
    float* const out_row = out + blockIdx.x * cols;
    float largest = -INFINITY;
    for (std::size_t col = threadIdx.x; col < cols; col += kThreads) largest = fmaxf(largest, row[col]);
    largest = reduce_block(shared, largest, Max{});
    __syncthreads();
    float sum = 0;
    for (std::size_t col = threadIdx.x; col < cols; col += kThreads) sum += expf(row[col] - largest);
    sum = reduce_block(shared, sum, Sum{});
    for (std::size_t col = threadIdx.x; col < cols; col += kThreads)
        out_row[col] = expf(row[col] - largest) / sum;
}

// out[r][c] = exp(in[r][c]) / (the sum of exp(in[r][k]) over all k), for rows × cols elements, row after row; at least one
// of each. All elements are finite.
void softmax(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const dim3 grid(static_cast<unsigned>(rows));
    const dim3 block(kThreads);
    softmax_kernel<<<grid, block>>>(out, in, cols);
    CUDA_CHECK(cudaGetLastError());
}
