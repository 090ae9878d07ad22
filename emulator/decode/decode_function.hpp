// Turns a function's instructions into ops: registers become rows, operands slots and labels op numbers. An op is inserted
// wherever diverged lanes reconverge.
//
// Each kind of instruction has a decoder in its family's file. A decoder emits the instruction's ops. It throws simt::Error or
// std::out_of_range for unsupported modifiers and operands.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_function(CodeBuilder& builder, const ptx::Function& function, const FunctionPasses& passes);

}  // namespace simt::exec
