// See bound.hpp.
#include "emulator/report/bound.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emulator/report/names.hpp"

namespace simt::report {
namespace {

constexpr double kIssueRate = machine::kMultiprocessors * machine::kIssuePerCycle * machine::kClock;
constexpr double kSharedRate = machine::kMultiprocessors * machine::kSharedPerCycle * machine::kClock;
constexpr double kLoadRate = machine::kMultiprocessors * machine::kLoadsPerCycle * machine::kClock;

// "1,045 billion"
std::string rate_text(double per_second) {
    return fmt::format("{} billion", grouped(static_cast<u64>(per_second / 1e9 + 0.5)));
}

// The bounds if the part `busy` of the multiprocessors works, which `where` names.
std::vector<Bound> bounds(const cost::Counters& counters, u64 launches, double busy,
                          const std::string& where) {
    const double each = 1.0 / static_cast<double>(std::max<u64>(launches, 1));
    const auto count = [each](u64 sum) { return static_cast<double>(sum) * each; };
    const double bytes = count(counters.dram_read_bytes + counters.dram_write_bytes);
    const double instructions = count(counters.warp_instructions);
    const double wavefronts = count(counters.joined_load_wavefronts + counters.joined_store_wavefronts);
    const double loads = std::max(count(counters.global_load_requests),
                                  count(counters.global_load_sectors) / machine::kSectorsOfLoad);
    const double stored = count(counters.global_store_sectors);
    std::vector<Bound> bounds = {
        {fmt::format("{} of DRAM traffic", bytes_text(bytes)), bytes / machine::kDramBytesPerSecond},
        {"stored sectors", stored / machine::kStoredSectorsPerSecond},
        {"global loads" + where, loads / (kLoadRate * busy)},
        {"warp instructions*" + where, instructions / (kIssueRate * busy)},
        {"shared-memory wavefronts*" + where, wavefronts / (kSharedRate * busy)}};
    std::erase_if(bounds, [](const Bound& bound) { return bound.seconds == 0; });
    std::stable_sort(bounds.begin(), bounds.end(),
                     [](const Bound& a, const Bound& b) { return a.seconds > b.seconds; });
    return bounds;
}

// "122 ns for 524 kB of DRAM traffic, 64.6 ns for warp instructions*", from bound number `first` on.
std::string list_text(const std::vector<Bound>& bounds, std::size_t first) {
    constexpr std::size_t kMost = 3;  // further ones are far from the largest
    std::string text;
    for (std::size_t k = first; k < std::min(bounds.size(), kMost); ++k)
        text += fmt::format("{}{} for {}", k == first ? "" : ", ", seconds_text(bounds[k].seconds),
                            bounds[k].what);
    return text;
}

}  // namespace

std::vector<Bound> bounds_of(const cost::Counters& counters, u64 launches, u64 blocks) {
    // A block runs on one multiprocessor.
    const double busy = std::min(static_cast<double>(blocks) / machine::kMultiprocessors, 1.0);
    const std::string where =
        busy < 1 ? fmt::format(" on {} of {:.0f} multiprocessors", blocks, machine::kMultiprocessors) : "";
    return bounds(counters, launches, busy, where);
}

std::vector<Bound> filled_bounds_of(const cost::Counters& counters, u64 launches) {
    return bounds(counters, launches, 1, "");
}

double largest(const std::vector<Bound>& bounds) { return bounds.empty() ? 0 : bounds[0].seconds; }

std::string bound_text(const cost::Counters& counters, u64 launches, u64 blocks) {
    const std::vector<Bound> bounds = bounds_of(counters, launches, blocks);
    if (bounds.empty()) return {};
    std::string text = fmt::format("at least {}{} on an H200, for {}", seconds_text(bounds[0].seconds),
                                   launches == 1 ? "" : " a launch", bounds[0].what);
    if (static_cast<double>(blocks) < machine::kMultiprocessors)
        return text + fmt::format(". If all {:.0f} shared the work: {}.", machine::kMultiprocessors,
                                  list_text(filled_bounds_of(counters, launches), 0));
    const std::string others = list_text(bounds, 1);
    return text + (others.empty() ? "." : "; " + others + ".");
}

std::string rates_text() {
    return fmt::format(
        "A bound is no time, but what no H200 can beat that runs the PTX as it is written: {} GB/s of DRAM "
        "(what its wires carry; a copy has at most nine tenths of it), {} stored sectors (the highest rate "
        "measured), {} warp instructions, {} "
        "wavefronts and as many global "
        "loads of at most 128 bytes a second ({:.0f} multiprocessors at {:.2f} GHz). Data that is in its {} "
        "of L2 cache already needs no DRAM.",
        grouped(static_cast<u64>(machine::kDramBytesPerSecond / 1e9 + 0.5)),
        rate_text(machine::kStoredSectorsPerSecond), rate_text(kIssueRate), rate_text(kSharedRate),
        machine::kMultiprocessors, machine::kClock / 1e9, bytes_text(machine::kL2Bytes));
}

}  // namespace simt::report
