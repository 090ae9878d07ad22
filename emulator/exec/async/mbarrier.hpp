// What instructions do to an mbarrier. Each function ends the launch and returns false (nullptr) when the program misuses the
// mbarrier.
#pragma once

#include <string>

#include "emulator/exec/async/async_state.hpp"

namespace simt::exec {

struct ArriveOptions {
    u32 count = 1;
    u32 expect_bytes = 0;
    bool drop = false, no_complete = false;
    bool by_copy = false;  // not by the thread itself
};
bool init_mbarrier(WarpState& state, const Op* op, u32 lane, u32 offset, u32 count);
bool invalidate_mbarrier(WarpState& state, const Op* op, u32 lane, u32 offset);
bool arrive_at_mbarrier(WarpState& state, const Op* op, u32 lane, u32 offset, ArriveOptions options,
                        u64& state_before);
// One more arrival to come in this phase.
bool expect_arrival(WarpState& state, const Op* op, u32 lane, u32 offset);
// Adds to the bytes to come; negative: so many have come.
bool change_mbarrier_bytes(WarpState& state, const Op* op, u32 lane, u32 offset, s64 bytes);
// Whether the phase of the given parity is over; if not, notes that somebody waits for it.
bool poll_mbarrier(WarpState& state, const Op* op, u32 lane, u32 offset, bool odd, bool& over);
bool complete_tx(WarpState& state, u32 op_index, u32 thread, u32 offset, u32 bytes);
std::string describe_mbarriers(const Worker& worker, const Block& block);

}  // namespace simt::exec
