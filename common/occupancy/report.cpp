// See report.hpp.
#include "common/occupancy/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace occupancy {
namespace {

bool limits(const Occupancy& found, Limit limit) {
    const auto all = found.limits();
    return std::find(all.begin(), all.end(), limit) != all.end();
}

std::string row(const char* what, const std::string& of_block, const std::string& has, const std::string& fit,
                bool limit) {
    return fmt::format("  {:<15}{:>22}{:>26}{:>10}{}\n", what, of_block, has, fit, limit ? "  <" : "");
}

std::string count(std::optional<u32> blocks) { return blocks ? fmt::format("{}", *blocks) : "any"; }

std::string bytes(u64 value) { return fmt::format("{} B", value); }

// The largest value of one resource with which more blocks fit than now, if nothing else changes.
template <class Change>
std::string step(const Device& device, const Kernel& kernel, u64 now, const Change& change,
                 const char* unit) {
    const u32 blocks = calculate(device, kernel).blocks;
    for (u64 value = now; value-- > 0;) {
        Kernel changed = kernel;
        change(changed, value);
        if (const u32 more = calculate(device, changed).blocks; more > blocks)
            return fmt::format("With at most {} {} it would hold {} blocks.\n", value, unit, more);
    }
    return {};
}

std::string what_would_help(const Device& device, const Kernel& kernel, const Occupancy& found) {
    if (found.limits().size() != 1) return {};
    switch (found.limits().front()) {
        case Limit::Registers:
            return step(
                device, kernel, kernel.registers,
                [](Kernel& k, u64 value) { k.registers = static_cast<u32>(value); }, "registers a thread");
        case Limit::SharedMemory:
            return step(
                device, kernel, kernel.shared, [](Kernel& k, u64 value) { k.shared = value; },
                "bytes of shared memory a block");
        case Limit::Blocks:
            return "Larger blocks would fill more of the places for warps.\n";
        case Limit::Warps:
            return found.ratio() < 1 ? "Blocks whose warps divide the places for them would fill more.\n"
                                     : "";
    }
    return {};
}

std::string shared_text(const Device& device, const Occupancy& found) {
    if (device.shared_reserved == 0) return bytes(found.shared_per_block);
    return fmt::format("{}, {} for the driver", bytes(found.shared_per_block), device.shared_reserved);
}

}  // namespace

std::string as_text(const Device& device, const Kernel& kernel) {
    const Occupancy found = calculate(device, kernel);
    std::string text = title_of(device) + "\n\n";
    text += row("", "a block takes", "a multiprocessor has", "blocks", false);
    text += row("warps", fmt::format("{}", found.warps_per_block), fmt::format("{}", device.max_warps),
                count(found.by_warps), limits(found, Limit::Warps));
    text +=
        row("registers", fmt::format("{}", found.registers_per_block), fmt::format("{}", device.registers),
            count(found.by_registers), limits(found, Limit::Registers));
    text += row("shared memory", shared_text(device, found), bytes(found.shared_capacity),
                count(found.by_shared), limits(found, Limit::SharedMemory));
    text += row("blocks", "1", fmt::format("{}", device.max_blocks), count(found.by_blocks),
                limits(found, Limit::Blocks));
    text += fmt::format(
        "\nA multiprocessor holds {} block{}: {} of {} warps, occupancy {:.1f} %. What limits it: {}.\n",
        found.blocks, found.blocks == 1 ? "" : "s", found.warps(), device.max_warps, 100 * found.ratio(),
        names_of(found.limits()));
    return text + what_would_help(device, kernel, found);
}

std::string as_json(const Device& device, const Kernel& kernel) {
    using Json = nlohmann::ordered_json;
    const Occupancy found = calculate(device, kernel);
    const auto optional = [](std::optional<u32> value) { return value ? Json(*value) : Json(nullptr); };
    Json names = Json::array();
    for (const Limit limit : found.limits()) names.push_back(name_of(limit));
    const Json json = {
        {"compute_capability", name_of(device)},
        {"blocks", found.blocks},
        {"warps_per_block", found.warps_per_block},
        {"warps", found.warps()},
        {"max_warps", found.max_warps},
        {"occupancy", found.ratio()},
        {"limits", names},
        {"blocks_by",
         {{"warps", found.by_warps},
          {"registers", optional(found.by_registers)},
          {"shared_memory", optional(found.by_shared)},
          {"blocks", found.by_blocks}}},
        {"registers_per_block", found.registers_per_block},
        {"shared_per_block", found.shared_per_block},
        {"shared_capacity", found.shared_capacity},
    };
    return json.dump() + "\n";
}

}  // namespace occupancy
