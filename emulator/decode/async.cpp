// Asynchronous instructions: cp.async and its bulk and tensor forms, mbarriers, st.async and red.async.
#include "emulator/decode/async.hpp"

#include <algorithm>

#include "emulator/address_windows.hpp"
#include "emulator/decode/async_form.hpp"
#include "emulator/decode/instruction_parts.hpp"
#include "emulator/decode/memory.hpp"
#include "emulator/decode/operands.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

// An opcode names the space that the copy writes first, the one that it reads second.
bool is_space(const std::string& part) { return part == "global" || without_suffix(part) == "shared"; }

// "shared", or "" for a generic address.
std::string address_space(const ptx::Instruction& instruction) {
    return space_of(instruction) == "shared" ? "shared" : "";
}

// The mask of the blocks that get a copy; kNoSlot without a multicast. The mask comes before a cache policy.
u32 multicast_mask(Emitter& out, const ptx::Instruction& instruction) {
    if (!instruction.has("multicast::cluster")) return kNoSlot;
    const std::size_t behind = instruction.has("L2::cache_hint") ? 2 : 1;
    if (instruction.operands.size() < 3 + behind) not_supported(instruction);
    return source(out, instruction.operands[instruction.operands.size() - behind], Element::B32);
}

// The index in isa::kCopyOperations of the instruction's operation, or isa::kNoReduction.
u32 operation_of(const ptx::Instruction& instruction) {
    for (u32 k = 0; k < std::size(isa::kCopyOperations); ++k)
        if (instruction.has(isa::kCopyOperations[k])) return k;
    return isa::kNoReduction;
}

// The number of the instruction's reduction; isa::kNoReduction if it only copies or stores.
u32 reduction_of(const ptx::Instruction& instruction) {
    const u32 operation = operation_of(instruction);
    if (operation == isa::kNoReduction) return operation;
    const u32 found =
        isa::find_copy_reduction(isa::kCopyOperations[operation] + ("." + instruction.parts.back()));
    if (found == isa::kNoReduction) not_supported(instruction);
    return found;
}

// For instructions with several addresses: a row of 64-bit addresses with the operand's offset added. Shared addresses are
// offsets into shared memory.
u32 address_row(Emitter& out, const ptx::Operand& address) {
    if (address.kind != ptx::Operand::Kind::Address) throw Error("expected an address in brackets");
    const ptx::Operand& base = address.elements[0];
    if (base.kind == ptx::Operand::Kind::Immediate)
        return out.constant(8, base.bits + static_cast<u64>(address.offset));
    if (base.kind == ptx::Operand::Kind::Symbol) {
        const Location location = out.locate(base.name);
        const u64 value = location.offset + static_cast<u64>(offset_from_base(address));
        if (location.home == Home::KernelParam) return out.constant(8, memory::kParamWindow + value);
        if (location.home == Home::Shared || location.home == Home::Global) return out.constant(8, value);
        throw Error("the symbol " + base.name + " is no address that this instruction can use");
    }
    const u32 slot = source_of_width(out, base, 8);
    if (address.offset == 0) return slot;
    return out.compute(id("add.u64"), 8, {slot, out.constant(8, static_cast<u64>(address.offset))});
}

// The instruction's op on the mbarrier at an address.
Op make_at_mbarrier(Emitter& out, const ptx::Instruction& instruction, const ptx::Operand& address) {
    Op op = out.make(instruction.isa->id);
    if (set_address(out, op, address, address_space(instruction)).empty()) op.detail |= kGeneric;
    return op;
}

}  // namespace

void decode_mbarrier(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    Op op = make_at_mbarrier(out, instruction, operands.at(0));
    op.slot[1] = operands.size() > 1 ? source(out, operands[1], Element::B32) : out.constant(4, 1);
    if (instruction.has("complete_tx")) op.width = kRemoveBytes;
    out.emit(op);
}

