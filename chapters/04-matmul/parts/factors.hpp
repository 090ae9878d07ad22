// The factors of C = alpha * A * B + beta * C on the program's command line. Without them it computes C = A * B,
// which the lesson counts and measures.
#pragma once

#include <string>
#include <vector>

namespace matmul {

struct Factors {
    float alpha = 1;
    float beta = 0;
};

inline bool plain(const Factors& factors) { return factors.alpha == 1 && factors.beta == 0; }

// "alpha 2, beta 0.5"; empty for C = A * B.
std::string name_of(const Factors& factors);

// Removes --alpha X and --beta X from the arguments. Throws std::invalid_argument with a sentence about the error: X
// is not a finite number, or an option is used with --bench, --loops or --tables, which are about C = A * B.
Factors take_factors(std::vector<std::string>& arguments);

}  // namespace matmul
