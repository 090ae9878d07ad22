// See memory.hpp.
#include "emulator/decode/memory.hpp"

#include <algorithm>

#include "emulator/decode/memory_space.hpp"
#include "emulator/decode/operand_registers.hpp"
#include "emulator/decode/operands.hpp"
#include "emulator/decode/wide.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

cost::OpClass class_of(const std::string& space, bool load) {
    if (space == "global" || space.empty())
        return load ? cost::OpClass::GlobalLoad : cost::OpClass::GlobalStore;
    if (space == "shared") return load ? cost::OpClass::SharedLoad : cost::OpClass::SharedStore;
    return cost::OpClass::Other;
}

// What the access means to other threads: AccessOrder's bits.
u32 order_bits(const ptx::Instruction& instruction) {
    using isa::Memory;
    const auto has = [&](const char* part) { return instruction.has(part); };
    u32 bits = 0;
    if (instruction.is(Memory::Atomic) || instruction.is(Memory::Reduction) || has("volatile") ||
        has("relaxed") || has("acquire") || has("release") || has("mmio"))
        bits |= kStrong;
    if (has("cta") || has("cluster")) bits |= kWithinBlockScope;  // a cluster is one block here
    if (has("release") || has("acq_rel")) bits |= kReleases;
    if (instruction.is(Memory::Reduction)) bits |= kNoResult;
    // The threads of one block meet at an mbarrier: an arrival releases, a test that succeeds acquires.
    const bool tests = has("test_wait") || has("try_wait");
    if (instruction.is(Memory::Mbarrier))
        bits = kStrong | kWithinBlockScope | (tests ? kTests : kReleases | kNoResult);
    return bits;
}

// What the access means to other threads. Code keeps what it needs to know of it.
u32 note_order(Emitter& out, bool may_be_shared) {
    const ptx::Instruction& instruction = out.instruction();
    u32 bits = order_bits(instruction);
    if (instruction.has("volatile") && !out.passes.waits.contains(&instruction)) bits |= kVolatileData;
    if (out.passes.updates.contains(&instruction)) bits |= kUpdates;
    Code& code = out.code();
    code.fences |= (bits & kReleases) != 0;
    code.strong_shared |= may_be_shared && (bits & kStrong) != 0;
    return bits;
}

// Only the first of several such loads looks at its addresses.
void put_beside(Emitter& out, const ptx::Instruction& load, Op& op) {
    const ptx::Operand& base = load.operands.at(1).elements.at(0);
    if (base.kind != ptx::Operand::Kind::Register || out.guard() != kNoGuard || (op.detail & kStrong) != 0)
        return;
    const std::optional<u32> first = out.loads_beside.first(load, base.name, out.next_op());
    if (!first) return;
    out.set_handler(op, op.width == 4 ? id("~ld.shared.beside.32") : id("~ld.shared.beside.64"));
    op.slot[kBesideSlot] = out.next_op() - *first;
}

}  // namespace

std::string set_address(Emitter& out, Op& op, const ptx::Operand& address, const std::string& space) {
    if (address.kind != ptx::Operand::Kind::Address) throw Error("expected an address in brackets");
    if (address.elements.size() != 1) throw Error("tensor coordinates are not supported");
    const ptx::Operand& base = address.elements[0];
    op.immediate = address.offset;
    if (base.kind == ptx::Operand::Kind::Register) {
        const RegisterRow reg = out.register_named(base.name);
        if (reg.bytes != 4 && reg.bytes != 8)
            throw Error("the address register " + base.name + " is neither 32 nor 64 bits wide");
        // Generic addresses have 64 bits; from a narrower register they are zero-extended.
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
        case Home::Const:
            return space.empty() ? "global" : space;
        default:
            throw Error("the symbol " + base.name + " is defined nowhere in this module");
    }
}

