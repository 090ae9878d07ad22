// Global memory: bounds, sectors, never-written words. One allocation holds almost every access; the lanes' pattern is
// almost always the one of the last time. Whatever is not so goes the slow way.
#include "common/simt/exec/ops/access.hpp"
#include "common/simt/observe/access_models.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

enum class Kind { Load, Store, Atomic };

constexpr u64 kChunkSectors = 4096;

void touch(const AccessCache& cache, u64 sector, u8* sectors) {
    __atomic_store_n(&sectors[sector], u8{1}, __ATOMIC_RELAXED);
    __atomic_store_n(&cache.touched[(sector - cache.first_sector) / kChunkSectors], u8{1}, __ATOMIC_RELAXED);
}

void mark_sectors(const AccessCache& cache, const Addresses& a, u32 exec, u32 bytes, u8* sectors) {
    if (sectors == nullptr) return;
    const u64 first = a.lowest / memory::kSectorBytes, last = (a.highest + bytes - 1) / memory::kSectorBytes;
    if (cache.shape != kScattered) {
        for (u64 sector = first; sector <= last; ++sector) touch(cache, sector, sectors);
        return;
    }
    for (u32 lanes = exec; lanes != 0; lanes &= lanes - 1)
        touch(cache, a.lane[first_lane(lanes)] / memory::kSectorBytes, sectors);
}

bool lane_written(const u8* written, u64 address, u32 bytes) {
    if (bytes < 4) {
        const u8 want = static_cast<u8>(((1u << bytes) - 1) << (address & 3));
        return (written[address / 4] & want) == want;
    }
    u8 all = 0x0f;
    for (u32 word = 0; word < bytes / 4; ++word) all &= written[address / 4 + word];
    return all == 0x0f;
}

void mark_lane_written(u8* written, u64 address, u32 bytes) {
    if (bytes < 4) {
        const u8 set = static_cast<u8>(((1u << bytes) - 1) << (address & 3));
        __atomic_fetch_or(&written[address / 4], set, __ATOMIC_RELAXED);
        return;
    }
    for (u32 word = 0; word < bytes / 4; ++word) written[address / 4 + word] = 0x0f;
}

void check_written(Warp& warp, const Op* op, const AccessCache& cache, const Addresses& a, u32 bytes) {
    const u8* const written = cache.written;
    if (cache.shape == kContiguous && bytes >= 4) {
        const u8* first = written + a.lowest / 4;
        u8 all = 0x0f;
        const u32 words = kLanes * bytes / 4;
        for (u32 word = 0; word < words; ++word) all &= first[word];
        if (all == 0x0f) return;
    } else if (cache.shape == kUniform && lane_written(written, a.lowest, bytes)) {
        return;
    }
    const u32 lane = find_lane(warp.exec, [&](u32 l) { return !lane_written(written, a.lane[l], bytes); });
    if (lane < kLanes)
        finding(*warp.state, op, observe::Fault::UninitialisedRead, observe::Space::Global, lane,
                a.lane[lane], bytes, false);
}

void mark_written(const AccessCache& cache, const Addresses& a, u32 exec, u32 bytes) {
    if (cache.shape == kContiguous && bytes >= 4) {
        u8* first = cache.written + a.lowest / 4;
        const u32 words = kLanes * bytes / 4;
        for (u32 word = 0; word < words; ++word) first[word] = 0x0f;
        return;
    }
    for (u32 lanes = exec; lanes != 0; lanes &= lanes - 1)
        mark_lane_written(cache.written, a.lane[first_lane(lanes)], bytes);
}

// Everything that one allocation's share of the lanes needs: counters are the caller's.
template <Kind kind>
void observe_lanes(Warp& warp, const Op* op, const AccessCache& cache, const Addresses& a, u32 exec,
                   u32 bytes) {
    if (kind != Kind::Store) mark_sectors(cache, a, exec, bytes, cache.sector_read);
    if (kind != Kind::Load) mark_sectors(cache, a, exec, bytes, cache.sector_write);
    if (cache.written == nullptr || !warp.state->worker->checks) return;
    if (kind != Kind::Store) check_written(warp, op, cache, a, bytes);
    if (kind != Kind::Load) mark_written(cache, a, exec, bytes);
}

