// Occupancy; every figure of programs/device_h200.txt, an H200's own answers, follows from these rules.
#include "common/simt/runtime/occupancy.hpp"

#include <algorithm>

#include "common/simt/runtime/h200.hpp"

namespace simt::runtime {
namespace {

constexpr u64 round_up(u64 value, u64 unit) { return (value + unit - 1) / unit * unit; }
constexpr u64 round_down(u64 value, u64 unit) { return value / unit * unit; }

u32 warps_of(u32 threads) { return (threads + h200::kWarpSize - 1) / h200::kWarpSize; }

// What a block takes from the multiprocessor, the driver's share included.
u64 shared_of_block(const Demand& demand, u64 dynamic_shared) {
    return round_up(demand.static_shared + dynamic_shared + h200::kSharedReservedPerBlock,
                    h200::kSharedAllocationUnit);
}

// The multiprocessor divides its memory between shared memory and L1 in one of a few ways: the smallest that gives the
// kernel's preference, and one block at least.
u64 shared_capacity(const Demand& demand, u64 dynamic_shared) {
    const u64 preferred = demand.carveout < 0 ? h200::kSharedPerMultiprocessor
                                              : u64(h200::kSharedPerMultiprocessor) * demand.carveout / 100;
    const u64 needed = std::max(preferred, shared_of_block(demand, dynamic_shared));
    for (const u64 kilobytes : {8, 16, 32, 64, 100, 132, 164, 196})
        if (needed <= kilobytes << 10) return kilobytes << 10;
    return h200::kSharedPerMultiprocessor;
}

}  // namespace

u32 warps_by_registers(u32 registers) {
    if (registers == 0) return h200::kMaxThreadsPerMultiprocessor / h200::kWarpSize;
    const u64 per_warp = round_up(u64(registers) * h200::kWarpSize, h200::kRegisterAllocationUnit);
    return static_cast<u32>(h200::kRegistersPerMultiprocessor / h200::kSubpartitions / per_warp *
                            h200::kSubpartitions);
}

u32 max_threads_per_block(u32 registers) {
    return std::min(h200::kMaxThreadsPerBlock, warps_by_registers(registers) * h200::kWarpSize);
}

u32 blocks_per_multiprocessor(const Demand& demand, u32 threads, u64 dynamic_shared) {
    if (threads == 0 || threads > h200::kMaxThreadsPerBlock) return 0;
    if (demand.static_shared + dynamic_shared > h200::kSharedPerBlockOptin) return 0;
    const u32 warps = warps_of(threads);
    const u32 by_warps = h200::kMaxThreadsPerMultiprocessor / h200::kWarpSize / warps;
    const u32 by_registers = warps_by_registers(demand.registers) / warps;
    const u64 by_shared = shared_capacity(demand, dynamic_shared) / shared_of_block(demand, dynamic_shared);
    return static_cast<u32>(
        std::min<u64>({h200::kMaxBlocksPerMultiprocessor, by_warps, by_registers, by_shared}));
}

std::optional<u64> dynamic_shared_for(const Demand& demand, u32 blocks, u32 threads) {
    if (blocks == 0 || blocks > blocks_per_multiprocessor(demand, threads, 0)) return {};
    if (blocks == 1) return h200::kSharedPerBlockOptin - demand.static_shared;
    const u64 share = round_down(shared_capacity(demand, 0) / blocks, h200::kSharedAllocationUnit);
    return share > demand.static_shared ? share - demand.static_shared : 0;
}

}  // namespace simt::runtime
