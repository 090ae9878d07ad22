// Launch validation, with the error codes of an H200 (programs/launch_calls_h200.txt). With CUDA 13, anything too
// large gives cudaErrorInvalidValue, except too many registers.
#include "emulator/runtime/launch_limits.hpp"

#include <algorithm>

#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/h200.hpp"

namespace simt::runtime {
namespace {

std::string shape(const Dim3& d) { return fmt::format("{}x{}x{}", d.x, d.y, d.z); }

std::string check_shape(const Dim3& grid, const Dim3& block) {
    if (grid.x == 0 || grid.y == 0 || grid.z == 0)
        return fmt::format("the grid {} has no blocks: every dimension must be at least 1", shape(grid));
    if (block.x == 0 || block.y == 0 || block.z == 0)
        return fmt::format("the block {} has no threads: every dimension must be at least 1", shape(block));
    constexpr Dim3 block_limit{h200::kMaxBlockX, h200::kMaxBlockY, h200::kMaxBlockZ};
    if (block.x > block_limit.x || block.y > block_limit.y || block.z > block_limit.z)
        return fmt::format("the block {} is too large: at most {}, and {} threads in all", shape(block),
                           shape(block_limit), h200::kMaxThreadsPerBlock);
    if (block.count() > h200::kMaxThreadsPerBlock)
        return fmt::format("the block {} has {} threads: at most {}", shape(block), block.count(),
                           h200::kMaxThreadsPerBlock);
    constexpr Dim3 grid_limit{h200::kMaxGridX, h200::kMaxGridY, h200::kMaxGridZ};
    if (grid.x > grid_limit.x || grid.y > grid_limit.y || grid.z > grid_limit.z)
        return fmt::format("the grid {} is too large: at most {}; only x may be long", shape(grid),
                           shape(grid_limit));
    return {};
}

std::string check_shared(const exec::Kernel& kernel, u64 dynamic_shared, int max_dynamic_shared) {
    const u64 allowed = allowed_dynamic_shared(kernel, max_dynamic_shared);
    if (dynamic_shared <= allowed) return {};
    const u64 wanted = kernel.static_shared() + dynamic_shared;
    if (wanted > h200::kSharedPerBlockOptin)
        return fmt::format("a block would need {} bytes of shared memory: there are {}", wanted,
                           h200::kSharedPerBlockOptin);
    return fmt::format(
        "{} bytes of dynamic shared memory are asked for and {} allowed: beyond that, first call "
        "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, {})",
        dynamic_shared, allowed, dynamic_shared);
}

std::string check_launch_bounds(const exec::Kernel& kernel, const Dim3& block) {
    const Dim3& required = kernel.function().required_block;
    if (required.count() != 0 && required != block)
        return fmt::format("the block is {}, and the kernel was compiled for blocks of {} (__block_size__)",
                           shape(block), shape(required));
    const u64 most = kernel.function().max_threads.count();
    if (most == 0 || block.count() <= most) return {};
    return fmt::format(
        "the block has {} threads, and the kernel was compiled for at most {} (__launch_bounds__)",
        block.count(), most);
}

std::string check_registers(const exec::Kernel& kernel, const Dim3& block) {
    const u32 most = max_threads_per_block(registers_of(kernel));
    if (block.count() <= most) return {};
    return fmt::format(
        "the block has {} threads of {} registers each, and the registers suffice for {} threads: use "
        "smaller "
        "blocks, or have the compiler use fewer registers with __launch_bounds__({})",
        block.count(), registers_of(kernel), most, block.count());
}

}  // namespace

const occupancy::Device& h200_device() {
    static const occupancy::Device& device = *occupancy::find_device(h200::kMajor, h200::kMinor);
    return device;
}

occupancy::Kernel shape_of(const Function& function, u32 threads, u64 dynamic_shared) {
    const exec::Kernel& kernel = *function.kernel;
    return {threads, registers_of(kernel), kernel.static_shared() + dynamic_shared, function.carveout};
}

occupancy::Occupancy occupancy_of(const Function& function, u64 threads, u64 dynamic_shared) {
    return occupancy::calculate(h200_device(), shape_of(function, static_cast<u32>(threads), dynamic_shared));
}

u32 max_threads_per_block(u32 registers) {
    return std::min(h200::kMaxThreadsPerBlock,
                    occupancy::warps_by_registers(h200_device(), registers) * h200::kWarpSize);
}

u32 registers_of(const exec::Kernel& kernel) { return kernel.resources().registers; }

u64 allowed_dynamic_shared(const exec::Kernel& kernel, int max_dynamic_shared) {
    if (max_dynamic_shared >= 0) return static_cast<u64>(max_dynamic_shared);
    return h200::kSharedPerBlock - std::min(h200::kSharedPerBlock, kernel.static_shared());
}

void check_launch(const exec::Kernel& kernel, const Dim3& grid, const Dim3& block, u64 dynamic_shared,
                  int max_dynamic_shared) {
    for (const std::string& sentence : {check_shape(grid, block), check_launch_bounds(kernel, block),
                                        check_shared(kernel, dynamic_shared, max_dynamic_shared)})
        if (!sentence.empty()) fail(cudaErrorInvalidValue, "{}: {}", kernel.demangled(), sentence);
    if (const std::string sentence = check_registers(kernel, block); !sentence.empty())
        fail(cudaErrorLaunchOutOfResources, "{}: {}", kernel.demangled(), sentence);
}

}  // namespace simt::runtime
