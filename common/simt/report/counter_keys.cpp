// What each counter is computed from. See counter_keys.hpp.
#include "common/simt/report/counter_keys.hpp"

namespace simt::report {
namespace {

using observe::Counters;
using observe::Launch;

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

}  // namespace

std::span<const CounterKey> counter_keys() { return kKeys; }

std::optional<double> counter(const observe::Launch& launch, std::string_view key) {
    for (const CounterKey& entry : kKeys)
        if (entry.name == key) return entry.value(launch);
    return std::nullopt;
}

}  // namespace simt::report
