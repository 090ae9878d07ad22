// The kernel for any CPU: vectors of 4 floats, which the compiler maps to the CPU's instructions (SSE on every
// x86-64, NEON on every 64-bit ARM). 6 x 8 floats of C are 12 vectors; with two of b and one of a they fit 16
// registers.
#include "common/baseline/multiply/kernel.hpp"

namespace baseline::multiply {

const Kernel kPortable = kernel_of<MultiplyAdd, 4, 2>("portable", std::make_integer_sequence<int, 6>());

}  // namespace baseline::multiply
