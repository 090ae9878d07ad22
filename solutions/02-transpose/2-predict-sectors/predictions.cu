// Solution of exercise 02.2, with the reason beside each number.
#include "exercises/02-transpose/2-predict-sectors/predictions.hpp"

namespace predicted {

// `in` holds floats and begins at a multiple of 256 bytes; lane is 0 … 31.
const int neighbours = 4;          // 128 bytes that begin at a multiple of 32
const int neighbours_shifted = 5;  // 128 bytes that begin at byte 4: the last 4 lie in a fifth sector
const int backwards = 4;           // the same bytes; the order of the lanes does not matter
const int all_the_same = 1;        // one sector, however many lanes ask for it
const int every_second = 8;        // 256 bytes, of which every other 4 are used
const int a_row_apart = 32;        // a sector for each lane

// Elements of other sizes, in[lane] each. A point is a struct of three floats; only its x is read.
const int bytes = 1;     // 32 bytes
const int doubles = 8;   // 256 bytes
const int vectors = 16;  // 512 bytes, one instruction, one request
const int points = 12;   // 4 bytes out of every 12, spread over 384

// Floats again. The last one is a warp of a block of 16 × 16 threads in a matrix with rows of 1001 floats.
const int first_half = 2;  // 64 bytes
const int odd_lanes = 4;   // every sector still holds four lanes that ask for it
const int two_rows = 5;    // 64 bytes from byte 0: 2; 64 from byte 4004, which is 4 past a multiple of 32: 3

}  // namespace predicted
