// See padding.hpp.
#include "emulator/check/definedness/padding.hpp"

#include <bit>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

const Op* note_padding(Warp& warp, const Op* op) {
    const WarpState& state = *warp.state;
    if (!state.worker->checks.initialisation) return op + 1;
    memory::AddressSpace& space = *state.worker->launch->space;
    const u64* const base = row<u64>(warp, op->slot[kAddressSlot]);
    const memory::Allocation* allocation = nullptr;
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u64 address = base[std::countr_zero(lanes)] + static_cast<u64>(op->immediate);
        if (allocation == nullptr || !allocation->holds(address, op->width)) allocation = space.find(address);
        if (allocation != nullptr) space.note_padding(*allocation, address, op->width);
    }
    return op + 1;
}

}  // namespace simt::exec
