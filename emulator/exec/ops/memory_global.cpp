// Global memory: bounds, sectors, never-written bytes. Almost every access lies in one allocation and repeats the
// lanes' last pattern. All others take the slow path.
#include "emulator/exec/ops/memory_global.hpp"

#include <cstring>

#include "emulator/check/record.hpp"
#include "emulator/cost/access_models.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

constexpr u64 kRoundsAhead = 7, kRoundsAheadInTurns = 2, kShortStep = u64{1} << 18;

void touch(const AccessCache& cache, u64 sector, u8* sectors) {
    __atomic_store_n(&sectors[sector], u8{1}, __ATOMIC_RELAXED);
    __atomic_store_n(&cache.touched[(sector - cache.first_sector) / memory::kTouchedSectors], u8{1},
                     __ATOMIC_RELAXED);
}

void touch_range(const AccessCache& cache, u64 first, u64 last, u8* sectors) {
    for (u64 sector = first / memory::kSectorBytes; sector <= last / memory::kSectorBytes; ++sector)
        touch(cache, sector, sectors);
}

void mark_sectors(const AccessCache& cache, u64 first, u32 exec, u32 bytes, u8* sectors) {
    if (sectors == nullptr) return;
    const u64 last = first + bytes - 1;
    if (cache.shape == kUniform || cache.shape == kContiguous)
        return touch_range(cache, first, last + static_cast<u64>(s64{cache.highest}), sectors);
    if (cache.shape == kRuns) {
        for (u32 k = 0; k < cache.run_count; ++k) {
            const Run& run = cache.runs[k];
            if (run.repeats == Run::kRepeated) continue;
            const u64 from = static_cast<u64>(s64{cache.relative[run.first]});
            const u64 to = static_cast<u64>(s64{cache.relative[run.first + run.lanes - 1]});
            touch_range(cache, first + from, last + to, sectors);
        }
        return;
    }
    for (u32 lanes = exec; lanes != 0; lanes &= lanes - 1) {
        const u64 address = first + static_cast<u64>(s64{cache.relative[first_lane(lanes)]});
        touch(cache, address / memory::kSectorBytes, sectors);
    }
}

// Marks the sectors of lanes in one allocation and calls the checks; the caller counts. Returns false for a load of
// undefined values.
template <Kind kind>
[[gnu::always_inline]] inline bool observe_lanes(Warp& warp, const Op* op, const AccessCache& cache,
                                                 u64 first, u32 bytes) {
    if (kind != Kind::Store) mark_sectors(cache, first, warp.exec, bytes, cache.sector_read);
    if (kind != Kind::Load) mark_sectors(cache, first, warp.exec, bytes, cache.sector_write);
    const check::GlobalLanes lanes{{cache, first, bytes}};
    return tell_checks<kind>(warp, op, lanes);
}

// For a stray access with which the launch goes on: reads find all ones, writes are forgotten.
u8* nowhere(u32 lane) {
    constexpr std::size_t kWidest = 64;
    thread_local u8 places[kLanes][kWidest];
    std::memset(places[lane], 0xff, kWidest);
    return places[lane];
}

// Handles lanes in several allocations, or in none, one lane at a time. A load of undefined values sets usual to false.
template <Kind kind>
[[gnu::noinline]] bool prepare_far(Warp& warp, const Op* op, u32 bytes, const Addresses& a, Access& access,
                                   bool& usual) {
    WarpState& state = *warp.state;
    const u32 exec = warp.exec;
    access.shape = kFar;
    for (const u32 lane : Lanes(exec)) {
        const u64 address = a.lane[lane];
        AccessCache one{};
        if (!check::find_allocation(state.worker->checks, one, address, address + bytes - 1)) {
            if (state.worker->launch->options.past_stray) {
                check::record_fault(state.checks, op, check::Fault::OutOfBounds, check::Space::Global, lane,
                                    address, bytes, kind != Kind::Load);
                access.far[lane] = nowhere(lane);
                continue;
            }
            fault(state, op, check::Fault::OutOfBounds, check::Space::Global, lane, address, bytes,
                  kind != Kind::Load);
            return false;
        }
        if (kind != Kind::Load && one.constant) {
            fault(state, op, check::Fault::WriteToConstant, check::Space::Const, lane, address, bytes, true);
            return false;
        }
        one.shape = kUniform;
        warp.exec = 1u << lane;
        usual &= observe_lanes<kind>(warp, op, one, address, bytes);
        access.far[lane] = one.host + address;
    }
    warp.exec = exec;
    u8* const first = access.far[first_lane(exec)];
    for (u32 lane = 0; lane < kLanes; ++lane)
        if (!(exec >> lane & 1u)) access.far[lane] = first;
    return true;
}

