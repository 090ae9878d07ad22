// 02.1, not solved, "is in no allocation of the device": copies and fills that begin before, end after and wrap around what was allocated.
#include <cuda_runtime_api.h>

#include <vector>

bool breached() {
    std::vector<char> host(1 << 20);
    char* device = nullptr;
    cudaMalloc(reinterpret_cast<void**>(&device), 4096);
    const std::size_t most = ~std::size_t{0};
    cudaMemcpy(host.data(), device, host.size(), cudaMemcpyDeviceToHost);
    cudaMemcpy(host.data(), device - 65536, host.size(), cudaMemcpyDeviceToHost);
    cudaMemcpy(device + 4096, host.data(), host.size(), cudaMemcpyHostToDevice);
    cudaMemset(device - 1, 0, host.size());
    cudaMemcpy(device, device, most, cudaMemcpyDeviceToDevice);
    cudaMemcpy2D(device, most, device, most, 1, most, cudaMemcpyDeviceToDevice);
    cudaMemcpy2D(device, most / 2 + 2, host.data(), 1, 1, 4, cudaMemcpyHostToDevice);
    cudaMemset2D(device, most / 2 + 2, 0, 1, 4);
    return false;
}

#include "transpose_if_breached.cuh"
