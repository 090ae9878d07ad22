// The device that the program runs on.
#pragma once

#include <cuda_runtime_api.h>

#include "common/cuda/check.hpp"

namespace gpu {

// The number of multiprocessors of the current device.
inline unsigned multiprocessors() {
    int device = 0;
    int count = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    return static_cast<unsigned>(count);
}

}  // namespace gpu
