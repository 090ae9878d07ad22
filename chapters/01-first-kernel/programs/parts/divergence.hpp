// Shows divergence: lanes of a warp that take different paths. At each place of interest a thread notes which lanes
// are active with it (__activemask). Lanes with the same mask took the place in one pass; lanes with another mask
// took it before or after them. divergence.cu has the kernels.
#pragma once

#include <algorithm>
#include <vector>

#include "common/cuda/buffer.hpp"

namespace warps {

constexpr unsigned kWarpLanes = 32;

// The notes of a block's threads. Element p * threads + t is that of thread t at place p: a mask of the lanes active
// with it, or 0 if the thread never came there.
using Notes = std::vector<unsigned>;

// How the condition of an if divides the threads.
enum class Divided { kByHalves, kByParity, kByWarps };

// Places: 0 the first arm, 1 the second, 2 after both.
Notes if_else(Divided divided, unsigned threads);

// Places: 0 to 3 the arms, 4 after all.
Notes switch_of_four(unsigned threads);

// Thread t runs the loop 6, 7 or 8 times. Places: 0 to 7 the iterations, 8 after the loop.
Notes loop(unsigned threads);

// Threads from number `n` on return early. Place 0: the work of the others.
Notes early_return(unsigned threads, unsigned n);

// The different masks that the lanes of warp `warp` noted at a place, ordered by their lowest lanes: one for each
// pass.
inline std::vector<unsigned> passes(const Notes& seen, unsigned threads, unsigned place, unsigned warp) {
    std::vector<unsigned> masks;
    for (unsigned lane = 0; lane < kWarpLanes && warp * kWarpLanes + lane < threads; ++lane) {
        const unsigned mask = seen[place * threads + warp * kWarpLanes + lane];
        if (mask != 0 && std::find(masks.begin(), masks.end(), mask) == masks.end()) masks.push_back(mask);
    }
    return masks;
}

// `ways` computations of equal length, of which each thread needs one. Whole warps need the same one (by_warp), or
// neighbouring lanes need different ones. out: one element for each thread of the grid, on the device.
void many_ways(dim3 grid, dim3 block, float* out, unsigned ways, bool by_warp, unsigned length);

}  // namespace warps
