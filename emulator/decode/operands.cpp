// Operands to slots: rows for registers, constants and special registers; addresses of symbols; widths made to fit.
#include <bit>

#include "emulator/decode/decoder.hpp"
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

// Registers of a cluster that is one block; by name, since each is one number.
const std::unordered_map<std::string, u64> kClusterOfOne{
    {"%cluster_ctaid.x", 0},  {"%cluster_ctaid.y", 0},  {"%cluster_ctaid.z", 0},
    {"%cluster_nctaid.x", 1}, {"%cluster_nctaid.y", 1}, {"%cluster_nctaid.z", 1},
    {"%cluster_ctarank", 0},  {"%cluster_nctarank", 1}, {"%is_explicit_cluster", 0},
};

std::string bits_name(u8 bytes) { return std::to_string(bytes * 8); }

}  // namespace

FunctionDecoder::Location FunctionDecoder::locate(const std::string& name) {
    if (const auto found = locations_.find(name); found != locations_.end()) return found->second;
    Location location;
    if (const ptx::Variable* shared = shared_variable(builder_.module(), name)) {
        location = {Home::Shared, builder_.shared().offset_of(*shared)};
    } else if (const std::optional<u64> address = builder_.address_of(name)) {
        location = {Home::Global, *address};
    } else if (builder_.function_named(name) != nullptr) {
        location = {Home::Function, 0};
    }
    return locations_[name] = location;
}

u64 FunctionDecoder::immediate_bits(const Operand& operand, Element element) const {
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

u32 FunctionDecoder::resize(u32 slot, u8 from, u8 to, bool is_signed) {
    const std::string name = (from > to   ? "~trunc."
                              : is_signed ? "~sext."
                                          : "~zext.") +
                             bits_name(from) + "." + bits_name(to);
    Op op = make(name);
    op.slot[0] = allocate_row(to);
    op.slot[1] = slot;
    emit_hidden(op);
    return op.slot[0];
}

u32 FunctionDecoder::symbol_address(const Operand& operand, u8 bytes) {
    const Location location = locate(operand.name);
    const u64 value = location.offset + static_cast<u64>(operand.offset);
    switch (location.home) {
        case Home::Global:
        case Home::Const:
        case Home::Shared:
        case Home::KernelParam:
            return constant(bytes, value);
        case Home::Frame: {
            Op op = make(id("~local_address"));
            op.slot[0] = allocate_row(bytes);
            op.width = bytes;
            op.immediate = static_cast<s64>(value);
            emit_hidden(op);
            return op.slot[0];
        }
        case Home::Function:
            throw Error("dynamic parallelism, a launch from a kernel, is not supported");
        default:
            throw Error("the symbol " + operand.name + " is defined nowhere in this module");
    }
}

u32 FunctionDecoder::predicate_source(const Operand& operand) {
    if (operand.kind == Operand::Kind::Immediate) return constant(0, operand.bits);
    if (const auto found = kClusterOfOne.find(operand.name); found != kClusterOfOne.end())
        return constant(0, found->second);
    const Register reg = register_named(operand.name);
    if (reg.bytes != 0) throw Error(operand.name + " is not a predicate");
    if (!operand.negated) return reg.slot;
    Op op = make(id("not.pred"));
    op.slot[0] = allocate_row(0);
    op.slot[1] = reg.slot;
    emit_hidden(op);
    return op.slot[0];
}

u32 FunctionDecoder::source(const Operand& operand, Element element) {
    if (element == Element::Pred) return predicate_source(operand);
    const u8 bytes = bytes_of(element);
    if (operand.kind == Operand::Kind::Immediate) return constant(bytes, immediate_bits(operand, element));
    return source_of_width(operand, bytes);
}

// A register, special register or symbol as a row of `bytes` an element; narrower registers are zero-extended.
u32 FunctionDecoder::source_of_width(const Operand& operand, u8 bytes) {
    switch (operand.kind) {
        case Operand::Kind::Register: {
            const Register reg = register_named(operand.name);
            if (reg.bytes == bytes) return reg.slot;
            if (reg.bytes == 0 || reg.bytes > 8) throw Error(operand.name + " has the wrong type here");
            return resize(reg.slot, reg.bytes, bytes, false);
        }
        case Operand::Kind::Special: {
            if (const auto found = kClusterOfOne.find(operand.name); found != kClusterOfOne.end())
                return constant(bytes, found->second);
            if (const std::optional<u32> slot = special(operand.name))
                return bytes == 4 ? *slot : resize(*slot, 4, bytes, false);
            if (operand.name == kReservedSharedRegister)
                return constant(bytes, builder_.shared().reserved.value());
            const bool high = operand.name.ends_with("_hi");
            if (!operand.name.starts_with("%clock") && !operand.name.starts_with("%globaltimer"))
                throw Error("the special register " + operand.name + " is not supported");
            Op op = make(id("~clock"));
            op.slot[0] = allocate_row(bytes);
            op.width = bytes;
            op.immediate = high ? 32 : 0;
            emit_hidden(op);
            return op.slot[0];
        }
        case Operand::Kind::Symbol:
            return symbol_address(operand, bytes);
        case Operand::Kind::Immediate:
            return constant(bytes, operand.bits);
        default:
            throw Error("this kind of operand is not supported here");
    }
}

u32 FunctionDecoder::destination(const Operand& operand, Element element, bool is_signed) {
    const u8 bytes = bytes_of(element);
    if (operand.kind == Operand::Kind::Sink) return scratch(bytes);
    if (operand.kind != Operand::Kind::Register) throw Error("the destination is not a register");
    const Register reg = register_named(operand.name);
    if (reg.bytes == bytes) return reg.slot;
    if (reg.bytes < bytes) throw Error("the destination " + operand.name + " is too narrow");
    const u32 slot = allocate_row(bytes);
    extensions_.push_back({reg.slot, slot, bytes, reg.bytes, is_signed});
    return slot;
}

void FunctionDecoder::flush_extensions() {
    for (const Extension& extension : extensions_) {
        const std::string name = (extension.is_signed ? "~sext." : "~zext.") + bits_name(extension.from) +
                                 "." + bits_name(extension.to);
        Op op = make(name);
        op.slot[0] = extension.slot;
        op.slot[1] = extension.from_slot;
        emit_hidden(op);
    }
    extensions_.clear();
}

}  // namespace simt::exec
