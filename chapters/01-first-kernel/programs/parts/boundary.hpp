// The cost of a boundary. Data rarely fills whole blocks, so kernels compare each index with the size; in a warp that
// hangs over the edge some lanes pass the guard and some do not. This header has the chapter's two guarded kernels
// with the text's block sizes, and a kernel whose warps report how many of their lanes are inside. boundary.cu has
// the kernels.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <vector>

namespace warps {

constexpr unsigned kLanes = 32;

// One- or two-dimensional data, and the blocks that cover it.
struct Cover {
    dim3 block;
    unsigned width, height;  // elements; the height of a vector is 1

    dim3 grid() const { return dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y); }
    unsigned blocks() const { return grid().x * grid().y; }
    unsigned warps_per_block() const { return (block.x * block.y + kLanes - 1) / kLanes; }
    unsigned warps() const { return blocks() * warps_per_block(); }
    // The number of threads in a block's warp number `warp`: 32, or fewer in the last one.
    unsigned threads_of_warp(unsigned warp) const {
        const unsigned rest = block.x * block.y - warp * kLanes;
        return rest < kLanes ? rest : kLanes;
    }
    std::size_t elements() const { return static_cast<std::size_t>(width) * height; }
};

// The guarded kernels. c = a + b, of cover.width elements each, in one-dimensional blocks; and a picture of
// cover.width × cover.height bytes, each increased by 10, in two-dimensional blocks. All on the device.
void add(const Cover& cover, float* c, const float* a, const float* b);
void brighten(const Cover& cover, unsigned char* picture);

// Runs the guarded kernel with the blocks' number of dimensions, on zeros, and waits for it.
void run_guarded(const Cover& cover);

// The number of lanes inside for each warp, block after block, in the order of the grid's rows.
std::vector<unsigned> vote(const Cover& cover);

// The position of a warp: all its threads inside the data, some, or none.
enum class Place { kInside, kEdge, kOutside };

// The position of warp `index` of the grid, from the result of vote().
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
