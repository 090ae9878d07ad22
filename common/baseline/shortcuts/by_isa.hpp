// The rungs that use vectors, with an instruction set of one's choice: for tests, and for those who want to compare. The
// functions of shortcuts.hpp take the first of runnable_isas().
#pragma once

#include "common/baseline/shortcuts/isa.hpp"

namespace baseline::shortcuts {

// One of vectors, register_reuse, more_reuse and prefetch on all cores, with the padded copies it needs.
void with_step(const Isa& isa, Step Isa::*step, float* r, const float* d, std::size_t n);

// The same tile in blocks that fit the caches, from packed panels: the product of d and d, with min for + and + for *.
void cache_blocked(const Isa& isa, float* r, const float* d, std::size_t n);

// The peak loop is shared out among the threads in pieces of so many rounds of isa.peak, a millisecond or so; for n vertices there are
// so many pieces: enough of them to be timed, also where n is small.
constexpr std::size_t kRoundsOfAShare = 1 << 17;
std::size_t peak_shares(const Isa& isa, std::size_t n);

}  // namespace baseline::shortcuts
