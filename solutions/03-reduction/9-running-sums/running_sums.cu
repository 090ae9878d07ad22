// Solution of exercise 03.9: the row in pieces of 256 elements, one for each thread. A warp scans its 32 elements in registers, the warps
// tell each other their sums through shared memory, and the piece's sum is carried into the next. Compare with
// common/cuda/scan_tile.cuh, which does this for 16 bytes and eight rows of a warp at a time.
#include <cstddef>

#include "common/cuda/check.hpp"

constexpr unsigned kThreads = 256;

constexpr unsigned kWarps = kThreads / 32;

// Lane l receives the sum of the values of lanes 0 to l.
static __device__ int warp_scan(int value) {
    const unsigned lane = threadIdx.x % 32;
    for (unsigned offset = 1; offset < 32; offset *= 2) {
        const int before = __shfl_up_sync(0xffffffff, value, offset);
        if (lane >= offset) value += before;
    }
    return value;
}

static __global__ void running_sums_kernel(int* out, const int* in, std::size_t cols) {
    __shared__ int of_warp[kWarps];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const std::size_t row = blockIdx.x * cols;
    int before = 0;  // the sum of all pieces before this one
    for (std::size_t first = 0; first < cols; first += kThreads) {
        const std::size_t col = first + threadIdx.x;
        const int sum = warp_scan(col < cols ? in[row + col] : 0);
        if (lane == 31) of_warp[warp] = sum;
        __syncthreads();
        int before_warp = before;
        for (unsigned w = 0; w < kWarps; ++w) {
            if (w < warp) before_warp += of_warp[w];
            before += of_warp[w];
        }
        if (col < cols) out[row + col] = before_warp + sum;
        __syncthreads();  // of_warp is read before the next piece overwrites it
    }
}

// out[r][c] = in[r][0] + ... + in[r][c], for rows × cols elements, row after row; at least one of each. A block for each row.
void running_sums(int* out, const int* in, std::size_t rows, std::size_t cols) {
    const dim3 block(kThreads);
    const dim3 grid(static_cast<unsigned>(rows));
    running_sums_kernel<<<grid, block>>>(out, in, cols);
    CUDA_CHECK(cudaGetLastError());
}
