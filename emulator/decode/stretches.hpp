// Finds stretches: loads of shared memory beside earlier ones and arithmetic that follow each other, as in an unrolled inner loop.
// The first of these ops gets a handler that runs all of them, if every lane is active and nothing needs a closer look
// (exec/ops/memory_shared.cpp). All other ops stay as they are, for the warps that run them one by one.
#pragma once

#include "emulator/decode/code.hpp"

namespace simt::exec {

void find_stretches(Code& code, HandlerOf handler_of);

}  // namespace simt::exec
