// See tracer.hpp.
#include "emulator/exec/tracer.hpp"

#include <algorithm>

#include "emulator/exec/table.hpp"

namespace simt::exec {

namespace {

using trace::Space;

bool is_copy_to_shared(const Op* op) {
    static const Handler write = handler_of(isa::id("~copy_async.write"));
    return op->handler == write;
}

bool names(const ptx::Instruction& instruction, std::string_view space) {
    return std::ranges::any_of(instruction.parts,
                               [&](const std::string& part) { return part.starts_with(space); });
}

// The address in the op's register plus its offset, as the memory handlers compute it (ops/access.hpp).
u64 address_of(const Warp& warp, const Op* op, u32 lane, u64 subtract) {
    const u64 add = static_cast<u64>(op->immediate) - subtract;
    const u8* const row = warp.rows + op->slot[kAddressSlot];
    if ((op->detail & kAddress64) != 0) return reinterpret_cast<const u64*>(row)[lane] + add;
    return reinterpret_cast<const u32*>(row)[lane] + static_cast<u32>(add);
}

// The lanes whose generic addresses lie in a window.
u32 lanes_in(const Warp& warp, const Op* op, u64 window) {
    u32 lanes = 0;
    for (const u32 lane : Lanes(warp.exec))
        if (address_of(warp, op, lane, 0) >> 32 == window >> 32) lanes |= 1u << lane;
    return lanes;
}

}  // namespace

Tracer::Tracer(Recording& recording, std::size_t worker)
    : recording_(recording),
      launch_(recording.launch()),
      worker_(worker),
      ways_(launch_.code.ops.size(), Way::Unknown),
      places_(launch_.code.ops.size(), kUnknown) {
    recording_.begin_worker(worker);
}

void Tracer::record_arrival(WarpState& state, const Op* op) {
    if (recording_.is_cut()) return;
    u32& place = places_[op->index];
    if (place == kUnknown) place = recording_.place_id(op->index);
    if (place == Recording::kNoPlace || (place == state.arrived.place && state.active == state.arrived.lanes))
        return;
    state.arrived = {place, state.active};
    lines_.add_arrival(place, {.block = state.block->checks.linear,
                               .warp = state.checks.number,
                               .clock = state.block->clock,
                               .mask = state.active});
}

// What the op accesses: asked once for each op.
Tracer::Way Tracer::way_of(const Op* op) const {
    const OpInfo& info = launch_.code.info[op->index];
    if (is_copy_to_shared(op)) return Way::Shared;
    if (info.source == nullptr || op->counted == 0) return Way::None;
    const ptx::Instruction& instruction = *info.source;
    switch (info.op_class) {
        case cost::OpClass::Barrier:
            return Way::Barrier;
        case cost::OpClass::SharedLoad:
        case cost::OpClass::SharedStore:
            return Way::Shared;
        case cost::OpClass::Atomic:
        case cost::OpClass::GlobalLoad:
        case cost::OpClass::GlobalStore:
            if (names(instruction, "shared") && info.op_class == cost::OpClass::Atomic) return Way::Shared;
            return names(instruction, "global") ? Way::Global : Way::Generic;
        default:
            if (!instruction.is(isa::Memory::Load) && !instruction.is(isa::Memory::Store)) return Way::None;
            if (names(instruction, "const")) return Way::Constant;
            // Calls pass arguments in .param variables, which lie in local memory here.
            return names(instruction, "local") ? Way::Local : Way::None;
    }
}

void Tracer::note_accesses(Warp& warp, const Op* op) {
    if (recording_.is_cut()) return;
    Way& way = ways_[op->index];
    if (way == Way::Unknown) way = way_of(op);
    const auto whole = [&](Space space) { note(warp, op, space, warp.exec, 0); };
    switch (way) {
        case Way::Unknown:
        case Way::None:
            return;
        case Way::Barrier:
            return note_barrier(warp, op);
        case Way::Shared:
            return whole(Space::Shared);
        case Way::Global:
            return whole(Space::Global);
        case Way::Constant:
            return whole(Space::Constant);
        case Way::Local:
            return whole(Space::Local);
        case Way::Generic: {
            const u32 shared = lanes_in(warp, op, memory::kSharedWindow),
                      local = lanes_in(warp, op, memory::kLocalWindow),
                      parameters = lanes_in(warp, op, memory::kParamWindow);
            note(warp, op, Space::Global, warp.exec & ~(shared | local | parameters), 0);
            note(warp, op, Space::Shared, shared, memory::kSharedWindow);
            return note(warp, op, Space::Local, local, memory::kLocalWindow);
        }
    }
}

Tracer::Pending& Tracer::begin_access(const Warp& warp, const Op* op, Space space, u32 lanes) {
    const WarpState& state = *warp.state;
    counters_ = &state.worker->counters;
    Pending& pending = pending_[pending_count_++];
    pending.space = space;
    pending.op = pending.counter = op->index;
    trace::Access& access = pending.access;
    access.block = state.block->checks.linear;
    access.warp = state.checks.number;
    access.clock = state.block->clock;
    access.mask = lanes;
    access.cost = 0;
    access.array = 0;
    return pending;
}

void Tracer::note_barrier(const Warp& warp, const Op* op) { begin_access(warp, op, Space::Block, warp.exec); }

void Tracer::note(const Warp& warp, const Op* op, Space space, u32 lanes, u64 subtract) {
    const OpInfo& info = launch_.code.info[op->index];
    // ldmatrix takes the addresses of 8 lanes for each of its matrices.
    if (info.source->is(isa::Memory::Matrix)) {
        if ((op->detail & kGeneric) != 0) subtract = memory::kSharedWindow;
        if (op->count < 4) lanes &= (1u << 8 * op->count) - 1;
    }
    // A lane of cp.async may copy nothing.
    if (info.source->is(isa::Kind::CopyAsync) && space == Space::Global)
        for (const u32 lane : Lanes(lanes))
            if (reinterpret_cast<const u32*>(warp.rows + op->slot[0])[lane] == 0) lanes &= ~(1u << lane);
    if (lanes == 0) return;
    const WarpState& state = *warp.state;
    if ((op->detail & kFrameLocal) != 0)
        subtract -= state.splits[static_cast<u32>(state.current)].frame->local_base;
    Pending& pending = begin_access(warp, op, space, lanes);
    trace::Access& access = pending.access;
    for (const u32 lane : Lanes(lanes))
        access.at[lane] = static_cast<s64>(address_of(warp, op, lane, subtract));
    if (space == Space::Global || space == Space::Constant) locate(access);
    // The shared half of a generic access is counted at the op behind it.
    const bool split = space == Space::Shared && info.op_class != cost::OpClass::Atomic &&
                       info.op_class < cost::OpClass::SharedLoad && !is_copy_to_shared(op);
    pending.counter += split ? 1 : 0;
    pending.units = (*counters_)[pending.counter].units;
}

// Replaces the addresses by distances from the beginning of the allocation, if all lanes are near the same one.
void Tracer::locate(trace::Access& access) {
    const memory::Allocation* found = nullptr;
    for (const u32 lane : Lanes(access.mask))
        if (found == nullptr) found = launch_.space.find(static_cast<u64>(access.at[lane]));
    if (found == nullptr) return;
    for (const u32 lane : Lanes(access.mask)) {
        const s64 distance = access.at[lane] - static_cast<s64>(found->address);
        if (distance < -static_cast<s64>(memory::kGap / 2) ||
            distance > static_cast<s64>(found->size + memory::kGap / 2))
            return;
    }
    for (const u32 lane : Lanes(access.mask)) access.at[lane] -= static_cast<s64>(found->address);
    access.array = found->serial;
    if (std::ranges::count(arrays_, found->serial) != 0) return;
    arrays_.push_back(found->serial);
    lines_.add_array(recording_.array_id(*found));
}

void Tracer::format() {
    for (u32 k = 0; k < pending_count_; ++k) {
        Pending& pending = pending_[k];
        if (pending.space == Space::Global || pending.space == Space::Shared)
            pending.access.cost = static_cast<u32>((*counters_)[pending.counter].units - pending.units);
        lines_.add_access(Recording::instruction_id(pending.op, pending.space), pending.access,
                          pending.space);
    }
    pending_count_ = 0;
}

void Tracer::flush() {
    recording_.flush(worker_, lines_);
    flush_at_ = lines_.bytes() + kChunk;
}

}  // namespace simt::exec
