// See shown_lines.hpp.
#include "common/course/shown_lines.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <limits>
#include <map>
#include <tuple>

#include "emulator/bits.hpp"
#include "emulator/report/pattern_words.hpp"

namespace course {
namespace {

using namespace simt::trace;
using simt::u32;
using simt::u64;

// Paths in PTX are as nvcc was given them, relative to the repository's root or absolute.
bool same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    return a == b || std::filesystem::equivalent(a, b, ignored);
}

std::vector<bool> instructions_in(const Launch& launch, const std::string& file) {
    std::map<std::string, bool> known;
    std::vector<bool> inside;
    for (const Instruction& instruction : launch.instructions) {
        const auto [place, is_new] = known.try_emplace(instruction.file);
        if (is_new) place->second = same_file(instruction.file, file);
        inside.push_back(place->second && instruction.space != Space::Block && instruction.line != 0);
    }
    return inside;
}

// The most lanes that take part in an access in the file; 0 if there is none.
int most_lanes(const Launch& launch, const std::string& file) {
    const std::vector<bool> inside = instructions_in(launch, file);
    int most = 0;
    for (const Access& access : launch.accesses)
        if (inside[access.instruction]) most = std::max(most, std::popcount(access.mask));
    return most;
}

simt::cost::AccessPattern pattern_of(const Access& access, const Instruction& instruction) {
    const simt::s64 first = access.at[static_cast<u32>(std::countr_zero(access.mask))];
    simt::cost::AccessPattern pattern{.mask = access.mask,
                                      .width = instruction.width,
                                      .phase = static_cast<u32>(first % 128 + 128) % 128,
                                      .units = access.cost};
    for (const u32 lane : simt::Lanes(access.mask)) pattern.relative[lane] = access.at[lane] - first;
    return pattern;
}

bool counted(const Instruction& instruction) {
    return instruction.space == Space::Global || instruction.space == Space::Shared;
}

// The launch ended at an access that was not counted.
bool is_fault(const Access& access, const Instruction& instruction) {
    return counted(instruction) && access.cost == 0;
}

std::string fault_text(const Launch& launch, const Access& access, const Instruction& instruction) {
    for (const u32 lane : simt::Lanes(access.mask))
        if (access.at[lane] % std::max(instruction.width, 1u) != 0)
            return "an address is no multiple of " + std::to_string(instruction.width);
    if (instruction.space == Space::Shared)
        return "lanes leave the block's " + std::to_string(launch.shared_bytes) + " bytes";
    const auto array = std::find_if(launch.arrays.begin(), launch.arrays.end(),
                                    [&](const Array& one) { return one.number == access.array; });
    if (array == launch.arrays.end()) return "no array is there";
    return "lanes leave the array of " + std::to_string(array->bytes / std::max(instruction.width, 1u)) +
           " elements";
}

// How much more an access costs than its bytes need; most of all if it ended the launch.
int excess(const Access& access, const Instruction& instruction) {
    if (is_fault(access, instruction)) return std::numeric_limits<int>::max();
    if (!counted(instruction)) return 0;
    const u32 enough = simt::report::units_that_would_do(pattern_of(access, instruction),
                                                         instruction.space == Space::Shared);
    return static_cast<int>(access.cost) - static_cast<int>(std::min(enough, access.cost));
}

constexpr u32 kNoGroup = ~0u;
constexpr u64 kEnoughBlocks = 4;
constexpr std::size_t kMostPatterns = 3;  // of one line

// What the line does with one kind of memory, and how the lanes lie in the instruction's first access.
using Family = std::tuple<u32, Space, Kind, u32>;
using Pattern = std::pair<u32, std::array<simt::s64, simt::trace::kLanes>>;

// The number of each instruction's group: that of its first instruction. kNoGroup: not in the file, or not executed.
std::vector<u32> groups_of(const Launch& launch, const std::vector<bool>& inside) {
    std::map<Family, std::map<Pattern, u32>> families;
    std::vector<const u32*> place(launch.instructions.size(), nullptr);
    std::vector<Family> family(launch.instructions.size());
    for (const Access& access : launch.accesses) {
        const u32 number = access.instruction;
        if (!inside[number] || place[number] != nullptr) continue;
        const Instruction& instruction = launch.instructions[number];
        family[number] = {instruction.line, instruction.space, instruction.kind, instruction.width};
        Pattern pattern{access.mask, {}};
        const simt::s64 first = access.at[static_cast<u32>(std::countr_zero(access.mask))];
        for (const u32 lane : simt::Lanes(access.mask)) pattern.second[lane] = access.at[lane] - first;
        place[number] = &families[family[number]].try_emplace(pattern, number).first->second;
    }
    std::vector<u32> groups(launch.instructions.size(), kNoGroup);
    std::map<Family, u32> merged;
    for (u32 number = 0; number < groups.size(); ++number) {
        if (place[number] == nullptr) continue;
        const bool many = families[family[number]].size() > kMostPatterns;
        groups[number] = many ? merged.try_emplace(family[number], number).first->second : *place[number];
    }
    return groups;
}

}  // namespace

