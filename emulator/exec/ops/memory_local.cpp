// Local memory (each lane its own bytes) and the kernel's parameter block (the same for all).
#include "emulator/check/findings.hpp"
#include "emulator/exec/ops/access.hpp"
#include "emulator/exec/stop.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

bool prepare_local(Warp& warp, const Op* op, u32 bytes, Access& access, bool write) {
    WarpState& state = *warp.state;
    const Frame& frame = *state.splits.data()[state.current].frame;
    const u64 base = op->detail & kFrameLocal ? frame.local_base : 0;
    Addresses a{};
    read_addresses(warp, op, (op->detail & kGeneric ? memory::kLocalWindow : 0) - base, a);
    access.exec = warp.exec;
    access.duplicates = false;
    // The memory of all the thread's functions: the current frame is the last.
    const u64 size = frame.local_base + frame.local_end;
    if (__builtin_expect((a.bits & (bytes - 1)) != 0, 0)) {
        const u32 lane = find_lane(warp.exec, [&](u32 l) { return (a.lane[l] & (bytes - 1)) != 0; });
        fault(state, op, check::Fault::Misaligned, check::Space::Local, lane, a.lane[lane], bytes, write);
        return false;
    }
    if (__builtin_expect(a.highest >= size || a.highest + bytes > size, 0)) {
        const u32 lane =
            find_lane(warp.exec, [&](u32 l) { return a.lane[l] >= size || a.lane[l] + bytes > size; });
        fault(state, op, check::Fault::OutOfBounds, check::Space::Local, lane, a.lane[lane], bytes, write);
        return false;
    }
    access.base = state.local.data();
    access.shape = kScattered;
    for (u32 lane = 0; lane < kLanes; ++lane)
        access.own_relative[lane] = static_cast<s32>(a.lane[lane] + u64{lane} * state.local_bytes);
    access.relative = access.own_relative;
    return true;
}

}  // namespace

bool prepare_local_load(Warp& w, const Op* op, u32 bytes, Access& access) {
    return prepare_local(w, op, bytes, access, false);
}
bool prepare_local_store(Warp& w, const Op* op, u32 bytes, Access& access) {
    return prepare_local(w, op, bytes, access, true);
}

bool prepare_param(Warp& warp, const Op* op, u32 bytes, Access& access) {
    WarpState& state = *warp.state;
    Addresses a{};
    read_addresses(warp, op, op->detail & kGeneric ? memory::kParamWindow : 0, a);
    access.exec = warp.exec;
    access.duplicates = false;
    if (__builtin_expect((a.bits & (bytes - 1)) != 0, 0)) {
        const u32 lane = find_lane(warp.exec, [&](u32 l) { return (a.lane[l] & (bytes - 1)) != 0; });
        fault(state, op, check::Fault::Misaligned, check::Space::Param, lane, a.lane[lane], bytes, false);
        return false;
    }
    const u64 size = state.worker->code->parameter_bytes;
    if (__builtin_expect(a.highest >= size || a.highest + bytes > size, 0)) {
        const u32 lane =
            find_lane(warp.exec, [&](u32 l) { return a.lane[l] >= size || a.lane[l] + bytes > size; });
        fault(state, op, check::Fault::OutOfBounds, check::Space::Param, lane, a.lane[lane], bytes, false);
        return false;
    }
    const u64 first = a.lane[first_lane(warp.exec)];
    access.base = const_cast<u8*>(state.worker->parameters) + first;
    access.shape = a.lowest == a.highest ? kUniform : kScattered;
    for (int lane = 0; lane < kLanes; ++lane)
        access.own_relative[lane] = static_cast<s32>(a.lane[lane] - first);
    access.relative = access.own_relative;
    return true;
}

bool prepare_param_store(Warp& warp, const Op* op, u32 bytes, Access&) {
    Addresses a{};
    read_addresses(warp, op, op->detail & kGeneric ? memory::kParamWindow : 0, a);
    const u32 lane = first_lane(warp.exec);
    fault(*warp.state, op, check::Fault::WriteToConstant, check::Space::Param, lane, a.lane[lane], bytes,
          true);
    return false;
}

}  // namespace simt::exec::SIMT_ISA
