// Makes the decoder's ops and code (decode/), which live in namespace exec, visible to the checks.
#pragma once

#include "emulator/bits.hpp"
#include "emulator/decode/op.hpp"

namespace simt::check {
using namespace exec;
}
