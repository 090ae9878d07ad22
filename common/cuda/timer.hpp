// Time on the device between two events. The host's clock shows when a launch was handed over, not when the kernel
// ran; the GPU itself records events, in the order of its work.
#pragma once

#include <cuda_runtime_api.h>

#include "common/cuda/check.hpp"

namespace gpu {

class Timer {
  public:
    Timer() {
        CUDA_CHECK(cudaEventCreate(&start_));
        CUDA_CHECK(cudaEventCreate(&stop_));
    }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    ~Timer() {
        static_cast<void>(cudaEventDestroy(start_));
        static_cast<void>(cudaEventDestroy(stop_));
    }

    void start() { CUDA_CHECK(cudaEventRecord(start_)); }

    // Waits for the work since start() and returns how long it took on the device, in milliseconds.
    float stop_ms() {
        CUDA_CHECK(cudaEventRecord(stop_));
        CUDA_CHECK(cudaEventSynchronize(stop_));
        float milliseconds = 0;
        CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start_, stop_));
        return milliseconds;
    }

  private:
    cudaEvent_t start_ = nullptr;
    cudaEvent_t stop_ = nullptr;
};

}  // namespace gpu
