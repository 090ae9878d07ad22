// See operands.hpp.
#include "emulator/decode/operands.hpp"

#include <bit>

#include "emulator/error.hpp"

namespace simt::exec {

namespace {

u8 bytes_of(Element element) {
    switch (element) {
        case Element::Pred:
            return 0;
        case Element::B16:
            return 2;
        case Element::B32:
        case Element::F32:
            return 4;
        default:
            return 8;
    }
}

// Special registers that are constant because a cluster is one block.
const std::unordered_map<std::string, u64> kClusterOfOne{
    {"%cluster_ctaid.x", 0},  {"%cluster_ctaid.y", 0},  {"%cluster_ctaid.z", 0},
    {"%cluster_nctaid.x", 1}, {"%cluster_nctaid.y", 1}, {"%cluster_nctaid.z", 1},
    {"%cluster_ctarank", 0},  {"%cluster_nctarank", 1}, {"%is_explicit_cluster", 0},
};

std::string bits_name(u8 bytes) { return std::to_string(bytes * 8); }

u64 immediate_bits(const ptx::Operand& operand, Element element) {
    const bool is_f32 = operand.type == ptx::Type::F32, is_f64 = operand.type == ptx::Type::F64;
    if (element == Element::F32) {
        if (is_f32) return operand.bits;
        const double value = is_f64 ? std::bit_cast<double>(operand.bits)
                                    : static_cast<double>(static_cast<s64>(operand.bits));
        return std::bit_cast<u32>(static_cast<float>(value));
    }
    if (element == Element::F64) {
        if (is_f64) return operand.bits;
        if (is_f32)
            return std::bit_cast<u64>(
                static_cast<double>(std::bit_cast<float>(static_cast<u32>(operand.bits))));
        return std::bit_cast<u64>(static_cast<double>(static_cast<s64>(operand.bits)));
    }
    return operand.bits;
}

u32 symbol_address(Emitter& out, const ptx::Operand& operand, u8 bytes) {
    const Location location = out.locate(operand.name);
    const u64 value = location.offset + static_cast<u64>(operand.offset);
    switch (location.home) {
        case Home::Global:
        case Home::Const:
        case Home::Shared:
        case Home::KernelParam:
            return out.constant(bytes, value);
        case Home::Frame: {
            Op op = out.make(id("~local_address"));
            op.slot[0] = out.allocate_row(bytes);
            op.width = bytes;
            op.immediate = static_cast<s64>(value);
            out.emit_hidden(op);
            return op.slot[0];
        }
        case Home::Function:
            throw Error("dynamic parallelism, a launch from a kernel, is not supported");
        default:
            throw Error("the symbol " + operand.name + " is defined nowhere in this module");
    }
}

}  // namespace

u32 resize(Emitter& out, u32 slot, u8 from, u8 to, bool is_signed) {
    const std::string name = (from > to   ? "~trunc."
                              : is_signed ? "~sext."
                                          : "~zext.") +
                             bits_name(from) + "." + bits_name(to);
    Op op = out.make(name);
    op.slot[0] = out.allocate_row(to);
    op.slot[1] = slot;
    out.emit_hidden(op);
    return op.slot[0];
}

u32 predicate_source(Emitter& out, const ptx::Operand& operand) {
    if (operand.kind == ptx::Operand::Kind::Immediate) return out.constant(0, operand.bits);
    if (const auto found = kClusterOfOne.find(operand.name); found != kClusterOfOne.end())
        return out.constant(0, found->second);
    const RegisterRow reg = out.register_named(operand.name);
    if (reg.bytes != 0) throw Error(operand.name + " is not a predicate");
    if (!operand.negated) return reg.slot;
    Op op = out.make(id("not.pred"));
    op.slot[0] = out.allocate_row(0);
    op.slot[1] = reg.slot;
    out.emit_hidden(op);
    return op.slot[0];
}

u32 source(Emitter& out, const ptx::Operand& operand, Element element) {
    if (element == Element::Pred) return predicate_source(out, operand);
    const u8 bytes = bytes_of(element);
    if (operand.kind == ptx::Operand::Kind::Immediate)
        return out.constant(bytes, immediate_bits(operand, element));
    return source_of_width(out, operand, bytes);
}

u32 source_of_width(Emitter& out, const ptx::Operand& operand, u8 bytes) {
    switch (operand.kind) {
        case ptx::Operand::Kind::Register: {
            const RegisterRow reg = out.register_named(operand.name);
            if (reg.bytes == bytes) return reg.slot;
            if (reg.bytes == 0 || reg.bytes > 8) throw Error(operand.name + " has the wrong type here");
            return resize(out, reg.slot, reg.bytes, bytes, false);
        }
        case ptx::Operand::Kind::Special: {
            if (const auto found = kClusterOfOne.find(operand.name); found != kClusterOfOne.end())
                return out.constant(bytes, found->second);
            if (const std::optional<u32> slot = out.special(operand.name))
                return bytes == 4 ? *slot : resize(out, *slot, 4, bytes, false);
            if (operand.name == kReservedSharedRegister)
                return out.constant(bytes, out.builder.shared().reserved.value());
            const bool high = operand.name.ends_with("_hi");
            if (!operand.name.starts_with("%clock") && !operand.name.starts_with("%globaltimer"))
                throw Error("the special register " + operand.name + " is not supported");
            Op op = out.make(id("~clock"));
            op.slot[0] = out.allocate_row(bytes);
            op.width = bytes;
            op.immediate = high ? 32 : 0;
            out.emit_hidden(op);
            return op.slot[0];
        }
        case ptx::Operand::Kind::Symbol:
            return symbol_address(out, operand, bytes);
        case ptx::Operand::Kind::Immediate:
            return out.constant(bytes, operand.bits);
        default:
            throw Error("this kind of operand is not supported here");
    }
}

u32 destination(Emitter& out, const ptx::Operand& operand, Element element, bool is_signed) {
    const u8 bytes = bytes_of(element);
    if (operand.kind == ptx::Operand::Kind::Sink) return out.scratch(bytes);
    if (operand.kind != ptx::Operand::Kind::Register) throw Error("the destination is not a register");
    const RegisterRow reg = out.register_named(operand.name);
    if (reg.bytes == bytes) return reg.slot;
    if (reg.bytes < bytes) throw Error("the destination " + operand.name + " is too narrow");
    const u32 slot = out.allocate_row(bytes);
    out.extend_later(reg, slot, bytes, is_signed);
    return slot;
}

}  // namespace simt::exec
