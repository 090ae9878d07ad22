// Figures of a launch that the JSON and the C API give by name, besides the counters of cost/counters.hpp.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "emulator/cost/counters.hpp"
#include "emulator/exec/launch_record.hpp"

namespace simt::report {

// Figures of a launch that are not sums over its instructions.
struct FigureKey {
    const char* name;  // "occupancy"
    double (*value)(const exec::Launch&);
    bool whole;  // an integer, shown without decimals
};
std::span<const FigureKey> figure_keys();

// The counters of an access model.
struct ModelKey {
    const char* name;  // "volume_bytes"
    double (*value)(const cost::ModelCounters&);
    bool whole;
};
std::span<const ModelKey> model_keys();

// The counter or figure of that name; empty if there is none. Counts are exact up to 2^53. A key with a model's name
// in front, "cc1.3.volume_bytes", is for a launch that was counted by that model.
std::optional<double> counter(const exec::Launch& launch, std::string_view key);

}  // namespace simt::report
