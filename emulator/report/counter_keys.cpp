// How each counter is computed. See counter_keys.hpp.
#include "emulator/report/counter_keys.hpp"
#include "emulator/exec/launch_record.hpp"

namespace simt::report {
namespace {

using cost::Counters;
using exec::Launch;

template <u64 Counters::*Member>
double count_of(const Launch& launch) {
    return static_cast<double>(launch.counters.*Member);
}

template <u32 Launch::*Member>
double figure_of(const Launch& launch) {
    return static_cast<double>(launch.*Member);
}

double active_lanes_pct(const Launch& launch) {
    const double slots = 32.0 * count_of<&Counters::warp_instructions>(launch);
    return slots == 0 ? 0 : 100.0 * count_of<&Counters::thread_instructions>(launch) / slots;
}

double occupancy(const Launch& launch) { return launch.occupancy; }

constexpr CounterKey kKeys[] = {
    {"warp_instructions", count_of<&Counters::warp_instructions>, true},
    {"thread_instructions", count_of<&Counters::thread_instructions>, true},
    {"active_lanes_pct", active_lanes_pct, false},
    {"branches", count_of<&Counters::branches>, true},
    {"divergent_branches", count_of<&Counters::divergent_branches>, true},
    {"divergent_warps", count_of<&Counters::divergent_warps>, true},
    {"barriers", count_of<&Counters::barriers>, true},
    {"global_load_requests", count_of<&Counters::global_load_requests>, true},
    {"global_load_sectors", count_of<&Counters::global_load_sectors>, true},
    {"global_store_requests", count_of<&Counters::global_store_requests>, true},
    {"global_store_sectors", count_of<&Counters::global_store_sectors>, true},
    {"dram_read_bytes", count_of<&Counters::dram_read_bytes>, true},
    {"dram_write_bytes", count_of<&Counters::dram_write_bytes>, true},
    {"shared_load_requests", count_of<&Counters::shared_load_requests>, true},
    {"shared_load_wavefronts", count_of<&Counters::shared_load_wavefronts>, true},
    {"shared_load_bank_conflicts", count_of<&Counters::shared_load_bank_conflicts>, true},
    {"shared_store_requests", count_of<&Counters::shared_store_requests>, true},
    {"shared_store_wavefronts", count_of<&Counters::shared_store_wavefronts>, true},
    {"shared_store_bank_conflicts", count_of<&Counters::shared_store_bank_conflicts>, true},
    {"atomics", count_of<&Counters::atomics>, true},
    {"registers", figure_of<&Launch::registers>, true},
    {"static_shared", figure_of<&Launch::static_shared>, true},
    {"dynamic_shared", figure_of<&Launch::dynamic_shared>, true},
    {"occupancy", occupancy, false},
};

using cost::LineCounters;

constexpr LineKey kLineKeys[] = {
    {"warp_instructions", &LineCounters::warp_instructions},
    {"thread_instructions", &LineCounters::thread_instructions},
    {"divergent_branches", &LineCounters::divergent_branches},
    {"global_load_requests", &LineCounters::global_load_requests},
    {"global_load_sectors", &LineCounters::global_load_sectors},
    {"global_load_bytes", &LineCounters::global_load_bytes},
    {"global_store_requests", &LineCounters::global_store_requests},
    {"global_store_sectors", &LineCounters::global_store_sectors},
    {"global_store_bytes", &LineCounters::global_store_bytes},
    {"shared_load_requests", &LineCounters::shared_load_requests},
    {"shared_load_wavefronts", &LineCounters::shared_load_wavefronts},
    {"shared_load_bank_conflicts", &LineCounters::shared_load_bank_conflicts},
    {"shared_store_requests", &LineCounters::shared_store_requests},
    {"shared_store_wavefronts", &LineCounters::shared_store_wavefronts},
    {"shared_store_bank_conflicts", &LineCounters::shared_store_bank_conflicts},
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

// `key` without the model's name and the dot after it; empty if it does not begin with this model.
std::optional<std::string_view> key_of_model(std::string_view key, std::string_view model) {
    if (!key.starts_with(model) || key.size() == model.size() || key[model.size()] != '.')
        return std::nullopt;
    return key.substr(model.size() + 1);
}

}  // namespace

std::span<const CounterKey> counter_keys() { return kKeys; }
std::span<const LineKey> line_keys() { return kLineKeys; }
std::span<const ModelKey> model_keys() { return kModelKeys; }

std::optional<double> counter(const exec::Launch& launch, std::string_view key) {
    for (const CounterKey& entry : kKeys)
        if (entry.name == key) return entry.value(launch);
    for (const ModelCounters& model : launch.models)
        if (const auto rest = key_of_model(key, cost::name_of(model.model)))
            for (const ModelKey& entry : kModelKeys)
                if (entry.name == *rest) return entry.value(model);
    return std::nullopt;
}

}  // namespace simt::report
