// ldmatrix, stmatrix, movmatrix: 8×8 matrices of 16-bit elements between shared memory and the registers of a warp.
// Lane t holds row t / 4, columns 2(t % 4) and 2(t % 4) + 1; transposed, it holds those elements of the transposed
// matrix.
//
// A matrix is eight rows of 16 bytes, whose addresses come from eight lanes. Each matrix counts as one group of lanes,
// like a quarter of a 128-bit access: it takes as many wavefronts as its fullest bank has words. Groups never join.
// This rule is an assumption; those of cost/access_models.hpp were measured.
#include <cstring>

#include "emulator/cost/access_models.hpp"
#include "emulator/exec/async/async_state.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/memory_shared.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/isa/memory.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

constexpr u32 kRows = 8, kRowBytes = 16;

// The matrix element in the low (0) or high (1) half of a lane's register.
struct Place {
    u32 row, column;
};
Place place_in(u32 lane, u32 half, bool transposed) {
    const Place as_stored{lane / 4, lane % 4 * 2 + half};
    return transposed ? Place{as_stored.column, as_stored.row} : as_stored;
}

bool whole_warp(Warp& warp, const Op* op) {
    if (warp.exec == kAllLanes) return true;
    stop_misuse(*warp.state, op, thread_of(*warp.state, first_lane(warp.exec)),
                "a matrix instruction (.aligned) needs all 32 threads of the warp, and not all are here");
    return false;
}

bool prepare_rows(Warp& warp, const Op* op, Prepare prepare, Access& access) {
    if (!whole_warp(warp, op)) return false;
    cost::OpCounters& counters = warp.state->worker->counters[op->index];
    const cost::OpCounters before = counters;
    warp.exec = op->count == 4 ? kAllLanes : (1u << kRows * op->count) - 1;
    const bool ok = prepare(warp, op, kRowBytes, access);
    if (ok) {
        u32 offsets[kLanes];
        for (u32 lane = 0; lane < kLanes; ++lane)
            offsets[lane] = static_cast<u32>(access.at(lane) - warp.state->block->checks.shared);
        const cost::SharedCost cost = cost::shared_cost(offsets, warp.exec, kRowBytes, true);
        counters.units = before.units + cost.wavefronts;
        counters.conflicts = before.conflicts + cost.conflicts;
    }
    warp.exec = kAllLanes;
    return ok;
}

// The address of an element of matrix k.
u8* place_of_element(const Access& access, u32 k, Place element) {
    return access.at(kRows * k + element.row) + 2 * element.column;
}

// slot[0 … 3]: a register for each matrix. slot[kAddressSlot]: the addresses of the matrices' rows, one per lane. count:
// matrices. width: 1 if transposed.
const Op* matrix_load(Warp& warp, const Op* op) {
    Access access;
    if (!prepare_rows(warp, op, prepare_shared<Kind::Load>, access)) return nullptr;
    for (u32 k = 0; k < op->count; ++k) {
        for (u32 lane = 0; lane < kLanes; ++lane) {
            u16 halves[2];
            for (u32 half = 0; half < 2; ++half)
                std::memcpy(&halves[half], place_of_element(access, k, place_in(lane, half, op->width != 0)),
                            2);
            row<u32>(warp, op->slot[k])[lane] = halves[0] | u32{halves[1]} << 16;
        }
    }
    return op + 1;
}

const Op* matrix_store(Warp& warp, const Op* op) {
    Access access;
    if (!prepare_rows(warp, op, prepare_shared<Kind::Store>, access)) return nullptr;
    for (u32 k = 0; k < op->count; ++k) {
        for (u32 lane = 0; lane < kLanes; ++lane) {
            const u32 value = row<u32>(warp, op->slot[k])[lane];
            for (u32 half = 0; half < 2; ++half) {
                const u16 bits = static_cast<u16>(value >> 16 * half);
                std::memcpy(place_of_element(access, k, place_in(lane, half, op->width != 0)), &bits, 2);
            }
        }
    }
    return op + 1;
}

// slot[0]: destination. slot[1]: source.
const Op* matrix_transpose(Warp& warp, const Op* op) {
    if (!whole_warp(warp, op)) return nullptr;
    u16 matrix[kRows][kRows];
    for (u32 lane = 0; lane < kLanes; ++lane) {
        for (u32 half = 0; half < 2; ++half) {
            const Place at = place_in(lane, half, false);
            matrix[at.row][at.column] = static_cast<u16>(row<u32>(warp, op->slot[1])[lane] >> 16 * half);
        }
    }
    for (u32 lane = 0; lane < kLanes; ++lane) {
        const Place low = place_in(lane, 0, true), high = place_in(lane, 1, true);
        row<u32>(warp, op->slot[0])[lane] = matrix[low.row][low.column] | u32{matrix[high.row][high.column]}
                                                                              << 16;
    }
    return op + 1;
}

constexpr Binding kBindings[] = {
    {"~ldmatrix", matrix_load},
    {"~stmatrix", matrix_store},
    {"~movmatrix", matrix_transpose},
};

}  // namespace

std::span<const Handler> matrix_handlers() { return handlers<isa::matrix_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
