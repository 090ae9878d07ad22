// See operands.hpp.
#include "emulator/decode/operands.hpp"

#include "emulator/error.hpp"
#include "emulator/ptx/constant.hpp"

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

ptx::Type float_type(Element element) {
    return element == Element::F32   ? ptx::Type::F32
           : element == Element::F64 ? ptx::Type::F64
                                     : ptx::Type::None;
}

u32 symbol_address(Emitter& out, const ptx::Operand& operand, u8 bytes) {
    const Location location = out.locate(operand.name);
    const u64 value = location.offset + static_cast<u64>(operand.offset);
    switch (location.home) {
        case Home::Global:
        case Home::Shared:
        case Home::KernelParam:
            return out.constant(bytes, value);
        case Home::Frame: {
            Op op = out.make(id("~local_address"), {out.allocate_row(bytes)});
            op.width = bytes;
            op.immediate = static_cast<s64>(value);
            out.emit_hidden(op);
            return op.slot[0];
        }
        case Home::Function:
            throw Error("the address of " + operand.name + ", a function without a body in this module");
        default:
            throw Error("the symbol " + operand.name + " is defined nowhere in this module");
    }
}

u32 special_source(Emitter& out, const ptx::Operand& operand, u8 bytes) {
    using ptx::Special;
    switch (operand.special) {
        case Special::ReservedShared:
            return out.constant(bytes, out.builder.passes.shared.reserved.value());
        case Special::Clock:
        case Special::ClockHigh: {
            Op op = out.make(id("~clock"), {out.allocate_row(bytes)});
            op.width = bytes;
            op.immediate = operand.special == Special::ClockHigh ? 32 : 0;
            out.emit_hidden(op);
            return op.slot[0];
        }
        case Special::Unsupported:
            throw Error("the special register " + operand.name + " is not supported");
        default: {
            const u32 slot = out.special(operand.special);
            return bytes == 4 ? slot : resize(out, slot, 4, bytes, false);
        }
    }
}

}  // namespace

u32 resize(Emitter& out, u32 slot, u8 from, u8 to, bool is_signed) {
    const char* const how = from > to ? "~trunc." : is_signed ? "~sext." : "~zext.";
    return out.compute(id_named(how + std::to_string(8 * from) + "." + std::to_string(8 * to)), to, {slot});
}

u32 plain_predicate(Emitter& out, const ptx::Operand& operand) {
    if (operand.kind == ptx::Operand::Kind::Immediate) return out.constant(0, operand.bits);
    if (operand.special == ptx::Special::IsCluster)
        return out.compute(id("setp.ne.u32"), 0, {out.special(operand.special), out.constant(4, 0)});
    const RegisterRow reg = out.register_named(operand.name);
    if (reg.bytes != 0) throw Error(operand.name + " is not a predicate");
    return reg.slot;
}

u32 predicate_source(Emitter& out, const ptx::Operand& operand) {
    const u32 slot = plain_predicate(out, operand);
    return operand.negated ? out.compute(id("not.pred"), 0, {slot}) : slot;
}

u32 source(Emitter& out, const ptx::Operand& operand, Element element) {
    if (element == Element::Pred) return predicate_source(out, operand);
    const u8 bytes = bytes_of(element);
    if (operand.kind == ptx::Operand::Kind::Immediate)
        return out.constant(bytes, ptx::converted({operand.type, operand.bits}, float_type(element)));
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
        case ptx::Operand::Kind::Special:
            return special_source(out, operand, bytes);
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

u32 wide_register(Emitter& out, const ptx::Operand& operand) {
    if (operand.kind == ptx::Operand::Kind::Sink) return out.allocate_row(kWideBytes);
    if (operand.kind != ptx::Operand::Kind::Register || out.register_named(operand.name).bytes != kWideBytes)
        throw Error("expected a 128-bit register");
    return out.register_named(operand.name).slot;
}

}  // namespace simt::exec