void decode_mbarrier_arrive(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    Op op = make_at_mbarrier(out, instruction, operands.at(1));
    op.slot[1] = operands.size() > 2 ? source(out, operands[2], Element::B32) : out.constant(4, 1);
    op.width = static_cast<u8>((instruction.has("arrive_drop") ? kDrop : 0) |
                               (instruction.has("noComplete") ? kNoComplete : 0) |
                               (instruction.has("expect_tx") ? kExpectBytes : 0));
    op.slot[0] = destination(out, operands.at(0), Element::B64);
    out.emit(op);
}

void decode_mbarrier_test(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    Op op = make_at_mbarrier(out, instruction, operands.at(1));
    op.width = instruction.has("parity");
    op.slot[1] = source(out, operands.at(2), op.width != 0 ? Element::B32 : Element::B64);
    op.slot[0] = destination(out, operands.at(0), Element::Pred);
    out.emit(op);
}

void decode_pending_count(Emitter& out, const ptx::Instruction& instruction) {
    const u32 state = source(out, instruction.operands.at(1), Element::B64);
    out.emit(
        out.make(instruction.isa->id, {destination(out, instruction.operands.at(0), Element::B32), state}));
}

void decode_copy_arrive(Emitter& out, const ptx::Instruction& instruction) {
    Op op = make_at_mbarrier(out, instruction, instruction.operands.at(0));
    op.width = instruction.has("noinc");
    out.emit(op);
}

// Decodes the waits for cp.async and for bulk copies.
void decode_copy_wait(Emitter& out, const ptx::Instruction& instruction) {
    Op op = out.make(instruction.isa->id);
    op.immediate = instruction.has("wait_all") ? -1 : static_cast<s64>(instruction.operands.at(0).bits);
    out.emit(op);
}

void decode_copy_async(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    const u32 bytes = static_cast<u32>(operands.at(2).bits);
    if (bytes != 4 && bytes != 8 && bytes != 16) throw Error("cp.async copies 4, 8 or 16 bytes");
    // After the size may come the number of bytes to read, or a predicate that says to read none. A cache policy comes last.
    u32 size = out.constant(4, bytes);
    if (operands.size() > (instruction.has("L2::cache_hint") ? 4u : 3u)) {
        const ptx::Operand& given = operands[3];
        const bool predicate =
            given.kind == ptx::Operand::Kind::Register && out.register_named(given.name).bytes == 0;
        size = predicate
                   ? out.compute(id("selp.b32"), 4, {out.constant(4, 0), size, predicate_source(out, given)})
                   : source(out, given, Element::B32);
    }
    Op read = out.make(id("~copy_async.read")), write = out.make(id("~copy_async.write"));
    set_address(out, write, operands[0], "shared");
    set_address(out, read, operands[1], "global");
    read.slot[0] = size;
    read.width = write.width = static_cast<u8>(bytes);
    read.count = write.count = 1;
    if (instruction.has("cg")) read.detail |= kAroundFirstLevel;
    out.note_shared_access(bytes);
    out.note_global_access(operands.size() > 3 ? 1 : bytes, false);  // a shortened copy is read byte by byte
    out.emit(read, cost::OpClass::GlobalLoad);
    // The hardware does not count a shared store either (test/hardware/results/access_patterns.csv).
    out.emit(write, cost::OpClass::Other, false);
}

void decode_bulk_copy(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    if (instruction.has("cp_mask")) not_supported(instruction);
    const auto to = std::find_if(instruction.parts.begin(), instruction.parts.end(), is_space);
    if (to == instruction.parts.end() || to + 1 == instruction.parts.end()) not_supported(instruction);
    const bool to_shared = without_suffix(*to) == "shared", from_shared = without_suffix(to[1]) == "shared";
    Op op = out.make(!to_shared    ? id("~bulk.to_global")
                     : from_shared ? id("~bulk.within_shared")
                                   : id("~bulk.to_shared"));
    op.detail = reduction_of(instruction);
    out.note_global_access(4, !to_shared);
    op.slot[kBulkTo] = address_row(out, operands.at(0));
    op.slot[kBulkFrom] = address_row(out, operands.at(1));
    op.slot[kBulkSize] = source(out, operands.at(2), Element::B32);
    op.slot[kBulkMbarrier] = to_shared ? address_row(out, operands.at(3)) : kNoSlot;
    op.slot[kMulticastSlot] = multicast_mask(out, instruction);
    out.emit(op);
    out.emit_hidden(out.make(id("~nothing")));  // stands for the other side (exec/async/reach.hpp)
    // The order of blocks changes a sum of floats.
    if (!to_shared && op.detail != isa::kNoReduction &&
        instruction.parts.back().find('f') != std::string::npos)
        out.code().ordered = true;
}

