// The records of plain and atomic accesses to global memory. A Record is for one unit (1, 2 or 4 bytes, the kernel's
// narrowest access). A Piece is for units of a line that the threads of one instruction accessed in regular order.
#pragma once

#include "emulator/check/races/order.hpp"

namespace simt::check {

// segment << 32 | flags | thread << 18 | op. 0: none.
using Record = u64;
constexpr u64 kManyLanes = u64{1} << 31;    // other lanes of the warp did the same
constexpr u64 kWriting = u64{1} << 30;      // an atomic, volatile or relaxed access that writes
constexpr u64 kWithinBlock = u64{1} << 29;  // its scope is the block (.cta)
constexpr int kRecordThread = 18;
constexpr u64 kUpdating = u64{1} << 17;  // a volatile or relaxed store of a value loaded there before
constexpr u32 kRecordOp = (1u << 17) - 1;
constexpr u32 kMostThreads = 1024;
inline u32 thread_in(Record record) { return static_cast<u32>(record >> kRecordThread) & (kMostThreads - 1); }
inline u32 segment_in(Record record) { return static_cast<u32>(record >> 32); }
inline u32 op_in(Record record) { return static_cast<u32>(record) & kRecordOp; }

constexpr u32 kLineUnits = 32;

// The thread of unit k is thread0 + (k >> shift), so each thread has 1, 2, 4, 8, 16 or all 32 units.
struct Piece {
    static constexpr u32 kWrite = 1u << 28;
    static constexpr u8 kOneThread = 5;

    u32 mask = 0;  // units; 0: no access
    u32 segment = 0;
    u32 how = 0;  // flags of its records, kWrite, op
    s16 thread0 = 0;
    u8 shift = kOneThread;

    bool writes() const { return (how & kWrite) != 0; }
    u32 thread(u32 at) const {
        return static_cast<u32>(thread0 + static_cast<s32>(at >> shift)) & (kMostThreads - 1);
    }
    Record record(u32 at) const {
        return u64{segment} << 32 | (how & ~kWrite) | u64{thread(at)} << kRecordThread;
    }
    u32 warp() const { return thread(static_cast<u32>(__builtin_ctz(mask))) / kLanes; }
    bool same_threads(const Piece& other) const { return thread0 == other.thread0 && shift == other.shift; }
    // They differ at most in the units.
    bool same_way(const Piece& other) const {
        return segment == other.segment && how == other.how && same_threads(other);
    }
};

// Units first to first + count - 1 of a line, `1 << shift` for each thread. first_record describes the first access.
inline Piece run_piece(u32 first, u32 count, u8 shift, Record first_record, bool write) {
    Piece piece;
    piece.mask = (count == kLineUnits ? ~0u : (1u << count) - 1) << first;
    piece.segment = segment_in(first_record);
    piece.how = (static_cast<u32>(first_record) & ~((kMostThreads - 1) << kRecordThread)) |
                (write ? Piece::kWrite : 0);
    piece.thread0 =
        static_cast<s16>(static_cast<s32>(thread_in(first_record)) - static_cast<s32>(first >> shift));
    piece.shift = shift;
    return piece;
}

}  // namespace simt::check
