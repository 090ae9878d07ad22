// 02.1, not solved, "global stores": says that its lines are those of a device without end, so that quoting them does not end.
#include <cstddef>

static __global__ void uncoalesced(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const std::size_t row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
#line 21 "/dev/zero"
    out[col * rows + row] = in[row * cols + col];
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    uncoalesced<<<dim3(cols / 32, rows / 32), dim3(32, 32)>>>(out, in, rows, cols);
}
