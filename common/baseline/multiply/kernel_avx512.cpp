// The kernel for AVX-512, which objects.mk compiles this file for: 32 registers of 16 floats. 12 x 32 floats of C take 24 of
// them, b two, a broadcast element of a one. 24 multiply-adds come with 14 loads.
#include "common/baseline/multiply/kernel.hpp"

#if defined(__x86_64__)
namespace baseline::multiply {

const Kernel kAvx512 = kernel_of<MultiplyAdd, 16, 2>("avx512", std::make_integer_sequence<int, 12>());

}  // namespace baseline::multiply
#endif
