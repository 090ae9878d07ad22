// Shared memory: bounds, wavefronts, never-written units, and races between threads that no barrier keeps apart.
#include "common/simt/exec/ops/access.hpp"
#include "common/simt/observe/access_models.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

enum class Kind { Load, Store, Atomic };

// How this warp's accesses relate to records of earlier ones.
struct View {
    u64 others_floor;  // records of other warps from here on are not ordered before us
    u64 lanes_floor;   // records of other lanes of this warp likewise
    u64 block_floor;   // older records are an earlier block's
    u64 mine;          // our record, less the thread
};

View view_of(const WarpState& state, const Op* op) {
    View view;
    view.others_floor = static_cast<u64>(state.barrier_epoch) << SharedShadow::kEpochShift;
    view.lanes_floor = static_cast<u64>(state.sync_epoch) << SharedShadow::kEpochShift;
    view.block_floor = static_cast<u64>(state.block->first_epoch) << SharedShadow::kEpochShift;
    view.mine = static_cast<u64>(state.epoch) << SharedShadow::kEpochShift | op->index;
    return view;
}

u32 thread_in(u64 record) {
    return static_cast<u32>(record >> SharedShadow::kThreadShift & SharedShadow::kThreadMask);
}

// Whether an earlier access by the recorded thread and one by `thread` now have nothing that orders them.
bool unordered(u64 record, u32 thread, const View& view) {
    const u32 other = thread_in(record);
    if (other / kLanes != thread / kLanes) return record >= view.others_floor;
    return record >= view.lanes_floor && (other != thread || (record & SharedShadow::kMany) != 0);
}

void note_reader(SharedShadow& shadow, u32 unit, u32 thread, u64 record, const View& view) {
    u64& reader = shadow.reader[unit];
    const u32 before = thread_in(reader);
    if (before / kLanes != thread / kLanes) {
        // Two readers of different warps are enough: whoever writes is not in both.
        if (reader >= view.others_floor && reader != 0) shadow.reader2[unit] = reader;
        reader = record;
    } else {
        const bool several =
            reader >= view.lanes_floor && (before != thread || (reader & SharedShadow::kMany) != 0);
        reader = several ? record | SharedShadow::kMany : record;
    }
}

template <Kind kind>
u64 record_of(const View& view, u32 thread) {
    return view.mine | static_cast<u64>(thread) << SharedShadow::kThreadShift |
           (kind == Kind::Atomic ? SharedShadow::kAtomic : 0);
}

// Looks for what is wrong with one lane's access. Reads are noted at once; writes only when all lanes of the instruction
// have been looked at (note_writers), since lanes of one instruction are not earlier than each other.
template <Kind kind>
void check_lane(Warp& warp, const Op* op, const View& view, u32 lane, u32 offset, u32 bytes) {
    WarpState& state = *warp.state;
    SharedShadow& shadow = state.worker->shadow;
    const u32 unit_bytes = state.worker->code->shared_unit;
    const u32 thread = thread_of(state, lane);
    bool unwritten = false;
    u64 raced = 0;
    bool raced_write = false;
    for (u32 unit = offset / unit_bytes; unit < (offset + bytes) / unit_bytes; ++unit) {
        const u64 writer = shadow.writer[unit];
        const bool both_atomic = kind == Kind::Atomic && (writer & SharedShadow::kAtomic) != 0;
        if (writer < view.block_floor) {
            unwritten |= kind != Kind::Store;
        } else if (!both_atomic && unordered(writer, thread, view)) {
            raced = writer;
            raced_write = true;
        }
        if (kind == Kind::Load) {
            note_reader(shadow, unit, thread, record_of<kind>(view, thread), view);
            continue;
        }
        for (const u64 reader : {shadow.reader[unit], shadow.reader2[unit]})
            if (raced == 0 && reader >= view.block_floor && unordered(reader, thread, view)) raced = reader;
    }
    if (__builtin_expect(unwritten, 0))
        finding(state, op, observe::Fault::UninitialisedRead, observe::Space::Shared, lane, offset, bytes,
                false);
    if (__builtin_expect(raced != 0, 0))
        shared_race(state, op, lane, offset, bytes, kind != Kind::Load, raced, raced_write);
}

