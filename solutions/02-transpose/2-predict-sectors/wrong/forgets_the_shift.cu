// fails: floats, all lanes | in[lane + 1]: you predict 4 sectors a request, and that is too few
// 128 bytes are taken for four sectors wherever they begin.
#include "exercises/02-transpose/2-predict-sectors/predictions.hpp"

namespace predicted {

const int neighbours = 4;
const int neighbours_shifted = 4;
const int backwards = 4;
const int all_the_same = 1;
const int every_second = 8;
const int a_row_apart = 32;
const int bytes = 1;
const int doubles = 8;
const int vectors = 16;
const int points = 12;
const int first_half = 2;
const int odd_lanes = 4;
const int two_rows = 4;

}  // namespace predicted
