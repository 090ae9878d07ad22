// Products and sums that ptxas joins. PTX allows it to make one fused operation of a mul and the add or sub that uses it, if
// neither names its rounding (PTX ISA, add and mul: "mul/add sequences with no rounding modifiers may be optimized to use
// fused-multiply-add"), and an H200's results show that it does. nvcc joins a * b + c itself and leaves a * b - c to ptxas.
//
// Of a * b - c * d the first product is the one that is joined. test/hardware/programs/contraction.cuh asks a GPU. Halves are
// joined as well, single and packed: ptxas 13.0 makes one HFMA2 of mul.f16 or mul.bf16x2 and its add.
#include "emulator/decode/decoder.hpp"
#include "emulator/decode/operand_registers.hpp"

namespace simt::exec {

namespace {

// "mul.f32", "sub.ftz.f32", "add.f64": "f32", "ftz.f32", "f64"; "" for an opcode that lacks the flags: it names its rounding, or
// saturates.
std::string joinable(const ptx::Instruction& instruction, u8 flags) {
    const isa::Opcode& row = *instruction.isa;
    return (row.flags & flags) != 0 ? row.name.substr(row.name.find('.') + 1) : "";
}

bool names(const ptx::Operand& operand, const std::string& name) {
    bool found = false;
    each_register(operand, [&](const std::string& named) { found |= named == name; });
    return found;
}

}  // namespace

void FunctionDecoder::note_product(const Instruction& instruction) {
    if (instruction.operands.empty()) return;
    // A product is gone when it or one of its factors gets another value.
    for (auto product = products_.begin(); product != products_.end();) {
        const std::vector<Operand>& parts = product->second->operands;
        bool changed = false;
        for (const Operand& part : parts)
            changed = changed ||
                      (part.kind == Operand::Kind::Register && names(instruction.operands[0], part.name));
        product = changed ? products_.erase(product) : std::next(product);
    }
    if (joinable(instruction, isa::kProduct).empty() || !instruction.guard.empty()) return;
    const Operand& result = instruction.operands[0];
    const bool used_once = result.kind == Operand::Kind::Register && passes_.uses.at(result.name) == 2;
    if (used_once && instruction.operands.size() == 3) products_[result.name] = &instruction;
}

// True if the add or sub was decoded as the fused operation that ptxas makes of it.
bool FunctionDecoder::decode_joined(const Instruction& instruction) {
    const bool minus = (instruction.isa->flags & isa::kDifference) != 0;
    const std::string type = joinable(instruction, isa::kSum | isa::kDifference);
    if (type.empty() || instruction.operands.size() != 3 || builder_.module().debug) return false;
    for (const std::size_t which : {1, 2}) {
        const auto found = products_.find(instruction.operands[which].name);
        if (instruction.operands[which].kind != Operand::Kind::Register || found == products_.end()) continue;
        const Instruction& product = *found->second;
        if (joinable(product, isa::kProduct) != type) continue;
        // p - c is a * b + (-c), c - p is (-a) * b + c.
        const isa::Opcode& row = isa::find("fma.rn." + type);
        Op fused = make(row.id);
        const Element element = row.element[0];
        fused.slot[1] = source(product.operands[1], element);
        fused.slot[2] = source(product.operands[2], element);
        fused.slot[3] = source(instruction.operands[3 - which], element);
        if (minus) {
            Op negated = make("neg." + type.substr(type.rfind('.') + 1));
            u32& changed = fused.slot[which == 1 ? 3 : 1];
            negated.slot[1] = changed;
            changed = negated.slot[0] = scratch(element == Element::F64   ? 8
                                                : element == Element::B16 ? 2
                                                                          : 4);
            emit_hidden(negated);
        }
        fused.slot[0] = destination(instruction.operands[0], element, false);
        emit(fused);
        return true;
    }
    return false;
}

}  // namespace simt::exec
