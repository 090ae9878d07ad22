// The names of a launch's counters: one list for the JSON, the C API and every tool that grades by them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "emulator/cost/counters.hpp"
#include "emulator/exec/launch_record.hpp"

namespace simt::report {

struct CounterKey {
    const char* name;  // "global_load_sectors"
    double (*value)(const exec::Launch&);
    bool whole;  // an integer, shown without decimals
};

// In the order of display. Counts are exact up to 2^53.
std::span<const CounterKey> counter_keys();

// The counters of a source line.
struct LineKey {
    const char* name;
    u64 cost::LineCounters::*value;
};
std::span<const LineKey> line_keys();

// The counters of an access model.
struct ModelKey {
    const char* name;  // "volume_bytes"
    double (*value)(const cost::ModelCounters&);
    bool whole;
};
std::span<const ModelKey> model_keys();

// The counter of that name; empty if there is none. For a model that the launch was counted by: "cc1.3.volume_bytes".
std::optional<double> counter(const exec::Launch& launch, std::string_view key);

}  // namespace simt::report
