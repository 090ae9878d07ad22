// What devices.cu and devices_memory.cu share.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <vector>

#include "emulator/test/programs/cases.hpp"

#define REFUSED(call, error)                   \
    do {                                       \
        EXPECT((call) == (error));             \
        EXPECT(cudaGetLastError() == (error)); \
    } while (0)

constexpr int kDevices = 3;
constexpr int kCount = 1003;  // not a multiple of a block
constexpr int kThreads = 128, kBlocks = (kCount + kThreads - 1) / kThreads;

__global__ void add(const float* in, float* out, float more, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + more;
}

// n numbers from `first` on, in memory of the current device, with NaN behind them.
inline float* numbers(int n, float first) {
    std::vector<float> host(n + 1, NAN);
    for (int i = 0; i < n; ++i) host[i] = first + i;
    float* device = nullptr;
    if (cudaMalloc(&device, host.size() * sizeof(float)) != cudaSuccess) return nullptr;
    if (cudaMemcpy(device, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice) != cudaSuccess)
        return nullptr;
    return device;
}
inline float* poison(int n) { return numbers(n, NAN); }

// Whether the device's memory holds first, first + 1, …, and NaN behind.
inline bool holds(const float* device, int n, float first) {
    std::vector<float> host(n + 1, -1);
    if (cudaMemcpy(host.data(), device, host.size() * sizeof(float), cudaMemcpyDefault) != cudaSuccess)
        return false;
    for (int i = 0; i < n; ++i)
        if (host[i] != first + i) return false;
    return std::isnan(host[n]);
}

// Each case begins on device 0.
inline bool choose_first_device() { return cudaSetDevice(0) == cudaSuccess; }
