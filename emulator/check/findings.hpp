// A finding of a check: the fault, its place in the program, the thread, and the memory it touched.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emulator/integers.hpp"
#include "emulator/memory/shape.hpp"

namespace simt::check {

// Which checks run; they match compute-sanitizer's racecheck, initcheck and synccheck. Faults that stop a GPU (memcheck's)
// end the launch and are always reported.
struct Checks {
    bool races = true, initialisation = true, synchronisation = true;
    constexpr Checks(bool all = true) : races(all), initialisation(all), synchronisation(all) {}
    bool note_shared() const { return races || initialisation; }  // keep track of accesses to shared memory
};

enum class Fault {
    OutOfBounds,  // no allocation there, or past its end
    Misaligned,
    UseAfterFree,
    UninitialisedRead,  // of memory, or a register, that was never written
    SharedRace,         // two accesses of one block, at least one a write, with no barrier between them
    WriteToConstant,
    GlobalRace,         // the same in global memory, between any two threads of a launch
    AbsentLaneRead,     // a shuffle takes its value from a lane that does not take part
    MaskWithoutCaller,  // a lane calls a ..._sync operation with a mask that does not name it
    MaskOfAbsentLanes,  // the mask names lanes that execute the operation with another mask, or take another way
    DivergentBarrier,  // threads of one warp reach __syncthreads() at two places, or only some reach it
    BarrierCount,      // threads give one barrier different thread counts
    WarpsApart,        // warps reach __syncthreads() at two places
    SkippedBarrier,    // warps reach __syncthreads() less often than others of their block
    GridBarrier,       // blocks wait at the grid's barrier for blocks that have ended
    Deadlock,          // no thread of a block can go on: all wait at a barrier or for lanes of a mask
    EndlessWait,       // all running threads of a block read memory that nobody changes
    Runaway,           // more instructions than the launch is allowed
    StaleFetch,        // a texture or surface read of memory that the same launch has written
    NoPeerAccess,      // of another device's memory, which the kernel's device may not access
    LaunchRace,        // a race in global memory between two launches in unordered streams
};

enum class Space { Global, Shared, Local, Const, Param, Register, None };  // None: a barrier, a shuffle

// An instruction's place: its source line and its PTX line.
struct Site {
    std::string kernel;  // demangled
    std::string file;    // empty without -lineinfo
    u32 line = 0;
    u32 ptx_line = 0;
    std::string instruction;  // opcode as written: "ld.shared.f32"
    int device = -1;          // on which the kernel ran; -1: there is only one
};

struct Access {
    Site site;
    Dim3 block{0, 0, 0}, thread{0, 0, 0};  // 0-based indices
    bool write = false;
    bool atomic = false;
    bool update = false;  // a store of a value computed from an earlier load of the same place
};

// What would order the two accesses of a race (races/cures.hpp).
struct Cure {
    enum class Kind : u8 {
        None,           // not known
        Atomic,         // one statement loads, computes and stores an element that others use, too
        Barrier,        // a barrier after line `after` and before line `before`
        BarrierInLoop,  // a barrier at the end of a loop's body, after line `after`
        BothBarriers,   // both of these
        NewStatement,  // one statement reads others' elements and stores its own: a barrier has to part the two
        Branch,        // the barrier at line `barrier` stands between, but there is a way around it
    };
    Kind kind = Kind::None;
    Site after, before, barrier;
    bool locked = false;  // the kernel has operations with which locks are made
};

// How the two grids of a race are related that kernels have launched: one launched the other, or a grid above it; or neither did.
enum class Nested : u8 { No, ParentAndChild, Siblings };

struct Finding {
    Fault fault;
    Space space;
    u64 address = 0;  // generic address for Global; byte offset into the block's shared memory for Shared
    u32 width = 0;    // bytes accessed by one lane
    Access access;
    bool has_other = false;  // a race: `other` is the access that came first in this run
    Access other;
    // "256 bytes at 0x…, allocated by cudaMalloc (3rd call)"; the nearest one if no allocation holds the address.
    std::string allocation;
    s64 offset = 0;        // Global: bytes from the start of that allocation (negative: before it)
    u32 missing = 0;       // UninitialisedRead: bytes that were never written; 0: not known
    bool has_use = false;  // UninitialisedRead: another instruction, `used`, used the value
    Site used;
    u64 allocation_size = 0;             // Global: bytes of that allocation; 0: not known
    std::optional<memory::Shape> shape;  // Global: of the matrix there, if the program annotated it
    u64 times = 1;       // how many findings of the same fault by the same instructions this one stands for
    bool fatal = false;  // the fault ended the launch, as on a GPU
    Cure cure;           // races
    bool in_warps = false;       // races: each seen pair was of one warp
    bool across_blocks = false;  // races: a seen pair was of two blocks
    std::vector<Finding> also;   // races that the same cure mends; they are findings of their own as well
    bool mended_before = false;  // the finding is in another one's `also`
    std::vector<Finding> more;  // races in the same array that need cures of their own (report::gather_races)
    std::string array;          // Shared: the name of the variable
    u64 array_offset = 0;       // Shared: bytes from its start
    u64 array_size = 0;         // Shared: its bytes
    bool array_dynamic = false;  // Shared: it is extern, and the launch gives its size
    std::string note;            // Deadlock, EndlessWait, Runaway: which threads wait, and where
    Nested nested = Nested::No;  // LaunchRace: `note` then says where the grids were launched
    int owner = -1;              // NoPeerAccess: the device whose memory it is
    Site launcher;               // of a grid that a kernel has launched: where; else its kernel is empty
};

// Which thread accesses memory, and how. op: its index; block: its linear index; strong: atomic, volatile, relaxed …
struct RawAccess {
    u32 op = 0, thread = 0;
    u64 block = 0;
    bool write = false, strong = false;
};

// A finding as a running launch records it. exec turns it into a Finding when the launch has ended.
struct RawFinding {
    Fault fault;
    Space space;
    u64 address;
    u32 width;
    RawAccess access;
    std::optional<RawAccess> other = {};  // races, and barriers at two places
    u64 times = 1;
    u32 missing = 0;  // UninitialisedRead: the lane's bytes that were never written; 0: not known
    std::optional<u32> used_by = {};  // the op that used the value
    bool in_warps = true;             // of the merged races: see Finding
    bool across_blocks = false;

    // Counts an equal finding as this one. A race across blocks is the one to show: what orders blocks also orders threads.
    void add(const RawFinding& equal) {
        const u64 sum = times + equal.times;
        const bool warps = in_warps && equal.in_warps;
        if (equal.across_blocks && !across_blocks) *this = equal;
        times = sum;
        in_warps = warps;
    }
};

}  // namespace simt::check
