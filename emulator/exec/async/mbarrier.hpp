// What instructions do to an mbarrier. Each function ends the launch and returns false when the program misuses the
// mbarrier.
#pragma once

#include <string>

#include "emulator/exec/async/async_state.hpp"

namespace simt::exec {

// Who does it, with which op, to the mbarrier at which offset of shared memory.
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
bool init_mbarrier(const MbarrierAccess& at, u32 count);
bool invalidate_mbarrier(const MbarrierAccess& at);
bool arrive_at_mbarrier(const MbarrierAccess& at, const ArriveOptions& options, u64& state_before);
// One more arrival to come in this phase.
bool expect_arrival(const MbarrierAccess& at);
// Adds to the bytes to come; negative: so many have come.
bool change_mbarrier_bytes(const MbarrierAccess& at, s64 bytes);
// Whether the phase of the given parity is over; if not, notes that somebody waits for it.
bool poll_mbarrier(const MbarrierAccess& at, bool odd, bool& over);
// For the message about a block that waits for ever: one sentence for each mbarrier that somebody waits for.
std::string describe_mbarriers(const Worker& worker, const Block& block);

}  // namespace simt::exec
