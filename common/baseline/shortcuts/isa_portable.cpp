// The CPU's ladder for any CPU: vectors of 4 floats, 6 x 8 floats of r in 12 of 16 registers.
#include "common/baseline/shortcuts/isa_of.hpp"

namespace baseline::shortcuts {

const Isa kPortable = isa_of<4, 6>(
    "portable", multiply::kernel_of<MinPlus, 4, 2>("portable", std::make_integer_sequence<int, 6>()));

}  // namespace baseline::shortcuts
