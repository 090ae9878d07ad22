// Which bytes of local memory have been written: WarpChecks::local_written has a mask of lanes for each byte. Loads check the
// masks, stores set them, and a new frame clears those of its bytes.
#pragma once

#include "emulator/check/definedness/definedness.hpp"

namespace simt::check {

// The lanes' accesses to their own local memory: offsets from its start, the lowest and the highest of them. `address` has the
// first active lane's offset for inactive ones.
struct LocalLanes {
    const u64* address;
    u64 lowest, highest;
    u32 bytes;  // of each lane
};

// The lanes get `bytes` bytes of local memory from `begin` on, with undefined values: a call's frame, or alloca's.
void begin_local(WarpChecks& warp, u32 lanes, u32 begin, u32 bytes);
// The system writes bytes of a lane's local memory: the result of a call.
void write_local(WarpChecks& warp, u32 lane, u32 begin, u32 bytes);
// The lanes copy bytes of their local memory with their definedness, as arguments or results of a call.
void copy_local(WarpChecks& warp, u32 lanes, u32 to, u32 from, u32 bytes);
// The system reads bytes of a lane's memory, here only of local memory.
void use_local(WarpChecks& warp, const Op* op, u32 lane, u64 generic_address, u32 bytes);
// Some lane loads a byte that it has not written. False: the loaded values are undefined.
bool load_unwritten_local(const Instruction& at, const LocalLanes& lanes);

namespace SIMT_ISA {

using FourMasks = u32 __attribute__((vector_size(16), aligned(4), may_alias));

// Lanes access `bytes` bytes from `written` on. A store sets their bits there; a load adds those that are not set to `missing`.
template <Kind kind>
[[gnu::always_inline]] inline void note_bytes(u32* written, u32 bytes, u32 lanes, FourMasks& missing) {
    for (; bytes >= 4; bytes -= 4, written += 4) {
        FourMasks& four = *reinterpret_cast<FourMasks*>(written);
        if constexpr (kind == Kind::Load)
            missing |= ~four & lanes;
        else
            four |= lanes;
    }
    for (; bytes != 0; --bytes, ++written) {
        if constexpr (kind == Kind::Load)
            missing[0] |= ~*written & lanes;
        else
            *written |= lanes;
    }
}

template <Kind kind>
[[gnu::always_inline]] inline bool access(const Instruction& at, const LocalLanes& lanes) {
    if (at.warp.local_written.empty()) return true;  // nobody asks
    u32* const written = at.warp.local_written.data();
    FourMasks missing{};
    if (lanes.lowest == lanes.highest)
        note_bytes<kind>(written + lanes.lowest, lanes.bytes, at.exec, missing);
    else
        for (const u32 lane : Lanes(at.exec))
            note_bytes<kind>(written + lanes.address[lane], lanes.bytes, 1u << lane, missing);
    if ((missing[0] | missing[1] | missing[2] | missing[3]) == 0) return true;
    return load_unwritten_local(Instruction{at}, LocalLanes{lanes});
}

}  // namespace SIMT_ISA
}  // namespace simt::check
