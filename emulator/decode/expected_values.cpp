// See expected_values.hpp.
#include "emulator/decode/expected_values.hpp"

#include "emulator/decode/operand_registers.hpp"

namespace simt::exec {

std::set<std::string> find_expected_values(const ptx::Function& function) {
    std::set<std::string> expected;
    bool more = false;
    const auto add = [&](const std::string& name) { more |= expected.insert(name).second; };
    for (const ptx::Instruction& instruction : function.body)
        if (instruction.is(isa::Memory::Atomic) && instruction.has("cas") && instruction.operands.size() > 2)
            each_register(instruction.operands[2], add);
    while (more) {
        more = false;
        for (const ptx::Instruction& instruction : function.body)
            if (instruction.is(isa::Kind::Move) && instruction.operands.size() == 2 &&
                names_any(instruction.operands[0], expected))
                each_register(instruction.operands[1], add);
    }
    return expected;
}

}  // namespace simt::exec
