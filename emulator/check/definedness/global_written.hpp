// Which bytes of global memory have been written, one bit for each byte (memory::Allocation::written). Loads check the bits,
// stores set them.
#pragma once

#include <cstring>

#include "emulator/check/definedness/definedness.hpp"
#include "emulator/memory/written_bits.hpp"
#include "emulator/vectors.hpp"

namespace simt::check::SIMT_ISA {

using namespace vectors::SIMT_ISA;

inline u64 load_eight_bytes(const u8* from) {
    u64 value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Whether every byte of [first, last] has been written. `written` has one bit for each byte.
inline bool range_is_written(const u8* written, u64 first, u64 last) {
    const u8 head = static_cast<u8>(0xff << (first & 7)), tail = static_cast<u8>(0xff >> (7 - (last & 7)));
    const u8* const from = written + first / 8;
    const u8* const to = written + last / 8;
    if (from == to) return (*from & head & tail) == (head & tail);
    if (to - from >= 7) {
        // The first eight bytes, the last eight, and those between.
        u64 all = load_eight_bytes(from) | ~(~u64{0} << (first & 7));
        all &= load_eight_bytes(to - 7) | ~(~u64{0} >> (7 - (last & 7)));
        for (const u8* k = from + 8; k < to - 7; k += 8) all &= load_eight_bytes(k);
        return all == ~u64{0};
    }
    u8 all = static_cast<u8>((*from | ~head) & (*to | ~tail));
    for (const u8* k = from + 1; k < to; ++k) all &= *k;
    return all == 0xff;
}

// Which of a load's bytes were never written: bit k is the k-th byte.
inline u32 missing_bytes(const u8* written, u64 address, u32 bytes) {
    u32 missing = 0;
    for (u32 k = 0; k < bytes && k < 32; ++k) missing |= memory::bit(written, address + k) ? 0 : 1u << k;
    return missing;
}

inline void mark_range(u8* written, u64 first, u64 last) { memory::set_range(written, first, last); }

// Calls visit(first, last) for the bytes of each run of lanes. False: the lanes' addresses form no runs.
template <class Visit>
[[gnu::always_inline]] inline bool each_range(const LaneAddresses& where, Visit visit) {
    const AccessCache& cache = where.pattern;
    const auto range = [&](s32 from, s32 to) {
        visit(where.first + static_cast<u64>(s64{from}),
              where.first + static_cast<u64>(s64{to}) + where.bytes - 1);
    };
    if (cache.shape == kUniform || cache.shape == kContiguous) {
        range(0, cache.highest);
        return true;
    }
    if (cache.shape != kRuns) return false;
    for (u32 k = 0; k < cache.run_count; ++k)
        if (const Run& run = cache.runs[k]; run.repeats != Run::kRepeated)
            range(cache.relative[run.first], cache.relative[run.first + run.lanes - 1]);
    return true;
}

// False: the loaded values are undefined.
inline bool check_written(const Instruction& at, const LaneAddresses& where) {
    const u8* const written = where.pattern.written;
    bool all = true;
    if (each_range(where, [&](u64 first, u64 last) { all &= range_is_written(written, first, last); }) && all)
        return true;
    bool undefined = false;
    for (const u32 lane : Lanes(at.exec)) {
        const u64 address = where.address(lane);
        if (range_is_written(written, address, address + where.bytes - 1)) continue;
        const UnwrittenRead read = read_unwritten(at.warp, at.op, Space::Global, lane, address, where.bytes,
                                                  missing_bytes(written, address, where.bytes));
        undefined |= read == UnwrittenRead::Undefined;
        if (read == UnwrittenRead::Reported) break;
    }
    return !undefined;
}

inline void mark_written(const LaneAddresses& where, u32 exec) {
    const auto mark = [&](u64 first, u64 last) { mark_range(where.pattern.written, first, last); };
    if (each_range(where, mark)) return;
    for (const u32 lane : Lanes(exec)) mark(where.address(lane), where.address(lane) + where.bytes - 1);
}

}  // namespace simt::check::SIMT_ISA
