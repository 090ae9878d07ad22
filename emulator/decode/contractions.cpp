// See contractions.hpp.
#include "emulator/decode/contractions.hpp"

#include <map>

#include "emulator/decode/instruction_parts.hpp"

namespace simt::exec {

namespace {

// "f32" for "mul.f32", "ftz.f32" for "sub.ftz.f32"; "" without the flags: such an opcode names its rounding or saturates.
std::string joinable(const ptx::Instruction& instruction, u8 flags) {
    const isa::Opcode& row = *instruction.isa;
    if ((row.flags & flags) == 0 || instruction.operands.size() != 3) return "";
    return row.name.substr(row.name.find('.') + 1);
}

bool names(const ptx::Operand& operand, const std::string& name) { return names_any(operand, {name}); }

// The products of a basic block that a later sum may still fuse with, by result register.
class Products {
  public:
    explicit Products(const RegisterUses& uses) : uses_(uses) {}

    void note(const ptx::Instruction& instruction) {
        if (instruction.operands.empty()) return;
        // Once a product or one of its factors is overwritten, no sum can fuse with it any more.
        std::erase_if(products_, [&](const auto& product) {
            for (const ptx::Operand& part : product.second->operands)
                if (part.kind == ptx::Operand::Kind::Register && names(instruction.operands[0], part.name))
                    return true;
            return false;
        });
        const ptx::Operand& result = instruction.operands[0];
        if (joinable(instruction, isa::kProduct).empty() || !instruction.guard.empty() ||
            result.kind != ptx::Operand::Kind::Register)
            return;
        const bool used_once = uses_.at(result.name) == 2;
        if (used_once) products_[result.name] = &instruction;
    }

    // The product that computed the operand; nullptr if there is none, or if it has another type.
    const ptx::Instruction* find(const ptx::Operand& operand, const std::string& type) const {
        const auto found = products_.find(operand.name);
        const bool fits = operand.kind == ptx::Operand::Kind::Register && found != products_.end() &&
                          joinable(*found->second, isa::kProduct) == type;
        return fits ? found->second : nullptr;
    }

  private:
    const RegisterUses& uses_;
    std::map<std::string, const ptx::Instruction*> products_;
};

}  // namespace

Contractions find_contractions(const ControlFlow& flow, const RegisterUses& uses) {
    Contractions contractions;
    for (const ControlFlow::Block& block : flow.blocks) {
        Products products(uses);
        for (const ControlFlow::Item& item : flow.items_of(block)) {
            const ptx::Instruction& instruction = *item.instruction;
            const std::string type = joinable(instruction, isa::kSum | isa::kDifference);
            for (const std::size_t operand : {2, 1})
                if (const ptx::Instruction* product =
                        type.empty() ? nullptr : products.find(instruction.operands[operand], type))
                    contractions[&instruction] = {product, operand, type};
            products.note(instruction);
        }
    }
    return contractions;
}

}  // namespace simt::exec
