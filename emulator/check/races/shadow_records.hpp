// Who has written and read the words of a block's shared memory.
#pragma once

#include <vector>

#include "emulator/check/decoded.hpp"

namespace simt::check {

// What is known of each unit (Code::shared_unit bytes) of a block's shared memory. A record is
// epoch << 12 | flags | thread, so that later epochs compare greater; it is positive as a signed number. 0: never.
// Beside each record stands the op that made it.
struct SharedShadow {
    static constexpr int kEpochShift = 12;
    static constexpr u32 kManyWarps = 1u << 11;  // a reader: warps other than the thread's have read it too
    static constexpr u32 kManyLanes = 1u << 10;  // a reader: so have other lanes of the thread's warp
    static constexpr u32 kAtomic = 1u << 10;     // a writer
    static constexpr u32 kInFlight = 1u << 11;   // a writer: a copy that has not landed, and has no thread
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
        u32 unit, thread, op;     // thread: the first lane's record
        u8 lanes, per_lane;       // units of each
        bool one_place, several;  // several: other lanes of the warp read there too
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

}  // namespace simt::check
