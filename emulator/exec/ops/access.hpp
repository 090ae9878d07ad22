// Every memory instruction has two halves. The first finds the lanes' bytes, counts and checks; the second moves
// the bytes. The first half depends on the space, the second on the types; Access passes between them.
//
// The lanes' distances from the first lane's address are mostly the same as at the op's last execution. So the first
// half compares them with the op's AccessCache. If they are equal, it reuses the costs, the bounds and the way to move
// the bytes.
#pragma once

#include "emulator/check/check.hpp"
#include "emulator/check/findings.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/exec/warp.hpp"
#include "emulator/vectors.hpp"

namespace simt::exec::SIMT_ISA {

using namespace vectors::SIMT_ISA;

// The host address of each lane's element is at(lane). Inactive lanes use the first active lane's address, so loads
// need no mask.
struct Access {
    u8* base;             // the first active lane's address; unset if kFar
    const s32* relative;  // each lane's distance from base in bytes; unset if kFar
    u32 exec;
    Shape shape;
    bool duplicates;           // shared stores: two lanes have one address
    const AccessCache* cache;  // its runs, if kRuns
    // Holds the relative addresses if no cache does; host addresses if kFar.
    union {
        alignas(64) s32 own_relative[kLanes];
        alignas(64) u8* far[kLanes];
    };
    u8* at(u32 lane) const { return shape == kFar ? far[lane] : base + relative[lane]; }
};

// The first half: fills Access. bytes: the size of one lane's whole access (width × elements). Returns false if the
// launch has ended (Worker::status), or if a load brings undefined values. In the second case the handler still moves
// the bytes, and then returns switch_loops.
using Prepare = bool (*)(Warp& warp, const Op* op, u32 bytes, Access& access);

// Runs the checks; call it before the bytes move. Returns false for a load of undefined values.
template <Kind kind, class Lanes>
[[gnu::always_inline]] inline bool tell_checks(const Warp& warp, const Op* op, const Lanes& lanes) {
    const check::Instruction at{warp.state->checks, op, warp.rows, warp.exec};
    if constexpr (kind == Kind::Load) return check::load(at, lanes);
    if constexpr (kind == Kind::Store) check::store(at, lanes);
    if constexpr (kind == Kind::Atomic) check::atomic(at, lanes);
    return true;
}

// The lanes' addresses (register + immediate), the lowest, the highest, and the OR of all.
struct Addresses {
    alignas(64) u64 lane[kLanes];
    u64 lowest, highest, bits;
};

inline void read_addresses(Warp& warp, const Op* op, u64 subtract, Addresses& a) {
    const u32 exec = warp.exec;
    const u64 add = static_cast<u64>(op->immediate) - subtract;
    if (op->detail & kAddress64) {
        const u64* source = row<u64>(warp, op->slot[kAddressSlot]);
        for (int lane = 0; lane < kLanes; ++lane) a.lane[lane] = source[lane] + add;
    } else {
        // 32-bit addresses wrap: a negative index plus a positive offset may be in bounds.
        const u32* source = row<u32>(warp, op->slot[kAddressSlot]);
        for (int lane = 0; lane < kLanes; ++lane) a.lane[lane] = source[lane] + static_cast<u32>(add);
    }
    if (exec != kAllLanes) {
        const u64 first = a.lane[__builtin_ctz(exec)];
        for (int lane = 0; lane < kLanes; ++lane) a.lane[lane] = (exec >> lane) & 1u ? a.lane[lane] : first;
    }
    u64 lowest = a.lane[0], highest = a.lane[0], bits = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
        lowest = a.lane[lane] < lowest ? a.lane[lane] : lowest;
        highest = a.lane[lane] > highest ? a.lane[lane] : highest;
        bits |= a.lane[lane];
    }
    a.lowest = lowest;
    a.highest = highest;
    a.bits = bits;
}

// The lanes whose generic addresses lie in a window (memory/address_space.hpp).
inline u32 lanes_in_window(Warp& warp, const Op* op, u64 window) {
    const u64* const address = row<u64>(warp, op->slot[kAddressSlot]);
    u32 lanes = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
        const u64 upper = (address[lane] + static_cast<u64>(op->immediate)) >> 32;
        lanes |= upper == window >> 32 ? kLaneBits.bit[lane] : 0;
    }
    return lanes;
}

