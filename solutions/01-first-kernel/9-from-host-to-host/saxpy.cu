// Solution of exercise 01.9: device memory that frees itself. So the function can return at any error, without a list of what
// has been allocated so far. Compare with common/cuda/buffer.hpp.
#include <cuda_runtime.h>

#include <cstddef>

static __global__ void saxpy_kernel(float* y, const float* x, float a, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

namespace {

struct DeviceArray {
    float* data = nullptr;
    ~DeviceArray() { static_cast<void>(cudaFree(data)); }  // nullptr is allowed
};

cudaError_t run(float* y, const float* x, float a, std::size_t n) {
    const std::size_t bytes = n * sizeof(float);
    DeviceArray device_x, device_y;
    cudaError_t error = cudaMalloc(&device_x.data, bytes);
    if (error == cudaSuccess) error = cudaMalloc(&device_y.data, bytes);
    if (error == cudaSuccess) error = cudaMemcpy(device_x.data, x, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) error = cudaMemcpy(device_y.data, y, bytes, cudaMemcpyHostToDevice);
    if (error != cudaSuccess) return error;
    const dim3 block(256);
    const dim3 grid(static_cast<unsigned>((n + block.x - 1) / block.x));
    saxpy_kernel<<<grid, block>>>(device_y.data, device_x.data, a, n);
    error = cudaGetLastError();
    if (error != cudaSuccess) return error;
    return cudaMemcpy(y, device_y.data, bytes, cudaMemcpyDeviceToHost);  // waits for the kernel
}

}  // namespace

// y[i] = a * x[i] + y[i] for all n elements. x and y are host memory; n may be 0. Returns cudaSuccess, or the first error of
// the runtime, which it then clears. Whatever it returns, it has freed all device memory that it allocated.
cudaError_t saxpy(float* y, const float* x, float a, std::size_t n) {
    if (n == 0) return cudaSuccess;
    const cudaError_t error = run(y, x, a, n);
    if (error != cudaSuccess) static_cast<void>(cudaGetLastError());  // the next call must not find it
    return error;
}
