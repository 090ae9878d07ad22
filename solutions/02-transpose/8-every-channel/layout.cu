// Solution of exercise 02.8. A step down a column is a step of a row's bursts. All banks of all channels together are a circle of
// channels · banks places, and steps reach each place of a circle if and only if its length and the step have no common divisor.
// Compare with the padded tile of rung 3 and the swizzled one of rung 5, which do the same to the 32 banks of shared memory.
#include <numeric>

#include "exercises/02-transpose/8-every-channel/layout.hpp"

std::size_t row_length(std::size_t columns, std::size_t channels, std::size_t banks, std::size_t burst) {
    std::size_t bursts = (columns + burst - 1) / burst;
    while (std::gcd(bursts, channels * banks) != 1) ++bursts;
    return bursts * burst;
}

// Each row begins one burst further to the right than the row above, and its end comes back in on the left. An element stays where it was
// in its burst. That reaches all banks, since a row is a whole number of circles.
std::size_t place(std::size_t row, std::size_t column, std::size_t columns, std::size_t /*channels*/,
                  std::size_t /*banks*/, std::size_t burst) {
    const std::size_t bursts = columns / burst;  // of a row
    const std::size_t turned = (column / burst + row) % bursts;
    return row * columns + turned * burst + column % burst;
}
