// See definedness.hpp.
#include "emulator/check/definedness/definedness.hpp"

#include <algorithm>
#include <bit>

#include "emulator/check/definedness/definedness_store.hpp"
#include "emulator/check/record.hpp"
#include "emulator/memory/written_bits.hpp"

namespace simt::check {

namespace {

bool is_written(const WarpChecks& warp, Space space, u32 lane, u64 address) {
    if (space == Space::Local)
        return address < warp.local_written.size() && (warp.local_written[address] >> lane & 1u) != 0;
    if (space == Space::Shared) {
        const BlockChecks& block = *warp.block;
        if (address >= block.shared_bytes || (!block.padding.empty() && block.padding[address] != 0))
            return false;
        return block.shadow.writer.record[address / warp.worker->code->shared_unit] >=
               block.first_epoch << SharedShadow::kEpochShift;
    }
    const memory::Allocation* const found = warp.worker->space->find(address);
    if (found == nullptr || found->written == nullptr) return found != nullptr;
    return memory::bit(found->written, address - found->address);
}

Share share_of(const WarpChecks& warp, const Step& step, Space space, u32 lane, u64 address, u32 bytes,
               u32 missing) {
    const memory::Allocation* const found =
        space == Space::Global ? warp.worker->space->find(address) : nullptr;
    bool known = found != nullptr && found->padding != nullptr;
    for (const u32 k : Bits(missing))
        known = known && memory::bit(found->padding, address - found->address + k);
    if (known) return Share::Padding;
    const auto written = [&](u64 other) { return is_written(warp, space, lane, other); };
    // Code that is not optimised accesses its variables by generic addresses, and copies structures by bytes or in loops of its own.
    // Unwritten bytes beside written ones may then be padding.
    if (space == Space::Local && (warp.worker->debug || !step.in_local)) {
        const u64 place = bytes < 8 ? 8 : 16, begin = address / place * place;
        bool beside = is_piece_of_padding(step, address, bytes, true, written);
        for (u64 byte = begin; byte < begin + place && (bytes < 4 || step.has_no_line); ++byte)
            beside |= written(byte);
        if (beside) return Share::Padding;
    }
    const bool part = missing != undefined::low_bits(bytes) ||
                      is_piece_of_padding(step, address, bytes, warp.worker->debug, written);
    return part ? Share::Part : Share::All;
}

// Whether the bytes are a thread's own, or ones of shared memory to which undefined values have been stored.
bool is_unset(const WarpChecks& warp, Space space, u64 address, u32 missing) {
    if (space != Space::Shared || warp.block->padding.empty()) return space == Space::Local;
    bool all = true;
    for (const u32 k : Bits(missing))
        all = all && address + k < warp.block->padding.size() && warp.block->padding[address + k] != 0;
    return all;
}

// Copying padding is harmless; copying any other undefined byte is a use.
bool stage(WarpChecks& warp, Space space, u32 lane, u64 address, u32 bytes, u32 missing) {
    if (share_of(warp, Step{}, space, lane, address, bytes, missing) == Share::All) return false;
    if (warp.undefined == nullptr) warp.undefined = std::make_shared<UndefinedValues>();
    warp.undefined->staged.push_back({lane, missing});
    return true;
}

void leave_unwritten_in_shared(BlockChecks& block, u64 offset, u32 bytes) {
    block.padding.resize(block.shared_bytes + 1);
    block.shared_checks = SharedChecks::WithPadding;
    for (const u32 k : Bits(bytes))
        if (offset + k < block.shared_bytes) block.padding[offset + k] = 1;
}

// Marks a load's results. False: the warp is not in the function that the load belongs to.
bool load_undefined(WarpChecks& warp, const Op* op, Space space, u32 lane, u64 address, u32 bytes,
                    u32 missing) {
    DefinednessStore store(warp);
    if (!store.has_registers_of(op)) return false;
    const ptx::Instruction& source = *warp.worker->code->info[op->index].source;
    const Step& step = store.plan().step(source);
    const u32 cause =
        store.cause_of(op->index, true, share_of(warp, step, space, lane, address, bytes, missing),
                       is_unset(warp, space, address, missing));
    Cause& noted = warp.undefined->causes[cause];
    noted.space = space;
    noted.width = bytes;
    noted.address[lane] = address;
    noted.missing[lane] = static_cast<u8>(std::popcount(missing));
    const Reason why{cause, static_cast<u8>(lane), false};
    const u32 width = op->width;
    if (source.is(isa::Kind::FragmentLoad)) {  // the op loads a part of one register
        const Part& result = step.results[op->slot[kFragmentRegisterSlot]];
        store.set(result, lane, {undefined::low_bits(result.width()), why});
        return true;
    }
    for (u32 k = 0; k < step.results.size(); ++k) {
        u64 bits = 0;
        for (u32 byte = 0; byte < width && step.results.size() == op->count; ++byte)
            bits |= (missing >> (k * width + byte) & 1u) != 0 ? u64{0xff} << 8 * byte : 0;
        if (step.results.size() != op->count) bits = ~u64{0};  // a register of 128 bits
        const u32 to = step.results[k].width();
        bits = undefined::extended(bits, std::min(8 * width, 64u), std::min(to, 64u), step.is_signed);
        // Other bytes of local memory may have been written with undefined bits.
        store.set(step.results[k], lane, store.joined(store.of(step.results[k], lane), {bits, why}));
    }
    return true;
}

bool mentions(const ptx::Operand& operand, const std::string& name) {
    return operand.name == name || std::ranges::any_of(operand.elements, [&](const ptx::Operand& element) {
               return mentions(element, name);
           });
}

// Whether an instruction is an exchange (atom.exch) and no other instruction of its function reads the old value: then it only writes.
bool only_writes(const WarpChecks& warp, const ptx::Instruction& source) {
    const std::vector<ptx::Instruction>& body = warp.frame->function->source->body;
    if (!source.has("exch") || &source < body.data() || &source >= body.data() + body.size()) return false;
    const std::string& old = source.operands[0].name;  // empty for the sink "_"
    return old.empty() || std::ranges::none_of(body, [&](const ptx::Instruction& each) {
               const bool result =
                   each.isa->has_result && !each.operands.empty() && each.operands[0].name == old;
               return each.guard == old ||
                      std::any_of(each.operands.begin() + (result ? 1 : 0), each.operands.end(),
                                  [&](const ptx::Operand& operand) { return mentions(operand, old); });
           });
}

}  // namespace

void shuffle(WarpChecks& warp, const Op* op, u32 exec, u32 absent, const u32* from) {
    if (!warp.worker->wanted.synchronisation) absent = 0;
    if (absent == 0 && warp.undefined == nullptr) return;
    DefinednessStore store(warp);
    if (!store.has_registers_of(op)) return;
    const Step& step = store.plan().step(*warp.worker->code->info[op->index].source);
    UndefinedBits given[kLanes];
    for (const u32 lane : Lanes(exec)) {
        if ((absent >> lane & 1u) != 0)
            given[lane] = {~u64{0},
                           {store.cause_of(op->index, false, Share::All), static_cast<u8>(lane), false}};
        else if (!step.sources.empty())
            given[lane] = store.of(step.sources[0], from[lane] & 31u);
    }
    for (const u32 lane : Lanes(exec)) {
        for (std::size_t k = 0; k < step.results.size();
             ++k) {  // the second: whether the lane's source is in range
            const u64 all = undefined::low_bits(step.results[k].width());
            store.set(step.results[k], lane, {k == 0 ? given[lane].bits & all : 0, given[lane].why});
        }
    }
}

// Compilers store a structure as one vector, with an unset register for a member that has no value. So the bits are Part: they may
// be stored beside others.
bool read_unset(WarpChecks& warp, const Op* op, u32 lanes) {
    if (!warp.worker->wanted.initialisation) return false;
    DefinednessStore store(warp);
    const Part part = store.plan().register_part(warp.frame->function->watched[op->detail].name);
    const u32 cause = store.cause_of(op->index, true, Share::Part, true);
    warp.undefined->causes[cause].space = Space::Register;
    warp.undefined->causes[cause].width = part.bytes;
    for (const u32 lane : Lanes(lanes))
        store.set(part, lane, {undefined::low_bits(part.width()), {cause, static_cast<u8>(lane), false}});
    return true;
}

UnwrittenRead read_unwritten(WarpChecks& warp, const Op* op, Space space, u32 lane, u64 address, u32 bytes,
                             u32 missing) {
    const ptx::Instruction* const source = warp.worker->code->info[op->index].source;
    if (source != nullptr && bytes <= 16) {
        if (source->is(isa::Kind::CopyAsync) && bytes == op->width) {
            if (stage(warp, space, lane, address, bytes, missing)) return UnwrittenRead::Unused;
        } else if (only_writes(warp, *source)) {
            return UnwrittenRead::Unused;
        } else if ((source->is(isa::Memory::Load) || source->is(isa::Memory::Texture)) &&
                   load_undefined(warp, op, space, lane, address, bytes, missing)) {
            return UnwrittenRead::Undefined;
        }
    }
    const u32 count = bytes <= 16 ? static_cast<u32>(std::popcount(missing)) : 0;
    unwritten_read(warp, op, space, lane, address, bytes, count, nullptr);
    return UnwrittenRead::Reported;
}

void after_op(WarpChecks& warp) {
    if (warp.undefined->copied.empty()) return;
    for (const CopiedBytes& bytes : warp.undefined->copied)
        if (bytes.shared)
            leave_unwritten_in_shared(*warp.block, bytes.address, bytes.undefined);
        else
            warp.worker->space->leave_unwritten(bytes.address, bytes.undefined);
    warp.undefined->copied.clear();
    forget_if_none(warp);
}

void send_staged(WarpChecks& warp, const u32* offset) {
    if (warp.undefined == nullptr) return;
    for (const StagedBytes& bytes : warp.undefined->staged)
        leave_unwritten_in_shared(*warp.block, offset[bytes.lane], bytes.undefined);
    warp.undefined->staged.clear();
    forget_if_none(warp);
}

void forget_frame(WarpChecks& warp, const Frame* frame) {
    if (warp.undefined != nullptr)
        std::erase_if(warp.undefined->frames,
                      [frame](const UndefinedRegisters& each) { return each.frame == frame; });
}

void note_padding(const Instruction& at) {
    const WorkerChecks& worker = *at.warp.worker;
    if (!worker.wanted.initialisation) return;
    const Op& op = *at.op;
    const u64* const base = reinterpret_cast<const u64*>(at.rows + op.slot[kAddressSlot]);
    const memory::Allocation* allocation = nullptr;
    for (const u32 lane : Lanes(at.exec)) {
        const u64 address = base[lane] + static_cast<u64>(op.immediate);
        if (allocation == nullptr || !allocation->holds(address, op.width))
            allocation = worker.space->find(address);
        if (allocation != nullptr) worker.space->note_padding(*allocation, address, op.width);
    }
}

}  // namespace simt::check
