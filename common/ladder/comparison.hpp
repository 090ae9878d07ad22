// Whether an output is right, element by element. Outputs are poisoned before a run: floating point with NaN, which is
// wrong whatever is expected and whatever the tolerance; integers with the complement of what is expected, since each of
// their values may be right somewhere. So an element that nobody wrote is found.
#pragma once

#include <cstddef>
#include <string>

#include "common/ladder/ladder.hpp"

namespace ladder {

struct Comparison {
    std::size_t elements = 0;
    std::size_t wrong = 0;
    std::size_t poisoned = 0;     // of the wrong ones: those that are what poison() writes
    std::size_t first_wrong = 0;  // index into the output, where wrong > 0
    std::string got;              // at first_wrong, as text
    std::string expected;

    bool ok() const { return wrong == 0; }
};

// Compares `count` elements that lie from index `first` on in the whole output. For each ElementType.
template <class Element>
Comparison compare(const Element* got, const Element* expected, std::size_t count, double tolerance = 0,
                   std::size_t first = 0);

// How far an output is from the exact result: |got - exact| / magnitude over all elements.
struct Errors {
    double largest = 0;
    double rms = 0;
};

// Compares with what double precision gives: an element is right if |got - exact| <= tolerance * magnitude. NaN and infinities
// must be where they are expected. `errors` is
// NaN where a NaN or an infinity is out of place.
Comparison compare_rounded(const float* got, const double* exact, const double* magnitude, std::size_t count,
                           double tolerance, Errors& errors);

// What an element holds before a run, whose right value will be `expected`.
template <class Element>
Element poison(Element expected);

// Joins comparisons of neighbouring pieces, the earlier one on the left.
Comparison operator+(const Comparison& left, const Comparison& right);

// "3 of 4096 elements are wrong; the first is (0, 17): got NaN, as if never written, expected 0.25". Empty if
// none is.
std::string describe(const Comparison& comparison, const Size& output);

}  // namespace ladder
