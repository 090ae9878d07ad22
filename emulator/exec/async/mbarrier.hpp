// What copies and messages ask of mbarriers.
#pragma once

#include <string>

#include "emulator/exec/async/async_state.hpp"

namespace simt::exec {

// Who does something, with which op, to the mbarrier at which offset of shared memory.
struct MbarrierAccess {
    WarpState& state;
    const Op* op;
    u32 thread;
    u32 offset;
};

struct ArriveOptions {
    u32 count = 1;
    u32 expect_bytes = 0;
    bool drop = false, no_complete = false;
    bool by_copy = false;  // not by the thread itself
};
// Both end the launch and return false if the program misuses the mbarrier.
bool arrive_at_mbarrier(const MbarrierAccess& at, const ArriveOptions& options, u64& state_before);
// Adds to the bytes to come; negative: so many have come.
bool change_mbarrier_bytes(const MbarrierAccess& at, s64 bytes);
// For the message about a block that waits for ever: one sentence for each mbarrier that somebody waits for.
std::string describe_mbarriers(const Worker& worker, const Block& block);

}  // namespace simt::exec
