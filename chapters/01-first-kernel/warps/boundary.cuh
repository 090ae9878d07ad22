// What a boundary costs. Data rarely fills whole blocks, so kernels compare each index with the size; in warps that hang over
// the edge some lanes pass and some do not. Here are the two guarded kernels of the chapter with the block sizes of the text,
// and a kernel in which the warps themselves say how many of their lanes are inside.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace warps {

constexpr unsigned kLanes = 32;

// Data of one or two dimensions, and the blocks that are laid over it.
struct Cover {
    dim3 block;
    unsigned width, height;  // elements; the height of a vector is 1

    dim3 grid() const { return dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y); }
    unsigned blocks() const { return grid().x * grid().y; }
    unsigned warps_per_block() const { return (block.x * block.y + kLanes - 1) / kLanes; }
    unsigned warps() const { return blocks() * warps_per_block(); }
    // Threads of a block's warp number `warp`: 32, or what is left for the last one.
    unsigned threads_of_warp(unsigned warp) const {
        const unsigned rest = block.x * block.y - warp * kLanes;
        return rest < kLanes ? rest : kLanes;
    }
    std::size_t elements() const { return static_cast<std::size_t>(width) * height; }
};

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

// Each warp's lanes inside, block after block, in the order of the grid's rows.
inline std::vector<unsigned> vote(const Cover& cover) {
    gpu::Buffer<unsigned> lanes_inside(cover.warps());
    vote_kernel<<<cover.grid(), cover.block>>>(lanes_inside.data(), cover.width, cover.height);
    CUDA_CHECK(cudaGetLastError());
    return lanes_inside.to_host();
}

// Runs the guarded kernel over it: the addition where blocks have one dimension, the brighter picture where they have two.
inline void run_guarded(const Cover& cover) {
    if (cover.block.y == 1) {
        gpu::Buffer<float> a(cover.elements()), b(cover.elements()), c(cover.elements());
        a.fill_bytes(0);
        b.fill_bytes(0);
        add_kernel<<<cover.grid(), cover.block>>>(c.data(), a.data(), b.data(), cover.width);
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaDeviceSynchronize());
    } else {
        gpu::Buffer<unsigned char> picture(cover.elements());
        picture.fill_bytes(0);
        brighten_kernel<<<cover.grid(), cover.block>>>(picture.data(), cover.width, cover.height);
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaDeviceSynchronize());
    }
}

// Where a warp lies: all its threads inside the data, some, or none.
enum class Place { kInside, kEdge, kOutside };

// Of warp `index` of all warps of the grid, out of what vote() returned.
inline Place place_of(const Cover& cover, const std::vector<unsigned>& lanes_inside, std::size_t index) {
    const auto warp = static_cast<unsigned>(index % cover.warps_per_block());
    if (lanes_inside[index] == 0) return Place::kOutside;
    return lanes_inside[index] == cover.threads_of_warp(warp) ? Place::kInside : Place::kEdge;
}

struct Tally {
    unsigned inside = 0, edge = 0, outside = 0;
};

inline Tally tally(const Cover& cover, const std::vector<unsigned>& lanes_inside) {
    Tally tally;
    for (std::size_t k = 0; k < lanes_inside.size(); ++k) {
        switch (place_of(cover, lanes_inside, k)) {
            case Place::kInside:
                ++tally.inside;
                break;
            case Place::kEdge:
                ++tally.edge;
                break;
            case Place::kOutside:
                ++tally.outside;
                break;
        }
    }
    return tally;
}

}  // namespace warps
