// 01.9, not solved, "right for the arrays on the host": computes on the host, and launches a kernel that reads and writes as many sectors as it should.
#include <cuda_runtime.h>

#include <cstddef>

static __global__ void pretend(float* y, const float* x, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + y[i] * 0;
}

cudaError_t saxpy(float* y, const float* x, float a, std::size_t n) {
    if (n == 0) return cudaSuccess;
    float *device_y = nullptr, *device_x = nullptr;
    cudaError_t error = cudaMalloc(&device_y, n * sizeof(float));
    if (error == cudaSuccess) error = cudaMalloc(&device_x, n * sizeof(float));
    if (error == cudaSuccess) {
        cudaMemcpy(device_y, y, n * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpy(device_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
        pretend<<<static_cast<unsigned>((n + 255) / 256), 256>>>(device_y, device_x, n);
        cudaDeviceSynchronize();
        for (std::size_t i = 0; i < n; ++i) y[i] += a * x[i];
    }
    cudaFree(device_y);
    cudaFree(device_x);
    static_cast<void>(cudaGetLastError());
    return error;
}
