// See costly_lines.hpp.
#include "emulator/report/costly_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "emulator/report/names.hpp"
#include "emulator/report/pattern_words.hpp"

namespace simt::report {
namespace {

using cost::LineAccess;
using cost::LineCounters;
using cost::OpClass;

constexpr std::size_t kMostAccesses = 4;

const char* name_of(OpClass op_class, bool joined) {
    const bool load = op_class == OpClass::GlobalLoad || op_class == OpClass::SharedLoad;
    if (is_shared(op_class) && joined) return load ? "shared load" : "shared store";
    if (is_shared(op_class)) return load ? "shared load*" : "shared store*";
    return op_class == OpClass::Atomic ? "atomic" : load ? "load" : "store";
}

// Which request the pattern belongs to, and how the others compare.
std::string among_text(const LineAccess& access, bool shared) {
    if (access.units == access.requests * access.worst.units)
        return access.requests == 1
                   ? ", in its only request"
                   : fmt::format(", in all {}", counted(access.requests, "request", "requests"));
    return fmt::format(". The worst of {}: block ({}, {}, {}), warp {}; {} {} on average",
                       counted(access.requests, "request", "requests"), access.worst.block.x,
                       access.worst.block.y, access.worst.block.z, access.worst.warp,
                       ratio(access.units, access.requests), shared ? "wavefronts" : "sectors");
}

// True if the costliest request wastes no sector. Any waste then lies in other requests, which ask for less.
bool worst_is_good(const LineAccess& access) {
    return !is_shared(access.op_class) && access.worst.mask != 0 &&
           access.worst.units <= units_that_would_do(access.worst, false);
}

std::string access_text(const LineAccess& access) {
    const bool shared = is_shared(access.op_class);
    std::string text;
    if (worst_is_good(access))
        text = fmt::format(
            "{} of {} sectors on average, some of which bring less than they could. The costliest is none of "
            "these: {}",
            counted(access.requests, "request", "requests"), ratio(access.units, access.requests),
            pattern_text(access.worst, false));
    else if (access.worst.mask != 0)
        text = pattern_text(access.worst, shared) + among_text(access, shared);
    else
        text = fmt::format("{} of {} {}", counted(access.requests, "request", "requests"),
                           ratio(access.units, access.requests), shared ? "wavefronts" : "sectors");
    if (access.instructions > 1)
        text += fmt::format(" (by {} instructions of the {})", access.instructions,
                            access.joined != 0 ? "machine code" : "PTX");
    return text + ".";
}

// "a" in the middle of `width` columns.
std::string centred(std::string_view text, int width) { return fmt::format("{:^{}}", text, width); }

std::string lines_row(const std::vector<std::string>& cells) {
    constexpr int kWidths[] = {7, 11, 7, 7, 7, 7, 10, 10};
    std::string row;
    for (std::size_t k = 0; k < cells.size(); ++k) row += fmt::format("{:>{}}", cells[k], kWidths[k]);
    return row;
}
constexpr int kRowWidth = 66;

std::string lines_heading() {
    return std::string(18, ' ') + centred("sectors", 14) + centred("wavefronts*", 14) +
           "     bank* branches*\n" +
           lines_row({"line", "warp ins.*", "load", "store", "load", "store", "conflicts", "divergent"}) +
           "\n";
}

u64 waste_of(const LineAccess& access) {
    if (is_shared(access.op_class)) return access.conflicts;
    if (access.op_class == OpClass::Atomic) return 0;
    // A request moves at least one sector.
    const u64 needed =
        access.bytes != 0 ? std::max((access.bytes + 31) / 32, access.requests) : 4 * access.requests;
    // An array may end within its last sector. No other pattern would save that sector.
    const u64 ends = worst_is_good(access) ? access.instructions : 0;
    return access.units - std::min(access.units, needed + ends);
}

u64 waste_of(const LineCounters& line) {
    u64 waste = line.divergent_branches;
    for (const LineAccess& access : line.accesses) waste += waste_of(access);
    return waste;
}

// Whether this is less than one per cent of that.
bool is_little(double part, u64 whole) { return part < 0.01 * static_cast<double>(whole); }

bool is_minor(const LineCounters& line, const cost::Counters& all) {
    u64 sectors = 0, wavefronts = 0;
    for (const LineAccess& access : line.accesses)
        (is_shared(access.op_class) ? wavefronts : sectors) += waste_of(access);
    // The lanes that wait for others: those of all branches, in proportion to how often this line divides a warp.
    const u64 lanes = 32 * all.warp_instructions;
    const double waiting = all.divergent_branches == 0
                               ? 0
                               : static_cast<double>(lanes - std::min(lanes, all.thread_instructions)) *
                                     static_cast<double>(line.divergent_branches) /
                                     static_cast<double>(all.divergent_branches);
    return (sectors == 0 ||
            is_little(static_cast<double>(sectors), all.global_load_sectors + all.global_store_sectors)) &&
           (wavefronts == 0 || is_little(static_cast<double>(wavefronts),
                                         all.shared_load_wavefronts + all.shared_store_wavefronts)) &&
           (line.divergent_branches == 0 || is_little(waiting, lanes));
}

// Those that waste anything, the worst first.
template <class T>
std::vector<const T*> wasteful(const std::vector<T>& all) {
    std::vector<const T*> found;
    for (const T& each : all)
        if (waste_of(each) != 0) found.push_back(&each);
    std::ranges::stable_sort(found, std::greater(), [](const T* each) { return waste_of(*each); });
    return found;
}

}  // namespace

CostlyLines costly_lines(const exec::Launch& launch) {
    CostlyLines lines;
    for (const LineCounters* line : wasteful(launch.lines))
        (is_minor(*line, launch.counters) ? lines.minor : lines.major).push_back(line);
    return lines;
}

std::string line_text(const LineCounters& line, int width) {
    const std::string file = line.line == 0 ? "no line known (nvcc -lineinfo)"
                                            : fmt::format("{}:{}", shown_path(line.file), line.line);
    std::string text = fmt::format("    {}\n", file);
    if (const std::string source = source_line(line.file, line.line); !source.empty())
        text += fmt::format("      | {}\n", shortened(source, width - 8));
    const std::vector<const LineAccess*> accesses = wasteful(line.accesses);
    for (std::size_t k = 0; k < accesses.size() && k < kMostAccesses; ++k)
        text +=
            "      " + wrapped(fmt::format("{}: {}", name_of(accesses[k]->op_class, accesses[k]->joined != 0),
                                           access_text(*accesses[k])),
                               width, 6);
    if (accesses.size() > kMostAccesses)
        text += fmt::format("      and {} more such accesses\n", accesses.size() - kMostAccesses);
    if (line.divergent_branches != 0)
        text += "      " + wrapped(fmt::format("branch*: the lanes of a warp go both ways, {}.",
                                               counted(line.divergent_branches, "time", "times")),
                                   width, 6);
    return text;
}

std::string lines_table(const exec::Launch& launch, int width) {
    constexpr int kLeastSource = 30;
    const auto number = [](u64 count) { return count == 0 ? std::string("-") : compact(count); };
    std::string text, file;
    for (const LineCounters& line : launch.lines) {
        if (text.empty()) text = lines_heading();
        if (line.file != file) {
            file = line.file;
            text += fmt::format("  {}\n", shown_path(file));
        }
        text +=
            lines_row({line.line == 0 ? "none" : fmt::format("{}", line.line), number(line.warp_instructions),
                       ratio(line.global_load_sectors, line.global_load_requests),
                       ratio(line.global_store_sectors, line.global_store_requests),
                       ratio(line.joined_load_wavefronts, line.joined_load_requests),
                       ratio(line.joined_store_wavefronts, line.joined_store_requests),
                       number(line.joined_load_bank_conflicts + line.joined_store_bank_conflicts),
                       number(line.divergent_branches)});
        const std::string source = source_line(line.file, line.line);
        if (!source.empty() && width - kRowWidth - 3 >= kLeastSource)
            text += "  " + shortened(source, width - kRowWidth - 3);
        else if (!source.empty())
            text += "\n        | " + shortened(source, width - 11);
        text += "\n";
    }
    return text;
}

}  // namespace simt::report
