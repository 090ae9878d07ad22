// See counter_keys.hpp.
#include "emulator/report/counter_keys.hpp"

#include <string>

#include "emulator/report/bound.hpp"

namespace simt::report {
namespace {

using exec::Launch;

template <u32 Launch::*Member>
double member(const Launch& launch) {
    return static_cast<double>(launch.*Member);
}

double active_lanes_pct(const Launch& launch) {
    const double slots = 32.0 * static_cast<double>(launch.counters.warp_instructions);
    return slots == 0 ? 0 : 100.0 * static_cast<double>(launch.counters.thread_instructions) / slots;
}

double float_pct(const Launch& launch) {
    const double all = static_cast<double>(launch.counters.warp_instructions);
    return all == 0 ? 0 : 100.0 * static_cast<double>(launch.counters.float_instructions) / all;
}

double longest_warp(const Launch& launch) { return static_cast<double>(launch.longest_warp); }

double bound_ns(const Launch& launch) {
    return 1e9 * largest(bounds_of(launch.counters, 1, launch.grid.count()));
}

double filled_bound_ns(const Launch& launch) { return 1e9 * largest(filled_bounds_of(launch.counters, 1)); }

double occupancy(const Launch& launch) { return launch.occupancy; }

constexpr FigureKey kFigures[] = {
    {"active_lanes_pct", active_lanes_pct, false},
    {"float_pct", float_pct, false},
    {"longest_warp", longest_warp, true},
    {"bound_ns", bound_ns, false},
    {"filled_bound_ns", filled_bound_ns, false},
    {"registers", member<&Launch::registers>, true},
    {"static_shared", member<&Launch::static_shared>, true},
    {"dynamic_shared", member<&Launch::dynamic_shared>, true},
    {"occupancy", occupancy, false},
};

using cost::ModelCounters;

template <u64 ModelCounters::*Member>
double of_model(const ModelCounters& model) {
    return static_cast<double>(model.*Member);
}

template <int kSize>
double transactions(const ModelCounters& model) {
    return static_cast<double>(model.transactions(kSize));
}

constexpr ModelKey kModelKeys[] = {
    {"transactions_32", transactions<0>, true},
    {"transactions_64", transactions<1>, true},
    {"transactions_128", transactions<2>, true},
    {"volume_bytes", [](const ModelCounters& model) { return static_cast<double>(model.volume_bytes()); },
     true},
    {"bandwidth_utilisation", [](const ModelCounters& model) { return model.bandwidth_utilisation(); },
     false},
    {"shared_load_wavefronts", of_model<&ModelCounters::shared_load_steps>, true},
    {"shared_load_bank_conflicts", of_model<&ModelCounters::shared_load_conflicts>, true},
    {"shared_store_wavefronts", of_model<&ModelCounters::shared_store_steps>, true},
    {"shared_store_bank_conflicts", of_model<&ModelCounters::shared_store_conflicts>, true},
};

}  // namespace

std::span<const FigureKey> figure_keys() { return kFigures; }
std::span<const ModelKey> model_keys() { return kModelKeys; }

std::optional<double> counter(const exec::Launch& launch, std::string_view key) {
    for (const auto& [name, value] : cost::kCounters)
        if (name == key) return static_cast<double>(launch.counters.*value);
    for (const FigureKey& entry : kFigures)
        if (entry.name == key) return entry.value(launch);
    for (const ModelCounters& model : launch.models)
        for (const ModelKey& entry : kModelKeys)
            if (key == cost::name_of(model.model) + std::string(".") + entry.name) return entry.value(model);
    return std::nullopt;
}

}  // namespace simt::report
