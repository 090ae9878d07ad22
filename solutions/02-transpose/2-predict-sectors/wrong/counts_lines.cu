// fails: floats, all lanes | in[31 - lane]: you predict 1 sector a request, and that is too few
// Lines of 128 bytes, as older GPUs moved them, are taken for sectors.
#include "exercises/02-transpose/2-predict-sectors/predictions.hpp"

namespace predicted {

const int neighbours = 1;
const int neighbours_shifted = 2;
const int backwards = 1;
const int all_the_same = 1;
const int every_second = 2;
const int a_row_apart = 32;
const int bytes = 1;
const int doubles = 2;
const int vectors = 4;
const int points = 3;
const int first_half = 1;
const int odd_lanes = 1;
const int two_rows = 2;

}  // namespace predicted
