// 01.9, not solved, "right for the arrays on the host": computes on the host, and has a kernel add the result to nothing, on its way back from the device.
#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

static __global__ void add(float* y, const float* x, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) y[i] += x[i];
}

cudaError_t saxpy(float* y, const float* x, float a, std::size_t n) {
    if (n == 0) return cudaSuccess;
    std::vector<float> result(y, y + n);
    const std::vector<float> nothing(n);
    for (std::size_t i = 0; i < n; ++i) result[i] += a * x[i];
    float *device_y = nullptr, *device_x = nullptr;
    cudaError_t error = cudaMalloc(&device_y, n * sizeof(float));
    if (error == cudaSuccess) error = cudaMalloc(&device_x, n * sizeof(float));
    if (error == cudaSuccess) {
        cudaMemcpy(device_y, result.data(), n * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpy(device_x, nothing.data(), n * sizeof(float), cudaMemcpyHostToDevice);
        add<<<static_cast<unsigned>((n + 255) / 256), 256>>>(device_y, device_x, n);
        cudaMemcpy(y, device_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    }
    cudaFree(device_y);
    cudaFree(device_x);
    static_cast<void>(cudaGetLastError());
    return error;
}
