// See emulator.hpp. The functions are looked up by name, because NVIDIA's runtime does not have them.
#include "common/ladder/emulator.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>

#include "common/simt/api.h"

namespace ladder::emulator {
namespace {

template <class Function>
Function* find(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

constexpr std::array kSums = {
    "warp_instructions",
    "thread_instructions",
    "branches",
    "divergent_branches",
    "divergent_warps",
    "barriers",
    "atomics",
    "global_load_requests",
    "global_load_sectors",
    "global_store_requests",
    "global_store_sectors",
    "dram_read_bytes",
    "dram_write_bytes",
    "shared_load_requests",
    "shared_load_wavefronts",
    "shared_load_bank_conflicts",
    "shared_store_requests",
    "shared_store_wavefronts",
    "shared_store_bank_conflicts",
};
constexpr std::array kLargest = {"registers", "static_shared", "dynamic_shared"};

}  // namespace

bool present() { return find<decltype(simt_launch_count)>("simt_launch_count") != nullptr; }

std::uint64_t launches() {
    auto* count = find<decltype(simt_launch_count)>("simt_launch_count");
    return count == nullptr ? 0 : count();
}

std::uint64_t findings() {
    auto* count = find<decltype(simt_finding_count)>("simt_finding_count");
    return count == nullptr ? 0 : count();
}

std::map<std::string, double> counters_since(std::uint64_t before) {
    std::map<std::string, double> counters;
    auto* read = find<decltype(simt_launch_counter)>("simt_launch_counter");
    const std::uint64_t last = launches();
    if (read == nullptr || last == before) return counters;
    for (std::uint64_t launch = before + 1; launch <= last; ++launch) {
        double value = 0;
        for (const char* key : kSums) {
            if (read(launch, key, &value) == 0) counters[key] += value;
        }
        for (const char* key : kLargest) {
            if (read(launch, key, &value) == 0) counters[key] = std::max(counters[key], value);
        }
        if (read(launch, "occupancy", &value) == 0) {
            const auto [place, first] = counters.emplace("occupancy", value);
            if (!first) place->second = std::min(place->second, value);
        }
    }
    constexpr double kWarpSize = 32;
    const double warp_instructions = counters["warp_instructions"];
    if (warp_instructions > 0) {
        counters["active_lanes_pct"] =
            100 * counters["thread_instructions"] / (kWarpSize * warp_instructions);
    }
    return counters;
}

}  // namespace ladder::emulator
