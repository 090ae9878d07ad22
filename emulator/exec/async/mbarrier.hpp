// The operations on mbarriers that copies and messages need.
#pragma once

#include <string>

#include "emulator/exec/async/async_state.hpp"

namespace simt::exec {

// A thread's operation on an mbarrier: a warp of the mbarrier's block, the op, the thread in its block, and the mbarrier's offset in
// shared memory. caller: the thread's warp, if it is of another block of the cluster.
struct MbarrierAccess {
    WarpState& state;
    const Op* op;
    u32 thread;
    u32 offset;
    WarpState* caller = nullptr;
};

struct ArriveOptions {
    u32 count = 1;
    u32 expect_bytes = 0;
    bool drop = false, no_complete = false;
    bool by_copy = false;  // not by the thread itself
};
// Both end the launch and return false if the program misuses the mbarrier.
bool arrive_at_mbarrier(const MbarrierAccess& at, const ArriveOptions& options, u64& state_before);
// Adds to the bytes still to come; a negative number says that so many have landed.
bool change_mbarrier_bytes(const MbarrierAccess& at, s64 bytes);
// For the message about a block that waits for ever: one sentence for each mbarrier with waiting threads.
std::string describe_mbarriers(const Worker& worker, const Block& block);

}  // namespace simt::exec
