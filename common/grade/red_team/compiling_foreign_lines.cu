// 02.1, not solved, "global stores": says that its lines are those of the solution, so that the finding quotes them.
#include <cstddef>

static __global__ void uncoalesced(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const std::size_t row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
#line 21 "@ROOT@/solutions/02-transpose/1-uncoalesced-side/transpose.cu"
    out[col * rows + row] = in[row * cols + col];
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    uncoalesced<<<dim3(cols / 32, rows / 32), dim3(32, 32)>>>(out, in, rows, cols);
}
