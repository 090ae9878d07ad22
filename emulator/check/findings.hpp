// What a check found: one fault, where it is in the program, who did it, and what it touched.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emulator/integers.hpp"

namespace simt::check {

// Which checks run, as compute-sanitizer's tools are named: racecheck, initcheck, synccheck. What a GPU faults on (its
// memcheck) ends a launch and is always told.
struct Checks {
    bool races = true, initialisation = true, synchronisation = true;
    constexpr Checks(bool all = true) : races(all), initialisation(all), synchronisation(all) {}
    bool note_shared() const { return races || initialisation; }  // who has accessed shared memory
};

enum class Fault {
    OutOfBounds,  // no allocation there, or past its end
    Misaligned,
    UseAfterFree,
    UninitialisedRead,  // global or shared memory that nothing has written
    SharedRace,         // two accesses of one block, at least one a write, with no barrier between them
    WriteToConstant,
    GlobalRace,         // the same in global memory, between any two threads of a launch
    AbsentLaneRead,     // a shuffle takes its value from a lane that does not take part
    MaskWithoutCaller,  // a lane calls a ..._sync operation with a mask that does not name it
    MaskOfExitedLanes,  // the mask names lanes that have exited
    WarpBarrierMask,    // either of the two in __syncwarp()
    DivergentBarrier,   // threads of one warp reach __syncthreads() at two places, or only some reach it
    BarrierCount,       // threads meet at a barrier of which they give different numbers of threads
    GridBarrier,        // blocks wait for others at the grid's barrier that have ended
    LaunchRace,         // a race in global memory between two launches, in streams that nothing orders
};

enum class Space { Global, Shared, Local, Const, Param, None };  // None: a barrier, a shuffle

// Where an instruction is: the learner's line first, the PTX line beside it.
struct Site {
    std::string kernel;  // demangled
    std::string file;    // empty without -lineinfo
    u32 line = 0;
    u32 ptx_line = 0;
    std::string instruction;  // opcode as written: "ld.shared.f32"
};

struct Access {
    Site site;
    Dim3 block{0, 0, 0}, thread{0, 0, 0};  // 0-based indices
    bool write = false;
    bool atomic = false;
    bool update = false;  // it stores what it has computed from a load of the same place, in two steps
};

struct Finding {
    Fault fault;
    Space space;
    u64 address = 0;  // generic address for Global; byte offset into the block's shared memory for Shared
    u32 width = 0;    // bytes accessed by one lane
    Access access;    // who
    bool has_other = false;  // races: the access it races with, which came first in our order
    Access other;
    // "256 bytes at 0x…, allocated by cudaMalloc (3rd call)"; what is nearest if none holds it.
    std::string allocation;
    s64 offset = 0;           // Global: bytes from the start of that allocation (negative: before it)
    u32 missing = 0;          // UninitialisedRead: how many of the bytes nothing had written; 0: not known
    bool has_use = false;     // UninitialisedRead: what was read was used at another place
    Site used;                // there
    u64 allocation_size = 0;  // Global: bytes of that allocation; 0: not known
    u64 times = 1;            // equal findings (same fault, same instruction pair) merged into this one
    bool fatal = false;       // the launch ended here, as on a GPU
};

// Who accesses, and how. op: its index; block: linear; strong: atomic, volatile, relaxed …
struct RawAccess {
    u32 op = 0, thread = 0;
    u64 block = 0;
    bool write = false, strong = false;
};

// A finding as it is noted while a launch runs; exec makes a Finding of it when the launch has ended.
struct RawFinding {
    Fault fault;
    Space space;
    u64 address;
    u32 width;
    RawAccess access;
    std::optional<RawAccess> other = {};  // races, and barriers at two places
    u64 times = 1;
    u32 missing = 0;  // UninitialisedRead: bytes of the lane's that nothing had written; 0: not known
    std::optional<u32> used_by = {};  // the op that used what was read
};

}  // namespace simt::check
