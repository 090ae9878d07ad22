// The interface of the checks to exec and the runtime: seven entry points, and the begin and end of launches
// (launch_checks.hpp) and blocks. state.hpp has the state that exec holds; all else in this folder is internal.
//
//     load, store, atomic   a warp's instruction accesses memory: below; bounds in bounds/allocations.hpp
//     async_copy            cp.async and bulk copies between their issue and their landing: races/async_shadow.hpp
//     barrier               barriers of blocks and warps, mbarriers, fences: order in races/epochs.hpp, misuse in
//                           barriers/collective_checks.hpp
//     shuffle               values of absent lanes: definedness/definedness.hpp; a warp with undefined values also calls it
//                           at each op, call and return
//     host_copy             the program copies or fills memory: host_copy.hpp
#pragma once

#include "emulator/check/barriers/collective_checks.hpp"
#include "emulator/check/bounds/allocations.hpp"
#include "emulator/check/definedness/definedness.hpp"
#include "emulator/check/definedness/global_written.hpp"
#include "emulator/check/definedness/local_written.hpp"
#include "emulator/check/definedness/propagation.hpp"
#include "emulator/check/host_copy.hpp"
#include "emulator/check/launch_checks.hpp"
#include "emulator/check/races/async_shadow.hpp"
#include "emulator/check/races/cluster_access.hpp"
#include "emulator/check/races/epochs.hpp"
#include "emulator/check/races/global_races.hpp"
#include "emulator/check/races/shared_check.hpp"
#include "emulator/check/record.hpp"

namespace simt::check {

// Blocks. prepare_place runs once for each BlockChecks, which many blocks then use one after the other.
void prepare_place(BlockChecks& block);
void begin_block(BlockChecks& block);
void end_block(BlockChecks& block);  // the block has run to its end

// Load, store and atomic. Call them before the bytes move, for lanes that are in bounds: of shared memory (`first` is an
// offset), of one allocation in global memory, or of local memory (LocalLanes).
struct SharedLanes : LaneAddresses {};
struct GlobalLanes : LaneAddresses {};
namespace SIMT_ISA {

template <Kind kind>
[[gnu::always_inline]] inline bool access(const Instruction& at, const SharedLanes& lanes) {
    const bool usual = check_shared<kind>(at, lanes.pattern, static_cast<u32>(lanes.first), lanes.bytes);
    if (__builtin_expect(may_order_shared(at, kind), 0))
        order_shared_access(Instruction{at}, LaneAddresses{lanes}, kind);
    return usual;
}

template <Kind kind>
[[gnu::always_inline]] inline bool access(const Instruction& at, const GlobalLanes& lanes) {
    WorkerChecks& worker = *at.warp.worker;
    const AccessCache& pattern = lanes.pattern;
    if (kind != Kind::Load && pattern.only_read && at.op->index < worker.stray_write)
        worker.stray_write = at.op->index;
    if (worker.races != nullptr && !pattern.constant &&
        (kind != Kind::Load || !pattern.only_read || worker.races->footprint != nullptr))
        note_global_access(Instruction{at}, LaneAddresses{lanes}, kind);
    if (pattern.written == nullptr || !worker.wanted.initialisation) return true;
    const bool usual = kind == Kind::Store || check_written(Instruction{at}, LaneAddresses{lanes});
    if (kind != Kind::Load) mark_written(LaneAddresses{lanes}, at.exec);
    return usual;
}

// False: the values are undefined, and the warp now has undefined values (WarpChecks::undefined).
template <class Lanes>
[[gnu::always_inline]] inline bool load(const Instruction& at, const Lanes& lanes) {
    return access<Kind::Load>(at, lanes);
}
template <class Lanes>
[[gnu::always_inline]] inline void store(const Instruction& at, const Lanes& lanes) {
    access<Kind::Store>(at, lanes);
}
template <class Lanes>
[[gnu::always_inline]] inline void atomic(const Instruction& at, const Lanes& lanes) {
    access<Kind::Atomic>(at, lanes);
}

}  // namespace SIMT_ISA
using namespace SIMT_ISA;

// Two lanes of one store wrote to the same place in shared memory, and the loser's value is lost.
void lost_store(WarpChecks& warp, const Op* op, u32 loser, u32 winner, u32 offset, u32 bytes);

}  // namespace simt::check