std::vector<const Launch*> launches_to_show(const Trace& trace, const std::string& file) {
    using Merit = std::pair<int, u64>;
    std::vector<std::pair<const Launch*, Merit>> chosen;
    for (const Launch& launch : trace.launches) {
        const Merit merit{most_lanes(launch, file), std::min(launch.grid.count(), kEnoughBlocks)};
        if (merit.first == 0) continue;
        const auto same = std::find_if(chosen.begin(), chosen.end(), [&](const auto& other) {
            return other.first->kernel == launch.kernel;
        });
        if (same == chosen.end())
            chosen.emplace_back(&launch, merit);
        else if (merit > same->second)
            *same = {&launch, merit};
    }
    std::vector<const Launch*> launches;
    for (const auto& [launch, merit] : chosen) launches.push_back(launch);
    return launches;
}

std::vector<ShownLine> lines_to_show(const Launch& launch, const std::string& file) {
    const std::vector<u32> groups = groups_of(launch, instructions_in(launch, file));
    std::map<std::pair<u32, u32>, ShownAccess> shown;  // by source line, then by group
    for (const Access& access : launch.accesses) {
        const Instruction& instruction = launch.instructions[access.instruction];
        const u32 group = groups[access.instruction];
        if (group == kNoGroup) continue;
        ShownAccess& here = shown[{instruction.line, group}];
        const auto weight = [&](const Access& one) {
            return std::pair(excess(one, instruction), std::popcount(one.mask));
        };
        if (here.count == 0 || weight(access) > weight(here.costliest)) {
            here.instruction = instruction;
            here.costliest = access;
            here.alike = 0;
        }
        here.alike += weight(access) == weight(here.costliest);
        ++here.count;
    }
    std::vector<ShownLine> lines;
    for (auto& [key, access] : shown) {
        if (lines.empty() || lines.back().line != key.first) lines.push_back({key.first, {}});
        access.wasteful = excess(access.costliest, access.instruction) > 0;
        if (is_fault(access.costliest, access.instruction))
            access.fault = fault_text(launch, access.costliest, access.instruction);
        lines.back().accesses.push_back(std::move(access));
    }
    return lines;
}

std::string sentence(const ShownAccess& shown) {
    const Instruction& instruction = shown.instruction;
    const std::string does = instruction.kind == Kind::Store    ? "store to "
                             : instruction.kind == Kind::Atomic ? "atomic in "
                                                                : "load from ";
    std::string text = does + kSpaces[static_cast<int>(instruction.space)] + " memory";
    const std::string alike = std::to_string(shown.alike), count = std::to_string(shown.count);
    if (shown.alike < shown.count)
        text += ", " + alike + " of " + count + " times (never worse)";
    else if (shown.count > 1)
        text += ", " + count + " times";
    if (!counted(instruction)) return text;
    if (!shown.fault.empty()) return text + ": " + shown.fault + ", and the launch ends here";
    return text + ": " +
           simt::report::pattern_text(pattern_of(shown.costliest, instruction),
                                      instruction.space == Space::Shared);
}

}  // namespace course
