// See counters.hpp.
#include "common/ladder/counters.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "common/cuda/counters.hpp"

namespace ladder {
namespace {

constexpr std::array kLargest = {"registers", "static_shared", "dynamic_shared"};
// Launches wait for each other, so the busiest warps of several launches work one after the other.
constexpr const char* kLongest = "longest_warp";
constexpr const char* kBlockShared = "block_shared";

}  // namespace

std::map<std::string, double> counters_since(std::uint64_t before) {
    using gpu::emulator::counter;
    std::map<std::string, double> counters;
    const std::uint64_t last = gpu::emulator::launches();
    for (std::uint64_t launch = before + 1; launch <= last; ++launch) {
        for (unsigned index = 0; const char* key = gpu::emulator::counter_name(index); ++index) {
            if (const auto value = counter(launch, key)) counters[key] += *value;
        }
        if (const auto value = counter(launch, kLongest)) counters[kLongest] += *value;
        for (const char* key : kLargest) {
            if (const auto value = counter(launch, key)) counters[key] = std::max(counters[key], *value);
        }
        const double block =
            counter(launch, "static_shared").value_or(0) + counter(launch, "dynamic_shared").value_or(0);
        counters[kBlockShared] = std::max(counters[kBlockShared], block);
        if (const auto occupancy = counter(launch, "occupancy")) {
            const auto [place, first] = counters.emplace("occupancy", *occupancy);
            if (!first) place->second = std::min(place->second, *occupancy);
        }
    }
    if (last > before) counters["launches"] = static_cast<double>(last - before);
    constexpr double kWarpSize = 32;
    const auto instructions = counters.find("warp_instructions");
    if (instructions != counters.end() && instructions->second > 0) {
        counters["active_lanes_pct"] =
            100 * counters["thread_instructions"] / (kWarpSize * instructions->second);
    }
    return counters;
}

}  // namespace ladder
