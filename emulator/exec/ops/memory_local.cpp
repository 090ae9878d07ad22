// Local memory, where each lane has its own bytes, and the kernel's parameter block, which all lanes share.
#include "emulator/exec/ops/memory_local.hpp"

namespace simt::exec::SIMT_ISA {

template <Kind kind>
bool prepare_local(Warp& warp, const Op* op, u32 bytes, Access& access) {
    constexpr bool kWrites = kind == Kind::Store;
    WarpState& state = *warp.state;
    const Frame& frame = *state.splits.data()[state.current].frame;
    const u64 base = op->detail & kFrameLocal ? frame.local_base : 0;
    Addresses a{};
    read_addresses(warp, op, (op->detail & kGeneric ? memory::kLocalWindow : 0) - base, a);
    access.exec = warp.exec;
    access.duplicates = false;
    // The memory of all the thread's functions: the current frame is the last.
    const u64 size = frame.local_base + frame.local_end;
    if (!are_aligned(warp, op, a, bytes, check::Space::Local, kWrites) ||
        !are_inside(warp, op, a, bytes, size, check::Space::Local, kWrites))
        return false;
    access.base = state.local.data();
    access.shape = kScattered;
    for (u32 lane = 0; lane < kLanes; ++lane)
        access.own_relative[lane] = static_cast<s32>(a.lane[lane] + u64{lane} * state.local_bytes);
    access.relative = access.own_relative;
    return tell_checks<kind>(warp, op, check::LocalLanes{a.lane, a.lowest, a.highest, bytes});
}

template bool prepare_local<Kind::Load>(Warp&, const Op*, u32, Access&);
template bool prepare_local<Kind::Store>(Warp&, const Op*, u32, Access&);

bool prepare_param(Warp& warp, const Op* op, u32 bytes, Access& access) {
    WarpState& state = *warp.state;
    Addresses a{};
    read_addresses(warp, op, op->detail & kGeneric ? memory::kParamWindow : 0, a);
    access.exec = warp.exec;
    access.duplicates = false;
    if (!are_aligned(warp, op, a, bytes, check::Space::Param, false) ||
        !are_inside(warp, op, a, bytes, state.worker->code->parameter_bytes, check::Space::Param, false))
        return false;
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
