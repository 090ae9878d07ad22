// The cost of the loads of Kirk and Hwu's kernels by the rules of three generations, for one operand or both.
#pragma once

#include <cstddef>
#include <optional>

#include "chapters/04-matmul/programs/parts/textbook/block_size.hpp"

namespace coalescing {

inline const char* const kModels[] = {"cc1.3", "cc2.0", "cc9.0"};
constexpr std::size_t kModelCount = 3;

struct Loads {
    double transactions = 0;  // for each load of a warp
    double utilisation = 0;   // share of the moved bytes that lanes asked for
};

enum class Operands { kM, kN, kBoth };

// The loads of a product of 2 × 2 blocks of size × size threads, by every model. Nothing on a GPU, which does not
// count.
struct Counted {
    Loads by_model[kModelCount];
};
std::optional<Counted> count(block_size::Kernel kernel, unsigned size, Operands operands);

}  // namespace coalescing
