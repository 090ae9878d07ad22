// The patterns of exercise 02.2, by name: how many sectors does one request of a warp take? patterns.cuh has their code.
#pragma once

namespace predicted {

extern const int neighbours;
extern const int neighbours_shifted;
extern const int backwards;
extern const int all_the_same;
extern const int every_second;
extern const int a_row_apart;

extern const int bytes;
extern const int doubles;
extern const int vectors;
extern const int points;

extern const int first_half;
extern const int odd_lanes;
extern const int two_rows;

}  // namespace predicted
