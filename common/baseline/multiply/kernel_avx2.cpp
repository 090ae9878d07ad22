// The kernel for AVX2 with fused multiply-add, which objects.mk compiles this file for: 16 registers of 8 floats. 6 x 16
// floats of C take 12 of them, b two, a broadcast element of a one. 12 multiply-adds come with 8 loads; a CPU that starts
// two of each in a cycle is busy with the former.
#include "common/baseline/multiply/kernel.hpp"

#if defined(__x86_64__)
namespace baseline::multiply {

const Kernel kAvx2 = kernel_of<MultiplyAdd, 8, 2>("avx2", std::make_integer_sequence<int, 6>());

}  // namespace baseline::multiply
#endif
