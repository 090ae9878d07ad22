// One function's instructions to ops.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

// passes: what they found out about the function. Registers become rows, operands slots, labels op numbers, and where diverged
// lanes meet an op joins them.
void decode_function(CodeBuilder& builder, const ptx::Function& function, const FunctionPasses& passes);

}  // namespace simt::exec
