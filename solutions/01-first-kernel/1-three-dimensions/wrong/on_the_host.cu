// fails: one block | it calls cudaMemcpy
// The volume is fetched, worked on by the CPU and brought back; the kernel is launched for show.
#include <vector>

#include "common/cuda/check.hpp"

static __global__ void same_again_kernel(float* volume, std::size_t voxels) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < voxels) volume[i] = volume[i];
}

void brighten(float* volume, std::size_t width, std::size_t height, std::size_t depth) {
    std::vector<float> voxels(width * height * depth);
    const std::size_t bytes = voxels.size() * sizeof(float);
    CUDA_CHECK(cudaMemcpy(voxels.data(), volume, bytes, cudaMemcpyDeviceToHost));
    for (float& voxel : voxels) voxel += 1;
    CUDA_CHECK(cudaMemcpy(volume, voxels.data(), bytes, cudaMemcpyHostToDevice));
    same_again_kernel<<<1, 256>>>(volume, voxels.size());
    CUDA_CHECK(cudaGetLastError());
}
