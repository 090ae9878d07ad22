// One function's instructions to ops.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

// Block after block, by what the passes found out. Registers become rows, operands slots, labels op numbers, joining points ops
// of their own.
void decode_function(CodeBuilder& builder, const ptx::Function& function, const FunctionPasses& passes);

}  // namespace simt::exec
