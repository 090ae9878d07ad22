// solution begin
// Solution of exercise 01.2, with the reason beside each number.
// stub: // Exercise 01.2: how many warps of each launch diverge? Write your predictions in place of the -1, then measure:
// stub: // make check EX=01.2
// solution end
#include "exercises/01-first-kernel/2-predict-divergence/predictions.hpp"

namespace predicted {

// if (i < n) write(i), as many blocks as it takes; how many warps of the whole grid?
// solution begin
const int vector_1000 = 1;  // 31 warps are full; 8 lanes are left for the 32nd
const int vector_960 = 0;   // 30 full warps; the last two have no element at all
const int vector_1003 = 1;  // 31 full warps and 11 lanes: how long the blocks are does not matter to that
// stub: const int vector_1000 = -1;  // n = 1,000, blocks of 256
// stub: const int vector_960 = -1;   // n = 960, blocks of 256
// stub: const int vector_1003 = -1;  // n = 1,003, blocks of 96
// solution end

// One block of 256 threads, in one dimension: 8 warps. For the last one 8 such blocks: 64 warps.
// solution begin
const int first_48 = 1;      // warp 0 as a whole, warp 1 in half
const int first_64 = 0;      // warps 0 and 1 as a whole
const int even_threads = 8;  // every warp has even threads and odd ones
const int even_warps = 0;    // every warp agrees with itself
const int even_blocks = 0;   // a block is made of whole warps
// stub: const int first_48 = -1;      // if (threadIdx.x < 48)
// stub: const int first_64 = -1;      // if (threadIdx.x < 64)
// stub: const int even_threads = -1;  // if (threadIdx.x % 2 == 0)
// stub: const int even_warps = -1;    // if (threadIdx.x / 32 % 2 == 0)
// stub: const int even_blocks = -1;   // if (blockIdx.x % 2 == 0), 8 blocks
// solution end

// One block of 16 × 16 threads. Then a picture of 100 × 50 pixels, if (x < 100 && y < 50), in blocks of 16 × 16 (7 × 4 of
// them) and in blocks of 32 × 8 (4 × 7).
// solution begin
const int left_half = 8;   // a warp is two rows of 16, and each row is divided
const int upper_half = 0;  // rows 0 to 7 are warps 0 to 3
const int top_row = 1;     // row 0 is half of warp 0
const int picture =
    25;  // the last column of blocks: 3 × 8 warps, and one of the corner's, with rows 48 and 49
const int wide_picture = 50;  // a warp is one row of 32; each of the 50 rows ends within one
// stub: const int left_half = -1;     // if (threadIdx.x < 8)
// stub: const int upper_half = -1;    // if (threadIdx.y < 8)
// stub: const int top_row = -1;       // if (threadIdx.y == 0)
// stub: const int picture = -1;       // blocks of 16 × 16
// stub: const int wide_picture = -1;  // blocks of 32 × 8
// solution end

// One block of 256 threads, a loop that is not unrolled.
// solution begin
const int trips_by_thread = 8;  // 0, 1, 2 and 3 trips in every warp
const int trips_by_warp = 0;    // all lanes of a warp go round equally often
const int stride = 1;  // threads 0 to 231 go round 4 times, the rest 3 times; 231 is in warp 7, as 255 is
// stub: const int trips_by_thread = -1;  // for (k = 0; k < threadIdx.x % 4; ++k)
// stub: const int trips_by_warp = -1;    // for (k = 0; k < threadIdx.x / 32; ++k)
// stub: const int stride = -1;           // for (i = threadIdx.x; i < 1000; i += 256)
// solution end

}  // namespace predicted