void decode_tensor_copy(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    for (const std::string& part : instruction.parts)
        if (part.starts_with("im2col") || part.starts_with("tile::"))
            throw Error("tensor copies in the mode ." + part + " are not supported (" + instruction.opcode +
                        ")");
    const auto to = std::find_if(instruction.parts.begin(), instruction.parts.end(), is_space);
    if (to == instruction.parts.end()) not_supported(instruction);
    const bool to_shared = without_suffix(*to) == "shared";
    const ptx::Operand& map = operands.at(to_shared ? 1 : 0);
    if (map.kind != ptx::Operand::Kind::Address || map.elements.size() != 2)
        throw Error("expected a tensor map and coordinates in brackets");
    const std::vector<ptx::Operand>& coordinates = map.elements[1].elements;
    Op op = out.make(to_shared ? id("~tensor.to_shared") : id("~tensor.to_global"));
    op.width = static_cast<u8>(coordinates.size());
    if (op.width == 0 || op.width > kTensorDimensions || !instruction.has(std::to_string(op.width) + "d"))
        throw Error("the number of coordinates is not that of " + instruction.opcode);
    op.slot[kTensorMap] = address_row(out, map);
    op.slot[kTensorShared] = address_row(out, operands.at(to_shared ? 0 : 1));
    op.slot[kTensorMbarrier] = to_shared ? address_row(out, operands.at(2)) : kNoSlot;
    op.slot[kMulticastSlot] = multicast_mask(out, instruction);
    op.slot[kTensorCoordinates] = out.allocate_row(4 * kTensorDimensions);
    for (u32 k = 0; k < op.width; ++k) {
        const u32 from = source(out, coordinates[k], Element::B32);
        out.emit_hidden(
            out.make(id("mov.b32"), {op.slot[kTensorCoordinates] + k * kTensorCoordinateStride, from}));
    }
    out.note_global_access(4, !to_shared);
    op.detail = operation_of(instruction);
    out.emit(op);
    out.emit_hidden(out.make(id("~nothing")));
    if (op.detail != isa::kNoReduction) out.code().ordered = true;
}

// st.async [a], value, [mbarrier] and red.async.op: stores to the cluster's shared memory that an mbarrier counts.
void decode_store_async(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    const u32 bytes = ptx::size_of(ptx::type_named(instruction.parts.back()));
    const u32 reduction = reduction_of(instruction);
    if (reduction == isa::kNoReduction && !instruction.has("mbarrier::complete_tx::bytes"))
        not_supported(instruction);
    const std::span<const ptx::Operand> elements = elements_of(operands.at(1));
    if ((bytes != 4 && bytes != 8) || elements.size() > 4 || operands.size() < 3) not_supported(instruction);
    Op op = out.make(instruction.isa->id);
    for (std::size_t k = 0; k < elements.size(); ++k)
        op.slot[k] = source(out, elements[k], element_of_bytes(bytes));
    op.slot[kAddressSlot] = address_row(out, operands[0]);
    op.slot[5] = address_row(out, operands[2]);
    op.width = static_cast<u8>(bytes);
    op.count = static_cast<u8>(elements.size());
    op.detail = reduction;
    out.note_shared_access(bytes);
    out.emit(op);
    out.emit_hidden(out.make(id("~nothing")));
}

}  // namespace simt::exec
