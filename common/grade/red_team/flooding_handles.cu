// 02.1, not solved, "was still running" or "no kernel" or "closed" or "global stores": a million streams and events, none of them destroyed.
#include <cuda_runtime_api.h>

bool breached() {
    for (int i = 0; i < 1'000'000; ++i) {
        cudaStream_t stream;
        cudaEvent_t event;
        if (cudaStreamCreate(&stream) != cudaSuccess || cudaEventCreate(&event) != cudaSuccess) break;
        cudaEventRecord(event, stream);
    }
    return false;
}

#include "transpose_if_breached.cuh"
