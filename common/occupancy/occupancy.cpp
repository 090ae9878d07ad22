// See occupancy.hpp. Equation numbers are those of "GPU Matrix Multiplication".
#include "common/occupancy/occupancy.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace occupancy {
namespace {

constexpr u64 round_up(u64 value, u64 unit) { return (value + unit - 1) / unit * unit; }
constexpr u64 round_down(u64 value, u64 unit) { return value / unit * unit; }

u32 warps_of(u32 threads) { return (threads + kWarpSize - 1) / kWarpSize; }  // 1.2

// The registers of one warp, as allocated (PerWarp, PerSubpartition).
u64 registers_per_warp(const Device& device, u32 registers) {
    return round_up(u64{registers} * kWarpSize, device.register_unit);
}

u64 registers_per_block(const Device& device, u32 warps, u32 registers) {  // 1.4
    if (device.register_rule != RegisterRule::PerBlock) return registers_per_warp(device, registers) * warps;
    return round_up(round_up(warps, device.warp_unit) * registers * kWarpSize, device.register_unit);  // 1.5
}

std::optional<u32> blocks_by_registers(const Device& device, u32 warps, u32 registers) {
    if (registers == 0) return {};
    if (device.register_rule == RegisterRule::PerSubpartition)
        return warps_by_registers(device, registers) / warps;
    return static_cast<u32>(device.registers / registers_per_block(device, warps, registers));
}

bool too_large(const Device& device, const Kernel& kernel) {
    return kernel.threads == 0 || kernel.threads > device.max_threads_per_block ||
           kernel.registers > device.max_registers_per_thread || kernel.shared > device.shared_per_block;
}

}  // namespace

const char* name_of(Limit limit) {
    switch (limit) {
        case Limit::Warps:
            return "warps";
        case Limit::Registers:
            return "registers";
        case Limit::SharedMemory:
            return "shared memory";
        case Limit::Blocks:
            return "blocks";
    }
    return "";
}

std::vector<Limit> Occupancy::limits() const {
    std::vector<Limit> limits;
    if (by_warps == blocks) limits.push_back(Limit::Warps);
    if (by_registers == blocks) limits.push_back(Limit::Registers);
    if (by_shared == blocks) limits.push_back(Limit::SharedMemory);
    if (by_blocks == blocks) limits.push_back(Limit::Blocks);
    return limits;
}

std::string names_of(const std::vector<Limit>& limits) {
    std::string text;
    for (std::size_t k = 0; k < limits.size(); ++k)
        text += fmt::format("{}{}",
                            k == 0                   ? ""
                            : k + 1 == limits.size() ? " and "
                                                     : ", ",
                            name_of(limits[k]));
    return text;
}

u32 warps_by_registers(const Device& device, u32 registers) {
    if (registers == 0) return device.max_warps;
    const u64 per_warp = registers_per_warp(device, registers);
    return static_cast<u32>(device.registers / kSubpartitions / per_warp * kSubpartitions);
}

u64 shared_of_block(const Device& device, u64 shared) {  // 1.6
    return round_up(shared + device.shared_reserved, device.shared_unit);
}

u64 shared_capacity(const Device& device, const Kernel& kernel, u64 shared_per_block) {
    if (device.shared_choices.empty()) return device.shared;
    const u64 preferred =
        kernel.carveout < 0 ? device.shared : u64{device.shared} * static_cast<u32>(kernel.carveout) / 100;
    const u64 needed = std::max(preferred, shared_per_block);
    for (const u64 kilobytes : device.shared_choices)
        if (needed <= kilobytes * 1024) return kilobytes * 1024;
    return device.shared;
}

Occupancy calculate(const Device& device, const Kernel& kernel) {
    Occupancy result;
    result.max_warps = device.max_warps;
    result.warps_per_block = warps_of(kernel.threads);
    if (too_large(device, kernel)) return result;
    const u32 warps = result.warps_per_block;
    result.registers_per_block = static_cast<u32>(registers_per_block(device, warps, kernel.registers));
    result.shared_per_block = shared_of_block(device, kernel.shared);
    result.shared_capacity = shared_capacity(device, kernel, result.shared_per_block);
    result.by_blocks = device.max_blocks;
    result.by_warps = device.max_warps / warps;
    result.by_registers = blocks_by_registers(device, warps, kernel.registers);
    if (result.shared_per_block != 0)
        result.by_shared = static_cast<u32>(result.shared_capacity / result.shared_per_block);
    result.blocks = std::min(result.by_blocks, result.by_warps);  // 1.3
    for (const std::optional<u32> most : {result.by_registers, result.by_shared})
        if (most) result.blocks = std::min(result.blocks, *most);
    return result;
}

std::string why_impossible(const Device& device, const Kernel& kernel) {
    const std::string cc = name_of(device);
    if (kernel.threads == 0) return "a block has at least one thread";
    if (kernel.threads > device.max_threads_per_block)
        return fmt::format("a block of {} threads is too large: compute capability {} has at most {}",
                           kernel.threads, cc, device.max_threads_per_block);
    if (kernel.registers > device.max_registers_per_thread)
        return fmt::format("{} registers a thread are too many: compute capability {} has at most {}",
                           kernel.registers, cc, device.max_registers_per_thread);
    if (kernel.shared > device.shared_per_block)
        return fmt::format(
            "{} bytes of shared memory are too many: a block of compute capability {} has at most {}",
            kernel.shared, cc, device.shared_per_block);
    if (calculate(device, kernel).blocks != 0) return {};
    return fmt::format(
        "a block of {} threads with {} registers each needs more registers than a multiprocessor of compute "
        "capability "
        "{} has: use smaller blocks, or fewer registers (__launch_bounds__, -maxrregcount)",
        kernel.threads, kernel.registers, cc);
}

std::optional<u64> available_shared(const Device& device, const Kernel& kernel, u32 blocks) {
    if (blocks == 0 || blocks > calculate(device, kernel).blocks) return {};
    if (blocks == 1) return device.shared_per_block - kernel.shared;
    const u64 capacity = shared_capacity(device, kernel, shared_of_block(device, kernel.shared));
    const u64 share = round_down(capacity / blocks, device.shared_unit);
    return share > kernel.shared ? share - kernel.shared : 0;
}

}  // namespace occupancy
