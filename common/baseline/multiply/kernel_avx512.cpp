// The kernel for AVX-512 (objects.mk sets the flags for this file): 32 registers of 16 floats. 9 x 48 floats of C
// take 27 of them, b three, a broadcast element of a one. 27 multiply-adds need 12 loads.
#include "common/baseline/multiply/kernel.hpp"

#if defined(__x86_64__)
namespace baseline::multiply {

const Kernel kAvx512 = kernel_of<MultiplyAdd, 16, 3, 16>("avx512", std::make_integer_sequence<int, 9>());

}  // namespace baseline::multiply
#endif
