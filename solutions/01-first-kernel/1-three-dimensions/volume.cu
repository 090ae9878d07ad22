// solution begin
// Solution of exercise 01.1: a thread's place in the whole grid, once for each dimension; a guard for each; and x counts single
// elements, y whole rows, z whole layers.
// stub: // Exercise 01.1: each thread adds 1 to one voxel of a volume. Which one? Give every thread its own.
// stub: //
// stub: // make check EX=01.1 says where you stand.
// solution end
#include "common/cuda/check.hpp"

// The volume is width × height × depth voxels: voxel (x, y, z) has z layers before it, y rows of its own layer, x voxels of
// its own row. A row is `width` voxels long.
static __global__ void brighten_kernel(float* volume, std::size_t width, std::size_t height,
                                       std::size_t depth) {
    // solution begin
    const std::size_t x = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t y = static_cast<std::size_t>(blockIdx.y) * blockDim.y + threadIdx.y;
    const std::size_t z = static_cast<std::size_t>(blockIdx.z) * blockDim.z + threadIdx.z;
    if (x >= width || y >= height || z >= depth) return;
    const std::size_t voxel = (z * height + y) * width + x;
    // stub: // The first 32 threads alone: the others are sent home.
    // stub: if (threadIdx.y + threadIdx.z + blockIdx.x + blockIdx.y + blockIdx.z > 0) return;
    // stub: const std::size_t voxel = threadIdx.x;
    // stub: if (voxel >= width * height * depth) return;
    // solution end
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
