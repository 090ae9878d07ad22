// See matrix_product.hpp.
//
// A load of a fragment becomes ordinary loads, one or more for each register, behind an op that computes the lanes' addresses: so
// it is counted and checked as these are. Numbers that lie side by side are loaded together.
#include "emulator/decode/matrix_product.hpp"

#include <algorithm>
#include <bit>

#include "emulator/decode/matrix_form.hpp"
#include "emulator/decode/memory.hpp"
#include "emulator/decode/operands.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

bool is_sparse(const ptx::Instruction& instruction) {
    return instruction.parts.size() > 1 && instruction.parts[1].starts_with("sp");
}

std::shared_ptr<const MatrixForm> shared_form(const Code& code, const ptx::Instruction& instruction) {
    for (const MatrixProduct& product : code.products)
        if (product.form->opcode == instruction.opcode) return product.form;
    return is_sparse(instruction) ? sparse_form(instruction) : matrix_form(instruction);
}

void check_registers(const ptx::Instruction& instruction, std::size_t found, std::size_t needed) {
    if (found != needed)
        throw Error("the instruction " + instruction.opcode + " needs " + std::to_string(needed) +
                    " registers where " + std::to_string(found) + " are given");
}

isa::Id handler_for(Number factor, bool sparse) {
    if (sparse)
        return bits_of_number(factor) < 16 && factor != Number::E4m3 && factor != Number::E5m2
                   ? id("~mma.sp.integer")
                   : id("~mma.sp.float");
    switch (factor) {
        case Number::F64:
            return id("~mma.double");
        case Number::S8:
        case Number::U8:
        case Number::S4:
        case Number::U4:
            return id("~mma.integer");
        case Number::Bits:
            return id("~mma.bits");
        default:
            return id("~mma.float");
    }
}

// The accesses to memory of a wmma.load or wmma.store.
class FragmentAccess {
  public:
    FragmentAccess(Emitter& out, const ptx::Instruction& instruction, bool load)
        : out_(out), load_(load), shape_(fragment_shape(instruction)), bits_(bits_of_number(shape_.number)) {
        out.code().whole_warps = true;
        const std::vector<ptx::Operand>& operands = instruction.operands;
        by_rows_ = choice_of(instruction, {"row", "col"}) == 0;
        space_ = set_address(out, op_, operands.at(load ? 1 : 0), space_of(instruction));
        const u32 packed = by_rows_ ? shape_.columns : shape_.rows;
        stride_ = operands.size() > 2 ? source(out, operands[2], Element::B32) : out.constant(4, packed);
        check_registers(instruction, elements_of(operands.at(load ? 0 : 1)).size(), shape_.pieces.size());
    }

    const std::vector<Piece>& pieces() const { return shape_.pieces; }
    std::size_t distinct() const { return shape_.distinct; }
    Element element() const { return bits_ == 64 ? Element::B64 : Element::B32; }
    u32 bits() const { return bits_; }
    u32 per_register() const { return std::max(32 / bits_, 1u); }
    // How many of a register's numbers lie side by side in memory.
    u32 side_by_side(const Piece& piece) const { return piece.across != by_rows_ ? per_register() : 1; }

    // Moves `count` numbers of register `number`, from its number `first` on, between memory and the row `slot`.
    void move(u32 number, u32 first, u32 count, u32 slot) {
        const u32 bytes = std::max(bits_ * count / 8, 1u), register_bytes = std::max(bits_ / 8, 4u);
        Op op = op_;
        op.slot[kAddressSlot] = address(shape_.pieces[number], first);
        op.immediate = 0;
        op.slot[0] = slot;
        op.slot[kFragmentRegisterSlot] = number;
        op.width = static_cast<u8>(bytes);
        op.count = 1;
        const std::string rows = space_.empty() ? "generic" : space_ == "const" ? "global" : space_;
        out_.set_handler(op, id_named((load_ ? "~ld." : "~st.") + rows + (load_ ? ".u" : ".") +
                                      std::to_string(8 * bytes) + "." + std::to_string(8 * register_bytes)));
        op.detail |= (register_bytes == 8 ? 3u : 2u) << kRegisterShift;
        if (space_.empty() || space_ == "shared") out_.note_shared_access(bytes);
        if (space_.empty() || space_ == "global") out_.note_global_access(bytes, !load_);
        out_.emit(op, memory_class(space_, load_), false);
        if (!space_.empty()) return;
        Op second = out_.make(id("~nothing"));
        second.detail = op.detail;
        out_.emit(second, memory_class("shared", load_), false);
    }

