// Exercise 04.4: how many bytes does a warp's load move, in 2008 and today? Replace the zeros by your predictions, then:
// make check EX=04.4
#include "exercises/04-matmul/4-predict-the-volume/predictions.hpp"

// your work begins
namespace predicted {

// {compute capability 1.3, compute capability 9.0}, bytes that a request of a block's first warp moves. Rows have 1024 floats, and
// matrices begin at a multiple of 256 bytes. The simple kernel loads a[row * n + k] and b[k * n + col] for each k.
const Bytes a_in_blocks_of_16x16 = {0, 0};
const Bytes b_in_blocks_of_16x16 = {0, 0};
const Bytes a_in_blocks_of_256x1 = {0, 0};
const Bytes b_in_blocks_of_256x1 = {0, 0};
const Bytes a_in_blocks_of_1x256 = {0, 0};  // all threads of the block are in one column
const Bytes b_in_blocks_of_1x256 = {0, 0};

// A float2 for each thread, b[k][2 * x] and b[k][2 * x + 1]. The tiled kernel's load of A, a[(first_row + y) * n + first + x], and
// its load of B where B begins at the second column of a larger matrix: every address is a float further on than in the tile of A.
const Bytes b_as_float2_in_blocks_of_8x8 = {0, 0};
const Bytes tile_of_a = {0, 0};
const Bytes tile_of_b_one_column_on = {0, 0};

// Bytes of A and B together that are moved for each of the n³ multiplications. A request of the simple kernel serves 32 of them, a
// request of the tiled kernel serves more.
const Share simple_in_blocks_of_16x16 = {0, 0};
const Share simple_in_blocks_of_256x1 = {0, 0};
const Share simple_in_blocks_of_1x256 = {0, 0};
const Share tiles_of_16 = {0, 0};

}  // namespace predicted
// your work ends
