// Exercise 04.10: who reads what, in the simple product and in the tiled one? Answer, then: make check EX=04.10
#include "exercises/04-matmul/10-predict-the-accesses/predictions.hpp"

// your work begins
namespace predicted {

// The tiled kernel on matrices of 16 × 16, with TILE_WIDTH 16: a single block, a single phase. Draw its first warp. Which tx and ty
// has lane 21, at which index does it read m, at which n? How many sectors of 32 bytes does the warp's load of m make?
const int tx_of_lane_21 = -1;
const int ty_of_lane_21 = -1;
const int m_index_of_lane_21 = -1;
const int n_index_of_lane_21 = -1;
const int sectors_of_m_16 = -1;

// Of which matrices do neighbouring threads in a row of the block read neighbouring elements, so that the loads are coalesced: kM, kN,
// kBoth or kNeither? And how many sectors does a load of the simple kernel make in blocks of 32 × 32, for matrices of 1024 × 1024?
const Coalesced simple = Coalesced::kUndecided;
const Coalesced tiled = Coalesced::kUndecided;
const int simple_sectors_of_m = -1;
const int simple_sectors_of_n = -1;

// The tiled kernel's load of m, for matrices of 1024 × 1024 and tiles of different widths: sectors of one request.
const int sectors_with_tiles_of_4 = -1;
const int sectors_with_tiles_of_8 = -1;
const int sectors_with_tiles_of_16 = -1;

// The smallest tile width, a power of two, with which the load moves no byte that the warp does not ask for: on an H200, which moves
// sectors of 32 bytes, and on a Fermi GPU (compute capability 2.0), which moves lines of 128 bytes.
const int smallest_tile_on_h200 = -1;
const int smallest_tile_on_fermi = -1;

}  // namespace predicted
// your work ends
