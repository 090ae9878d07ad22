// setp with two results or a third predicate, and set.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

// A comparison's opcode taken apart: "set.lt.and.ftz.u32.f16x2" compares two f16 by setp.lt.ftz.f16.
struct Comparison {
    std::string row;      // of setp, for one number
    std::string combine;  // "and", "or", "xor" or empty
    bool packed = false;  // f16x2 or bf16x2: twice
};
// types: how many types end the opcode.
Comparison comparison_of(const std::vector<std::string>& parts, std::size_t types);

void decode_compare(Emitter& out, const ptx::Instruction& instruction);
void decode_set(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