  private:
    u32 address(const Piece& piece, u32 first) {
        const u32 row = piece.row + (piece.across ? first : 0),
                  column = piece.column + (piece.across ? 0 : first);
        const FragmentAddress where{.line = static_cast<u16>(by_rows_ ? row : column),
                                    .place = static_cast<u16>(by_rows_ ? column : row),
                                    .bits = static_cast<u8>(bits_),
                                    .stride_bits = static_cast<u8>(shape_.number == Number::Bits ? 1 : bits_),
                                    .per_lane = static_cast<u8>(piece.per_lane),
                                    .crossed = piece.across == by_rows_};
        const u8 bytes = (op_.detail & kAddress64) != 0 ? 8 : 4;
        Op op =
            out_.make(id("~fragment.address"), {out_.allocate_row(bytes), op_.slot[kAddressSlot], stride_});
        op.width = bytes;
        op.immediate = std::bit_cast<s64>(where);
        // The first of these ops stands for the instruction: it is counted, and its operands are checked there.
        const u32 index = out_.emit(op, cost::OpClass::Other, !counted_);
        counted_ = true;
        if (op_.immediate == 0) return out_.code().ops[index].slot[0];
        return out_.compute(bytes == 8 ? id("add.u64") : id("add.u32"), bytes,
                            {op.slot[0], out_.constant(bytes, static_cast<u64>(op_.immediate))});
    }

    Emitter& out_;
    bool load_, by_rows_ = true, counted_ = false;
    FragmentShape shape_;
    u32 bits_, stride_ = 0;
    Op op_;
    std::string space_;
};

}  // namespace

void decode_matrix_product(Emitter& out, const ptx::Instruction& instruction) {
    Code& code = out.code();
    code.whole_warps = true;
    MatrixProduct product;
    product.form = shared_form(code, instruction);
    constexpr FragmentOf kOperands[] = {FragmentOf::D, FragmentOf::A, FragmentOf::B, FragmentOf::C};
    for (std::size_t k = 0; k < std::size(kOperands); ++k) {
        const Fragment& fragment = product.form->of(kOperands[k]);
        const std::span<const ptx::Operand> registers = elements_of(instruction.operands.at(k));
        check_registers(instruction, registers.size(), fragment.registers);
        const Element element = fragment.register_bytes() == 8 ? Element::B64 : Element::B32;
        for (const ptx::Operand& each : registers)
            product.slots[static_cast<u32>(kOperands[k])].push_back(k == 0 ? destination(out, each, element)
                                                                           : source(out, each, element));
    }
    const bool sparse = is_sparse(instruction);
    if (sparse) {
        const ptx::Operand& selector = instruction.operands.at(5);
        product.metadata = source(out, instruction.operands[4], Element::B32);
        product.selector = static_cast<u32>(selector.bits);
        const u32 most = 4 / product.form->holders();
        if (selector.kind != ptx::Operand::Kind::Immediate || selector.bits >= most)
            throw Error("the sparsity selector of " + instruction.opcode + " has to be below " +
                        std::to_string(most));
    }
    Op op = out.make(handler_for(product.form->of(FragmentOf::A).number, sparse));
    op.detail = static_cast<u32>(code.products.size());
    code.products.push_back(std::move(product));
    out.emit(op);
}

void decode_fragment_load(Emitter& out, const ptx::Instruction& instruction) {
    FragmentAccess access(out, instruction, true);
    const std::span<const ptx::Operand> registers = elements_of(instruction.operands.at(0));
    const u8 bytes = access.element() == Element::B64 ? 8 : 4;
    std::vector<u32> values;
    for (u32 k = 0; k < access.distinct(); ++k) {
        const u32 together = access.side_by_side(access.pieces()[k]);
        u32 value = out.allocate_row(bytes);
        access.move(k, 0, together, value);
        for (u32 first = together; first < access.per_register(); first += together) {
            const u32 part = out.allocate_row(bytes);
            access.move(k, first, together, part);
            value = out.compute(id("bfi.b32"), bytes,
                                {part, value, out.constant(4, first * access.bits()),
                                 out.constant(4, together * access.bits())});
        }
        values.push_back(value);
    }
    // The address may be in one of the results, so these come last.
    for (u32 k = 0; k < registers.size(); ++k)
        out.emit_hidden(
            out.make(bytes == 8 ? id("mov.b64") : id("mov.b32"),
                     {destination(out, registers[k], access.element()), values[k % values.size()]}));
}

void decode_fragment_store(Emitter& out, const ptx::Instruction& instruction) {
    FragmentAccess access(out, instruction, false);
    const std::span<const ptx::Operand> registers = elements_of(instruction.operands.at(1));
    for (u32 k = 0; k < access.pieces().size(); ++k) {
        const u32 together = access.side_by_side(access.pieces()[k]);
        const u32 value = source(out, registers[k], access.element());
        access.move(k, 0, together, value);
        for (u32 first = together; first < access.per_register(); first += together)
            access.move(k, first, together,
                        out.compute(id("shr.u32"), 4, {value, out.constant(4, first * access.bits())}));
    }
}

}  // namespace simt::exec
