// See reach.hpp.
#include "emulator/exec/async/reach.hpp"

#include "emulator/exec/async/async_state.hpp"

namespace simt::exec {

namespace {

constexpr u32 kLargestPiece = 128;  // of global memory that is checked at once

}  // namespace

u8* reach(WarpState& state, const Op* op, u32 side, u32 lane, u64 address, u32 bytes,
          generic::Prepare prepare) {
    alignas(64) u64 addresses[kLanes];
    for (u64& each : addresses) each = address;
    Op part = *op;
    part.index += side;
    part.slot[kAddressSlot] = 0;
    part.immediate = 0;
    part.detail = kAddress64;
    Warp one = state.warp;
    one.rows = reinterpret_cast<u8*>(addresses);
    one.exec = 1u << lane;
    cost::OpCounters& counters = state.worker->counters[part.index];
    const cost::OpCounters before = counters;
    generic::Access access;
    const bool ok = prepare(one, &part, bytes, access);
    counters = before;
    return ok ? access.at(lane) : nullptr;
}

u8* reach_shared(WarpState& state, const Op* op, u32 side, u32 lane, u64 address, u32 bytes,
                 generic::Prepare prepare) {
    u8* first = nullptr;
    for (u32 at = 0; at < bytes; at += kBulkPiece) {
        u8* const host = reach(state, op, side, lane, address + at, kBulkPiece, prepare);
        if (host == nullptr) return nullptr;
        if (first == nullptr) first = host;
    }
    return first;
}

u8* reach_global(WarpState& state, const Op* op, u32 lane, u64 address, u32 bytes, generic::Prepare prepare) {
    u8* first = nullptr;
    for (u32 at = 0, piece; at < bytes; at += piece) {
        piece = kLargestPiece;
        while (piece > bytes - at || (address + at) % piece != 0) piece /= 2;
        u8* const host = reach(state, op, 0, lane, address + at, piece, prepare);
        if (host == nullptr) return nullptr;
        if (first == nullptr) first = host;
    }
    return first;
}

}  // namespace simt::exec
