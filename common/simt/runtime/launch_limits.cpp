// Launch validation; the limits are the H200's (h200.hpp) and the codes what an H200 returned.
#include "common/simt/runtime/launch_limits.hpp"

#include <fmt/format.h>

#include "common/simt/runtime/h200.hpp"

namespace simt::runtime {
namespace {

u32 round_up(u32 value, u32 unit) { return (value + unit - 1) / unit * unit; }

Refusal bad_shape(std::string sentence) { return {cudaErrorInvalidConfiguration, std::move(sentence)}; }

Refusal check_shape(const Dim3& grid, const Dim3& block) {
    if (grid.count() == 0)
        return bad_shape(fmt::format("the grid {}x{}x{} has no blocks: every dimension must be at least 1",
                                     grid.x, grid.y, grid.z));
    if (block.count() == 0)
        return bad_shape(fmt::format("the block {}x{}x{} has no threads: every dimension must be at least 1",
                                     block.x, block.y, block.z));
    if (block.x > h200::kMaxBlockX || block.y > h200::kMaxBlockY || block.z > h200::kMaxBlockZ)
        return bad_shape(fmt::format("the block {}x{}x{} is too large: at most {}x{}x{}", block.x, block.y,
                                     block.z, h200::kMaxBlockX, h200::kMaxBlockY, h200::kMaxBlockZ));
    if (block.count() > h200::kMaxThreadsPerBlock)
        return bad_shape(fmt::format("the block {}x{}x{} has {} threads: at most {}", block.x, block.y,
                                     block.z, block.count(), h200::kMaxThreadsPerBlock));
    if (grid.x > h200::kMaxGridX || grid.y > h200::kMaxGridY || grid.z > h200::kMaxGridZ)
        return bad_shape(
            fmt::format("the grid {}x{}x{} is too large: at most {}x{}x{}; put the long dimension in x",
                        grid.x, grid.y, grid.z, h200::kMaxGridX, h200::kMaxGridY, h200::kMaxGridZ));
    return {};
}

Refusal check_shared(const exec::Kernel& kernel, u64 dynamic_shared, int max_dynamic_shared) {
    const u64 wanted = kernel.static_shared() + dynamic_shared;
    const u64 allowed =
        max_dynamic_shared < 0 ? h200::kSharedPerBlock : kernel.static_shared() + u64(max_dynamic_shared);
    if (wanted <= std::max<u64>(allowed, h200::kSharedPerBlock)) return {};
    if (wanted > h200::kSharedPerBlockOptin)
        return {cudaErrorInvalidValue,
                fmt::format("a block would need {} bytes of shared memory: there are {}", wanted,
                            h200::kSharedPerBlockOptin)};
    return {
        cudaErrorInvalidValue,
        fmt::format(
            "a block would need {} bytes of shared memory, {} of them dynamic: above {} a kernel must be "
            "allowed "
            "to first, with cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, {})",
            wanted, dynamic_shared, h200::kSharedPerBlock, dynamic_shared)};
}

Refusal check_threads(const exec::Kernel& kernel, const Dim3& block) {
    const auto& function = kernel.function();
    const Dim3& most = function.max_threads;
    if (most.count() != 0 && block.count() > most.count())
        return {cudaErrorInvalidValue,
                fmt::format(
                    "the block has {} threads and the kernel was compiled for at most {} (__launch_bounds__)",
                    block.count(), most.count())};
    const u32 warps = round_up(static_cast<u32>(block.count()), h200::kWarpSize) / h200::kWarpSize;
    const u32 registers = kernel.has_resources() ? kernel.resources().registers : 0;
    if (registers_per_warp(registers) * round_up(warps, h200::kSubpartitions) > h200::kRegistersPerBlock)
        return {cudaErrorLaunchOutOfResources,
                fmt::format(
                    "the block has {} threads of {} registers each: a block has {}; use smaller blocks, or "
                    "__launch_bounds__({})",
                    block.count(), registers, h200::kRegistersPerBlock, block.count())};
    return {};
}

}  // namespace

u32 registers_per_warp(u32 registers_per_thread) {
    return round_up(registers_per_thread * h200::kWarpSize, h200::kRegisterAllocationUnit);
}

Refusal check_launch(const exec::Kernel& kernel, const Dim3& grid, const Dim3& block, u64 dynamic_shared,
                     int max_dynamic_shared) {
    if (Refusal refusal = check_shape(grid, block); refusal.error != cudaSuccess) return refusal;
    if (Refusal refusal = check_threads(kernel, block); refusal.error != cudaSuccess) return refusal;
    return check_shared(kernel, dynamic_shared, max_dynamic_shared);
}

}  // namespace simt::runtime
