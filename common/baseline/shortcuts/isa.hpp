// The rungs of the CPU's ladder that need vector instructions, one set for each instruction set, and which of them this CPU
// can run. They are compiled from one source (vectors.hpp, register_reuse.hpp, more_reuse.hpp, peak.hpp) by isa_portable.cpp,
// isa_avx2.cpp and isa_avx512.cpp.
#pragma once

#include <cstddef>
#include <vector>

#include "common/baseline/multiply/kernels.hpp"

namespace baseline::shortcuts {

// The lengths d and the results r of n vertices, and what the rungs want beside them. d and t are copies with pads of infinite
// length, which no way is shorter for: rows are `stride` floats apart, a multiple of kPad, and there are kPad rows more than n.
struct Lengths {
    float* r;
    std::size_t n;
    const float* d;  // d[i * stride + k]
    const float* t;  // transposed: t[j * stride + k]; null for rungs that do not read it
    std::size_t stride;
};

constexpr std::size_t kPad = 64;  // floats: four vectors of 16, and no fewer than any rung has rows in a tile

// Computes the rows first … end - 1 of r.
using Step = void (*)(const Lengths& lengths, std::size_t first, std::size_t end);

struct Isa {
    const char* name;
    int lanes;                       // floats in a vector
    int rows;                        // of r that more_reuse computes together
    Step vectors;                    // reads d and t
    Step register_reuse;             // reads d and t
    Step more_reuse;                 // reads d
    Step prefetch;                   // reads d
    multiply::Kernel cache_blocked;  // for multiply_blocked of common/baseline/multiply
    double (*peak)(
        std::size_t rounds);  // does nothing but add and compare, in registers; returns how many relaxations
};

extern const Isa kPortable;
#if defined(__x86_64__)
extern const Isa kAvx2;
extern const Isa kAvx512;
#endif

// Those that this CPU can run, the fastest one first; there is always one.
std::vector<const Isa*> runnable_isas();

}  // namespace baseline::shortcuts
