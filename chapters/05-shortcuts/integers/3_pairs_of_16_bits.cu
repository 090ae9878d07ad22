// Pairs of 16 bits: a VIADDMNMX.16x2 adds and takes minima of two pairs at once. Two neighbouring columns of r share a word; the
// second factor has pairs of columns, the first its length twice. Lengths must be at most 8191, or no road: a kernel looks at them,
// and where some are longer, rung 1's kernel computes instead. Compare with 1_add_and_minimum.cu.
//
// Predicted: twice rung 1's relaxations in the same instructions.
#include <cstddef>
#include <cstdint>

#include "chapters/05-shortcuts/padding/padded.hpp"
#include "chapters/05-shortcuts/range.hpp"
#include "chapters/05-shortcuts/tiles.cuh"
#include "common/cuda/tile_grid.cuh"

namespace integers::pairs_of_16_bits {

using double_buffered::kTile;
using double_buffered::Shape;

constexpr unsigned kSide = 32;  // of the tile that a block packs
constexpr unsigned kRows = 8;
constexpr std::size_t kSide16 = 2 * std::size_t{Shape::kBlockCols};  // columns of a block's tile
static_assert(kSide16 % kTile == 0 && kSide16 % kSide == 0, "padded to whole tiles");

__device__ inline std::uint32_t half_of(std::int32_t length) {
    return length == forms::kNoRoad32 ? forms::kNoRoad16 : static_cast<std::uint32_t>(length) & 0xffff;
}

// pairs: nn rows of nn / 2 words, columns 2j and 2j + 1 of d in word j; twice: nn × nn words, d transposed, each length twice.
static __global__ void pack_kernel(std::uint32_t* pairs, std::uint32_t* twice, const std::int32_t* d,
                                   std::size_t n, std::size_t nn, const unsigned* turn) {
    if (*turn != range::kAllInside) return;
    __shared__ std::uint32_t tile[kSide][kSide + 1];
    const std::size_t first_row = gpu::tile_y() * kSide;
    const std::size_t first_col = gpu::tile_x() * kSide;
    const unsigned x = threadIdx.x;
    for (unsigned y = threadIdx.y; y < kSide; y += kRows) {
        const std::size_t i = first_row + y;
        const std::size_t j = first_col + x;
        tile[y][x] = half_of(i < n && j < n ? d[n * i + j] : forms::kNoRoad32);
    }
    __syncthreads();
    for (unsigned y = threadIdx.y; y < kSide; y += kRows) {
        twice[nn * (first_col + y) + first_row + x] = tile[x][y] * 0x10001u;
        if (x < kSide / 2)
            pairs[(nn * (first_row + y) + first_col) / 2 + x] = tile[y][2 * x] | tile[y][2 * x + 1] << 16;
    }
}

// The answer in 16 bytes, then what rung 1 needs or both factors, whichever is larger.
std::size_t scratch_bytes(std::size_t n) {
    const std::size_t nn = padding::padded(n, kSide16);
    const std::size_t factors = (nn * nn + nn * nn / 2) * sizeof(std::uint32_t);
    return 16 + (factors > add_and_minimum::scratch_bytes(n) ? factors : add_and_minimum::scratch_bytes(n));
}

// Arguments as in 0_naive.cu.
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch) {
    if (n == 0) return;
    const std::size_t nn = padding::padded(n, kSide16);
    unsigned* const answer = static_cast<unsigned*>(scratch);
    std::uint32_t* const twice = answer + 4;
    std::uint32_t* const pairs = twice + nn * nn;
    range::check(answer, d, n * n, range::Fits16{});
    const dim3 grid = gpu::tile_grid(nn / kSide, nn / kSide);
    const dim3 block(kSide, kRows);
    pack_kernel<<<grid, block>>>(pairs, twice, d, n, nn, answer);
    CUDA_CHECK(cudaGetLastError());
    const warp_tiled::Factors<std::uint32_t> factors{twice, nn, pairs, nn / 2};
    warp_tiled::shortcuts<forms::AddMin16, Shape>(r, n, factors, answer, range::kAllInside);
    // The other form pads over the pairs, which nobody needs any more.
    add_and_minimum::shortcuts_in_turn(r, d, n, answer + 4, answer, range::kSomeOutside);
}

}  // namespace integers::pairs_of_16_bits
