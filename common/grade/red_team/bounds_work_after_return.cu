// 02.1, not solved, "elements are wrong" or "use after free" or "global stores": launches a cheap kernel, returns, and has a thread launch
// the slow one while nobody counts.
#include <cuda_runtime_api.h>
#include <unistd.h>

#include <cstddef>
#include <thread>

static __global__ void keep(float* out) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    out[i] = out[i];
}

static __global__ void uncoalesced(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const std::size_t row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    out[col * rows + row] = in[row * cols + col];
}

// Launches again and again, from the end of the call until long after.
static void work(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const dim3 grid(static_cast<unsigned>(cols / 32), static_cast<unsigned>(rows / 32)), block(32, 32);
    for (int tries = 0; tries < 50; ++tries, usleep(100)) uncoalesced<<<grid, block>>>(out, in, rows, cols);
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    keep<<<static_cast<unsigned>(rows * cols / 1024), 1024>>>(out);
    std::thread(work, out, in, rows, cols).detach();
}