// An op that updates global or shared memory: each lane's generic address decides which.
template <Handler in_global, Handler in_shared>
const Op* in_either_space(Warp& warp, const Op* op) {
    const u32 exec = warp.exec, shared = lanes_in_window(warp, op, memory::kSharedWindow);
    Op resolved = *op;
    resolved.detail |= kGeneric;
    bool ok = true;
    if ((warp.exec = exec & ~shared) != 0) ok = in_global(warp, &resolved) != nullptr;
    if (ok && (warp.exec = exec & shared) != 0) ok = in_shared(warp, &resolved) != nullptr;
    warp.exec = exec;
    return ok ? op + 1 : nullptr;
}

// The first active lane for which test(lane) holds, or kLanes.
template <class Test>
inline u32 find_lane(u32 exec, Test test) {
    for (const u32 lane : Lanes(exec)) {
        if (test(lane)) return lane;
    }
    return kLanes;
}

// Whether all addresses are multiples of `bytes`. Reports the first that is not.
inline bool are_aligned(Warp& warp, const Op* op, const Addresses& a, u32 bytes, check::Space space,
                        bool write) {
    if (__builtin_expect((a.bits & (bytes - 1)) == 0, 1)) return true;
    const u32 lane = find_lane(warp.exec, [&](u32 l) { return (a.lane[l] & (bytes - 1)) != 0; });
    fault(*warp.state, op, check::Fault::Misaligned, space, lane, a.lane[lane], bytes, write);
    return false;
}
// Whether all bytes lie below `size`, in a space that begins at 0. Reports the first that do not.
inline bool are_inside(Warp& warp, const Op* op, const Addresses& a, u32 bytes, u64 size, check::Space space,
                       bool write) {
    if (__builtin_expect(a.highest < size && a.highest + bytes <= size, 1)) return true;
    const u32 lane =
        find_lane(warp.exec, [&](u32 l) { return a.lane[l] >= size || a.lane[l] + bytes > size; });
    fault(*warp.state, op, check::Fault::OutOfBounds, space, lane, a.lane[lane], bytes, write);
    return false;
}

// Whether source[lane] - from is relative[lane] for every lane.
[[gnu::always_inline]] inline bool steps_match(const u32* source, u32 from, const s32* relative) {
    Eight difference{};
    for (int first = 0; first < kLanes; first += 8)
        difference |= (load_eight(source + first) - from) ^ *reinterpret_cast<const Eight*>(relative + first);
    return !any(difference);
}
[[gnu::always_inline]] inline bool steps_match(const u64* source, u64 from, const s32* relative) {
    Four difference{};
    for (int first = 0; first < kLanes; first += 4)
        difference |= (load_four(source + first) - from) ^ widen_four(relative + first);
    return !any(reinterpret_cast<Eight>(difference));
}

// Whether the lanes match the cached pattern. first: set to the first active lane's address, wrapped to the width of
// T.
template <class T>
[[gnu::always_inline]] inline bool lanes_match(const T* source, T add, u32 exec, const AccessCache& cache,
                                               u64& first) {
    const T from = source[first_lane(exec)];
    first = static_cast<T>(from + add);
    if (exec != cache.mask) return false;
    if (exec == kAllLanes) return steps_match(source, from, cache.relative);
    T difference = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
        const T here = (source[lane] - from) ^ static_cast<T>(cache.relative[lane]);
        difference |= (exec & kLaneBits.bit[lane]) != 0 ? here : 0;
    }
    return difference == 0;
}

[[gnu::always_inline]] inline bool same_lanes(Warp& warp, const Op* op, u64 subtract,
                                              const AccessCache& cache, u64& first) {
    const u64 add = static_cast<u64>(op->immediate) - subtract;
    return op->detail & kAddress64
               ? lanes_match<u64>(row<u64>(warp, op->slot[kAddressSlot]), add, warp.exec, cache, first)
               : lanes_match<u32>(row<u32>(warp, op->slot[kAddressSlot]), static_cast<u32>(add), warp.exec,
                                  cache, first);
}
[[gnu::always_inline]] inline bool same_pattern(Warp& warp, const Op* op, u64 subtract, u32 phase_mask,
                                                const AccessCache& cache, u64& first) {
    return same_lanes(warp, op, subtract, cache, first) &&
           (static_cast<u32>(first) & phase_mask) == cache.phase;
}

