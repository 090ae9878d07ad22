// The two halves of every memory instruction: find out where the lanes' bytes are (and count, and check), then move
// them. The first half depends on the space, the second on the types; Access is what passes between them.
#pragma once

#include "common/simt/exec/lanes.hpp"
#include "common/simt/exec/warp.hpp"

namespace simt::exec::SIMT_ISA {

// Where each lane's element is on the host: base + offset[lane]. Lanes that are switched off point where the first
// active one does, so that loads need no mask.
struct Access {
    u8* base = nullptr;
    alignas(64) u64 offset[kLanes];
    u32 exec = 0;
    Shape shape = kScattered;
    bool duplicates = false;  // shared stores: two lanes have one address
};

// Fills Access or ends the launch (false). bytes: of one lane's whole access (width × elements).
using Prepare = bool (*)(Warp& warp, const Op* op, u32 bytes, Access& access);

bool prepare_global_load(Warp&, const Op*, u32 bytes, Access&);
bool prepare_global_store(Warp&, const Op*, u32 bytes, Access&);
bool prepare_global_atomic(Warp&, const Op*, u32 bytes, Access&);
bool prepare_shared_load(Warp&, const Op*, u32 bytes, Access&);
bool prepare_shared_store(Warp&, const Op*, u32 bytes, Access&);
bool prepare_shared_atomic(Warp&, const Op*, u32 bytes, Access&);
bool prepare_local_load(Warp&, const Op*, u32 bytes, Access&);
bool prepare_local_store(Warp&, const Op*, u32 bytes, Access&);
bool prepare_param(Warp&, const Op*, u32 bytes, Access&);
bool prepare_param_store(Warp&, const Op*, u32 bytes, Access&);

// After a store to shared memory in which lanes share an address: if they brought different values, which one stays is
// undefined. stored_ok: lanes whose value is what memory holds now.
void report_lost_values(Warp& warp, const Op* op, const Access& access, u32 bytes, u32 stored_ok);

// The lanes' addresses (register + immediate), the lowest and the highest, and the bits any of them has set.
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
        // Addresses of 32 bits wrap: a negative index and a positive offset may well be in bounds together.
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

inline u32 first_lane(u32 mask) { return static_cast<u32>(__builtin_ctz(mask)); }

// The first active lane for which test(lane) holds, or kLanes.
template <class Test>
inline u32 find_lane(u32 exec, Test test) {
    for (u32 lanes = exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes);
        if (test(lane)) return lane;
    }
    return kLanes;
}

inline bool has_duplicates(const Addresses& a, u32 exec) {
    for (u32 lanes = exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes);
        for (u32 others = lanes & (lanes - 1); others != 0; others &= others - 1)
            if (a.lane[first_lane(others)] == a.lane[lane]) return true;
    }
    return false;
}

// Whether the cached costs hold for these addresses; if not, notes the new pattern. phase_mask: which low bits of the
// first address matter.
inline bool same_pattern(AccessCache& cache, const Addresses& a, u32 exec, u32 bytes, u32 phase_mask) {
    const u64 base = a.lane[first_lane(exec)];
    alignas(64) u32 relative[kLanes];
    u32 difference = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
        relative[lane] = static_cast<u32>(a.lane[lane] - base);
        difference |= relative[lane] ^ cache.relative[lane];
    }
    const u32 phase = static_cast<u32>(base) & phase_mask;
    if (((difference | (cache.mask ^ exec) | (cache.phase ^ phase)) == 0) &&
        a.highest - a.lowest < 0x80000000u)
        return true;
    u32 uniform = 0, contiguous = 0;
    for (u32 lane = 0; lane < kLanes; ++lane) {
        cache.relative[lane] = relative[lane];
        uniform |= relative[lane];
        contiguous |= relative[lane] ^ (lane * bytes);
    }
    const bool far_apart = a.highest - a.lowest >= 0x80000000u;  // 32 bits do not tell such patterns apart
    cache.mask = far_apart ? 0 : exec;
    cache.phase = phase;
    cache.shape = far_apart                              ? kScattered
                  : uniform == 0                         ? kUniform
                  : contiguous == 0 && exec == kAllLanes ? kContiguous
                                                         : kScattered;
    return false;
}

}  // namespace simt::exec::SIMT_ISA
