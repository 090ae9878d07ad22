// The object behind a handle, and accesses to its memory.
#pragma once

#include "emulator/decode/texture_form.hpp"
#include "emulator/exec/ops/access.hpp"
#include "emulator/memory/images.hpp"

namespace simt::exec {

// The object of the lane's handle; nullptr, and the launch has ended, if it is none that fits.
const memory::ImageObject* object_of(WarpState& state, const Op* op, u32 lane, u64 handle, bool surface);

// Whether the image has the instruction's geometry. If not, the launch has ended.
bool fits(WarpState& state, const Op* op, u32 lane, const memory::Image& image, Geometry geometry);

// Calls act(object, lanes) for the lanes of each handle, with these as warp.exec, until it returns false. Returns false if it
// did, or if a handle is wrong.
template <class Act>
bool for_each_object(Warp& warp, const Op* op, bool surface, Act act) {
    const u64* const handles = row<u64>(warp, op->slot[kTextureBlockSlot]);
    const u32 exec = warp.exec;
    bool ok = true;
    for (u32 left = exec; ok && left != 0; left &= ~warp.exec) {
        const u32 first = static_cast<u32>(__builtin_ctz(left));
        warp.exec = 0;
        for (u32 lane = first; lane < kLanes; ++lane)
            if ((left >> lane & 1u) != 0 && handles[lane] == handles[first]) warp.exec |= 1u << lane;
        const memory::ImageObject* const object = object_of(*warp.state, op, first, handles[first], surface);
        ok = object != nullptr && act(*object, u32{warp.exec});
    }
    warp.exec = exec;
    return ok;
}

// How an access to texels went. Undefined: a load brings undefined values (switch_loops).
enum class Reached : u8 { Ended, Undefined, Defined };

// Checks the lanes' access at the addresses in the op's row. Such accesses are not counted as global loads and stores are.
Reached reach_texels(Warp& warp, const Op* op, u32 lanes, u32 bytes, generic::Prepare prepare,
                     generic::Access& access);

// The same for a read, which is stale if the launch has written there.
Reached fetch_texels(Warp& warp, const Op* op, u32 lanes, u32 bytes, generic::Access& access);

}  // namespace simt::exec
