// What a reduction may combine elements with: sum, minimum, maximum, or an operator of your own. An operator must be
// associative and commutative, since versions differ in the order in which they combine; and it knows its identity, the
// value that changes nothing, which stands for elements that are not there:
//
//     struct Product {
//         __host__ __device__ static float identity() { return 1; }
//         __host__ __device__ float operator()(float a, float b) const { return a * b; }
//     };
//
// For CPU and GPU alike, so that both can be compared. The sign of a zero is not promised: -0 equals +0.
#pragma once

#include <cuda_runtime_api.h>

#include <limits>
#include <type_traits>

namespace operators {

// Integers wrap around, as they do in the machine; in C++ a signed sum that does not fit is undefined. Sums of floating
// point depend on their order: rounding is not associative.
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

// A NaN among the elements makes the result NaN, wherever it stands: a comparison alone would drop it or keep it, depending
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
