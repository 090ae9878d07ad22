// Solution of exercise 01.2, with the reason beside each number.
#include "exercises/01-first-kernel/2-predict-divergence/predictions.hpp"

namespace predicted {

// if (i < n) write(i), as many blocks as it takes; how many warps of the whole grid?
const int vector_1000 = 1;  // 31 warps are full; 8 lanes are left for the 32nd
const int vector_960 = 0;   // 30 full warps; the last two have no element at all
const int vector_1003 = 1;  // 31 full warps and 11 lanes; the size of the blocks does not matter

// One block of 256 threads, in one dimension: 8 warps. The last launch has 8 such blocks: 64 warps.
const int first_48 = 1;      // all of warp 0, half of warp 1
const int first_64 = 0;      // all of warps 0 and 1
const int even_threads = 8;  // every warp has even threads and odd ones
const int even_warps = 0;    // all lanes of a warp agree
const int even_blocks = 0;   // a block consists of whole warps

// One block of 16 × 16 threads. Then a picture of 100 × 50 pixels, if (x < 100 && y < 50), in blocks of 16 × 16 (7 × 4 of
// them) and in blocks of 32 × 8 (4 × 7).
const int left_half = 8;      // a warp is two rows of 16, and each row is divided
const int upper_half = 0;     // rows 0 to 7 are warps 0 to 3
const int top_row = 1;        // row 0 is half of warp 0
const int picture = 25;       // 3 × 8 warps of the last column, and one of the corner, with rows 48 and 49
const int wide_picture = 50;  // a warp is one row of 32; each of the 50 rows ends within one

// One block of 256 threads, a loop that is not unrolled.
const int trips_by_thread = 8;  // 0, 1, 2 and 3 trips in every warp
const int trips_by_warp = 0;    // all lanes of a warp make the same number of trips
const int stride = 1;           // threads 0 to 231 make 4 trips, the rest 3; 231 is in warp 7, as 255 is

}  // namespace predicted
