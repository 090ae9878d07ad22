// Occupancy of the emulated H200, by the calculator of common/occupancy. Its rules give every figure that a real H200
// answered (programs/device_h200.txt).
#include "emulator/runtime/occupancy.hpp"

#include <algorithm>

#include "emulator/runtime/h200.hpp"

namespace simt::runtime {
namespace {

const occupancy::Device& h200_device() {
    static const occupancy::Device& device = *occupancy::find_device(h200::kMajor, h200::kMinor);
    return device;
}

occupancy::Kernel kernel_of(const Demand& demand, u32 threads, u64 dynamic_shared) {
    return {threads, demand.registers, demand.static_shared + dynamic_shared, demand.carveout};
}

}  // namespace

u32 max_threads_per_block(u32 registers) {
    return std::min(h200::kMaxThreadsPerBlock,
                    occupancy::warps_by_registers(h200_device(), registers) * h200::kWarpSize);
}

occupancy::Occupancy occupancy_of(const Demand& demand, u32 threads, u64 dynamic_shared) {
    return occupancy::calculate(h200_device(), kernel_of(demand, threads, dynamic_shared));
}

std::optional<u64> dynamic_shared_for(const Demand& demand, u32 blocks, u32 threads) {
    return occupancy::available_shared(h200_device(), kernel_of(demand, threads, 0), blocks);
}

}  // namespace simt::runtime
