// 02.1, not solved, "global stores": the line that the finding quotes holds HTML, a CDATA end, JSON and control characters.
#include <cstddef>

static __global__ void uncoalesced(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const std::size_t row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    out[col * rows + row] =
        in[row * cols + col]; /*@BYTES@<script>alert(1)</script>]]></failure>","x":" &bogus; */
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    uncoalesced<<<dim3(static_cast<unsigned>(cols / 32), static_cast<unsigned>(rows / 32)), dim3(32, 32)>>>(
        out, in, rows, cols);
}
