// Definedness: which bits of a warp's registers and local memory are undefined (valgrind calls these V-bits). A shuffle that
// takes its value from an absent lane brings undefined bits, and so does a load of memory that nothing has written.
//
// Undefined bits are harmless until something depends on them: v = __shfl_down_sync(mask, x, d); if (lane + d < n) x += v;
// is right. So they are propagated bit by bit until a branch, an address or a store to memory that others see uses them.
// Only then is the shuffle or the load reported.
//
// Copying padding is harmless. Where a load found some of a lane's bytes written and others not, and a store moves them
// unchanged beside written bytes, the destination counts as unwritten in their place. The same holds for every unchanged
// copy of bytes that are known to be padding (decode/padding.cpp). Copying any other undefined byte is a use.
//
// Only a warp with undefined bits pays for this: it runs in the careful loop of exec/ops/run.cpp.
#pragma once

#include <unordered_map>
#include <vector>

#include "emulator/check/state.hpp"

namespace simt::check {

// How much of what a lane read nothing had written, in order of what is said for it: all; a part, or a piece of a structure of
// which others were written; nothing but bytes that are known to lie between members (memory::Allocation::padding).
enum class Share : u8 { All, Part, Padding };

// Where undefined bits come from: an instruction, with what each lane did there the last time.
struct Cause {
    u32 op = 0;
    bool load = false;         // or a shuffle
    Share share = Share::All;  // a load
    Space space = Space::None;
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
struct UndefinedWord {
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
struct UndefinedBits {
    u64 bits = 0;
    Reason why;
};

struct UndefinedRegisters {
    const Frame* frame = nullptr;
    std::vector<u64> named;                            // a bit a register: whether `registers` has it
    std::unordered_map<u32, UndefinedWord> registers;  // by number (definedness_plan.hpp)
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

struct UndefinedValues {
    std::vector<Cause> causes;
    std::vector<UndefinedRegisters> frames;
    std::unordered_map<u32, UndefinedWord> local;  // by address in local memory / 8
    std::vector<CopiedBytes> copied;
    std::vector<StagedBytes> staged;
};

// A shuffle gives its lanes what from[lane] brought; the lanes of `absent` get what nobody did.
void shuffle(WarpChecks& warp, const Op* op, u32 exec, u32 absent, const u32* from);
// What becomes of a read of bytes that nothing has written: the registers' bits are undefined, or cp.async copies padding, or
// it is a finding at once. Only the results of loads have bits.
enum class UnwrittenRead : u8 { Undefined, Copied, Reported };
// A lane reads `bytes` bytes at the address, of which those of `missing` (bit k: the k-th) were never written.
UnwrittenRead read_unwritten(WarpChecks& warp, const Op* op, Space space, u32 lane, u64 address, u32 bytes,
                             u32 missing);
// After an op (propagation.hpp has what comes before it).
void after_op(WarpChecks& warp);
// cp.async sends on what its lanes have read to these places in shared memory.
void send_staged(WarpChecks& warp, const u32* offset);
// Something outside the thread reads a lane's local memory.
void use_local(WarpChecks& warp, const Op* op, u32 lane, u64 generic_address, u32 bytes);
// Arguments and results of calls: bytes of local memory that the lanes copy.
void copy_local(WarpChecks& warp, u32 lanes, u32 to, u32 from, u32 bytes);
void forget_frame(WarpChecks& warp, const Frame* frame);
// The op that decode/padding.cpp puts behind the stores of a structure's members: its `width` bytes at the lanes' addresses
// (kAddressSlot, 64 bits, plus the immediate) lie between members.
void note_padding(const Instruction& at);

}  // namespace simt::check
