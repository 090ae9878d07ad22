// Operators that a reduction can combine elements with: sum, minimum, maximum, or your own. An operator must be
// associative and commutative, since versions combine elements in different orders. Its identity is the value that
// changes nothing; it stands in for elements that do not exist:
//
//     struct Product {
//         __host__ __device__ static float identity() { return 1; }
//         __host__ __device__ float operator()(float a, float b) const { return a * b; }
//     };
//
// For CPU and GPU alike, so that both can be compared. The sign of a zero is not guaranteed: -0 equals +0.
#pragma once

#include <cuda_runtime_api.h>

#include <limits>
#include <type_traits>

namespace operators {

// Integers wrap around as in the hardware; in C++ an overflow of a signed sum is undefined. Sums of floating point
// depend on their order, since each addition rounds.
template <class Element>
struct Sum {
    __host__ __device__ static Element identity() { return 0; }
    __host__ __device__ Element operator()(Element a, Element b) const {
        if constexpr (std::is_integral_v<Element>) {
            using Unsigned = std::make_unsigned_t<Element>;
            return static_cast<Element>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
        } else {
            return a + b;
        }
    }
};

// True for NaN, the only value that differs from itself.
template <class Element>
__host__ __device__ bool is_nan(Element value) {
    return value != value;
}

// Infinite where the type has infinities.
template <class Element>
constexpr Element kLargest = std::numeric_limits<Element>::has_infinity
                                 ? std::numeric_limits<Element>::infinity()
                                 : std::numeric_limits<Element>::max();
template <class Element>
constexpr Element kLowest = std::numeric_limits<Element>::has_infinity
                                ? -std::numeric_limits<Element>::infinity()
                                : std::numeric_limits<Element>::lowest();

// A NaN among the elements makes the result NaN, wherever it is: a comparison alone would drop or keep it depending
// on the order.
template <class Element>
struct Min {
    __host__ __device__ static Element identity() { return kLargest<Element>; }
    __host__ __device__ Element operator()(Element a, Element b) const { return a < b || is_nan(a) ? a : b; }
};

// NaN as for Min.
template <class Element>
struct Max {
    __host__ __device__ static Element identity() { return kLowest<Element>; }
    __host__ __device__ Element operator()(Element a, Element b) const { return b < a || is_nan(a) ? a : b; }
};

}  // namespace operators
