// See reach.hpp.
#include "emulator/exec/async/reach.hpp"

#include <algorithm>

namespace simt::exec {

namespace {

u8* reach_in_pieces(WarpState& state, const Op* op, u32 side, u32 lane, u64 address, u32 bytes,
                    generic::Prepare prepare, u32 smallest, u32 largest) {
    u8* first = nullptr;
    for (u32 at = 0, piece; at < bytes; at += piece) {
        piece = largest;
        while (piece > smallest && (piece > bytes - at || (address + at) % piece != 0)) piece /= 2;
        u8* const host = reach(state, op, side, lane, address + at, piece, prepare);
        if (host == nullptr) return nullptr;
        if (first == nullptr) first = host;
    }
    return first;
}

}  // namespace

u8* reach(WarpState& state, const Op* op, u32 side, u32 lane, u64 address, u32 bytes,
          generic::Prepare prepare) {
    alignas(64) u64 addresses[kLanes];
    std::ranges::fill(addresses, address);
    Op part = *op;
    part.index += side;
    part.slot[kAddressSlot] = 0;
    part.immediate = 0;
    part.detail = kAddress64 | kMayBeFar;
    Warp one{reinterpret_cast<u8*>(addresses), 1u << lane, &state};
    cost::OpCounters& counters = state.worker->counters[part.index];
    const cost::OpCounters before = counters;
    generic::Access access;
    const bool ok = prepare(one, &part, bytes, access);
    counters = before;
    return ok ? access.at(lane) : nullptr;
}

u8* reach_shared(WarpState& state, const Op* op, u32 side, u32 lane, u64 address, u32 bytes,
                 generic::Prepare prepare) {
    return reach_in_pieces(state, op, side, lane, address, bytes, prepare, 16, 16);
}

u8* reach_global(WarpState& state, const Op* op, u32 lane, u64 address, u32 bytes, generic::Prepare prepare,
                 u32 smallest) {
    return reach_in_pieces(state, op, 0, lane, address, bytes, prepare, smallest, 128);
}

}  // namespace simt::exec
