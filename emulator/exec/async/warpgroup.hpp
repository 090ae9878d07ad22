// What the four warps of a warpgroup have in flight: products of wgmma.mma_async.
//
// A warp that comes to a wgmma.mma_async waits for the other three, and the last one computes the product for all. The result is
// in the registers at once, and the bytes of shared memory have been read. That no thread may rely on either before
// wgmma.wait_group is for the checks: the bytes count as being read until then, and the registers are watched.
#pragma once

#include <vector>

#include "emulator/check/definedness/definedness_plan.hpp"
#include "emulator/exec/warp.hpp"

namespace simt::exec {

constexpr u32 kWarpsOfGroup = 4;

// The products of one warp, and by register (check::Part::number) what they have to do with it.
struct WarpProducts {
    u64 issued = 0, done = 0;  // serial numbers of the last product, and of the last one that was waited for
    std::vector<u64> groups;   // the last product of each group committed
    u64 fences = 0;            // wgmma.fence so far
    const check::Frame* frame = nullptr;  // the call to which the registers belong
    const check::DefinednessPlan* plan = nullptr;
    std::vector<u64> result_of;   // the product whose result it holds; 0: none
    std::vector<u64> written_in;  // WarpProducts::fences when another instruction wrote it
};

// The warps of the group, those that wait at this op and the state's own, if all four are there. Otherwise none: the caller
// returns what `next` was set to, for the warp now waits or the launch has ended.
std::vector<WarpState*> meet_warpgroup(WarpState& state, const Op* op, const Op*& next);
// The split of a warp of these that waits, or the current one.
Split& split_at_product(WarpState& warp, const WarpState& last);
// All have the product. reads: what it has read of shared memory, by a thread of the last warp.
void release_warpgroup(WarpState& last, const Op* op, const std::vector<WarpState*>& warps,
                       std::vector<u32> reads);

// The checks of one warp's registers at a wgmma.mma_async, and of shared memory from which it reads pieces. sums: whether it
// adds to its accumulators. Both end the launch and return false if something is wrong.
bool begin_product(WarpState& state, const Op* op, bool sums);
bool check_pieces(WarpState& state, const Op* op, const std::vector<u32>& offsets);

// Checks the instruction that is about to run: it must not read a product's result before wgmma.wait_group. It may write a register
// of A that a pending product reads: in correct loops nvcc gives the next value the same register, and ptxas adds the wait.
bool watch_registers(WarpState& state, const Op* op);

void land_products(Block& block);  // at the block's end

}  // namespace simt::exec
