// The two computations of exercise 01.6. Their loops are not unrolled, so that the instructions of each can be counted.
#pragma once

#include <cuda_runtime.h>

namespace work {

constexpr int kSteps = 50;

__device__ inline float even(float value) {
#pragma unroll 1
    for (int step = 0; step < kSteps; ++step) value = value * 0.5f + 1;
    return value;
}

__device__ inline float odd(float value) {
#pragma unroll 1
    for (int step = 0; step < kSteps; ++step) value = 2 - value * value * 0.25f;
    return value;
}

}  // namespace work
