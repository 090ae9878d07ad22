// Exercise 01.1: each thread adds 1 to one voxel of a volume. Which one? Give every thread its own.
//
// make check EX=01.1 says where you stand.
#include "common/cuda/check.hpp"

// your work begins
// The volume is width × height × depth voxels: voxel (x, y, z) has z layers before it, y rows of its own layer, x voxels of
// its own row. A row is `width` voxels long.
static __global__ void brighten_kernel(float* volume, std::size_t width, std::size_t height,
                                       std::size_t depth) {
    // Only the first 32 threads work; the others return.
    if (threadIdx.y + threadIdx.z + blockIdx.x + blockIdx.y + blockIdx.z > 0) return;
    const std::size_t voxel = threadIdx.x;
    if (voxel >= width * height * depth) return;
    volume[voxel] += 1;
}
// your work ends

// volume: width × height × depth floats on the device. Any size whose blocks fit a grid.
void brighten(float* volume, std::size_t width, std::size_t height, std::size_t depth) {
    const dim3 block(32, 4, 2);
    const dim3 grid(static_cast<unsigned>((width + block.x - 1) / block.x),
                    static_cast<unsigned>((height + block.y - 1) / block.y),
                    static_cast<unsigned>((depth + block.z - 1) / block.z));
    brighten_kernel<<<grid, block>>>(volume, width, height, depth);
    CUDA_CHECK(cudaGetLastError());
}
