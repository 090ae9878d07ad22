// Rows for registers that live for a few instructions: compilers give each value a register of its own, and a loop that
// is unrolled would have rows for more of them than the CPU's cache holds. Registers whose every use lies in one basic
// block, behind a definition that no guard can skip, share rows.
//
// A lane goes through a block from its first instruction to its last, wherever the other lanes are, and rows have a place
// for each lane. So a row is free again behind the instruction that names its register last.
#include <set>

#include "emulator/decode/decoder.hpp"
#include "emulator/decode/operand_registers.hpp"

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

void FunctionDecoder::find_short_lives() {
    struct Life {
        u32 block = 0, last = 0;
        bool short_lived = false;
    };
    std::unordered_map<std::string, Life> lives;
    const auto name_at = [&](const std::string& name, u32 item, bool defines) {
        const auto [place, is_new] = lives.emplace(name, Life{block_of_item_[item], item, defines});
        Life& life = place->second;
        if (!is_new && (life.block != block_of_item_[item])) life.short_lived = false;
        life.last = item;
    };
    for (u32 k = 0; k < items_.size(); ++k) {
        const Instruction& instruction = *items_[k].instruction;
        if (!instruction.guard.empty()) name_at(instruction.guard, k, false);
        for (std::size_t operand = 1; operand < instruction.operands.size(); ++operand)
            each_register(instruction.operands[operand],
                          [&](const std::string& name) { name_at(name, k, false); });
        if (instruction.operands.empty()) continue;
        const bool defines = instruction.guard.empty() && writes_first_operand(instruction) &&
                             instruction.operands[0].kind != Operand::Kind::Address;
        each_register(instruction.operands[0], [&](const std::string& name) { name_at(name, k, defines); });
        if (may_be_joined(instruction))
            for (const Operand& operand : instruction.operands)
                each_register(operand, [&](const std::string& name) { lives[name].short_lived = false; });
    }
    for (const auto& [name, life] : lives)
        if (life.short_lived && types_.contains(name) && ptx::size_of(types_[name]) >= 2)
            last_use_[name] = life.last;
}

// The row of a register that is named for the first time.
u32 FunctionDecoder::allocate_register(const std::string& name, u8 bytes) {
    const auto life = last_use_.find(name);
    if (life == last_use_.end()) return allocate_row(bytes);
    ending_[life->second].push_back(name);
    std::vector<u32>& spare = spare_rows_[bytes];
    if (spare.empty()) return allocate_row(bytes);
    const u32 slot = spare.back();
    spare.pop_back();
    return slot;
}

// Behind an instruction: the rows of what it named last.
void FunctionDecoder::release_registers(u32 item) {
    const auto ending = ending_.find(item);
    if (ending == ending_.end()) return;
    for (const std::string& name : ending->second) {
        const Register reg = registers_[name];
        spare_rows_[reg.bytes].push_back(reg.slot);
    }
}

}  // namespace simt::exec
