// cp.async: copies from global to shared memory while the thread goes on. The source is read when the copy is issued.
// The bytes reach shared memory when the thread waits for them, so a kernel that forgets to wait reads the old
// contents.
#include <cstring>

#include "emulator/check/check.hpp"
#include "emulator/check/findings.hpp"
#include "emulator/cost/access_models.hpp"
#include "emulator/exec/async/copies.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/memory_global.hpp"
#include "emulator/exec/ops/memory_shared.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/isa/async.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

// The decoder splits the instruction into two ops, a read and a write, so that each side has its own counters. width: the
// bytes of the copy. slot[kAddressSlot]: the address. slot[0] of the read: how many bytes to read; zeros fill the rest.

// For the lanes in `cut`, which read fewer bytes than the copy has. Reads byte by byte, so only those bytes must be in
// bounds.
bool read_cut_copies(Warp& warp, const Op* op, u32 cut, const u32* size) {
    WarpState& state = *warp.state;
    Addresses a{};
    warp.exec = cut;
    read_addresses(warp, op, 0, a);
    for (const u32 lane : Lanes(cut)) {
        if ((a.lane[lane] & (op->width - 1u)) != 0) {
            fault(state, op, check::Fault::Misaligned, check::Space::Global, lane, a.lane[lane], op->width,
                  false);
            return false;
        }
        warp.exec = 1u << lane;
        Op part = *op;
        for (u32 byte = 0; byte < size[lane]; ++byte, ++part.immediate) {
            Access access;
            if (!prepare_global<Kind::Load>(warp, &part, 1, access)) return false;
            state.staged[lane][byte] = *access.at(lane);
        }
    }
    return true;
}

const Op* read_source(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    const u32* size = row<u32>(warp, op->slot[0]);
    const u32 exec = warp.exec;
    u32 whole = 0, cut = 0;
    for (const u32 lane : Lanes(exec)) {
        std::memset(state.staged[lane], 0, sizeof state.staged[lane]);
        if (size[lane] >= op->width)
            whole |= 1u << lane;
        else if (size[lane] != 0)
            cut |= 1u << lane;  // size 0 reads nothing, whatever the address
    }
    const bool around = (op->detail & kAroundFirstLevel) != 0;
    cost::OpCounters& counters = state.worker->counters.data()[op->index];
    const cost::OpCounters before = counters;
    bool ok = true;
    if ((warp.exec = whole) != 0) {
        Access access;
        ok = around ? prepare_global<Kind::Load, true>(warp, op, op->width, access)
                    : prepare_global<Kind::Load>(warp, op, op->width, access);
        for (const u32 lane : Lanes(ok ? whole : 0)) {
            std::memcpy(state.staged[lane], access.at(lane), op->width);
        }
    }
    if (ok && cut != 0) ok = read_cut_copies(warp, op, cut, size);
    if (ok && cut != 0) {
        // All pieces of the copy together are one request of the warp.
        Addresses a{};
        warp.exec = whole | cut;
        read_addresses(warp, op, 0, a);
        counters.requests = before.requests + 1;
        counters.units = before.units + (around ? cost::sectors_around_first_level(a.lane, whole | cut)
                                                : cost::global_sectors(a.lane, whole | cut, op->width));
    }
    warp.exec = exec;
    return ok ? op + 1 : nullptr;
}

const Op* write_shared(Warp& warp, const Op* op) {
    Access access;
    if (!prepare_shared<Kind::Store>(warp, op, op->width, access)) return nullptr;
    u32 offset[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane)
        offset[lane] = static_cast<u32>(access.at(lane) - warp.state->block->checks.shared);
    stage_copies(*warp.state, op, warp.exec, offset, op->width);
    check::send_staged(warp.state->checks, offset);
    return op + 1;
}

const Op* commit(Warp& warp, const Op* op) {
    commit_copies(*warp.state, warp.exec);
    return op + 1;
}

// immediate: how many of the newest groups may stay in flight. -1: none, and copies that no group has yet are waited for
// too.
const Op* wait(Warp& warp, const Op* op) {
    finish_copies(*warp.state, warp.exec, op->immediate);
    return op + 1;
}

constexpr Binding kBindings[] = {
    {"~copy_async.read", read_source},
    {"~copy_async.write", write_shared},
    {"~copy_async.commit", commit},
    {"~copy_async.wait", wait},
};

}  // namespace

std::span<const Handler> copy_async_handlers() { return handlers<isa::copy_async_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
