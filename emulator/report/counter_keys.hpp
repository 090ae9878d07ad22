// What the JSON and the C API tell of a launch by name, beside the counters of cost/counters.hpp.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "emulator/cost/counters.hpp"
#include "emulator/exec/launch_record.hpp"

namespace simt::report {

// Figures of a launch that are no sums over its instructions.
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

// The counter or figure of that name; empty if there is none. Counts are exact up to 2^53. For a model that the launch was counted by: "cc1.3.volume_bytes".
std::optional<double> counter(const exec::Launch& launch, std::string_view key);

}  // namespace simt::report
