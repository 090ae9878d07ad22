// See bound.hpp.
#include "emulator/report/bound.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emulator/report/names.hpp"

namespace simt::report {
namespace {

constexpr double kIssueRate = machine::kMultiprocessors * machine::kIssuePerCycle * machine::kClock;
constexpr double kSharedRate = machine::kMultiprocessors * machine::kSharedPerCycle * machine::kClock;

// "1,045 billion"
std::string rate_text(double per_second) {
    return fmt::format("{} billion", grouped(static_cast<u64>(per_second / 1e9 + 0.5)));
}

}  // namespace

std::vector<Bound> bounds_of(const cost::Counters& counters, u64 launches, u64 blocks) {
    const double each = 1.0 / static_cast<double>(std::max<u64>(launches, 1));
    const double bytes = static_cast<double>(counters.dram_read_bytes + counters.dram_write_bytes) * each;
    const double instructions = static_cast<double>(counters.warp_instructions) * each;
    const double wavefronts =
        static_cast<double>(counters.shared_load_wavefronts + counters.shared_store_wavefronts) * each;
    // A block runs on one multiprocessor.
    const double busy = std::min(static_cast<double>(blocks) / machine::kMultiprocessors, 1.0);
    const std::string where =
        busy < 1 ? fmt::format(" on {} of {:.0f} multiprocessors", blocks, machine::kMultiprocessors) : "";
    std::vector<Bound> bounds = {
        {fmt::format("{} of DRAM traffic", bytes_text(bytes)), bytes / machine::kCopyBytesPerSecond},
        {"warp instructions*" + where, instructions / (kIssueRate * busy)},
        {"shared-memory wavefronts*" + where, wavefronts / (kSharedRate * busy)}};
    std::erase_if(bounds, [](const Bound& bound) { return bound.seconds == 0; });
    std::stable_sort(bounds.begin(), bounds.end(),
                     [](const Bound& a, const Bound& b) { return a.seconds > b.seconds; });
    return bounds;
}

std::string bound_text(const cost::Counters& counters, u64 launches, u64 blocks) {
    const std::vector<Bound> bounds = bounds_of(counters, launches, blocks);
    if (bounds.empty()) return {};
    std::string text = fmt::format("at least {}{} on an H200, for {}", seconds_text(bounds[0].seconds),
                                   launches == 1 ? "" : " a launch", bounds[0].what);
    for (std::size_t k = 1; k < bounds.size(); ++k)
        text +=
            fmt::format("{}{} for {}", k == 1 ? "; " : ", ", seconds_text(bounds[k].seconds), bounds[k].what);
    return text + ".";
}

std::string rates_text() {
    return fmt::format(
        "A bound is no time, but what no H200 can beat that runs the PTX as it is written: {} GB/s of DRAM "
        "(the rate of a copy), {} warp instructions and {} wavefronts a second ({:.0f} multiprocessors at "
        "{:.2f} GHz). Data that is in its {} of L2 cache already needs no DRAM.",
        grouped(static_cast<u64>(machine::kCopyBytesPerSecond / 1e9 + 0.5)), rate_text(kIssueRate),
        rate_text(kSharedRate), machine::kMultiprocessors, machine::kClock / 1e9,
        bytes_text(machine::kL2Bytes));
}

}  // namespace simt::report
