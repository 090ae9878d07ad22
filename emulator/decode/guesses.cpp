// Plain loads whose value an atomic compare-and-swap only compares with: the first guess of a loop that does what no atomic
// does by itself (CUDA C++ Programming Guide, atomicAdd() for double). A guess may be out of date, and the loop goes on then;
// so it does not race with the swaps.
#include "emulator/decode/decoder.hpp"
#include "emulator/decode/operand_registers.hpp"

namespace simt::exec {

void FunctionDecoder::find_guesses() {
    bool more = false;
    const auto add = [&](const std::string& name) { more |= guesses_.insert(name).second; };
    for (const Instruction& instruction : function_.body)
        if (instruction.opcode.starts_with("atom.") &&
            instruction.opcode.find(".cas.") != std::string::npos && instruction.operands.size() > 2)
            each_register(instruction.operands[2], add);
    // Through moves, however many.
    while (more) {
        more = false;
        for (const Instruction& instruction : function_.body)
            if (instruction.parts[0] == "mov" && instruction.operands.size() == 2 &&
                is_guess(instruction.operands[0]))
                each_register(instruction.operands[1], add);
    }
}

bool FunctionDecoder::is_guess(const Operand& operand) const {
    bool found = false;
    each_register(operand, [&](const std::string& name) { found |= guesses_.contains(name); });
    return found;
}

}  // namespace simt::exec
