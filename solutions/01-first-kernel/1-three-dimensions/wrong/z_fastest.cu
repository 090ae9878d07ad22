// fails: loads and stores are coalesced | 32 each
// Every voxel once, but neighbouring lanes are whole layers apart: the order of the factors is turned round.
#include "common/cuda/check.hpp"

static __global__ void brighten_kernel(float* volume, std::size_t width, std::size_t height,
                                       std::size_t depth) {
    const std::size_t x = blockIdx.x * blockDim.x + threadIdx.x;
    const std::size_t y = blockIdx.y * blockDim.y + threadIdx.y;
    const std::size_t z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= width || y >= height || z >= depth) return;
    const std::size_t voxel = (x * height + y) * depth + z;
    volume[voxel] += 1;
}

void brighten(float* volume, std::size_t width, std::size_t height, std::size_t depth) {
    const dim3 block(32, 4, 2);
    const dim3 grid(static_cast<unsigned>((width + block.x - 1) / block.x),
                    static_cast<unsigned>((height + block.y - 1) / block.y),
                    static_cast<unsigned>((depth + block.z - 1) / block.z));
    brighten_kernel<<<grid, block>>>(volume, width, height, depth);
    CUDA_CHECK(cudaGetLastError());
}
