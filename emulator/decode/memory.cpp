// Loads, stores and matrices: which memory, how wide, at which address.
#include "emulator/decode/memory.hpp"

#include <algorithm>

#include "emulator/decode/operands.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

// Returns the access's ordering as AccessOrder's bits, and notes in Code that the kernel has such accesses.
u32 note_order(Emitter& out, bool may_be_shared) {
    using isa::Memory;
    const ptx::Instruction& instruction = out.instruction();
    const auto has = [&](const char* part) { return instruction.has(part); };
    u32 bits = 0;
    if (instruction.is(Memory::Atomic) || instruction.is(Memory::Reduction) || is_strong(instruction))
        bits |= kStrong;
    if (has("cta")) bits |= kWithinBlockScope;
    if (has("release") || has("acq_rel")) bits |= kReleases;
    if (instruction.is(Memory::Reduction)) bits |= kNoResult;
    // An mbarrier synchronises the threads of one block: an arrival releases, a successful test acquires.
    if (instruction.is(Memory::Mbarrier))
        bits = kStrong | kWithinBlockScope |
               (instruction.is(isa::Kind::MbarrierTest) ? kTests : kReleases | kNoResult);
    if (has("shared::cluster")) bits |= kMayBeFar;
    if (has("volatile") && !out.passes.waits.contains(&instruction)) bits |= kVolatileData;
    if (out.passes.updates.contains(&instruction)) bits |= kUpdates;
    Code& code = out.code();
    code.fences |= (bits & kReleases) != 0;
    code.strong_shared |= may_be_shared && (bits & kStrong) != 0;
    return bits;
}

// Marks loads of one basic block that use the same address register with different offsets, as in an unrolled loop. The distance
// between two of them is the same in every lane, so all have the same access pattern. Only the first one computes it.
void put_beside(Emitter& out, const ptx::Instruction& load, Op& op) {
    const ptx::Operand& base = load.operands.at(1).elements.at(0);
    if (base.kind != ptx::Operand::Kind::Register || out.guard() != kNoGuard ||
        (op.detail & (kStrong | kMayBeFar)) != 0)
        return;
    const auto [first, is_first] = out.first_loads.try_emplace(load.opcode + " " + base.name, out.next_op());
    if (is_first) return;
    out.set_handler(op, op.width == 4 ? id("~ld.shared.beside.32") : id("~ld.shared.beside.64"));
    op.slot[kBesideSlot] = out.next_op() - first->second;
}

// Fills in the slots of the elements: registers of one width, or immediates. Returns the width in bytes.
u8 set_elements(Emitter& out, Op& op, std::span<const ptx::Operand> elements, u32 bytes, bool load) {
    const u32 least = std::max(bytes, 2u);
    std::optional<u8> found;
    for (const ptx::Operand& element : elements) {
        if (element.kind != ptx::Operand::Kind::Register) continue;
        const u8 own = out.register_named(element.name).bytes;
        if (found && own != *found) throw Error("a vector of registers of different widths");
        found = own;
    }
    const u8 width = found.value_or(static_cast<u8>(least));
    if (width < least) throw Error("a register is narrower than what is loaded or stored");
    for (std::size_t k = 0; k < elements.size(); ++k) {
        if (elements[k].kind == ptx::Operand::Kind::Sink)
            op.slot[k] = out.scratch(width);
        else if (elements[k].kind == ptx::Operand::Kind::Register)
            op.slot[k] = out.register_named(elements[k].name).slot;
        else if (!load && elements[k].kind == ptx::Operand::Kind::Immediate)
            op.slot[k] = out.constant(width, elements[k].bits);
        else
            op.slot[k] = source_of_width(out, elements[k], width);
    }
    return width;
}

void check_shape(const ptx::Instruction& instruction) {
    if (!instruction.has("m8n8") || instruction.parts.back() != "b16") not_supported(instruction);
}

}  // namespace

cost::OpClass memory_class(const std::string& space, bool load) {
    if (space == "global" || space.empty())
        return load ? cost::OpClass::GlobalLoad : cost::OpClass::GlobalStore;
    if (space == "shared") return load ? cost::OpClass::SharedLoad : cost::OpClass::SharedStore;
    return cost::OpClass::Other;
}

std::string set_address(Emitter& out, Op& op, const ptx::Operand& address, const std::string& space) {
    if (address.kind != ptx::Operand::Kind::Address) throw Error("expected an address in brackets");
    if (address.elements.size() != 1) throw Error("tensor coordinates are not supported");
    const ptx::Operand& base = address.elements[0];
    op.immediate = address.offset;
    if (base.kind == ptx::Operand::Kind::Register) {
        const RegisterRow reg = out.register_named(base.name);
        if (reg.bytes != 4 && reg.bytes != 8)
            throw Error("the address register " + base.name + " is neither 32 nor 64 bits wide");
        // Generic addresses have 64 bits; a narrower register is zero-extended.
        const bool widened = space.empty() && reg.bytes == 4;
        op.slot[kAddressSlot] = widened ? resize(out, reg.slot, 4, 8, false) : reg.slot;
        op.detail = widened || reg.bytes == 8 ? kAddress64 : kAddress32;
        op.detail |= note_order(out, space.empty() || space == "shared");
        if (space == "param" && !out.function.entry) return "local";
        return space;
    }
    op.detail = kAddress64 | note_order(out, space.empty() || space == "shared");
    if (base.kind == ptx::Operand::Kind::Immediate) {
        op.slot[kAddressSlot] = out.constant(8, base.bits);
        return space;
    }
    if (base.kind != ptx::Operand::Kind::Symbol) throw Error("this kind of address is not supported");
    const Location location = out.locate(base.name);
    op.immediate += base.offset;
    op.slot[kAddressSlot] = out.constant(8, location.offset);
    switch (location.home) {
        case Home::Frame:
            op.detail |= kFrameLocal;
            return "local";
        case Home::KernelParam:
            return "param";
        case Home::Shared:
            return "shared";
        case Home::Global:
            return space.empty() ? "global" : space;
        default:
            throw Error("the symbol " + base.name + " is defined nowhere in this module");
    }
}

