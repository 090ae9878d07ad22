// cp.async's copies on their way: issued, committed in groups, finished by a wait.
#include <cstring>

#include "common/simt/exec/warp.hpp"

namespace simt::exec {

void stage_copies(WarpState& state, u32 exec, const u64* offset, u32 bytes) {
    for (u32 lane = 0; lane < kLanes; ++lane) {
        if (!(exec >> lane & 1u)) continue;
        PendingCopy copy{lane, kUncommitted, static_cast<u32>(offset[lane]), bytes, {}};
        std::memcpy(copy.data, state.staged[lane], bytes);
        state.copies.push_back(copy);
    }
}

void commit_copies(WarpState& state, u32 exec) {
    for (PendingCopy& copy : state.copies)
        if (copy.group == kUncommitted && (exec >> copy.lane & 1u)) copy.group = state.copy_groups[copy.lane];
    for (u32 lane = 0; lane < kLanes; ++lane) state.copy_groups[lane] += exec >> lane & 1u;
}

void finish_copies(WarpState& state, u32 exec, s64 groups_left) {
    std::size_t kept = 0;
    for (const PendingCopy& copy : state.copies) {
        const bool mine = exec >> copy.lane & 1u;
        const bool due =
            groups_left < 0 ||
            (copy.group != kUncommitted && s64{copy.group} < s64{state.copy_groups[copy.lane]} - groups_left);
        if (mine && due)
            std::memcpy(state.block->shared + copy.offset, copy.data, copy.bytes);
        else
            state.copies[kept++] = copy;
    }
    state.copies.resize(kept);
}

}  // namespace simt::exec
