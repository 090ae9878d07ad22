// The CPU's ladder for AVX-512, which objects.mk compiles this file for: vectors of 16 floats, 12 x 32 floats of r in 24 of 32
// registers.
#include "common/baseline/shortcuts/isa_of.hpp"

#if defined(__x86_64__)
namespace baseline::shortcuts {

const Isa kAvx512 = isa_of<16, 12>("avx512");

}  // namespace baseline::shortcuts
#endif
