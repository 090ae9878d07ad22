// Exercise 02.2: how many sectors of 32 bytes does one request of a warp take? Replace each -1 with your prediction, then
// make check EX=02.2
#include "exercises/02-transpose/2-predict-sectors/predictions.hpp"

// your work begins
namespace predicted {

// `in` holds floats and begins at a multiple of 256 bytes; lane is 0 … 31.
const int neighbours = -1;          // in[lane]
const int neighbours_shifted = -1;  // in[lane + 1]
const int backwards = -1;           // in[31 - lane]
const int all_the_same = -1;        // in[7]
const int every_second = -1;        // in[2 * lane]
const int a_row_apart = -1;         // in[1000 * lane]

// Elements of other sizes, in[lane] each. A point is a struct of three floats; only its x is read.
const int bytes = -1;    // unsigned char
const int doubles = -1;  // double
const int vectors = -1;  // float4
const int points = -1;   // in[lane].x

// Floats again. The last one is a warp of a block of 16 × 16 threads in a matrix with rows of 1001 floats.
const int first_half = -1;  // if (lane < 16) in[lane]
const int odd_lanes = -1;   // if (lane % 2 == 1) in[lane]
const int two_rows = -1;    // in[lane / 16 * 1001 + lane % 16]

}  // namespace predicted
// your work ends
