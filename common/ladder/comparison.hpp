// Compares an output with its reference, element by element. Outputs are poisoned before a run, so that an element
// that the version never wrote is found: floating point with NaN, which is always wrong; integers with the complement
// of the expected value, since any fixed value may be right somewhere.
#pragma once

#include <cstddef>
#include <string>

#include "common/ladder/ladder.hpp"

namespace ladder {

struct Comparison {
    std::size_t elements = 0;
    std::size_t wrong = 0;
    std::size_t poisoned = 0;     // of the wrong ones: those that still hold the poison
    std::size_t first_wrong = 0;  // index into the output; only if wrong > 0
    std::string got;              // at first_wrong, as text
    std::string expected;

    bool ok() const { return wrong == 0; }
};

// Compares `count` elements; the first of them has index `first` in the whole output. Instantiated for each
// ElementType.
template <class Element>
Comparison compare(const Element* got, const Element* expected, std::size_t count, double tolerance = 0,
                   std::size_t first = 0);

// The distance of an output from the exact result: |got - exact| / magnitude over all elements.
struct Errors {
    double largest = 0;
    double rms = 0;
};

// Compares with a result in double precision: an element is right if |got - exact| <= tolerance * magnitude. NaN and
// infinities must be where they are expected; otherwise `errors` is NaN.
Comparison compare_rounded(const float* got, const double* exact, const double* magnitude, std::size_t count,
                           double tolerance, Errors& errors);

// The value to poison an element with if its right value is `expected`.
template <class Element>
Element poison(Element expected);

// Joins comparisons of neighbouring pieces, the earlier one on the left.
Comparison operator+(const Comparison& left, const Comparison& right);

// "3 of 4096 elements are wrong; the first is (0, 17): got NaN, as if never written, expected 0.25". Empty if all are
// right.
std::string describe(const Comparison& comparison, const Size& output);

}  // namespace ladder
