// See warpgroup.hpp.
#include "emulator/decode/warpgroup.hpp"

#include "emulator/decode/operands.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

isa::Id handler_for(Number factor) {
    if (factor == Number::Bits) return id("~wgmma.bits");
    return factor == Number::S8 || factor == Number::U8 ? id("~wgmma.integer") : id("~wgmma.float");
}

// An immediate operand, `yes` or `no`.
bool flag(const ptx::Instruction& instruction, std::size_t operand, s64 yes, s64 no) {
    const ptx::Operand& given = instruction.operands.at(operand);
    const s64 value = static_cast<s32>(given.bits);
    if (given.kind != ptx::Operand::Kind::Immediate || (value != yes && value != no))
        throw Error("operand " + std::to_string(operand + 1) + " of " + instruction.opcode + " has to be " +
                    std::to_string(yes) + " or " + std::to_string(no));
    return value == yes;
}

std::vector<u32> rows_of(Emitter& out, const ptx::Instruction& instruction, const ptx::Operand& vector,
                         u32 needed) {
    std::vector<u32> rows;
    for (const ptx::Operand& each : elements_of(vector)) rows.push_back(source(out, each, Element::B32));
    if (rows.size() != needed)
        throw Error("the instruction " + instruction.opcode + " needs " + std::to_string(needed) +
                    " registers where " + std::to_string(rows.size()) + " are given");
    return rows;
}

}  // namespace

void decode_warpgroup_product(Emitter& out, const ptx::Instruction& instruction) {
    Code& code = out.code();
    code.whole_warps = true;
    code.counted_barriers = true;  // the four warps meet there
    const std::vector<ptx::Operand>& operands = instruction.operands;
    WarpgroupProduct product;
    for (const WarpgroupProduct& other : code.warpgroup_products)
        if (other.form->opcode == instruction.opcode) product.form = other.form;
    if (product.form == nullptr) product.form = warpgroup_form(instruction);
    const MatrixForm& form = *product.form;
    const Number factor = form.of(FragmentOf::A).number;
    Op op = out.make(handler_for(factor));
    product.sums = rows_of(out, instruction, operands.at(0), form.of(FragmentOf::D).registers);
    const bool in_registers = operands.at(1).kind == ptx::Operand::Kind::Vector;
    if (in_registers)
        product.factors = rows_of(out, instruction, operands[1], form.of(FragmentOf::A).registers);
    op.slot[0] = in_registers ? kNoSlot : source(out, operands[1], Element::B64);
    op.slot[1] = source(out, operands.at(2), Element::B64);
    op.slot[2] = kNoSlot;
    if (operands.at(3).kind == ptx::Operand::Kind::Immediate)
        op.immediate = operands[3].bits != 0;
    else
        op.slot[2] = predicate_source(out, operands[3]);
    const bool floats = form.of(FragmentOf::D).number != Number::S32;
    if (floats) {
        product.negated_a = flag(instruction, 4, -1, 1);
        product.negated_b = flag(instruction, 5, -1, 1);
    }
    const bool transposes = factor == Number::F16 || factor == Number::Bf16;
    if (transposes) {
        if (!in_registers) product.transposed_a = flag(instruction, 6, 1, 0);
        product.transposed_b = flag(instruction, in_registers ? 6 : 7, 1, 0);
    }
    const std::size_t count = !floats ? 4 : !transposes ? 6 : in_registers ? 7 : 8;
    if (operands.size() != count)
        throw Error("the instruction " + instruction.opcode + " has " + std::to_string(operands.size()) +
                    " operands where it needs " + std::to_string(count));
    op.detail = static_cast<u32>(code.warpgroup_products.size());
    code.warpgroup_products.push_back(std::move(product));
    out.note_shared_access(4);
    out.emit(op);
}

void decode_warpgroup_wait(Emitter& out, const ptx::Instruction& instruction) {
    Op op = out.make(instruction.isa->id);
    op.immediate = static_cast<s64>(instruction.operands.at(0).bits);
    if (op.immediate > 7) throw Error("wgmma.wait_group takes a number of groups from 0 to 7");
    out.emit(op);
}

}  // namespace simt::exec
