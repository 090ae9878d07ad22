// What is kept of accesses to memory while a launch runs: the pattern of each op's last one, and who has written and read
// the words of a block's shared memory.
#pragma once

#include <vector>

#include "emulator/decode/op.hpp"

namespace simt::exec {

struct WarpState;

// What is known of each unit (Code::shared_unit bytes) of a block's shared memory. A record is
// epoch << 12 | flags | thread, so that later epochs compare greater; it is positive as a signed number. 0: never.
// Beside each record stands the op that made it.
struct SharedShadow {
    static constexpr int kEpochShift = 12;
    static constexpr u32 kManyWarps = 1u << 11;  // a reader: warps other than the thread's have read it too
    static constexpr u32 kManyLanes = 1u << 10;  // a reader: so have other lanes of the thread's warp
    static constexpr u32 kAtomic = 1u << 10;     // a writer
    static constexpr u32 kInFlight =
        1u << 11;  // a writer: a copy that has not been waited for, and has no thread
    static constexpr u32 kThreadMask = 0x3ff;
    static constexpr u32 kLastEpoch = (1u << 19) - 1;
    struct Side {
        u32* record = nullptr;
        u32* op = nullptr;
    };
    Side writer;         // last write
    Side reader;         // last read
    Side before_reader;  // where kManyWarps is set: the last read by another warp than the reader's
    u32 units = 0;

    // Reads that are not yet in `reader`. Only a write asks who has read, and mostly a barrier comes first, which makes
    // them all old: note_reads enters them if not.
    // Of neighbouring units, or of one place.
    struct Reads {
        u32 unit, thread, op;  // thread: the first lane's record
        u32 form;
        static u32 form_of(u32 lanes, u32 per_lane, bool one_place, bool several) {
            return lanes | per_lane << 8 | u32{one_place} << 16 | u32{several} << 17;
        }
        u32 lanes() const { return form & 0xff; }
        u32 per_lane() const { return form >> 8 & 0xff; }  // units of each
        bool one_place() const { return (form >> 16 & 1) != 0; }
        bool several() const { return form >> 17 != 0; }  // other lanes of the warp read there too
    };
    struct ScatteredReads {
        u32 mask, mine, op, per_lane;  // mine: record without the lane
        u32 unit[kLanes];
    };
    static constexpr u32 kMostReads = 1024, kMostScattered = 256;
    std::vector<Reads> reads;
    std::vector<ScatteredReads> scattered;
    u32 read_count = 0, scattered_count = 0;
    void forget_reads() { read_count = scattered_count = 0; }
};

// How the lanes of an access lie. kRuns: every eight lanes read or write one place or neighbouring ones.
enum Shape : u8 { kScattered, kUniform, kContiguous, kRuns, kFar };

struct Run {
    u8 first, lanes;  // multiples of 8
    bool uniform;     // one place for all; else neighbouring ones
    u8 repeats;       // how many later runs lie where this one does; they have kRepeated
    static constexpr u8 kRepeated = 0xff;
};

// The pattern of an op's last access and its costs, kept per worker: equal patterns need not be looked at again.
struct alignas(64) AccessCache {
    s32 relative[kLanes];         // address minus the first active lane's; 0 for lanes that are switched off
    u32 mask = 0;                 // 0: nothing cached
    u32 phase = 0;                // the first address's position in its sector (global) or word (shared)
    s32 lowest = 0, highest = 0;  // of `relative`
    u32 bits = 0;                 // all set in any of `relative`
    u32 units = 0;                // sectors or wavefronts
    u8 units_at[32] = {};         // global: sectors of these lanes at each phase that was met, 0: not met
    u32 conflicts = 0;
    u8 shape = kScattered;
    u8 run_count = 0;
    Run runs[4];
    bool duplicates = false;  // a store: two lanes have one address
    // Whose the last access was, and where its first active lane's: what loads beside it go by. Shared memory only.
    const WarpState* warp = nullptr;
    u64 first = 0;
    // The allocation that the last access fell into.
    u64 begin = 1, end = 0;     // device addresses
    u8* host = nullptr;         // host address of device address 0: host + device address
    u8* written = nullptr;      // a bit a byte, indexed by device address / 8; nullptr: all written
    u8* sector_read = nullptr;  // indexed by device address / 32
    u8* sector_write = nullptr;
    u8* touched = nullptr;  // indexed by (sector - first_sector) / 4096
    u64 first_sector = 0;
    bool constant = false;   // __constant__: no sectors counted, no stores allowed
    bool only_read = false;  // no store of the kernel leads there: no race can be there
};

}  // namespace simt::exec