void decode_load_store(Emitter& out, const ptx::Instruction& instruction) {
    const bool load = instruction.is(isa::Memory::Load);
    const std::string& type = instruction.parts.back();
    const u32 size = ptx::size_of(ptx::type_named(type));
    const bool wide = size == kWideBytes;  // a register of two rows counts as two elements
    const u32 bytes = wide ? 8 : size;
    if (bytes == 0) not_supported(instruction);
    const ptx::Operand& address = instruction.operands.at(load ? 1 : 0);
    const ptx::Operand& value = instruction.operands.at(load ? 0 : 1);
    const std::string written_space = space_of(instruction);
    Op op;
    const std::string space = set_address(out, op, address, written_space);
    if (!load && written_space == "const") throw Error("a store to constant memory");

    const std::span<const ptx::Operand> elements = elements_of(value);
    if (elements.size() > 4) throw Error("vectors of more than four elements are not supported");
    u8 width = 8;
    if (wide)
        op.slot[1] = (op.slot[0] = wide_register(out, value)) + kHalfRow;
    else
        width = set_elements(out, op, elements, bytes, load);
    op.width = static_cast<u8>(bytes);
    op.count = static_cast<u8>(wide ? 2 : elements.size());

    std::string memory_type = std::to_string(bytes * 8);
    if (load) memory_type = (type[0] == 's' && bytes < width ? "s" : "u") + memory_type;
    const std::string rows = space.empty() ? "generic" : space == "const" ? "global" : space;
    out.set_handler(
        op, id_named((load ? "~ld." : "~st.") + rows + "." + memory_type + "." + std::to_string(width * 8)));
    op.detail |= (width == 8 ? 3u : width == 4 ? 2u : 1u) << kRegisterShift;
    if (load && names_any(value, out.passes.expected_values)) op.detail |= kStrong;
    if (const auto& joined = out.passes.joined_accesses.joined; joined.contains(&instruction))
        op.joined = joined.at(&instruction);
    if (space.empty() || space == "shared") out.note_shared_access(bytes);
    if (space.empty() || space == "global") out.note_global_access(bytes * op.count, !load);
    if (load && rows == "shared" && memory_type == "u" + std::to_string(width * 8) && width >= 4)
        put_beside(out, instruction, op);
    const u32 index = out.emit(op, memory_class(space, load));
    if (op.slot[kBesideSlot] != 0) out.code().info[index].beside = index - op.slot[kBesideSlot] + 1;
    // For a generic access, a second op counts the lanes that access shared memory.
    if (!space.empty()) return;
    Op second = out.make(id("~nothing"));
    second.detail = op.detail;  // the race checks look up its ordering there, too
    out.emit(second, memory_class("shared", load), false);
}

// A cache policy changes no result, so its register gets an arbitrary value.
void decode_cache_policy(Emitter& out, const ptx::Instruction& instruction) {
    const u32 to = destination(out, instruction.operands.at(0), Element::B64);
    out.emit(out.make(id("mov.b64"), {to, out.constant(8, 0)}));
}

void decode_matrix(Emitter& out, const ptx::Instruction& instruction) {
    out.code().whole_warps = true;
    check_shape(instruction);
    const std::vector<ptx::Operand>& operands = instruction.operands;
    const bool load = instruction.isa->has_result;
    const ptx::Operand& registers = operands.at(load ? 0 : 1);  // a vector, or one
    Op op = out.make(instruction.isa->id);
    const std::string space = set_address(out, op, operands.at(load ? 1 : 0), space_of(instruction));
    if (space.empty()) op.detail |= kGeneric;
    op.count = instruction.has("x4") ? 4 : instruction.has("x2") ? 2 : 1;
    op.width = instruction.has("trans");
    const std::span<const ptx::Operand> elements = elements_of(registers);
    if (elements.size() != op.count)
        throw Error("the number of registers is not that of " + instruction.opcode);
    for (u32 k = 0; k < op.count; ++k)
        op.slot[k] =
            load ? destination(out, elements[k], Element::B32) : source(out, elements[k], Element::B32);
    out.note_shared_access(4);
    out.emit(op, load ? cost::OpClass::SharedLoad : cost::OpClass::SharedStore);
}

void decode_transpose(Emitter& out, const ptx::Instruction& instruction) {
    out.code().whole_warps = true;
    check_shape(instruction);
    const u32 from = source(out, instruction.operands.at(1), Element::B32);
    out.emit(
        out.make(instruction.isa->id, {destination(out, instruction.operands.at(0), Element::B32), from}));
}

}  // namespace simt::exec
