// Solution of exercise 04.4, with the reason beside each number.
#include "exercises/04-matmul/4-predict-the-volume/predictions.hpp"

namespace predicted {

// {compute capability 1.3, compute capability 9.0}, bytes that a request of a block's first warp moves. Rows have 1024 floats, and
// matrices begin at a multiple of 256 bytes. The simple kernel loads a[row * n + k] and b[k * n + col] for each k.
const Bytes a_in_blocks_of_16x16 = {64, 64};    // two rows: 32 bytes for each half-warp; two sectors
const Bytes b_in_blocks_of_16x16 = {128, 64};   // both half-warps fetch the same 64 bytes; today once
const Bytes a_in_blocks_of_256x1 = {64, 32};    // one float for 32 lanes: once for each half-warp; one sector
const Bytes b_in_blocks_of_256x1 = {128, 128};  // 32 floats beside each other
const Bytes a_in_blocks_of_1x256 = {1024, 1024};  // 32 rows, 32 bytes for each
const Bytes b_in_blocks_of_1x256 = {64, 32};      // as A before

// A float2 for each thread, b[k][2 * x] and b[k][2 * x + 1]. The tiled kernel's load of A, a[(first_row + y) * n + first + x], and
// its load of B where B begins at the second column of a larger matrix: every address is a float further on than in the tile of A.
const Bytes b_as_float2_in_blocks_of_8x8 = {128, 64};  // 8 lanes cover 64 bytes, and there are four such rows
const Bytes tile_of_a = {128, 128};                    // two rows of 64 bytes
// Bytes 4 to 67 of a row lie in both halves of a segment of 128 bytes: all of it, for each half-warp. Today three sectors a row.
const Bytes tile_of_b_one_column_on = {256, 192};

// Bytes of A and B together that are moved for each of the n³ multiplications. A request of the simple kernel serves 32 of them, a
// request of the tiled kernel serves more.
const Share simple_in_blocks_of_16x16 = {6, 4};    // (64 + 128) / 32, (64 + 64) / 32
const Share simple_in_blocks_of_256x1 = {6, 5};    // (64 + 128) / 32, (32 + 128) / 32
const Share simple_in_blocks_of_1x256 = {34, 33};  // (1024 + 64) / 32, (1024 + 32) / 32
const Share tiles_of_16 = {0.5, 0.5};              // 128 + 128 bytes for 32 threads and 16 steps of k

}  // namespace predicted
