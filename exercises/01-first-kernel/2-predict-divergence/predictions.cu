// Exercise 01.2: how many warps of each launch diverge? Replace each -1 with your prediction, then
// make check EX=01.2
#include "exercises/01-first-kernel/2-predict-divergence/predictions.hpp"

// your work begins
namespace predicted {

// if (i < n) write(i), as many blocks as it takes; how many warps of the whole grid?
const int vector_1000 = -1;  // n = 1,000, blocks of 256
const int vector_960 = -1;   // n = 960, blocks of 256
const int vector_1003 = -1;  // n = 1,003, blocks of 96

// One block of 256 threads, in one dimension: 8 warps. The last launch has 8 such blocks: 64 warps.
const int first_48 = -1;      // if (threadIdx.x < 48)
const int first_64 = -1;      // if (threadIdx.x < 64)
const int even_threads = -1;  // if (threadIdx.x % 2 == 0)
const int even_warps = -1;    // if (threadIdx.x / 32 % 2 == 0)
const int even_blocks = -1;   // if (blockIdx.x % 2 == 0), 8 blocks

// One block of 16 × 16 threads. Then a picture of 100 × 50 pixels, if (x < 100 && y < 50), in blocks of 16 × 16 (7 × 4 of
// them) and in blocks of 32 × 8 (4 × 7).
const int left_half = -1;     // if (threadIdx.x < 8)
const int upper_half = -1;    // if (threadIdx.y < 8)
const int top_row = -1;       // if (threadIdx.y == 0)
const int picture = -1;       // blocks of 16 × 16
const int wide_picture = -1;  // blocks of 32 × 8

// One block of 256 threads, a loop that is not unrolled.
const int trips_by_thread = -1;  // for (k = 0; k < threadIdx.x % 4; ++k)
const int trips_by_warp = -1;    // for (k = 0; k < threadIdx.x / 32; ++k)
const int stride = -1;           // for (i = threadIdx.x; i < 1000; i += 256)

}  // namespace predicted
// your work ends
