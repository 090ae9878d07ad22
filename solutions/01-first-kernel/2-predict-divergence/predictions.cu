// Solution of exercise 01.2, with the reason beside each number.
#include "exercises/01-first-kernel/2-predict-divergence/predictions.hpp"

namespace predicted {

// if (i < n) write(i), as many blocks as it takes; how many warps of the whole grid?
const int vector_1000 = 1;  // 31 warps are full; 8 lanes are left for the 32nd
const int vector_960 = 0;   // 30 full warps; the last two have no element at all
const int vector_1003 = 1;  // 31 full warps and 11 lanes: how long the blocks are does not matter to that

// One block of 256 threads, in one dimension: 8 warps. For the last one 8 such blocks: 64 warps.
const int first_48 = 1;      // warp 0 as a whole, warp 1 in half
const int first_64 = 0;      // warps 0 and 1 as a whole
const int even_threads = 8;  // every warp has even threads and odd ones
const int even_warps = 0;    // every warp agrees with itself
const int even_blocks = 0;   // a block is made of whole warps

// One block of 16 × 16 threads. Then a picture of 100 × 50 pixels, if (x < 100 && y < 50), in blocks of 16 × 16 (7 × 4 of
// them) and in blocks of 32 × 8 (4 × 7).
const int left_half = 8;      // a warp is two rows of 16, and each row is divided
const int upper_half = 0;     // rows 0 to 7 are warps 0 to 3
const int top_row = 1;        // row 0 is half of warp 0
const int picture = 25;       // 3 × 8 warps of the last column, and one of the corner's, with rows 48 and 49
const int wide_picture = 50;  // a warp is one row of 32; each of the 50 rows ends within one

// One block of 256 threads, a loop that is not unrolled.
const int trips_by_thread = 8;  // 0, 1, 2 and 3 trips in every warp
const int trips_by_warp = 0;    // all lanes of a warp go round equally often
const int stride = 1;  // threads 0 to 231 go round 4 times, the rest 3 times; 231 is in warp 7, as 255 is

}  // namespace predicted