// Handles a new pattern, another allocation, or an invalid access.
template <Kind kind, bool kAround>
[[gnu::noinline]] bool prepare_slowly(Warp& warp, const Op* op, u32 bytes, bool same_lanes,
                                      AccessCache& cache, Access& access, bool& usual) {
    WarpState& state = *warp.state;
    const u32 exec = warp.exec;
    Addresses a{};
    read_addresses(warp, op, 0, a);
    if (!are_aligned(warp, op, a, bytes, check::Space::Global, kind != Kind::Load)) return false;
    const bool one_allocation =
        check::find_allocation(state.worker->checks, cache, a.lowest, a.highest + bytes - 1);
    Worker& worker = *state.worker;
    learn_pattern(cache, a, exec, bytes, worker.patterns.phase_mask());
    cache.units = kAround                ? cost::sectors_around_first_level(a.lane, exec)
                  : kind == Kind::Atomic ? cost::atomic_sectors(a.lane, exec, bytes)
                                         : cost::global_sectors(a.lane, exec, bytes);
    if (!same_lanes) std::memset(cache.units_at, 0, sizeof cache.units_at);
    cache.units_at[cache.phase % memory::kSectorBytes] = static_cast<u8>(cache.units);
    worker.patterns.note(
        worker, op->index,
        {a.lane, exec, bytes, cache.units, 0, worker.counters.data()[op->index].requests, &state});
    if (!one_allocation || (kind != Kind::Load && cache.constant) || cache.shape == kFar) {
        cache.mask = 0;
        return prepare_far<kind>(warp, op, bytes, a, access, usual);
    }
    return true;
}

// Whether the pattern's cost at this offset within a sector is known; a loop visits the same offsets again and again.
[[gnu::always_inline]] inline bool knows_phase(const Patterns& patterns, AccessCache& cache, u64 first) {
    const u32 phase = static_cast<u32>(first) & patterns.phase_mask();
    if (phase == cache.phase) return true;
    if (patterns.has_models() || cache.units_at[phase] == 0) return false;
    cache.phase = phase;
    cache.units = cache.units_at[phase];
    return true;
}

u32 around_first_level(const AccessCache& cache, u64 first, u32 exec) {
    u64 address[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane)
        address[lane] = first + static_cast<u64>(s64{cache.relative[lane]});
    return cost::sectors_around_first_level(address, exec);
}

// A warp in a loop moves on by the same distance each time, often too far for the CPU to guess it. So bytes that it will need some
// rounds later are asked for now: 7 rounds, since steps are often large powers of two, and the places of a cache repeat after
// a power of two. A round takes longer if other warps have their turns in between; then a long step is most likely
// one to another block's bytes. Addresses beyond the allocation do no harm.
[[gnu::always_inline]] inline void fetch_ahead(AccessCache& cache, const WarpState* warp, u64 first) {
    u64& before = cache.first_of[warp->checks.number];
    const bool in_turns = cache.warp != warp;
    const u64 step = first - before;
    if (!in_turns || step < kShortStep) {
        const u64 next = first + (in_turns ? kRoundsAheadInTurns : kRoundsAhead) * step;
        __builtin_prefetch(cache.host + next);
        __builtin_prefetch(cache.host + next + cache.highest);
        if (!in_turns && cache.written != nullptr) __builtin_prefetch(cache.written + next / 8);
    }
    cache.warp = warp;
    before = first;
}

}  // namespace

// kAround: the cost depends on the offset within a line, not within a sector, so it is not cached.
template <Kind kind, bool kAround>
bool prepare_global(Warp& warp, const Op* op, u32 bytes, Access& access) {
    WarpState& state = *warp.state;
    AccessCache& cache = state.worker->cache.data()[op->index];
    u64 first;
    const bool lanes = same_lanes(warp, op, 0, cache, first);
    const bool known = lanes && knows_phase(state.worker->patterns, cache, first) &&
                       first - cache.begin < cache.end - cache.begin &&
                       static_cast<s64>(first - cache.begin) + cache.lowest >= 0 &&
                       static_cast<s64>(cache.end - first) - cache.highest >= static_cast<s64>(bytes) &&
                       ((first | cache.bits) & (bytes - 1)) == 0;
    access.exec = warp.exec;
    access.shape = kScattered;
    bool usual = true;
    if (__builtin_expect(!known, 0) &&
        !prepare_slowly<kind, kAround>(warp, op, bytes, lanes, cache, access, usual))
        return false;
    cost::OpCounters& counters = state.worker->counters.data()[op->index];
    counters.requests += 1;
    counters.units +=
        kAround && access.shape != kFar ? around_first_level(cache, first, warp.exec) : cache.units;
    if (kind == Kind::Atomic) {
        counters.global_requests += 1;
        counters.global_sectors += cache.units;
    }
    if (kind == Kind::Store) state.worker->progressed = true;
    access.duplicates = false;
    if (__builtin_expect(access.shape == kFar, 0)) return usual;
    if (kind == Kind::Load) fetch_ahead(cache, &state, first);
    usual = observe_lanes<kind>(warp, op, cache, first, bytes);
    access.base = cache.host + first;
    access.relative = cache.relative;
    access.shape = static_cast<Shape>(cache.shape);
    access.cache = &cache;
    return usual;
}

template bool prepare_global<Kind::Load, false>(Warp&, const Op*, u32, Access&);
template bool prepare_global<Kind::Load, true>(Warp&, const Op*, u32, Access&);
template bool prepare_global<Kind::Store, false>(Warp&, const Op*, u32, Access&);
template bool prepare_global<Kind::Atomic, false>(Warp&, const Op*, u32, Access&);

}  // namespace simt::exec::SIMT_ISA
