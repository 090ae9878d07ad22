// See register_lives.hpp.
#include "emulator/decode/register_lives.hpp"

#include <set>

namespace simt::exec {

namespace {

// Instructions that do nothing to their first operand but write it, in every lane that executes them.
bool writes_first_operand(const ptx::Instruction& instruction) {
    static const std::set<std::string> kRoots{
        "ld",  "mov",  "add",  "sub",   "mul",  "mad",  "fma", "min",  "max",  "neg",  "abs",
        "and", "or",   "xor",  "not",   "shl",  "shr",  "cvt", "cvta", "selp", "setp", "div",
        "rem", "rcp",  "sqrt", "rsqrt", "sin",  "cos",  "ex2", "lg2",  "popc", "clz",  "bfe",
        "bfi", "brev", "shf",  "lop3",  "prmt", "dp4a", "ldu", "sad",  "set",  "tanh", "mul24"};
    return kRoots.contains(instruction.parts[0]);
}

// Multiplications of floats may be joined with an addition that comes later (contraction.cpp): what they name has
// to stay.
bool may_be_joined(const ptx::Instruction& instruction) {
    const char kind = instruction.parts.back()[0];
    return instruction.parts[0] == "mul" && (kind == 'f' || kind == 'b');
}

}  // namespace

RegisterUses count_uses(const ptx::Function& function) {
    RegisterUses uses;
    for (const ptx::Instruction& instruction : function.body)
        for (const ptx::Operand& operand : instruction.operands)
            each_register(operand, [&](const std::string& name) { ++uses[name]; });
    return uses;
}

LastUses find_last_uses(const ControlFlow& flow, const RegisterTypes& types) {
    struct Life {
        u32 block = 0, last = 0;
        bool short_lived = false;
    };
    std::unordered_map<std::string, Life> lives;
    const auto name_at = [&](const std::string& name, u32 item, bool defines) {
        const auto [place, is_new] = lives.emplace(name, Life{flow.block_of_item[item], item, defines});
        Life& life = place->second;
        if (!is_new && life.block != flow.block_of_item[item]) life.short_lived = false;
        life.last = item;
    };
    for (u32 k = 0; k < flow.items.size(); ++k) {
        const ptx::Instruction& instruction = *flow.items[k].instruction;
        if (!instruction.guard.empty()) name_at(instruction.guard, k, false);
        for (std::size_t operand = 1; operand < instruction.operands.size(); ++operand)
            each_register(instruction.operands[operand],
                          [&](const std::string& name) { name_at(name, k, false); });
        if (instruction.operands.empty()) continue;
        const bool defines = instruction.guard.empty() && writes_first_operand(instruction) &&
                             instruction.operands[0].kind != ptx::Operand::Kind::Address;
        each_register(instruction.operands[0], [&](const std::string& name) { name_at(name, k, defines); });
        if (may_be_joined(instruction))
            for (const ptx::Operand& operand : instruction.operands)
                each_register(operand, [&](const std::string& name) { lives[name].short_lived = false; });
    }
    LastUses last_uses;
    for (const auto& [name, life] : lives)
        if (life.short_lived && register_bytes(types, name) >= 2) last_uses[name] = life.last;
    return last_uses;
}

}  // namespace simt::exec
