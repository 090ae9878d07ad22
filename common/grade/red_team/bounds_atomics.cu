// 02.1, not solved, "global atomics": stores by atomicExch, and loads by atomicAdd of 0: sectors that count elsewhere.
#include <cstddef>

static __global__ void by_atomics(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const std::size_t row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    atomicExch(&out[col * rows + row], in[row * cols + col]);
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    by_atomics<<<dim3(static_cast<unsigned>(cols / 32), static_cast<unsigned>(rows / 32)), dim3(32, 32)>>>(
        out, in, rows, cols);
}
