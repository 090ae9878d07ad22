// 01.1, not solved, "2 launches": a right launch of the right shape that does nothing, behind one that does the work.
#include <cstddef>

static __global__ void brighten_all(float* volume, std::size_t voxels) {
    for (std::size_t i = threadIdx.x; i < voxels; i += blockDim.x) volume[i] += 1;
}

static __global__ void nothing() {}

void brighten(float* volume, std::size_t width, std::size_t height, std::size_t depth) {
    const dim3 block(32, 4, 2);
    const dim3 grid(static_cast<unsigned>((width + 31) / 32), static_cast<unsigned>((height + 3) / 4),
                    static_cast<unsigned>((depth + 1) / 2));
    brighten_all<<<1, 256>>>(volume, width * height * depth);
    nothing<<<grid, block>>>();
}
