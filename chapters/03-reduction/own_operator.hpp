// An operator of your own. This example returns the number that is further from zero; dividing an array by the result
// brings it into -1 … 1. Write yours instead (Element, identity, operator(), the range of the inputs), and
//
//     make run-03 ARGS="--ladder own"
//
// checks and measures every rung with it. It must be associative and commutative, and its identity must change
// nothing; common/cuda/operators.hpp explains why.
#pragma once

#include <cuda_runtime_api.h>

namespace own {

using Element = float;  // or double, std::int32_t, std::int64_t

struct Operator {
    __host__ __device__ static Element identity() { return 0; }
    // Of -3 and 3 it returns 3, in either order: it must be commutative. No element may be NaN.
    __host__ __device__ Element operator()(Element a, Element b) const {
        const Element distance_a = a < 0 ? -a : a;
        const Element distance_b = b < 0 ? -b : b;
        if (distance_a == distance_b) return a < b ? b : a;
        return distance_a < distance_b ? b : a;
    }
};

// Inputs are random, from the lowest to the highest; whole: whole numbers only.
constexpr double kLowest = -1000;
constexpr double kHighest = 1000;
constexpr bool kWhole = false;

}  // namespace own
