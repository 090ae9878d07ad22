// See register_lives.hpp.
#include "emulator/decode/register_lives.hpp"

namespace simt::exec {

namespace {

// Instructions that only write their first operand, in every lane that executes them.
bool writes_first_operand(const ptx::Instruction& instruction) {
    switch (instruction.isa->kind) {
        case isa::Kind::Data:
        case isa::Kind::Move:
        case isa::Kind::ConvertAddress:
        case isa::Kind::Compare:
        case isa::Kind::Set:
        case isa::Kind::Lookup:
        case isa::Kind::Load:
            return true;
        default:
            return false;
    }
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
        // A later sum may be fused with this product (contractions.hpp), so its operands have to stay.
        if ((instruction.isa->flags & isa::kProduct) != 0)
            for (const ptx::Operand& operand : instruction.operands)
                each_register(operand, [&](const std::string& name) { lives[name].short_lived = false; });
    }
    LastUses last_uses;
    for (const auto& [name, life] : lives)
        if (life.short_lived && register_bytes(types, name) >= 2) last_uses[name] = life.last;
    return last_uses;
}

}  // namespace simt::exec
