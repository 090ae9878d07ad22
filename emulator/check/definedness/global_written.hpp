// Which bytes of global memory have been written: a bit a byte (memory::Allocation::written), asked by loads, set by stores.
#pragma once

#include <cstring>

#include "emulator/check/definedness/definedness.hpp"
#include "emulator/vectors.hpp"

namespace simt::check::SIMT_ISA {

using namespace vectors::SIMT_ISA;

// `written` has a bit a byte, and accesses are aligned: those of up to 8 bytes lie in one of its bytes.
inline bool is_written(const u8* written, u64 address, u32 bytes) {
    if (bytes < 8) {
        const u8 want = static_cast<u8>(((1u << bytes) - 1) << (address & 7));
        return (written[address / 8] & want) == want;
    }
    u8 all = 0xff;
    for (u64 k = address / 8; k < (address + bytes) / 8; ++k) all &= written[k];
    return all == 0xff;
}

inline u64 load_eight_bytes(const u8* from) {
    u64 value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Whether every byte of [first, last] has been written.
inline bool range_is_written(const u8* written, u64 first, u64 last) {
    const u8 head = static_cast<u8>(0xff << (first & 7)), tail = static_cast<u8>(0xff >> (7 - (last & 7)));
    const u8* const from = written + first / 8;
    const u8* const to = written + last / 8;
    if (from == to) return (*from & head & tail) == (head & tail);
    if (to - from >= 7) {
        // The first eight bytes, the last eight, and what lies between.
        u64 all = load_eight_bytes(from) | ~(~u64{0} << (first & 7));
        all &= load_eight_bytes(to - 7) | ~(~u64{0} >> (7 - (last & 7)));
        for (const u8* k = from + 8; k < to - 7; k += 8) all &= load_eight_bytes(k);
        return all == ~u64{0};
    }
    u8 all = static_cast<u8>((*from | ~head) & (*to | ~tail));
    for (const u8* k = from + 1; k < to; ++k) all &= *k;
    return all == 0xff;
}

// Other host threads may be setting bits of the same byte.
inline void set_bits(u8* place, u8 bits) {
    if ((__atomic_load_n(place, __ATOMIC_RELAXED) & bits) != bits)
        __atomic_fetch_or(place, bits, __ATOMIC_RELAXED);
}

inline void mark_range(u8* written, u64 first, u64 last) {
    const u8 head = static_cast<u8>(0xff << (first & 7)), tail = static_cast<u8>(0xff >> (7 - (last & 7)));
    u8* const from = written + first / 8;
    u8* const to = written + last / 8;
    if (from == to) return set_bits(from, head & tail);
    set_bits(from, head);
    std::memset(from + 1, 0xff, static_cast<std::size_t>(to - from - 1));
    set_bits(to, tail);
}

// Which of a load's bytes nothing has written: bit k is the k-th.
inline u32 missing_bytes(const u8* written, u64 address, u32 bytes) {
    u32 missing = 0;
    for (u32 k = 0; k < bytes && k < 32; ++k)
        missing |= (written[(address + k) / 8] >> (address + k) % 8 & 1u) == 0 ? 1u << k : 0;
    return missing;
}

// False: a load of undefined values.
inline bool check_written(const Instruction& at, const LaneAddresses& where) {
    const AccessCache& cache = where.pattern;
    const u64 first = where.first;
    const u32 bytes = where.bytes;
    const u8* const written = cache.written;
    if ((cache.shape == kUniform || cache.shape == kContiguous) &&
        range_is_written(written, first, first + static_cast<u64>(s64{cache.highest}) + bytes - 1))
        return true;
    if (cache.shape == kRuns) {
        bool all = true;
        for (u32 k = 0; k < cache.run_count; ++k) {
            const Run& run = cache.runs[k];
            const u64 from = static_cast<u64>(s64{cache.relative[run.first]});
            const u64 to = static_cast<u64>(s64{cache.relative[run.first + run.lanes - 1]});
            all &= run.repeats == Run::kRepeated ||
                   range_is_written(written, first + from, first + to + bytes - 1);
        }
        if (all) return true;
    }
    bool undefined = false;
    for (u32 lanes = at.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes);
        if (is_written(written, where.address(lane), bytes)) continue;
        const UnwrittenRead read = read_unwritten(at.warp, at.op, Space::Global, lane, where.address(lane),
                                                  bytes, missing_bytes(written, where.address(lane), bytes));
        undefined |= read == UnwrittenRead::Undefined;
        if (read == UnwrittenRead::Reported) break;
    }
    return !undefined;
}

inline void mark_written(const LaneAddresses& where, u32 exec) {
    const AccessCache& cache = where.pattern;
    const u64 first = where.first;
    const u32 bytes = where.bytes;
    if (cache.shape == kContiguous)
        return mark_range(cache.written, first, first + static_cast<u64>(s64{cache.highest}) + bytes - 1);
    if (cache.shape == kRuns) {
        for (u32 k = 0; k < cache.run_count; ++k) {
            const Run& run = cache.runs[k];
            const u64 from = static_cast<u64>(s64{cache.relative[run.first]});
            const u64 to = static_cast<u64>(s64{cache.relative[run.first + run.lanes - 1]});
            mark_range(cache.written, first + from, first + to + bytes - 1);
        }
        return;
    }
    for (u32 lanes = exec; lanes != 0; lanes &= lanes - 1) {
        const u64 address = where.address(first_lane(lanes));
        mark_range(cache.written, address, address + bytes - 1);
    }
}

}  // namespace simt::check::SIMT_ISA
