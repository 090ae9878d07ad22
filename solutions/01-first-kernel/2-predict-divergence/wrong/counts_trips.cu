// fails: loops | threadIdx.x / 32 trips: you predict 7, and that is too many
// Loops of different lengths are taken for divergence also where whole warps agree.
#include "exercises/01-first-kernel/2-predict-divergence/predictions.hpp"

namespace predicted {

const int vector_1000 = 1;
const int vector_960 = 0;
const int vector_1003 = 1;
const int first_48 = 1;
const int first_64 = 0;
const int even_threads = 8;
const int even_warps = 0;
const int even_blocks = 0;
const int left_half = 8;
const int upper_half = 0;
const int top_row = 1;
const int picture = 25;
const int wide_picture = 50;
const int trips_by_thread = 8;
const int trips_by_warp = 7;
const int stride = 1;

}  // namespace predicted
