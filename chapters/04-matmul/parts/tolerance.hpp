// How far a product in single precision may be from the exact one.
#pragma once

#include <cmath>
#include <cstddef>

namespace matmul {

// Half the distance from 1 to the next float: the largest relative error of one rounding.
constexpr double kUnitRoundoff = 1.0 / (1 << 24);

// The largest |got - exact| of an element, in units of the element's |alpha| |A| |B| + |beta| |C|.
//
// A sum of k products in any order rounds k times; the worst case adds up to k unit roundoffs. For rounding errors of
// random sign the bound is a small constant times sqrt(k) (Higham and Mary, "A new approach to probabilistic rounding
// error analysis", SIAM J. Sci. Comput. 41, 2019). The constant here is 4: no element of 8192 x 8192 should reach it
// by chance, while omitting one product of 8192 is an error of about 2000 unit roundoffs. 4 more are for alpha, beta
// and the addition of C.
inline double tolerance(std::size_t k) { return (4 * std::sqrt(static_cast<double>(k)) + 4) * kUnitRoundoff; }

}  // namespace matmul