void decode_load_store(Emitter& out, const ptx::Instruction& instruction) {
    const bool load = instruction.is(isa::Memory::Load);
    const ptx::Type type = ptx::type_named(instruction.parts.back());
    const u32 bytes = ptx::size_of(type);
    if (type == ptx::Type::B128) return decode_wide_load_store(out, instruction);
    if (bytes == 0 || bytes > 8) throw Error("the instruction " + instruction.opcode + " is not supported");
    const ptx::Operand& address = instruction.operands.at(load ? 1 : 0);
    const ptx::Operand& value = instruction.operands.at(load ? 0 : 1);
    const std::string written_space = space_of(instruction);
    Op op;
    std::string space = set_address(out, op, address, written_space);
    if (!load && written_space == "const") throw Error("a store to constant memory");

    std::vector<const ptx::Operand*> elements;
    if (value.kind == ptx::Operand::Kind::Vector)
        for (const ptx::Operand& element : value.elements) elements.push_back(&element);
    else
        elements.push_back(&value);
    if (elements.size() > 4) throw Error("vectors of more than four elements are not supported");

    // The register's width decides the handler; all elements of a vector have one width, or an immediate's own.
    u8 width = static_cast<u8>(std::max(bytes, 2u));
    bool has_width = false;
    for (const ptx::Operand* element : elements) {
        if (element->kind != ptx::Operand::Kind::Register) continue;
        const u8 own = out.register_named(element->name).bytes;
        if (has_width && own != width) throw Error("a vector of registers of different widths");
        width = own;
        has_width = true;
    }
    if (width < std::max(bytes, 2u)) throw Error("a register is narrower than what is loaded or stored");
    for (std::size_t k = 0; k < elements.size(); ++k) {
        if (elements[k]->kind == ptx::Operand::Kind::Sink)
            op.slot[k] = out.scratch(width);
        else if (elements[k]->kind == ptx::Operand::Kind::Register)
            op.slot[k] = out.register_named(elements[k]->name).slot;
        else if (!load && elements[k]->kind == ptx::Operand::Kind::Immediate)
            op.slot[k] = out.constant(width, elements[k]->bits);
        else
            op.slot[k] = source_of_width(out, *elements[k], width);
    }

    std::string memory_type = std::to_string(bytes * 8);
    if (load) {
        const bool is_signed = instruction.parts.back()[0] == 's' && bytes < width;
        memory_type = (is_signed ? "s" : "u") + memory_type;
    }
    const std::string rows = space.empty() ? "generic" : space == "const" ? "global" : space;
    out.set_handler(op,
                    (load ? "~ld." : "~st.") + rows + "." + memory_type + "." + std::to_string(width * 8));
    op.width = static_cast<u8>(bytes);
    op.count = static_cast<u8>(elements.size());
    op.detail |= (width == 8 ? 3u : width == 4 ? 2u : 1u) << kRegisterShift;
    if (load && names_any(value, out.passes.expected_values)) op.detail |= kStrong;
    if (space.empty() || space == "shared") out.builder.note_shared_width(bytes);
    if (space.empty() || space == "global") out.note_global_access(bytes * op.count, !load);
    if (load && rows == "shared" && memory_type == "u" + std::to_string(width * 8) && width >= 4)
        put_beside(out, instruction, op);
    const u32 index = out.emit(op, class_of(space, load));
    if (op.slot[kBesideSlot] != 0) out.code().info[index].beside = index - op.slot[kBesideSlot] + 1;
    // A second op counts the lanes of a generic access that land in shared memory.
    if (!space.empty()) return;
    Op second = out.make(id("~nothing"));
    second.detail = op.detail;  // its meaning to other threads is looked up there, too
    out.emit(second, class_of("shared", load), false);
}

// A cache policy changes no result; its register gets some value.
void decode_cache_policy(Emitter& out, const ptx::Instruction& instruction) {
    Op op = out.make(id("mov.b64"));
    op.slot[1] = out.constant(8, 0);
    op.slot[0] = destination(out, instruction.operands.at(0), Element::B64, false);
    out.emit(op);
}

}  // namespace simt::exec
