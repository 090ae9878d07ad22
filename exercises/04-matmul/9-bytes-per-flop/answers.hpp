// The questions of exercise 04.9, by name.
#pragma once

namespace answered {

extern const double balance;
extern const double bytes_without_tiles;
extern const double rate_without_tiles;

extern const double bytes_with_tiles_of_16;
extern const double rate_with_tiles_of_16;
extern const double bytes_with_tiles_of_128_by_32;
extern const double smallest_tile;

extern const double shared_bytes_of_one_element;
extern const double rate_of_one_element;
extern const double smallest_square_of_a_thread;
extern const double smallest_n;

}  // namespace answered