template <Kind kind>
void check_lanes(Warp& warp, const Op* op, const Addresses& a, u32 bytes) {
    const View view = view_of(*warp.state, op);
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes);
        check_lane<kind>(warp, op, view, lane, static_cast<u32>(a.lane[lane]), bytes);
    }
    if (kind == Kind::Load) return;
    SharedShadow& shadow = warp.state->worker->shadow;
    const u32 unit_bytes = warp.state->worker->code->shared_unit;
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes);
        const u64 record = record_of<kind>(view, thread_of(*warp.state, lane));
        const u32 offset = static_cast<u32>(a.lane[lane]);
        for (u32 unit = offset / unit_bytes; unit < (offset + bytes) / unit_bytes; ++unit)
            shadow.writer[unit] = record;
    }
}

template <Kind kind>
bool prepare(Warp& warp, const Op* op, u32 bytes, Access& access) {
    WarpState& state = *warp.state;
    Worker& worker = *state.worker;
    AccessCache& cache = worker.cache.data()[op->index];
    observe::OpCounters& counters = worker.counters.data()[op->index];
    const u32 exec = warp.exec;
    Addresses a{};
    read_addresses(warp, op, op->detail & kGeneric ? memory::kSharedWindow : 0, a);
    access.exec = exec;
    if (__builtin_expect((a.bits & (bytes - 1)) != 0, 0)) {
        const u32 lane = find_lane(exec, [&](u32 l) { return (a.lane[l] & (bytes - 1)) != 0; });
        fault(state, op, observe::Fault::Misaligned, observe::Space::Shared, lane, a.lane[lane], bytes,
              kind != Kind::Load);
        return false;
    }
    const u32 size = state.block->shared_bytes;
    if (__builtin_expect(a.highest + bytes > size || a.highest >= size, 0)) {
        const u32 lane =
            find_lane(exec, [&](u32 l) { return a.lane[l] >= size || a.lane[l] + bytes > size; });
        fault(state, op, observe::Fault::OutOfBounds, observe::Space::Shared, lane, a.lane[lane], bytes,
              kind != Kind::Load);
        return false;
    }
    if (!same_pattern(cache, a, exec, bytes, 3)) {
        u32 offsets[kLanes];
        for (int lane = 0; lane < kLanes; ++lane) offsets[lane] = static_cast<u32>(a.lane[lane]);
        const observe::SharedCost cost = observe::shared_cost(offsets, exec, bytes, kind != Kind::Load);
        cache.units = cost.wavefronts;
        cache.conflicts = cost.conflicts;
        cache.duplicates = kind == Kind::Store && has_duplicates(a, exec);
        worker.patterns.note(
            worker, op->index,
            {a.lane, exec, bytes, cost.wavefronts, cost.conflicts, counters.requests, state.number});
    }
    if (kind == Kind::Store) worker.progressed = true;
    counters.requests += 1;
    counters.units += cache.units;
    counters.conflicts += cache.conflicts;
    if (worker.checks) check_lanes<kind>(warp, op, a, bytes);
    access.duplicates = cache.duplicates;
    access.base = state.block->shared;
    access.shape = static_cast<Shape>(cache.shape);
    for (int lane = 0; lane < kLanes; ++lane) access.offset[lane] = a.lane[lane];
    return true;
}

}  // namespace

bool prepare_shared_load(Warp& w, const Op* op, u32 bytes, Access& access) {
    return prepare<Kind::Load>(w, op, bytes, access);
}
bool prepare_shared_store(Warp& w, const Op* op, u32 bytes, Access& access) {
    return prepare<Kind::Store>(w, op, bytes, access);
}
bool prepare_shared_atomic(Warp& w, const Op* op, u32 bytes, Access& access) {
    return prepare<Kind::Atomic>(w, op, bytes, access);
}

void report_lost_values(Warp& warp, const Op* op, const Access& access, u32 bytes, u32 stored_ok) {
    WarpState& state = *warp.state;
    if (!state.worker->checks) return;
    const u32 lane = first_lane(access.exec & ~stored_ok);
    const u64 offset = access.offset[lane];
    const u32 winner = find_lane(stored_ok, [&](u32 l) { return access.offset[l] == offset; });
    if (winner == kLanes) return;
    const u64 record = record_of<Kind::Store>(view_of(state, op), thread_of(state, winner));
    shared_race(state, op, lane, static_cast<u32>(offset), bytes, true, record, true);
}

}  // namespace simt::exec::SIMT_ISA
