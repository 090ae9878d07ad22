// Values that a shuffle took from a lane which takes no part: undefined, and harmless as long as nobody uses them. Code that
// throws them away is right (v = __shfl_down_sync(mask, x, d); if (lane + d < n) x += v;), so such a value is followed
// through the registers and local memory of its thread until it decides or leaves something: a branch, an address, a store
// to memory that others see. Only then is the shuffle reported.
//
// A warp that has no such values knows none of this. One that has runs in the careful loop of ops/run.cpp, instruction by
// instruction of the PTX text.
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "common/simt/exec/warp.hpp"

namespace simt::exec {

struct Doubt {
    u32 lanes = 0;
    const Op* shuffle = nullptr;  // where they come from
    u32 reader = 0;               // a lane that read there
};

struct Doubts {
    std::unordered_map<const Frame*, std::unordered_map<std::string, Doubt>> registers;  // by name
    std::map<u32, Doubt> local;  // by word of a lane's local memory
};

// A shuffle gives its lanes what from[lane] brought; the lanes of `absent` get what nobody did.
void doubt_shuffle(WarpState& state, const Op* op, u32 absent, const u32* from);
// Before the op, which `exec` will execute.
void follow_doubts(WarpState& state, const Op* op, u32 exec);
// Arguments and results of calls: bytes of local memory that the lanes copy.
void copy_doubts(WarpState& state, u32 lanes, u32 to, u32 from, u32 bytes);
void forget_frame(WarpState& state, const Frame* frame);

}  // namespace simt::exec
