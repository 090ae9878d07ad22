// See global_races.hpp.
#include "emulator/check/races/global_races.hpp"
#include "emulator/check/races/cluster_access.hpp"

#include <algorithm>
#include <cstring>

#include "emulator/check/races/shared_order.hpp"
#include "emulator/check/record.hpp"

namespace simt::check {

namespace {

constexpr u32 kMostBytes = 128;  // of one access: a piece of a bulk copy

// Reads the bytes that the lanes store from the registers, lane after lane: `count` elements of `width` bytes each.
void read_values(const Instruction& at, u32 bytes, u8* values) {
    const Op* const op = at.op;
    if (op->count == 0) {
        // Bulk copies do not store from registers, so give each thread's bytes a value of their own.
        const u32 block = static_cast<u32>(at.warp.block->linear);
        for (u32 word = 0; word < kLanes * bytes / 4; ++word) {
            const u32 mark = block << 10 | at.warp.thread(word * 4 / bytes);
            std::memcpy(values + word * 4, &mark, sizeof mark);
        }
        return;
    }
    const u32 width = op->width;
    const u32 stride = 1u << (op->detail >> kRegisterShift & 3u);
    for (u32 element = 0; element < op->count; ++element) {
        const u8* const source = at.rows + op->slot[element];
        u8* const to = values + element * width;
        if (stride == 4 && width == 4 && op->count == 1) {
            std::memcpy(to, source, std::size_t{4} * kLanes);
            continue;
        }
        for (const u32 lane : Lanes(at.exec)) {
            std::memcpy(to + lane * bytes, source + lane * stride, width);
        }
    }
}

Scope scope_of(const Op* op) { return (op->detail & kWithinBlockScope) != 0 ? kBlockScope : kDeviceScope; }

// The plain access of one instruction's lanes, for recording it in pieces.
struct LanesAccess : LaneAddresses {
    u32 exec;
    bool write;
    const u8* stored;  // lane after lane
    Record first_lane;
};

// Records a plain access run by run. False: it may race; repeat it lane by lane.
bool note_runs(AccessTable& table, const LanesAccess& lanes, BlockOrder& order) {
    const AccessCache& cache = lanes.pattern;
    if (cache.shape == kScattered || cache.shape == kFar) return false;
    bool stores_to_one_place = false;
    if (lanes.write)
        for_each_run(cache, lanes.exec,
                     [&](u32, u32, bool, bool several, s32) { stores_to_one_place |= several; });
    if (stores_to_one_place) return false;
    const u32 units = std::max(lanes.bytes / table.unit(), 1u);
    bool all = true;
    for_each_run(cache, lanes.exec, [&](u32 lane, u32 count, bool uniform, bool several, s32) {
        if (cache.shape == kUniform) lane = static_cast<u32>(__builtin_ctz(lanes.exec));
        const Record record = lanes.first_lane + (u64{lane} << kRecordThread) + (several ? kManyLanes : 0);
        all = all && table.access_run(lanes.address(lane), uniform ? 1 : count, units, lanes.write,
                                      lanes.stored + lane * lanes.bytes, record, order);
    });
    return all;
}

// Records neighbouring lanes, from `from` on, that access one line, as a piece if their units are regular. Returns the number
// of lanes; 0: they form no piece.
u32 note_group(AccessTable& table, const LanesAccess& lanes, u32 from, BlockOrder& order) {
    const u32 unit = table.unit(), units = std::max(lanes.bytes / unit, 1u);
    const u64 line = lanes.address(from) / unit / kLineUnits;
    Piece piece = run_piece(0, 1, Piece::kOneThread, lanes.first_lane, lanes.write);
    u8 lane_of[kLineUnits];
    u32 shifts = (2u << Piece::kOneThread) - 1;  // those that fit so far
    s32 thread0[Piece::kOneThread + 1];
    u32 lane = from;
    for (; lane < kLanes; ++lane) {
        if ((lanes.exec >> lane & 1u) == 0) continue;
        const u64 first_unit = lanes.address(lane) / unit;
        const u32 at = first_unit % kLineUnits;
        if (first_unit / kLineUnits != line || at + units > kLineUnits) break;
        const u32 mask = (units == kLineUnits ? ~0u : (1u << units) - 1) << at;
        if ((piece.mask & mask) != 0 && lane != from) break;
        for (const u32 shift : Bits(shifts)) {
            const s32 thread = static_cast<s32>(thread_in(lanes.first_lane) + lane);
            const s32 base = thread - static_cast<s32>(at >> shift);
            if (lane == from) thread0[shift] = base;
            if (base != thread0[shift] || at >> shift != (at + units - 1) >> shift) shifts &= ~(1u << shift);
        }
        if (shifts == 0) break;
        piece.mask = lane == from ? mask : piece.mask | mask;
        piece.shift = static_cast<u8>(lane == from ? Piece::kOneThread : __builtin_ctz(shifts));
        piece.thread0 = static_cast<s16>(thread0[piece.shift]);
        for (u32 k = 0; k < units; ++k) lane_of[at + k] = static_cast<u8>(lane);
    }
    if (lane == from) return 0;
    const auto value = [&](u32 at) {
        const u64 place = (line * kLineUnits + at) * unit;
        return lanes.stored + lane_of[at] * lanes.bytes + (place - lanes.address(lane_of[at]));
    };
    return table.access_piece(line, piece, value, order) ? lane - from : 0;
}

// Adds an access to the launch's footprint. stored: the bytes that a plain store writes, lane after lane; else nullptr.
void note_footprint(Footprint& footprint, const Instruction& at, const LaneAddresses& where,
                    const AccessKind& kind, const u8* stored) {
    const WarpChecks& warp = at.warp;
    Footprint::Access access{
        {warp.worker->code->same_place[at.op->index], 0, warp.block->linear, kind.write, kind.strong}};
    for (const u32 lane : Lanes(at.exec)) {
        const u64 address = where.address(lane);
        access.thread = warp.thread(lane);
        access.same = stored != nullptr && std::memcmp(where.pattern.host + address,
                                                       stored + lane * where.bytes, where.bytes) == 0;
        footprint.note(address, where.bytes, access);
    }
}

}  // namespace

void note_global_access(const Instruction& at, const LaneAddresses& where, Kind access) {
    WarpChecks& warp = at.warp;
    const Op* const op = at.op;
    const AccessCache& cache = where.pattern;
    const u32 bytes = where.bytes;
    WorkerRaces& races = *warp.worker->races;
    BlockOrder& order = warp.block->order;
    AccessTable& table = *races.table;
    const u32 exec = at.exec;
    const u32 units = std::max(bytes / table.unit(), 1u);
    const AccessKind kind{access != Kind::Load, access == Kind::Atomic || (op->detail & kStrong) != 0,
                          (op->detail & kWithinBlockScope) != 0, (op->detail & kUpdates) != 0};
    const bool plain_store = kind.write && !kind.strong;
    alignas(64) u8 stored[kLanes * kMostBytes];
    if (plain_store) read_values(at, bytes, stored);
    if (races.footprint != nullptr)
        note_footprint(*races.footprint, at, where, kind, plain_store ? stored : nullptr);
    if (cache.only_read && !kind.write) return;
    if (kind.strong && (op->detail & kReleases) != 0) fence(warp, exec, scope_of(op));
    const auto record_of = [&](u32 lane) {
        return u64{order.segment(warp.number)} << 32 | u64{warp.thread(lane)} << kRecordThread |
               std::min(warp.worker->code->same_place.data()[op->index], kRecordOp);
    };
    const LanesAccess all{{where}, exec, kind.write, stored, kind.strong ? 0 : record_of(0)};
    // Runs are of whole units; a texture's elements may be narrower than what the kernel writes.
    if (!kind.strong && bytes >= table.unit() && note_runs(table, all, order)) return;
    const bool acquires =
        kind.strong && (op->detail & kNoResult) == 0 && access != Kind::Store && races.space.has_releases();
    const bool releases = kind.strong && kind.write && races.space.hands_on(order, warp.number);
    // If no table keeps values, the next lane's value is compared with memory, so each lane stores at once.
    const bool store_now = plain_store && op->count != 0 && !table.keeps_values();
    const auto store = [&](u32 from, u32 end) {
        for (u32 lane = from; store_now && lane < end; ++lane)
            if ((exec >> lane & 1u) != 0)
                std::memcpy(cache.host + all.address(lane), stored + lane * bytes, bytes);
    };
    u32 by_piece = 0;  // lanes below this one are done
    for (const u32 lane : Lanes(exec)) {
        if (lane < by_piece) continue;
        if (!kind.strong && cache.shape == kScattered) {
            by_piece = lane + note_group(table, all, lane, order);
            store(lane, by_piece);
            if (by_piece != lane) continue;
        }
        const u64 address = all.address(lane);
        if (acquires) races.space.acquire(order, warp.number, address, kind.within_block);
        const RaceFound race = table.access(address, units, kind, stored + lane * bytes, cache.host + address,
                                            record_of(lane), order);
        if (race.other != 0)
            global_race(warp, op, lane, race.address, bytes, kind.write,
                        {op_in(race.other), thread_in(race.other),
                         races.space.segment(segment_in(race.other)).block, race.writes, race.strong});
        store(lane, lane + 1);
        if (releases) races.space.release(order, warp.number, lane, address, kind.within_block);
    }
}

void note_fetch(WarpChecks& warp, const Op* op, u32 exec, const u64* address, u32 bytes) {
    if (warp.worker->races == nullptr || warp.worker->cache[op->index].only_read) return;
    WorkerRaces& races = *warp.worker->races;
    AccessTable& table = *races.table;
    BlockOrder& order = warp.block->order;
    for (const u32 lane : Lanes(exec)) {
        for (u64 at = address[lane]; at < address[lane] + bytes; at += table.unit()) {
            const Record before = table.last_write(at);
            const Record now = u64{warp.thread(lane)} << kRecordThread;
            if (before == 0 || !ordered(before, now, order)) continue;  // a race is reported as such
            stale_fetch(warp, op, lane, at, bytes,
                        {op_in(before), thread_in(before), races.space.segment(segment_in(before)).block,
                         true, (before & kWriting) != 0});
            break;
        }
    }
}

void begin_block_order(BlockChecks& block) {
    WorkerRaces& races = *block.worker->races;
    if (races.grid != nullptr) races.space.forget();
    if (races.table == nullptr) races.table = races.grid->table();
    block.order.begin(races.space, static_cast<u32>(block.linear), static_cast<u32>(block.warps.size()));
}

void end_block_order(BlockChecks& block) {
    WorkerRaces& races = *block.worker->races;
    if (races.grid != nullptr) races.grid->end_block(static_cast<u32>(block.linear), std::move(races.table));
}

void fence(WarpChecks& warp, u32 lanes, Scope scope) {
    if (warp.worker->races == nullptr) return;
    warp.block->order.fence(warp.number, lanes, scope, warp.live);
    note_fence(warp);
}

void order_acquire(WarpChecks& warp, u64 key, bool block_scope) {
    if (warp.worker->races == nullptr) return;
    warp.worker->races->space.acquire(warp.block->order, warp.number, key, block_scope);
}

void order_shared_access(const Instruction& at, const LaneAddresses& where, Kind kind) {
    const Op* const op = at.op;
    if ((op->detail & kTests) != 0) return;  // it acquires when its wait is over
    WarpChecks& warp = at.warp;
    BlockOrder& order = warp.block->order;
    OrderSpace& space = warp.worker->races->space;
    const bool block_scope = (op->detail & kWithinBlockScope) != 0;
    if (kind == Kind::Load) meet(warp.block->cluster);
    const bool acquires = kind != Kind::Store && (op->detail & kNoResult) == 0;
    if ((op->detail & kReleases) != 0) fence(warp, at.exec, scope_of(op));
    if (!space.has_releases() && !order.warp[warp.number].fenced)
        return;  // nothing to hand on or to take over
    for (const u32 lane : Lanes(at.exec)) {
        const u64 key = shared_key(warp, where.address(lane));
        if (acquires) space.acquire(order, warp.number, key, block_scope);
        if (kind != Kind::Load) space.release(order, warp.number, lane, key, block_scope);
    }
}

u64 shared_key(const WarpChecks& warp, u64 offset) {
    return u64{1} << 63 | warp.block->linear << 24 | (offset & 0xffffff);
}

}  // namespace simt::check
