// The factors of C = alpha * A * B + beta * C that the chapter's program was asked for. Without either it is C = A * B, which is
// what the lesson counts and measures.
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

// Takes --alpha X and --beta X out of the arguments. Throws std::invalid_argument with a sentence that says what is wrong: no
// finite number behind one of them, or one of them beside --bench, --loops or --tables, which are about C = A * B.
Factors take_factors(std::vector<std::string>& arguments);

}  // namespace matmul
