// The kernel for AVX2 with fused multiply-add (objects.mk sets the flags for this file): 16 registers of 8 floats. 6
// x 16 floats of C take 12 of them, b two, a broadcast element of a one. 12 multiply-adds need 8 loads; on a CPU that
// starts two of each in a cycle, the multiply-adds are the limit.
#include "common/baseline/multiply/kernel.hpp"

#if defined(__x86_64__)
namespace baseline::multiply {

const Kernel kAvx2 = kernel_of<MultiplyAdd, 8, 2>("avx2", std::make_integer_sequence<int, 6>());

}  // namespace baseline::multiply
#endif