// Lanes in several allocations, or in none: one lane at a time. Host addresses go into Access relative to nullptr.
template <Kind kind>
bool prepare_scattered(Warp& warp, const Op* op, u32 bytes, const Addresses& a, Access& access) {
    WarpState& state = *warp.state;
    const u32 exec = warp.exec;
    access.base = nullptr;
    access.shape = kScattered;
    for (u32 lanes = exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes);
        const u64 address = a.lane[lane];
        AccessCache one{};
        if (!find_allocation(state, one, address, address + bytes - 1)) {
            fault(state, op, observe::Fault::OutOfBounds, observe::Space::Global, lane, address, bytes,
                  kind != Kind::Load);
            return false;
        }
        if (kind != Kind::Load && one.constant) {
            fault(state, op, observe::Fault::WriteToConstant, observe::Space::Const, lane, address, bytes,
                  true);
            return false;
        }
        Addresses single{};
        for (int l = 0; l < kLanes; ++l) single.lane[l] = address;
        single.lowest = single.highest = address;
        one.shape = kUniform;
        warp.exec = 1u << lane;
        observe_lanes<kind>(warp, op, one, single, warp.exec, bytes);
        access.offset[lane] = reinterpret_cast<u64>(one.host) + address;
    }
    warp.exec = exec;
    const u64 first = access.offset[first_lane(exec)];
    for (u32 lane = 0; lane < kLanes; ++lane)
        if (!(exec >> lane & 1u)) access.offset[lane] = first;
    return true;
}

template <Kind kind>
bool prepare(Warp& warp, const Op* op, u32 bytes, Access& access) {
    WarpState& state = *warp.state;
    AccessCache& cache = state.worker->cache.data()[op->index];
    observe::OpCounters& counters = state.worker->counters.data()[op->index];
    const u32 exec = warp.exec;
    Addresses a{};
    read_addresses(warp, op, 0, a);
    access.exec = exec;
    if (__builtin_expect((a.bits & (bytes - 1)) != 0, 0)) {
        const u32 lane = find_lane(exec, [&](u32 l) { return (a.lane[l] & (bytes - 1)) != 0; });
        fault(state, op, observe::Fault::Misaligned, observe::Space::Global, lane, a.lane[lane], bytes,
              kind != Kind::Load);
        return false;
    }
    bool one_allocation = a.lowest >= cache.begin && a.highest < cache.end && bytes <= cache.end - a.highest;
    if (__builtin_expect(!one_allocation, 0))
        one_allocation = find_allocation(state, cache, a.lowest, a.highest + bytes - 1);
    if (kind == Kind::Store) state.worker->progressed = true;
    Patterns& patterns = state.worker->patterns;
    if (!same_pattern(cache, a, exec, bytes, patterns.phase_mask())) {
        cache.units = observe::global_sectors(a.lane, exec, bytes);
        patterns.note(*state.worker, op->index,
                      {a.lane, exec, bytes, cache.units, 0, counters.requests, state.number});
    }
    counters.requests += 1;
    counters.units += cache.units;
    if (__builtin_expect(!one_allocation || (kind != Kind::Load && cache.constant), 0))
        return prepare_scattered<kind>(warp, op, bytes, a, access);
    observe_lanes<kind>(warp, op, cache, a, exec, bytes);
    access.base = cache.host;
    access.shape = static_cast<Shape>(cache.shape);
    for (int lane = 0; lane < kLanes; ++lane) access.offset[lane] = a.lane[lane];
    return true;
}

}  // namespace

bool prepare_global_load(Warp& w, const Op* op, u32 bytes, Access& access) {
    return prepare<Kind::Load>(w, op, bytes, access);
}
bool prepare_global_store(Warp& w, const Op* op, u32 bytes, Access& access) {
    return prepare<Kind::Store>(w, op, bytes, access);
}
bool prepare_global_atomic(Warp& w, const Op* op, u32 bytes, Access& access) {
    return prepare<Kind::Atomic>(w, op, bytes, access);
}

}  // namespace simt::exec::SIMT_ISA
