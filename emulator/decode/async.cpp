// Asynchronous instructions: cp.async and its bulk and tensor forms, mbarriers, st.async and red.async.
#include <algorithm>

#include "emulator/decode/decoder.hpp"
#include "emulator/decode/operand_registers.hpp"
#include "emulator/error.hpp"
#include "emulator/exec/async/async_ops.hpp"
#include "emulator/exec/async/tensor_ops.hpp"
#include "emulator/memory/address_space.hpp"

namespace simt::exec {

namespace {

[[noreturn]] void not_supported(const ptx::Instruction& instruction) {
    throw Error("the instruction " + instruction.opcode + " is not supported");
}

// The space that the copy writes is named first, the one that it reads second.
std::string root_of(const std::string& part) { return part.substr(0, part.find("::")); }

bool is_space(const std::string& part) { return part == "global" || root_of(part) == "shared"; }

// "shared", or "" for a generic address.
std::string address_space(const ptx::Instruction& instruction) {
    const bool named = std::any_of(instruction.parts.begin(), instruction.parts.end(),
                                   [](const std::string& part) { return root_of(part) == "shared"; });
    return named ? "shared" : "";
}

void refuse_multicast(const ptx::Instruction& instruction) {
    if (instruction.has("multicast::cluster"))
        throw Error("a copy to several blocks of a cluster is not supported (" + instruction.opcode + ")");
}

// The reduction of a reducing copy, or nullptr for a plain one.
const Reduction* reduction_of(const ptx::Instruction& instruction) {
    static const char* const kOperations[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor"};
    for (const char* operation : kOperations) {
        if (!instruction.has(operation)) continue;
        const Reduction* found = find_copy_reduction(operation + ("." + instruction.parts.back()));
        if (found == nullptr) not_supported(instruction);
        return found;
    }
    return nullptr;
}

u32 detail_of(const Reduction* reduction) {
    return reduction == nullptr ? kNoReduction : reduction_index(*reduction);
}

}  // namespace

// Several addresses of one instruction, or an address that a handler wants as it is: 64 bits, the offset of the operand
// added; shared addresses as offsets into shared memory.
u32 FunctionDecoder::address_row(const Operand& address) {
    if (address.kind != Operand::Kind::Address) throw Error("expected an address in brackets");
    const Operand& base = address.elements[0];
    if (base.kind == Operand::Kind::Immediate)
        return constant(8, base.bits + static_cast<u64>(address.offset));
    if (base.kind == Operand::Kind::Symbol) {
        const Location location = locate(base.name);
        const u64 value = location.offset + static_cast<u64>(offset_from_base(address));
        if (location.home == Home::KernelParam) return constant(8, memory::kParamWindow + value);
        if (location.home == Home::Shared || location.home == Home::Global || location.home == Home::Const)
            return constant(8, value);
        throw Error("the symbol " + base.name + " is no address that this instruction can use");
    }
    const u32 slot = source_of_width(base, 8);
    if (address.offset == 0) return slot;
    Op op = make(id("add.u64"));
    op.slot[0] = allocate_row(8);
    op.slot[1] = slot;
    op.slot[2] = constant(8, static_cast<u64>(address.offset));
    emit_hidden(op);
    return op.slot[0];
}

// An op of the instruction's that works on the mbarrier at an address.
Op FunctionDecoder::make_at_mbarrier(const Instruction& instruction, const Operand& address) {
    Op op = make(instruction.isa->id);
    if (set_address(op, address, address_space(instruction)).empty()) op.detail |= kGeneric;
    return op;
}

void FunctionDecoder::decode_mbarrier(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    Op op = make_at_mbarrier(instruction, operands.at(0));
    op.slot[1] = operands.size() > 1 ? source(operands[1], Element::B32) : constant(4, 1);
    if (instruction.has("complete_tx")) op.width = kRemoveBytes;
    emit(op);
}

void FunctionDecoder::decode_mbarrier_arrive(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    Op op = make_at_mbarrier(instruction, operands.at(1));
    op.slot[1] = operands.size() > 2 ? source(operands[2], Element::B32) : constant(4, 1);
    op.width = static_cast<u8>((instruction.has("arrive_drop") ? kDrop : 0) |
                               (instruction.has("noComplete") ? kNoComplete : 0) |
                               (instruction.has("expect_tx") ? kExpectBytes : 0));
    op.slot[0] = destination(operands.at(0), Element::B64, false);
    emit(op);
}

void FunctionDecoder::decode_mbarrier_test(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    Op op = make_at_mbarrier(instruction, operands.at(1));
    op.width = instruction.has("parity");
    op.slot[1] = source(operands.at(2), op.width != 0 ? Element::B32 : Element::B64);
    op.slot[0] = destination(operands.at(0), Element::Pred, false);
    emit(op);
}

void FunctionDecoder::decode_pending_count(const Instruction& instruction) {
    Op op = make(instruction.isa->id);
    op.slot[1] = source(instruction.operands.at(1), Element::B64);
    op.slot[0] = destination(instruction.operands.at(0), Element::B32, false);
    emit(op);
}

void FunctionDecoder::decode_copy_arrive(const Instruction& instruction) {
    Op op = make_at_mbarrier(instruction, instruction.operands.at(0));
    op.width = instruction.has("noinc");
    emit(op);
}

void FunctionDecoder::decode_copy_wait(const Instruction& instruction) {
    Op op = make(instruction.isa->id);
    op.immediate = instruction.has("wait_all") ? -1 : static_cast<s64>(instruction.operands.at(0).bits);
    emit(op);
}

void FunctionDecoder::decode_copy_async(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    const u32 bytes = static_cast<u32>(operands.at(2).bits);
    if (bytes != 4 && bytes != 8 && bytes != 16) throw Error("cp.async copies 4, 8 or 16 bytes");
    // Behind the size: the bytes to read, or a predicate that says to read none; a cache policy last.
    u32 size = constant(4, bytes);
    if (operands.size() > (instruction.has("L2::cache_hint") ? 4u : 3u)) {
        const Operand& given = operands[3];
        const bool predicate = given.kind == Operand::Kind::Register && register_named(given.name).bytes == 0;
        if (predicate) {
            Op select = make(id("selp.b32"));
            select.slot[1] = constant(4, 0);
            select.slot[2] = size;
            select.slot[3] = predicate_source(given);
            size = select.slot[0] = allocate_row(4);
            emit_hidden(select);
        } else {
            size = source(given, Element::B32);
        }
    }
    Op read = make(id("~copy_async.read")), write = make(id("~copy_async.write"));
    set_address(write, operands[0], "shared");
    set_address(read, operands[1], "global");
    read.slot[0] = size;
    read.width = write.width = static_cast<u8>(bytes);
    read.count = write.count = 1;
    if (instruction.has("cg")) read.detail |= kAroundFirstLevel;
    builder_.note_shared_width(bytes);
    note_global_access(operands.size() > 3 ? 1 : bytes, false);  // a cut copy is read byte by byte
    emit(read, observe::OpClass::GlobalLoad);
    // Not a shared store to the hardware's counters either (test/hardware/results/access_patterns.csv).
    emit(write, observe::OpClass::Other, false);
}

void FunctionDecoder::decode_bulk_wait(const Instruction& instruction) {
    Op op = make(instruction.isa->id);
    op.immediate = static_cast<s64>(instruction.operands.at(0).bits);
    emit(op);
}

void FunctionDecoder::decode_bulk_copy(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    if (instruction.has("cp_mask")) not_supported(instruction);
    refuse_multicast(instruction);
    const auto to = std::find_if(instruction.parts.begin(), instruction.parts.end(), is_space);
    if (to == instruction.parts.end() || to + 1 == instruction.parts.end()) not_supported(instruction);
    const bool to_shared = root_of(*to) == "shared", from_shared = root_of(to[1]) == "shared";
    Op op = make(!to_shared    ? id("~bulk.to_global")
                 : from_shared ? id("~bulk.within_shared")
                               : id("~bulk.to_shared"));
    const Reduction* reduction = instruction.has("reduce") ? reduction_of(instruction) : nullptr;
    op.detail = detail_of(reduction);
    note_global_access(4, !to_shared);
    op.slot[kBulkTo] = address_row(operands.at(0));
    op.slot[kBulkFrom] = address_row(operands.at(1));
    op.slot[kBulkSize] = source(operands.at(2), Element::B32);
    op.slot[kBulkMbarrier] = to_shared ? address_row(operands.at(3)) : kNoSlot;
    emit(op);
    emit_hidden(make(id("~nothing")));  // the place of the other side (reach)
    // Floats are added in the order in which blocks come.
    if (!to_shared && reduction != nullptr && instruction.parts.back().find('f') != std::string::npos)
        builder_.code().ordered = true;
}

void FunctionDecoder::decode_tensor_copy(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    refuse_multicast(instruction);
    for (const std::string& part : instruction.parts)
        if (part.starts_with("im2col") || part.starts_with("tile::"))
            throw Error("tensor copies in the mode ." + part + " are not supported (" + instruction.opcode +
                        ")");
    const auto to = std::find_if(instruction.parts.begin(), instruction.parts.end(), is_space);
    if (to == instruction.parts.end()) not_supported(instruction);
    const bool to_shared = root_of(*to) == "shared";
    const Operand& map = operands.at(to_shared ? 1 : 0);
    if (map.kind != Operand::Kind::Address || map.elements.size() != 2)
        throw Error("expected a tensor map and coordinates in brackets");
    const std::vector<Operand>& coordinates = map.elements[1].elements;
    Op op = make(to_shared ? id("~tensor.to_shared") : id("~tensor.to_global"));
    op.width = static_cast<u8>(coordinates.size());
    if (op.width == 0 || op.width > kTensorDimensions || !instruction.has(std::to_string(op.width) + "d"))
        throw Error("the number of coordinates is not that of " + instruction.opcode);
    op.slot[kTensorMap] = address_row(map);
    op.slot[kTensorShared] = address_row(operands.at(to_shared ? 0 : 1));
    op.slot[kTensorMbarrier] = to_shared ? address_row(operands.at(2)) : kNoSlot;
    op.slot[kTensorCoordinates] = allocate_row(4 * kTensorDimensions);
    for (u32 k = 0; k < op.width; ++k) {
        Op move = make(id("mov.b32"));
        move.slot[1] = source(coordinates[k], Element::B32);
        move.slot[0] = op.slot[kTensorCoordinates] + k * kTensorCoordinateStride;
        emit_hidden(move);
    }
    note_global_access(4, !to_shared);
    const bool reduces = instruction.has("reduce");
    op.detail = reduces ? tensor_operation(instruction.parts) : kNoReduction;
    emit(op);
    emit_hidden(make(id("~nothing")));
    if (reduces) builder_.code().ordered = true;
}

// st.async [a], value, [mbarrier] and red.async.op: stores to this block's shared memory that an mbarrier counts.
void FunctionDecoder::decode_store_async(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    const u32 bytes = ptx::size_of(ptx::type_named(instruction.parts.back()));
    const bool reduces = instruction.parts[0] == "red";
    if (!reduces && !instruction.has("mbarrier::complete_tx::bytes")) not_supported(instruction);
    const Operand& value = operands.at(1);
    std::vector<const Operand*> elements;
    if (value.kind == Operand::Kind::Vector)
        for (const Operand& element : value.elements) elements.push_back(&element);
    else
        elements.push_back(&value);
    if ((bytes != 4 && bytes != 8) || elements.size() > 4 || operands.size() < 3) not_supported(instruction);
    Op op = make(instruction.isa->id);
    for (std::size_t k = 0; k < elements.size(); ++k)
        op.slot[k] = source(*elements[k], bytes == 8 ? Element::B64 : Element::B32);
    op.slot[kAddressSlot] = address_row(operands[0]);
    op.slot[5] = address_row(operands[2]);
    op.width = static_cast<u8>(bytes);
    op.count = static_cast<u8>(elements.size());
    op.detail = detail_of(reduces ? reduction_of(instruction) : nullptr);
    builder_.note_shared_width(bytes);
    emit(op);
    emit_hidden(make(id("~nothing")));
}

}  // namespace simt::exec
