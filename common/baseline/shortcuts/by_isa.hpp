// The rungs that use vectors, with a given instruction set: for tests and comparisons. The functions of shortcuts.hpp
// use the first of runnable_isas().
#pragma once

#include "common/baseline/shortcuts/isa.hpp"

namespace baseline::shortcuts {

// One of vectors, register_reuse, more_reuse and prefetch on all cores, with the padded copies it needs.
void with_step(const Isa& isa, Step Isa::*step, float* r, const float* d, std::size_t n);

// The same tile in blocks that fit the caches, from packed panels: the product of d with itself, with min for + and +
// for *.
void cache_blocked(const Isa& isa, float* r, const float* d, std::size_t n);

// The peak loop is divided among the threads in shares of this many rounds of isa.peak, about a millisecond each.
// peak_shares gives the number of shares for n vertices: enough to be timed even if n is small.
constexpr std::size_t kRoundsOfAShare = 1 << 17;
std::size_t peak_shares(const Isa& isa, std::size_t n);

}  // namespace baseline::shortcuts
