// One decoded instruction, and the registers of one warp that it works on.
//
// Decoding turns every PTX register into a row: 32 values of its width, one per lane, at a byte offset ("slot") in the
// warp's register file. A predicate is one 32-bit mask. Immediates and other values that are constant in a launch have
// rows too, filled once, so that a handler never has to ask what kind an operand is.
#pragma once

#include "emulator/integers.hpp"
#include "emulator/isa/isa.hpp"

namespace simt::exec {

constexpr int kLanes = 32;
constexpr u32 kAllLanes = 0xffffffffu;
constexpr u32 kMostWarps = 32;  // of a block

struct Op;
struct WarpState;  // control flow, block, counters: exec/warp.hpp; data-processing handlers never look inside

// What a handler sees of a warp.
struct Warp {
    u8* rows = nullptr;  // the current function's register file
    u32 exec = 0;        // lanes that execute this op: active and with a true guard; never 0 in a handler
    WarpState* state = nullptr;
};

// Executes one op for the lanes in warp.exec and returns the op to continue with, or nullptr to hand the warp back to
// the scheduler.
using Handler = const Op* (*)(Warp& warp, const Op* op);
// The handler of an opcode or an internal operation.
using HandlerOf = Handler (*)(isa::Id id);

struct alignas(64) Op {
    Handler handler = nullptr;
    u32 slot[6] = {};   // byte offsets into Warp::rows: destination first, then sources
    s64 immediate = 0;  // address offset, branch target, …: the handler's own
    u32 index = 0;      // position in Code::ops; also identifies the source line
    u32 guard = 0;      // slot of the guard's mask, or kNoGuard
    u8 guard_negated = 0;
    u8 counted = 1;   // 0 for helper ops that stand for no PTX instruction
    u8 width = 0;     // memory: bytes an element
    u8 count = 0;     // memory: elements of the vector
    u8 joined = 0;    // shared memory: find_joined_accesses' result; 0: not joined
    u32 detail = 0;   // index into a side table of the decoder's (vector destinations, call sites …)
    u32 stretch = 0;  // "~ld.shared.stretch": index into Code::stretches
};

constexpr u32 kNoGuard = 0xffffffffu;
constexpr u32 kNoSlot = 0xffffffffu;

using isa::Element;

constexpr int kCarrySlot = 5;  // of an op with isa::kCarry: the predicate row that holds CC.CF
// Slots of a memory op: 0 … 3 are the elements (destinations of a load, sources of a store), then comes the address.
constexpr int kAddressSlot = 4;
// "~ld.shared.beside" is a load with the same address register as an earlier one. Here it holds a number, not a slot: its
// index minus the earlier op's.
constexpr int kBesideSlot = 5;
// A load of wmma.load has one of the instruction's registers as its result. Here it holds that register's place among them.
constexpr int kFragmentRegisterSlot = 5;

// Op::detail of a memory op: the width of the address register, and the address's origin.
enum AddressForm : u32 { kAddress32 = 0, kAddress64 = 1, kFrameLocal = 2, kGeneric = 4 };
// Op::detail of a memory op also holds the access's memory ordering.
enum AccessOrder : u32 {
    kStrong = 16,            // atomic, volatile, relaxed, acquire or release
    kWithinBlockScope = 32,  // .cta
    kReleases = 64,          // release or acq_rel
    kNoResult = 128,         // red
    kVolatileData = 1024,    // a volatile store, or a volatile load that no loop waits with
    kUpdates = 2048,         // a store that depends on a load of the same address
    kTests = 4096            // a test of an mbarrier
};
constexpr int kRegisterShift = 8;  // bits 8 and 9: the base-2 logarithm of the bytes of an element's register
constexpr u32 kMayBeFar = 16384;   // shared::cluster: the address may be in another block's shared memory
constexpr u32 kAroundFirstLevel = 8192;  // the load of a cp.async.cg, which bypasses the first-level cache

// Op::width of a fence: the threads for which it orders accesses.
enum Scope : u8 { kBlockScope, kDeviceScope, kScopes };

template <class T>
T* row(Warp& warp, u32 slot) {
    return reinterpret_cast<T*>(warp.rows + slot);
}

}  // namespace simt::exec
