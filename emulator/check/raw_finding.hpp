// A finding as it is noted while a launch runs; exec makes an check::Finding of it when the launch has ended.
#pragma once

#include "emulator/check/findings.hpp"

namespace simt::check {

struct RawFinding {
    check::Fault fault;
    check::Space space;
    u64 address;
    u32 width;
    bool write, atomic;
    u32 op, thread;
    bool has_other;
    u32 other_op, other_thread;
    bool other_write, other_atomic;
    u64 block;
    u64 times;
    u64 other_block;
    u32 missing;  // an uninitialised read: bytes of the lane's that nothing had written; 0: not known
    bool has_use;
    u32 used_by;  // the op that used what was read
};

}  // namespace simt::check
