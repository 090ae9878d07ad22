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

const std::unordered_map<std::string, Special> kSpecials{
    {"%tid.x", Special::TidX},
    {"%tid.y", Special::TidY},
    {"%tid.z", Special::TidZ},
    {"%ntid.x", Special::NtidX},
    {"%ntid.y", Special::NtidY},
    {"%ntid.z", Special::NtidZ},
    {"%ctaid.x", Special::CtaidX},
    {"%ctaid.y", Special::CtaidY},
    {"%ctaid.z", Special::CtaidZ},
    {"%nctaid.x", Special::NctaidX},
    {"%nctaid.y", Special::NctaidY},
    {"%nctaid.z", Special::NctaidZ},
    {"%laneid", Special::LaneId},
    {"%warpid", Special::WarpId},
    {"%nwarpid", Special::NwarpId},
    {"%smid", Special::SmId},
    {"%nsmid", Special::NsmId},
    {"%gridid", Special::GridId},
    {"%envreg1", Special::GridWorkspaceHigh},
    {"%envreg2", Special::GridWorkspace},
    // Without cluster dimensions each block is a cluster of its own.
    {"%clusterid.x", Special::CtaidX},
    {"%clusterid.y", Special::CtaidY},
    {"%clusterid.z", Special::CtaidZ},
    {"%nclusterid.x", Special::NctaidX},
    {"%nclusterid.y", Special::NctaidY},
    {"%nclusterid.z", Special::NctaidZ},
    {"%lanemask_eq", Special::LanemaskEq},
    {"%lanemask_le", Special::LanemaskLe},
    {"%lanemask_lt", Special::LanemaskLt},
    {"%lanemask_ge", Special::LanemaskGe},
    {"%lanemask_gt", Special::LanemaskGt},
    {"%dynamic_smem_size", Special::DynamicSharedBytes},
    {"%total_smem_size", Special::TotalSharedBytes},
};

// Registers of a cluster that is one block; by name, since each is one number.
const std::unordered_map<std::string, u64> kClusterOfOne{
    {"%cluster_ctaid.x", 0},  {"%cluster_ctaid.y", 0},  {"%cluster_ctaid.z", 0},
    {"%cluster_nctaid.x", 1}, {"%cluster_nctaid.y", 1}, {"%cluster_nctaid.z", 1},
    {"%cluster_ctarank", 0},  {"%cluster_nctarank", 1}, {"%is_explicit_cluster", 0},
};

std::string bits_name(u8 bytes) { return std::to_string(bytes * 8); }

}  // namespace

u32 FunctionDecoder::allocate_row(u8 bytes) {
    if (bytes == 0) {
        if (predicate_next_ == predicate_end_) {
            predicate_next_ = row_bytes_;
            row_bytes_ += 64;
            predicate_end_ = row_bytes_;
        }
        predicate_next_ += 4;
        return predicate_next_ - 4;
    }
    const u32 slot = row_bytes_;
    row_bytes_ += u32{bytes} * kLanes;
    return slot;
}

// The row of a register that is named for the first time.
u32 FunctionDecoder::allocate_register(const std::string& name, u8 bytes) {
    const auto life = passes_.last_uses.find(name);
    if (life == passes_.last_uses.end()) return allocate_row(bytes);
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

FunctionDecoder::Register FunctionDecoder::register_named(const std::string& name) {
    if (const auto found = registers_.find(name); found != registers_.end()) return found->second;
    const auto type = passes_.types.find(name);
    if (type == passes_.types.end()) throw Error("the register " + name + " is not declared");
    u8 bytes = static_cast<u8>(ptx::size_of(type->second));
    if (bytes == 1) bytes = 2;  // 8-bit registers are held in 16 bits
    return registers_[name] = {allocate_register(name, bytes), bytes};
}

u32 FunctionDecoder::constant(u8 bytes, u64 bits) {
    if (bytes == 0)
        bits = bits != 0;
    else if (bytes < 8)
        bits &= (u64{1} << (8 * bytes)) - 1;
    const auto key = std::make_pair(bytes, bits);
    if (const auto found = constants_.find(key); found != constants_.end()) return found->second;
    const u32 slot = allocate_row(bytes);
    self().constants.push_back({slot, bytes, bits});
    return constants_[key] = slot;
}

u32 FunctionDecoder::scratch(u8 bytes) {
    if (const auto found = scratch_.find(bytes); found != scratch_.end()) return found->second;
    return scratch_[bytes] = allocate_row(bytes);
}

// The row of a special register (32 bits), or nullopt for those that have to be computed when they are read.
std::optional<u32> FunctionDecoder::special(const std::string& name) {
    const auto known = kSpecials.find(name);
    if (known == kSpecials.end()) return std::nullopt;
    if (const auto found = specials_.find(known->second); found != specials_.end()) return found->second;
    const u32 slot = allocate_row(4);
    self().specials.push_back({slot, known->second});
    return specials_[known->second] = slot;
}

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
    Op op = make(name.c_str());
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
            Op op = make("~local_address");
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
    Op op = make("not.pred");
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
            Op op = make("~clock");
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
        Op op = make(name.c_str());
        op.slot[0] = extension.slot;
        op.slot[1] = extension.from_slot;
        emit_hidden(op);
    }
    extensions_.clear();
}

}  // namespace simt::exec
