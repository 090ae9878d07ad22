// 02.2, not solved, "it does not define": predictions of another type, of no number, and one that changes whenever it is read.
extern "C++" {
namespace predicted {
extern const double neighbours, neighbours_shifted, backwards, all_the_same, every_second, a_row_apart;
extern const double bytes, doubles, vectors, points, first_half, odd_lanes, two_rows;
const double neighbours = __builtin_nan(""), neighbours_shifted = __builtin_inf(), backwards = -1e300;
const double all_the_same = 1, every_second = 8, a_row_apart = 32;
const double bytes = 1, doubles = 8, vectors = 16, points = 12, first_half = 2, odd_lanes = 4, two_rows = 5;
}  // namespace predicted
}