// Fills the cache with a new pattern, but not with its costs. bytes: the size of one lane's whole access.
inline void learn_pattern(AccessCache& cache, const Addresses& a, u32 exec, u32 bytes, u32 phase_mask) {
    const u64 first = a.lane[first_lane(exec)];
    cache.phase = static_cast<u32>(first) & phase_mask;
    cache.run_count = 0;
    cache.duplicates = false;
    if (a.highest - a.lowest >= 0x80000000u) {  // too far apart for the 32 bits of `relative`
        cache.mask = 0;
        cache.shape = kFar;
        return;
    }
    cache.mask = exec;
    cache.lowest = static_cast<s32>(a.lowest - first);
    cache.highest = static_cast<s32>(a.highest - first);
    u32 bits = 0;
    for (u32 lane = 0; lane < kLanes; ++lane) {
        cache.relative[lane] = static_cast<s32>(a.lane[lane] - first);
        bits |= static_cast<u32>(cache.relative[lane]);
    }
    cache.bits = bits;
    cache.shape = bits == 0 ? kUniform : kScattered;
    // Every other shape begins with two lanes that share an address or lie one after the other.
    const u32 second = static_cast<u32>(cache.relative[1]);
    if (exec != kAllLanes || bits == 0 || (second != 0 && second != bytes)) return;
    u32 equal = 0, next = 0;  // the lanes of which the same is true with the lane before
    for (u32 lane = 1; lane < kLanes; ++lane) {
        const u32 step = static_cast<u32>(cache.relative[lane] - cache.relative[lane - 1]);
        equal |= step == 0 ? kLaneBits.bit[lane] : 0;
        next |= step == bytes ? kLaneBits.bit[lane] : 0;
    }
    if (next == (kAllLanes & ~1u)) {
        cache.shape = kContiguous;
        return;
    }
    for (u8 group = 0; group < kLanes; group = static_cast<u8>(group + 8)) {
        const bool uniform = (equal >> group & 0xfeu) == 0xfeu;
        if (!uniform && (next >> group & 0xfeu) != 0xfeu) return;
        const u32 joined = uniform ? equal : next;
        Run* const before = cache.run_count == 0 ? nullptr : &cache.runs[cache.run_count - 1];
        if (before != nullptr && before->uniform == uniform && (joined >> group & 1u) != 0)
            before->lanes = static_cast<u8>(before->lanes + 8);
        else
            cache.runs[cache.run_count++] = {group, 8, uniform, 0};
    }
    cache.shape = kRuns;
    for (u32 k = 1; k < cache.run_count; ++k) {
        for (u32 before = 0; before < k; ++before) {
            Run& first_run = cache.runs[before];
            Run& run = cache.runs[k];
            if (first_run.repeats == Run::kRepeated || first_run.lanes != run.lanes ||
                first_run.uniform != run.uniform ||
                cache.relative[first_run.first] != cache.relative[run.first])
                continue;
            first_run.repeats = static_cast<u8>(first_run.repeats + 1);
            run.repeats = Run::kRepeated;
            break;
        }
    }
}

// Whether two of the active lanes share an address.
inline bool has_duplicates(const Addresses& a, u32 exec) {
    constexpr u32 kSize = 128;
    u64 seen[kSize];
    u8 used[kSize] = {};
    for (const u32 lane : Lanes(exec)) {
        const u64 address = a.lane[lane];
        u32 place = static_cast<u32>(address * 0x9E37'79B9'7F4A'7C15u >> 57);
        for (; used[place]; place = (place + 1) % kSize)
            if (seen[place] == address) return true;
        used[place] = 1;
        seen[place] = address;
    }
    return false;
}

}  // namespace simt::exec::SIMT_ISA
