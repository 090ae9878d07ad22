// Whether an output is right, element by element. Outputs are poisoned with NaN before a run, and a NaN where
// a number is expected is wrong whatever the tolerance, so an element that nobody wrote is found.
#pragma once

#include <cstddef>
#include <string>

#include "common/ladder/ladder.hpp"

namespace ladder {

struct Comparison {
    std::size_t elements = 0;
    std::size_t wrong = 0;
    std::size_t first_wrong = 0;  // index into the output, where wrong > 0
    float got = 0;                // at first_wrong
    float expected = 0;

    bool ok() const { return wrong == 0; }
};

// Compares `count` elements that lie from index `first` on in the whole output.
Comparison compare(const float* got, const float* expected, std::size_t count, double tolerance = 0,
                   std::size_t first = 0);

// Joins comparisons of neighbouring pieces, the earlier one on the left.
Comparison operator+(const Comparison& left, const Comparison& right);

// "3 of 4096 elements are wrong; the first is (0, 17): got NaN, as if never written, expected 0.25". Empty if
// none is.
std::string describe(const Comparison& comparison, const Size& output);

}  // namespace ladder
