// A kernel that runs one load of one warp and nothing else, so that its sectors can be counted. Shared by the exercises of this
// chapter that predict loads. A Load has a type Element, and says where lane `lane` reads: offset(lane), in bytes.
#pragma once

#include "common/cuda/check.hpp"

namespace lone_load {

__device__ inline bool is_minus_one(float value) { return value == -1; }
__device__ inline bool is_minus_one(float2 value) { return value.x + value.y == -2; }

// The comparison keeps the compiler from removing the load; with no -1 in the matrix, nobody stores.
template <class Load>
__global__ void load(const char* matrix, int* never) {
    const int lane = threadIdx.x;
    using Element = typename Load::Element;
    if (is_minus_one(*reinterpret_cast<const Element*>(matrix + Load::offset(lane)))) *never = lane;
}

template <class Load>
void launch(const char* matrix, int* never) {
    const dim3 block(32);
    load<Load><<<1, block>>>(matrix, never);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace lone_load
