// See boundary.hpp.
#include "chapters/01-first-kernel/programs/parts/boundary.hpp"

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace warps {

static __global__ void add_kernel(float* c, const float* a, const float* b, unsigned n) {
    // region: vector
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
    // end region
}

static __global__ void brighten_kernel(unsigned char* picture, unsigned width, unsigned height) {
    // region: picture
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) picture[y * width + x] += 10;
    // end region
}

// Warp w of block b writes to lanes_inside[b * warps_per_block + w] how many of its lanes are inside.
static __global__ void vote_kernel(unsigned* lanes_inside, unsigned width, unsigned height) {
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
    const unsigned inside = __ballot_sync(__activemask(), x < width && y < height);
    const unsigned warps_per_block = (blockDim.x * blockDim.y + kLanes - 1) / kLanes;
    const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
    if (thread % kLanes == 0) lanes_inside[block * warps_per_block + thread / kLanes] = __popc(inside);
}

void add(const Cover& cover, float* c, const float* a, const float* b) {
    add_kernel<<<cover.grid(), cover.block>>>(c, a, b, cover.width);
    CUDA_CHECK(cudaGetLastError());
}

void brighten(const Cover& cover, unsigned char* picture) {
    brighten_kernel<<<cover.grid(), cover.block>>>(picture, cover.width, cover.height);
    CUDA_CHECK(cudaGetLastError());
}

void run_guarded(const Cover& cover) {
    if (cover.block.y == 1) {
        gpu::Buffer<float> a(cover.elements()), b(cover.elements()), c(cover.elements());
        a.fill_bytes(0);
        b.fill_bytes(0);
        add(cover, c.data(), a.data(), b.data());
        CUDA_CHECK(cudaDeviceSynchronize());
    } else {
        gpu::Buffer<unsigned char> picture(cover.elements());
        picture.fill_bytes(0);
        brighten(cover, picture.data());
        CUDA_CHECK(cudaDeviceSynchronize());
    }
}

std::vector<unsigned> vote(const Cover& cover) {
    gpu::Buffer<unsigned> lanes_inside(cover.warps());
    vote_kernel<<<cover.grid(), cover.block>>>(lanes_inside.data(), cover.width, cover.height);
    CUDA_CHECK(cudaGetLastError());
    return lanes_inside.to_host();
}

}  // namespace warps
