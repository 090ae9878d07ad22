// See explanation.hpp. A sentence is left out if it would only say that nothing happened.
#include "emulator/report/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "common/terminal/terminal.hpp"
#include "emulator/report/bound.hpp"
#include "emulator/report/costly_lines.hpp"
#include "emulator/report/names.hpp"
#include "emulator/report/table.hpp"

namespace simt::report {
namespace {

using cost::Counters;
using cost::LineCounters;
using exec::Launch;

constexpr std::size_t kMostLines = 3;
constexpr std::size_t kMostBlocks = 8;

double part(u64 count, u64 whole) {
    return whole == 0 ? 0 : static_cast<double>(count) / static_cast<double>(whole);
}

std::string heading(const LaunchGroup& group, int width) {
    const Launch& launch = group.first;
    const std::string name =
        kernel_name(launch.kernel.empty() ? launch.mangled : launch.kernel) + on_device(launch.device);
    std::string text = fmt::format("grid {}, block {}", size_text(launch.grid), size_text(launch.block));
    if (launch.dynamic_shared != 0) text += fmt::format(", {} B dynamic shared", launch.dynamic_shared);
    text += fmt::format(", {}", counted(group.launches, "launch", "launches"));
    if (!launch.launcher.kernel.empty()) text += " by " + kernel_name(launch.launcher.kernel);
    if (group.launches > 1) text += group.differ ? ", which differ, counted together" : ", counted together";
    if (display_width(name) + 3 + display_width(text) <= width) return fmt::format("{} | {}\n", name, text);
    return fmt::format("{}\n  {}\n", shortened(name, width), text);
}

std::string instructions_text(const Counters& c) {
    const double lanes = 32 * part(c.thread_instructions, 32 * c.warp_instructions);
    std::string text = grouped(c.warp_instructions) + " warp instructions*, ";
    if (c.float_instructions != 0)
        text += fmt::format("{:.0f} % of them floating-point arithmetic, ",
                            100 * part(c.float_instructions, c.warp_instructions));
    text += fmt::format("{:.1f} of 32 lanes at work in them.", lanes);
    if (lanes < 31.95)
        text +=
            " The other lanes are switched off: by a branch, by a guard, or past the block's last thread.";
    return text;
}

std::string branches_text(const Counters& c) {
    if (c.divergent_branches == 0)
        return fmt::format("{} branches*: the lanes of a warp always went the same way.",
                           grouped(c.branches));
    return fmt::format(
        "{} of {} branches* divide a warp: its lanes go both ways, one after the other. {} of {} warps were "
        "divided.",
        grouped(c.divergent_branches), grouped(c.branches), grouped(c.divergent_warps), grouped(c.warps));
}

// Compares the bytes that lanes asked for with the bytes that moved.
std::string use_text(u64 sectors, u64 requests, u64 bytes) {
    const u64 moved = 32 * sectors;
    if (bytes == 0 || moved == 0) return ".";
    if (bytes > moved)
        return fmt::format("; lanes ask for {:.3g} times as much, several for the same bytes.",
                           part(bytes, moved));
    if (bytes == moved) return ": just the bytes asked for.";
    const double each = part(sectors, requests),
                 enough = static_cast<double>(bytes) / 32 / static_cast<double>(requests);
    const std::string instead =
        enough >= 1 && each - enough >= 0.05 ? fmt::format(", where {:.1f} would do", enough) : "";
    return fmt::format("{}: lanes ask for {:.3g} % of what moves.", instead, 100 * part(bytes, moved));
}

std::string global_text(u64 requests, u64 sectors, u64 bytes) {
    return fmt::format("{} requests of {:.1f} sectors{}", grouped(requests), part(sectors, requests),
                       use_text(sectors, requests, bytes));
}

std::string overlap_text(const Counters& c) {
    if (c.overlapped_load_requests == 0) return {};
    return fmt::format(" {:.0f} % of them are under way while the warp computes*.",
                       100 * part(c.overlapped_load_requests, c.global_load_requests));
}

std::string atomics_text(const Counters& c) {
    const u64 global = c.global_atomic_requests;
    const std::string sectors = fmt::format("{:.1f} sectors.", part(c.global_atomic_sectors, global));
    if (global == c.atomics) return fmt::format("{} requests of {}", grouped(global), sectors);
    std::string text = fmt::format("{} requests in shared memory", grouped(c.atomics - global));
    return text + (global == 0 ? "." : fmt::format(", {} in global memory, of {}", grouped(global), sectors));
}

// written: the requests of the PTX. If there are others, they are the machine code's.
std::string shared_text(u64 written, u64 requests, u64 wavefronts, u64 conflicts) {
    std::string text = fmt::format("{} requests{} of {:.1f} wavefronts", grouped(requests),
                                   written == requests ? "*" : "", part(wavefronts, requests));
    if (written != requests) text += fmt::format(", into which ptxas joined {} of the PTX", grouped(written));
    if (conflicts == 0) return text + ": no bank conflict.";
    return text + fmt::format(": {} bank conflicts, wavefronts that only wait for a bank. {:.1f} would do.",
                              grouped(conflicts), part(wavefronts - conflicts, requests));
}

std::string occupancy_text(const Launch& launch) {
    const u64 warps = (launch.block.count() + 31) / 32;
    std::string text = fmt::format("{:.0f} %", 100 * launch.occupancy);
    if (launch.resident_blocks != 0)
        text += fmt::format(": a multiprocessor holds {} of {}, {} of the 64 warps it has room for",
                            counted(launch.resident_blocks, "block", "blocks"),
                            counted(warps, "warp", "warps"), launch.resident_blocks * warps);
    if (!launch.occupancy_limit.empty() && launch.occupancy < 1)
        text += fmt::format(". What limits it: {}", launch.occupancy_limit);
    std::vector<std::string> uses;
    if (launch.registers != 0) uses.push_back(fmt::format("{} registers a thread", launch.registers));
    if (launch.static_shared + launch.dynamic_shared != 0)
        uses.push_back(fmt::format("{} B of shared memory a block",
                                   grouped(launch.static_shared + launch.dynamic_shared)));
    if (!uses.empty()) text += fmt::format(" ({})", fmt::join(uses, ", "));
    text += ".";
    constexpr u64 kMultiprocessors = static_cast<u64>(machine::kMultiprocessors);
    if (const u64 blocks = launch.grid.count(); blocks < kMultiprocessors)
        text += fmt::format(" The grid has {}: {} of an H200's {} multiprocessors get none.",
                            counted(blocks, "block", "blocks"), kMultiprocessors - blocks, kMultiprocessors);
    return text;
}

std::string model_text(const cost::ModelCounters& model) {
    std::vector<std::string> sizes;
    u64 transactions = 0;
    for (int size = 0; size < cost::kTransactionSizes; ++size) {
        transactions += model.transactions(size);
        if (model.transactions(size) != 0)
            sizes.push_back(fmt::format("{} of {} B", grouped(model.transactions(size)), 32 << size));
    }
    std::string text = fmt::format("{} global memory transactions", grouped(transactions));
    if (!sizes.empty()) text += fmt::format(" ({})", fmt::join(sizes, ", "));
    text += fmt::format(", {} in all; loads use {:.2f} % of their bandwidth on average.",
                        bytes_text(static_cast<double>(model.volume_bytes())),
                        100 * model.bandwidth_utilisation());
    if (const u64 steps = model.shared_load_steps + model.shared_store_steps; steps != 0)
        text += fmt::format(" {} passes through shared memory*, {} of them bank conflicts.", grouped(steps),
                            grouped(model.shared_load_conflicts + model.shared_store_conflicts));
    return text;
}

std::string counters_text(const LaunchGroup& group, int width) {
    const Launch& launch = group.first;
    const Counters& c = launch.counters;
    u64 load_bytes = 0, store_bytes = 0;
    for (const LineCounters& line : launch.lines) {
        load_bytes += line.global_load_bytes;
        store_bytes += line.global_store_bytes;
    }
    std::string text;
    const auto add = [&](u64 count, std::string_view label, const std::string& sentences) {
        if (count != 0) text += labelled(label, sentences, width);
    };
    add(1, "instructions", instructions_text(c));
    add(c.branches, "branches", branches_text(c));
    add(c.barriers, "barriers", fmt::format("{}, counted by warp.", grouped(c.barriers)));
    add(c.global_load_requests, "global loads",
        global_text(c.global_load_requests, c.global_load_sectors, load_bytes) + overlap_text(c));
    add(c.global_store_requests, "global stores",
        global_text(c.global_store_requests, c.global_store_sectors, store_bytes));
    add(c.atomics, "atomics", atomics_text(c));
    add(c.shared_load_requests, "shared loads",
        shared_text(c.shared_load_requests, c.joined_load_requests, c.joined_load_wavefronts,
                    c.joined_load_bank_conflicts));
    add(c.shared_store_requests, "shared stores",
        shared_text(c.shared_store_requests, c.joined_store_requests, c.joined_store_wavefronts,
                    c.joined_store_bank_conflicts));
    add(c.dram_read_bytes + c.dram_write_bytes, "DRAM",
        fmt::format("{} read, {} written; every sector is counted once.",
                    bytes_text(static_cast<double>(c.dram_read_bytes)),
                    bytes_text(static_cast<double>(c.dram_write_bytes))));
    for (const cost::ModelCounters& model : launch.models)
        add(1, cost::name_of(model.model), model_text(model));
    add(1, "occupancy", occupancy_text(launch));
    if (launch.status != exec::Status::Ok) return text;
    const std::string bound = bound_text(c, group.launches, launch.grid.count());
    add(bound.size(), "bound", bound);
    return text;
}

std::string as_sentence(const std::string& message) {
    return message.empty() || std::string_view(".!?\n").find(message.back()) != std::string_view::npos
               ? message
               : message + ".";
}

std::string worst_lines_text(const Launch& launch, int width) {
    const auto [major, minor] = costly_lines(launch);
    const std::size_t all = major.size() + minor.size();
    std::string text;
    if (!major.empty())
        text += major.size() == 1 ? "  The line that wastes something:\n" : "  The lines that waste most:\n";
    for (std::size_t k = 0; k < major.size() && k < kMostLines; ++k) text += line_text(*major[k], width);
    const std::size_t left = kMostLines - std::min(kMostLines, major.size());
    if (!minor.empty() && left != 0)
        text += minor.size() == 1 ? "  A line that wastes less than one per cent:\n"
                                  : "  Lines that waste less than one per cent each:\n";
    for (std::size_t k = 0; k < minor.size() && k < left; ++k) text += line_text(*minor[k], width);
    if (all > kMostLines) text += fmt::format("    and {} more; --lines shows all\n", all - kMostLines);
    return text;
}

}  // namespace

std::string explanation(const LaunchGroup& group, const Wanted& wanted) {
    const Launch& launch = group.first;
    std::string text = heading(group, wanted.width);
    text = terminal::styled(text.substr(0, text.size() - 1), terminal::Style::Strong, wanted.colours) + "\n";
    if (launch.status == exec::Status::Interrupted)
        text +=
            labelled("ended early",
                     fmt::format("The program was ended when {}. Only what ran is counted.", launch.message),
                     wanted.width);
    else if (launch.status != exec::Status::Ok)
        return text +
               labelled("ended early",
                        as_sentence(launch.message) + " Nothing is counted of a launch that did not finish.",
                        wanted.width);
    text += counters_text(group, wanted.width);
    if (const u64 times = times_found(launch); times != 0)
        text += labelled("checks", counted(times, "finding", "findings") + ", printed above.", wanted.width);
    return text + (wanted.lines ? lines_table(launch, wanted.width) : worst_lines_text(launch, wanted.width));
}

std::string legend(int width) {
    std::string text;
    for (const char* line :
         {"A request is one memory instruction of one warp. A sector is 32 bytes of global memory, the least "
          "that moves. A wavefront is one pass through the 32 banks of shared memory.",
          "* as written in PTX. The machine code may join shared accesses, unroll loops and replace branches "
          "by predicates; global requests and sectors are the hardware's."})
        text += wrapped(line, width, 0);
    return text + wrapped(rates_text(), width, 0);
}

std::string report(const LaunchGroups& launches, const Wanted& wanted) {
    const std::vector<LaunchGroup>& groups = launches.groups();
    if (groups.empty()) return {};
    std::string text = groups.size() > 1 ? table(launches, wanted.width) : "simt: ";
    std::vector<const LaunchGroup*> shown;
    for (const LaunchGroup& group : groups) shown.push_back(&group);
    std::ranges::stable_sort(shown, std::greater(), [](const LaunchGroup* group) {
        return group->first.counters.warp_instructions;
    });
    if (shown.size() > kMostBlocks) shown.resize(kMostBlocks);
    std::sort(shown.begin(), shown.end());  // back in launch order
    for (const LaunchGroup* group : shown)
        text += (groups.size() > 1 ? "\n" : "") + explanation(*group, wanted);
    if (shown.size() < groups.size())
        text += "\n" + wrapped(fmt::format(
                                   "{} more rows of the table are not explained here: --kernel NAME chooses.",
                                   groups.size() - shown.size()),
                               wanted.width, 0);
    const auto counted = [](const LaunchGroup& group) { return group.first.counters.warp_instructions != 0; };
    return std::ranges::any_of(groups, counted) ? text + "\n" + legend(wanted.width) : text;
}

}  // namespace simt::report
