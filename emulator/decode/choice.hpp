// Modifiers of which an instruction has one.
#pragma once

#include <initializer_list>

#include "emulator/error.hpp"
#include "emulator/ptx/module.hpp"

namespace simt::exec {

// Position of the one of `names` that is a part of the opcode.
inline u8 choice_of(const ptx::Instruction& instruction, std::initializer_list<const char*> names) {
    u8 k = 0;
    for (const char* name : names) {
        if (instruction.has(name)) return k;
        ++k;
    }
    throw Error("the instruction " + instruction.opcode + " is not supported");
}

}  // namespace simt::exec
