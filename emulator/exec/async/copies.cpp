// cp.async's copies on their way: issued, committed in groups, finished by a wait.
#include "emulator/exec/async/copies.hpp"

#include <cstring>

#include "emulator/check/check.hpp"

namespace simt::exec {

namespace {

// Writes the copies for which due(copy) holds; the others stay.
template <class Due>
void finish_if(WarpState& state, Due due) {
    std::size_t kept = 0;
    for (const PendingCopy& copy : state.copies) {
        if (due(copy)) {
            std::memcpy(state.block->checks.shared + copy.offset, copy.data, copy.bytes);
            check::async_copy(state.checks,
                              {copy.op, thread_of(state, copy.lane), copy.offset, copy.bytes, true},
                              check::CopyStep::Landed);
        } else {
            state.copies[kept++] = copy;
        }
    }
    state.copies.resize(kept);
}

}  // namespace

void stage_copies(WarpState& state, const Op* op, u32 exec, const u32* offset, u32 bytes) {
    ++state.last_copy;
    for (const u32 lane : Lanes(exec)) {
        PendingCopy copy{lane, op->index, state.last_copy, kUncommitted, offset[lane], bytes, {}};
        std::memcpy(copy.data, state.staged[lane], bytes);
        state.copies.push_back(copy);
        check::async_copy(state.checks, {op->index, thread_of(state, lane), copy.offset, bytes, true},
                          check::CopyStep::Issued);
    }
}

void commit_copies(WarpState& state, u32 exec) {
    for (PendingCopy& copy : state.copies)
        if (copy.group == kUncommitted && (exec >> copy.lane & 1u)) copy.group = state.copy_groups[copy.lane];
    for (const u32 lane : Lanes(exec)) ++state.copy_groups[lane];
}

void finish_copies(WarpState& state, u32 exec, s64 groups_left) {
    finish_if(state, [&](const PendingCopy& copy) {
        const bool mine = exec >> copy.lane & 1u;
        const s64 newest = s64{state.copy_groups[copy.lane]} - groups_left;
        return mine && (groups_left < 0 || (copy.group != kUncommitted && s64{copy.group} < newest));
    });
}

void finish_copies_until(WarpState& state, u32 lane, u32 last_copy) {
    finish_if(state, [&](const PendingCopy& copy) { return copy.lane == lane && copy.serial <= last_copy; });
}

}  // namespace simt::exec
