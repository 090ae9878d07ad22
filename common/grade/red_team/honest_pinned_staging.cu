// 01.9, solved: one pinned buffer for both arrays, one copy to the device and one back, all in a stream of its own; y lies behind x.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

static __global__ void saxpy_kernel(float* both, std::size_t y_from, float a, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) both[y_from + i] += a * both[i];
}

cudaError_t saxpy(float* y, const float* x, float a, std::size_t n) {
    if (n == 0) return cudaSuccess;
    const std::size_t y_from = (n + 63) / 64 * 64, bytes = (y_from + n) * sizeof(float);
    float *pinned = nullptr, *device = nullptr;
    cudaStream_t stream = nullptr;
    cudaError_t error = cudaStreamCreate(&stream);
    if (!error) error = cudaMallocHost(reinterpret_cast<void**>(&pinned), bytes);
    if (!error) error = cudaMalloc(&device, bytes);
    if (!error) {
        std::fill(pinned, pinned + y_from, 0.f);
        std::copy(x, x + n, pinned);
        std::copy(y, y + n, pinned + y_from);
        cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, stream);
        saxpy_kernel<<<static_cast<unsigned>((n + 255) / 256), 256, 0, stream>>>(device, y_from, a, n);
        cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, stream);
        error = cudaStreamSynchronize(stream);
        std::copy(pinned + y_from, pinned + y_from + n, y);
    }
    cudaFree(device);
    cudaFreeHost(pinned);
    cudaStreamDestroy(stream);
    static_cast<void>(cudaGetLastError());
    return error;
}
