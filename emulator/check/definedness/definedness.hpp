// Definedness: which bits of a warp's registers and local memory are undefined (valgrind calls these V-bits). Undefined bits
// come from a shuffle that reads an absent lane, from a load of memory that was never written, and from a register that the lane
// has not written (decode/unset_registers.hpp).
//
// Undefined bits are harmless until something depends on them: v = __shfl_down_sync(mask, x, d); if (lane + d < n) x += v;
// is right. So they are propagated bit by bit until a branch, an address or a store to memory that others see uses them.
// Only then is the shuffle, the load or the first reader of the register reported.
//
// Storing a variable that has no value in shared memory is harmless, too: blocks at the edge often store all of a tile and use a
// part. Those bytes count as unwritten.
//
// Copying padding unchanged is harmless: the bytes then count as unwritten at the destination too. Some padding is known from
// the PTX (decode/padding.cpp). Unwritten bytes also count as padding if the same load brings written bytes, and a store puts
// them beside written bytes. Copying any other undefined byte is a use.
//
// Only a warp with undefined bits pays for this: it runs in the careful loop of exec/ops/run.cpp.
#pragma once

#include <unordered_map>
#include <vector>

#include "emulator/check/state.hpp"

namespace simt::check {

// How much of a lane's read was unwritten. All: every byte. Part: some bytes, or a whole piece of a structure whose other
// pieces were written. Padding: only bytes known to lie between members (memory::Allocation::padding). A result that depends on
// several reads has the first of these.
enum class Share : u8 { All, Part, Padding };

// The instruction that undefined bits come from, with each lane's last access there.
struct Cause {
    u32 op = 0;
    bool load = false;  // true: a load, or the first read of a register (Space::Register); false: a shuffle
    Share share = Share::All;  // of a load
    bool unset =
        false;  // the value is a thread's variable that has none, or such a value stored in shared memory
    Space space = Space::None;
    u32 width = 0;  // bytes of a lane's access
    u64 address[kLanes] = {};
    u8 missing[kLanes] = {};  // bytes that were never written
};

// Why a lane's bits are undefined. cause: an index into UndefinedValues::causes. lane: where it happened. computed: the bits
// were computed from the undefined bits, not just copied.
struct Reason {
    u32 cause = 0;
    u8 lane = 0;
    bool computed = false;
};

// A register, or eight bytes of local memory.
struct UndefinedWord {
    u32 lanes = 0;  // those with undefined bits
    u64 bits[kLanes] = {};
    Reason reason[kLanes];
    void set(u32 lane, u64 undefined, Reason why) {
        bits[lane] = undefined;
        reason[lane] = why;
        lanes = undefined != 0 ? lanes | 1u << lane : lanes & ~(1u << lane);
    }
};

// The undefined bits of one lane's value.
struct UndefinedBits {
    u64 bits = 0;
    Reason why;
};

struct UndefinedRegisters {
    const Frame* frame = nullptr;
    std::vector<u64> named;                            // a bit for each register in `registers`
    std::unordered_map<u32, UndefinedWord> registers;  // by number (definedness_plan.hpp)
};

// Bytes that the current store leaves unwritten: bit k is the byte at address + k.
struct CopiedBytes {
    u64 address;
    u32 undefined;
    bool shared;
};

// Undefined bytes that a lane's cp.async has read but not yet written: bit k is the k-th byte.
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

// A shuffle gives each lane the value of lane from[lane]. The lanes of `absent` read an absent lane and get undefined bits.
void shuffle(WarpChecks& warp, const Op* op, u32 exec, u32 absent, const u32* from);
// The lanes are about to read a register that they have not written. Executes the op ~watch.read; returns whether the warp now
// has undefined values.
bool read_unset(WarpChecks& warp, const Op* op, u32 lanes);
// What follows from reading unwritten bytes. Undefined: the load's registers get undefined bits. Unused: cp.async copies
// padding, or nobody reads the old value of an exchange. Reported: it is a finding at once.
enum class UnwrittenRead : u8 { Undefined, Unused, Reported };
// A lane reads `bytes` bytes at the address. Those in `missing` (bit k: the k-th byte) were never written.
UnwrittenRead read_unwritten(WarpChecks& warp, const Op* op, Space space, u32 lane, u64 address, u32 bytes,
                             u32 missing);
// Call it after each op; propagate() of propagation.hpp comes before it.
void after_op(WarpChecks& warp);
// cp.async writes the bytes its lanes have read to offset[lane] in shared memory.
void send_staged(WarpChecks& warp, const u32* offset);
void forget_frame(WarpChecks& warp, const Frame* frame);
// Executes the op that the decoder adds after the stores of a structure's members (decode/padding.cpp): marks the op's `width`
// bytes at each lane's address as padding. The address is slot[kAddressSlot], 64 bits, plus the immediate.
void note_padding(const Instruction& at);

}  // namespace simt::check
