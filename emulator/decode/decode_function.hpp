// All of a function's instructions to ops: registers become rows, operands slots, labels op numbers, and where diverged lanes meet an
// op joins them. Each kind of instruction has a decoder, in the file of its family; a decoder makes the instruction's ops and emits them,
// and throws simt::Error, or std::out_of_range, for modifiers and operands that are not supported.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_function(CodeBuilder& builder, const ptx::Function& function, const FunctionPasses& passes);

}  // namespace simt::exec
