// fails: one block | not as 1 block of 32 x 4 x 2 threads
// Right, and goes around the exercise: another launch, of one dimension.
#include "common/cuda/check.hpp"

static __global__ void brighten_kernel(float* volume, std::size_t voxels) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < voxels) volume[i] += 1;
}

void brighten(float* volume, std::size_t width, std::size_t height, std::size_t depth) {
    const std::size_t voxels = width * height * depth;
    brighten_kernel<<<static_cast<unsigned>((voxels + 255) / 256), 256>>>(volume, voxels);
    CUDA_CHECK(cudaGetLastError());
}
