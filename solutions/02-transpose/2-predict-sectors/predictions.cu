// solution begin
// Solution of exercise 02.2, with the reason beside each number.
// stub: // Exercise 02.2: how many sectors of 32 bytes does one request of a warp make? Write your predictions in place of the
// stub: // zeros, then measure: make check EX=02.2
// solution end
#include "exercises/02-transpose/2-predict-sectors/predictions.hpp"

namespace predicted {

// `in` holds floats and begins at a multiple of 256 bytes; lane is 0 … 31.
// solution begin
const int neighbours = 4;          // 128 bytes from a multiple of 32 on
const int neighbours_shifted = 5;  // 128 bytes from byte 4 on: the last 4 lie in a fifth sector
const int backwards = 4;           // the same bytes; which lane asks for which does not matter
const int all_the_same = 1;        // one sector, however many ask for it
const int every_second = 8;        // 256 bytes, of which every other 4 are used
const int a_row_apart = 32;        // a sector for each lane
// stub: const int neighbours = 0;          // in[lane]
// stub: const int neighbours_shifted = 0;  // in[lane + 1]
// stub: const int backwards = 0;           // in[31 - lane]
// stub: const int all_the_same = 0;        // in[7]
// stub: const int every_second = 0;        // in[2 * lane]
// stub: const int a_row_apart = 0;         // in[1000 * lane]
// solution end

// Elements of other sizes, in[lane] each. A point is a struct of three floats; its x alone is read.
// solution begin
const int bytes = 1;     // 32 bytes
const int doubles = 8;   // 256 bytes
const int vectors = 16;  // 512 bytes, one instruction, one request
const int points = 12;   // 4 bytes out of every 12, spread over 384
// stub: const int bytes = 0;    // unsigned char
// stub: const int doubles = 0;  // double
// stub: const int vectors = 0;  // float4
// stub: const int points = 0;   // in[lane].x
// solution end

// Floats again. The last one is a warp of a block of 16 × 16 threads in a matrix with rows of 1001 floats.
// solution begin
const int first_half = 2;  // 64 bytes
const int odd_lanes = 4;   // every sector still holds four lanes that ask for it
const int two_rows =
    5;  // 64 bytes from byte 0, 2 sectors; 64 bytes from byte 4004, which is 4 past a multiple of 32: 3
// stub: const int first_half = 0;  // if (lane < 16) in[lane]
// stub: const int odd_lanes = 0;   // if (lane % 2 == 1) in[lane]
// stub: const int two_rows = 0;    // in[lane / 16 * 1001 + lane % 16]
// solution end

}  // namespace predicted
