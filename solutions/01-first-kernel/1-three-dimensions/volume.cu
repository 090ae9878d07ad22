// Solution of exercise 01.1: the thread's index in the whole grid and a guard, for each dimension. In the index of the voxel, x
// counts single elements, y whole rows, z whole layers.
#include "common/cuda/check.hpp"

// The volume is width × height × depth voxels: voxel (x, y, z) has z layers before it, y rows of its own layer, x voxels of
// its own row. A row is `width` voxels long.
static __global__ void brighten_kernel(float* volume, std::size_t width, std::size_t height,
                                       std::size_t depth) {
    const std::size_t x = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t y = static_cast<std::size_t>(blockIdx.y) * blockDim.y + threadIdx.y;
    const std::size_t z = static_cast<std::size_t>(blockIdx.z) * blockDim.z + threadIdx.z;
    if (x >= width || y >= height || z >= depth) return;
    const std::size_t voxel = (z * height + y) * width + x;
    volume[voxel] += 1;
}

// volume: width × height × depth floats on the device. Any size whose blocks fit a grid.
void brighten(float* volume, std::size_t width, std::size_t height, std::size_t depth) {
    const dim3 block(32, 4, 2);
    const dim3 grid(static_cast<unsigned>((width + block.x - 1) / block.x),
                    static_cast<unsigned>((height + block.y - 1) / block.y),
                    static_cast<unsigned>((depth + block.z - 1) / block.z));
    brighten_kernel<<<grid, block>>>(volume, width, height, depth);
    CUDA_CHECK(cudaGetLastError());
}
