// The decoder's data as the checks name it: ops and code (decode/), in the namespace that they share with exec.
#pragma once

#include "emulator/bits.hpp"
#include "emulator/decode/op.hpp"

namespace simt::check {
using namespace exec;
}
