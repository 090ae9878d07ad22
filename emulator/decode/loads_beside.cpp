// See loads_beside.hpp.
#include "emulator/decode/loads_beside.hpp"

#include "emulator/decode/operand_registers.hpp"

namespace simt::exec {

std::optional<u32> LoadsBeside::first(const ptx::Instruction& load, const std::string& address_register,
                                      u32 op) {
    const auto [place, is_first] = first_.try_emplace(load.opcode + " " + address_register, op);
    return is_first ? std::nullopt : std::optional(place->second);
}

void LoadsBeside::forget(const ptx::Instruction& instruction) {
    if (first_.empty() || instruction.operands.empty()) return;
    each_register(instruction.operands[0], [&](const std::string& name) {
        std::erase_if(first_, [&](const auto& known) { return known.first.ends_with(" " + name); });
    });
}

}  // namespace simt::exec
