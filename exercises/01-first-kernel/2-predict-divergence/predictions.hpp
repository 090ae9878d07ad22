// The launches of exercise 01.2, by name: how many of their warps diverge? launches.cuh has their code.
#pragma once

namespace predicted {

extern const int vector_1000;
extern const int vector_960;
extern const int vector_1003;

extern const int first_48;
extern const int first_64;
extern const int even_threads;
extern const int even_warps;
extern const int even_blocks;

extern const int left_half;
extern const int upper_half;
extern const int top_row;
extern const int picture;
extern const int wide_picture;

extern const int trips_by_thread;
extern const int trips_by_warp;
extern const int stride;

}  // namespace predicted
