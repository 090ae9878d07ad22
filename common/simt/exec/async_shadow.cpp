// The race check's view of copies on their way. A record of the last epoch is newer than any barrier, so every access that
// does not wait for the copy finds itself unordered with it, the issuing thread's own accesses included (kMany).
#include "common/simt/exec/async_state.hpp"

namespace simt::exec {

namespace {

u64 record(u32 epoch, u32 thread, u32 op, bool in_flight) {
    return static_cast<u64>(epoch) << SharedShadow::kEpochShift |
           static_cast<u64>(thread) << SharedShadow::kThreadShift | op |
           (in_flight ? SharedShadow::kMany : 0);
}

// Calls visit(u64& writer, u64& reader, u64& reader2) for each unit of the bytes.
template <class Visit>
void each_unit(WarpState& state, u32 offset, u32 bytes, Visit visit) {
    SharedShadow& shadow = state.worker->shadow;
    const u32 unit_bytes = state.worker->code->shared_unit;
    if (!state.worker->checks || bytes == 0) return;
    for (u32 unit = offset / unit_bytes; unit <= (offset + bytes - 1) / unit_bytes; ++unit)
        visit(shadow.writer[unit], shadow.reader[unit], shadow.reader2[unit]);
}

}  // namespace

void mark_in_flight(WarpState& state, u32 op, u32 thread, u32 offset, u32 bytes, bool write) {
    const u64 mark = record(SharedShadow::kLastEpoch, thread, op, true);
    each_unit(state, offset, bytes,
              [&](u64& writer, u64&, u64& reader2) { (write ? writer : reader2) = mark; });
}

void mark_landed(WarpState& state, u32 op, u32 thread, u32 offset, u32 bytes, bool write) {
    const u64 mark = record(SharedShadow::kLastEpoch, thread, op, true);
    const u64 landed = record(state.block->epoch, thread, op, false);
    each_unit(state, offset, bytes, [&](u64& writer, u64& reader, u64& reader2) {
        if (write && writer == mark) writer = landed;
        if (write) return;
        if (reader2 == mark) reader2 = 0;
        if (reader == mark) reader = landed;
    });
}

}  // namespace simt::exec
