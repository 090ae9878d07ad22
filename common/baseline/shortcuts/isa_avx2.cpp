// The CPU's ladder for AVX2 (objects.mk sets the flags for this file): vectors of 8 floats. 6 x 16 floats of r take
// 12 of 16 registers. The others hold two vectors of d[k][j], an element of d[i][k], and a sum to compare.
#include "common/baseline/shortcuts/isa_of.hpp"

#if defined(__x86_64__)
namespace baseline::shortcuts {

const Isa kAvx2 =
    isa_of<8, 6>("avx2", multiply::kernel_of<MinPlus, 8, 2>("avx2", std::make_integer_sequence<int, 6>()));

}  // namespace baseline::shortcuts
#endif
