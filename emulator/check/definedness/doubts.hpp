// Values that are undefined, and harmless as long as nobody uses them: what a shuffle took from a lane that takes no part,
// and what a load found in memory that nothing has written. Code that throws them away is right (v = __shfl_down_sync(mask,
// x, d); if (lane + d < n) x += v;), so such a value is followed bit by bit through the registers and local memory of its
// thread until it decides or leaves something: a branch, an address, a store to memory that others see. Only then is the
// shuffle or the load reported.
//
// One store is no use: the bytes between a structure's members, which nothing writes, travel with the structure. Where a
// lane's load found some of its bytes written and others not, and a store moves them on as they are, beside bytes that are
// written, the memory that it writes counts as unwritten in their place. Of bytes that are known to be padding
// (decode/padding.cpp) every store of them as they are is such a one.
//
// A warp that has no such values knows none of this. One that has runs in the careful loop of ops/run.cpp, instruction by
// instruction of the PTX text.
#pragma once

#include <unordered_map>
#include <vector>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// How much of what a lane read nothing had written, in order of what is said for it: all; a part, or a piece of a structure of
// which others were written; nothing but bytes that are known to lie between members (memory::Allocation::padding).
enum class Share : u8 { All, Part, Padding };

// Where undefined bits come from: an instruction, with what each lane did there the last time.
struct Cause {
    u32 op = 0;
    bool load = false;         // or a shuffle
    Share share = Share::All;  // a load
    observe::Space space = observe::Space::None;
    u32 width = 0;  // bytes of a lane's access
    u64 address[kLanes] = {};
    u8 missing[kLanes] = {};  // bytes that nothing had written
};

// Why a lane's bits are undefined: a cause, the lane that met it, and whether they are still the bytes that were read.
struct Reason {
    u32 cause = 0;
    u8 lane = 0;
    bool computed = false;
};

// A register, or eight bytes of local memory.
struct Doubt {
    u32 lanes = 0;  // those with bits
    u64 bits[kLanes] = {};
    Reason reason[kLanes];
    void set(u32 lane, u64 undefined, Reason why) {
        bits[lane] = undefined;
        reason[lane] = why;
        lanes = undefined != 0 ? lanes | 1u << lane : lanes & ~(1u << lane);
    }
};

// Undefined bits of one lane's number.
struct Undefined {
    u64 bits = 0;
    Reason why;
};

struct FrameDoubts {
    const Frame* frame = nullptr;
    std::vector<u64> named;                    // a bit a register: whether `registers` has it
    std::unordered_map<u32, Doubt> registers;  // by number (step.hpp)
};

// Bytes that the store on its way will leave unwritten: bit k is the byte at address + k.
struct CopiedBytes {
    u64 address;
    u32 undefined;
    bool shared;
};

// What a lane's cp.async has read and not yet sent on: bit k is the k-th byte.
struct StagedBytes {
    u32 lane, undefined;
};

struct Doubts {
    std::vector<Cause> causes;
    std::vector<FrameDoubts> frames;
    std::unordered_map<u32, Doubt> local;  // by address in local memory / 8
    std::vector<CopiedBytes> copied;
    std::vector<StagedBytes> staged;
};

// A shuffle gives its lanes what from[lane] brought; the lanes of `absent` get what nobody did.
void doubt_shuffle(WarpState& state, const Op* op, u32 absent, const u32* from);
// A lane reads at the address `bytes` bytes, of which those of `missing` (bit k: the k-th) were never written. True if its
// load has to be followed, false if that is a finding at once: only a load's result can be followed, and padding that
// cp.async copies.
bool doubt_load(WarpState& state, const Op* op, observe::Space space, u32 lane, u64 address, u32 bytes,
                u32 missing);
// The same, and the finding if it is one.
bool read_unwritten(WarpState& state, const Op* op, observe::Space space, u32 lane, u64 address, u32 bytes,
                    u32 missing);
// Before the op, which `exec` will execute, and after it.
void follow_doubts(WarpState& state, const Op* op, u32 exec);
void leave_unwritten(WarpState& state);
// cp.async sends on what its lanes have read to these places in shared memory.
void send_staged(WarpState& state, const u32* offset);
// Something outside the thread reads a lane's local memory.
void use_local(WarpState& state, const Op* op, u32 lane, u64 generic_address, u32 bytes);
// Arguments and results of calls: bytes of local memory that the lanes copy.
void copy_doubts(WarpState& state, u32 lanes, u32 to, u32 from, u32 bytes);
void forget_frame(WarpState& state, const Frame* frame);

}  // namespace simt::exec
