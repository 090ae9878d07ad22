// The CPU's ladder for AVX-512 (objects.mk sets the flags for this file): vectors of 16 floats. 12 x 32 floats of r
// take 24 of 32 registers; in cache_blocked a tile is 8 x 48.
#include "common/baseline/shortcuts/isa_of.hpp"

#if defined(__x86_64__)
namespace baseline::shortcuts {

const Isa kAvx512 = isa_of<16, 12>(
    "avx512", multiply::kernel_of<MinPlus, 16, 3, 16>("avx512", std::make_integer_sequence<int, 8>()));

}  // namespace baseline::shortcuts
#endif
