// The rungs of the CPU's ladder that need vector instructions, a set of them for each instruction set, and the sets
// that this CPU can run. isa_portable.cpp, isa_avx2.cpp and isa_avx512.cpp compile them from one source (vectors.hpp,
// register_reuse.hpp, more_reuse.hpp, peak.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "common/baseline/multiply/kernels.hpp"

namespace baseline::shortcuts {

// The lengths d and the results r of n vertices, and the copies that the rungs need. d and t are padded copies; the
// padding has infinite length, so no path over it is shorter. Rows are `stride` floats apart, a multiple of kPad, and
// there are n + kPad of them.
struct Lengths {
    float* r;
    std::size_t n;
    const float* d;  // d[i * stride + k]
    const float* t;  // transposed: t[j * stride + k]; null for rungs that do not read it
    std::size_t stride;
};

constexpr std::size_t kPad = 64;  // floats: four vectors of 16, and more than the rows of any tile

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
        std::size_t rounds);  // only adds and compares, in registers; returns the number of relaxations
};

extern const Isa kPortable;
#if defined(__x86_64__)
extern const Isa kAvx2;
extern const Isa kAvx512;
#endif

// The sets that this CPU can run, the fastest first; there is always one.
std::vector<const Isa*> runnable_isas();

}  // namespace baseline::shortcuts
