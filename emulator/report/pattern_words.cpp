// See pattern_words.hpp.
#include "emulator/report/pattern_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <set>
#include <vector>

#include "emulator/report/names.hpp"

namespace simt::report {
namespace {

using cost::AccessPattern;

constexpr u32 kSectorBytes = 32;
constexpr u32 kRowBytes = 128;  // of all 32 banks
constexpr u32 kWidestBytes = 16;

// The addresses of the active lanes, relative to the first one's.
using Addresses = std::vector<s64>;

Addresses addresses_of(const AccessPattern& pattern) {
    Addresses at;
    for (u32 lane = 0; lane < 32; ++lane)
        if ((pattern.mask >> lane & 1u) != 0) at.push_back(pattern.relative[lane]);
    return at;
}

std::size_t distinct(const Addresses& at) { return std::set<s64>(at.begin(), at.end()).size(); }

// The stride between neighbours in [first, first + count), if it is constant.
std::optional<s64> stride_of(const Addresses& at, std::size_t first, std::size_t count) {
    if (count < 2) return 0;
    const s64 stride = at[first + 1] - at[first];
    for (std::size_t k = first + 1; k < first + count; ++k)
        if (at[k] - at[k - 1] != stride) return {};
    return stride;
}

std::string place(u32 width) { return width <= 4 ? "one word" : fmt::format("one place of {} B", width); }

// How lanes with a constant stride lie: "side by side", "at one word", "stride 8 B".
std::string step_text(s64 stride, u32 width) {
    if (stride == 0) return "at " + place(width);
    if (stride == width) return "side by side";
    return fmt::format("stride {} B", stride);
}

std::string number_of_lanes(std::size_t count) {
    return count == 32 ? "32 lanes" : fmt::format("{} of 32 lanes", count);
}

struct Groups {
    std::size_t lanes;  // in each
    s64 inner, outer;   // strides within a group, and from group to group
};

// Groups of equally many lanes, if all have the same stride and lie at a constant distance from each other.
std::optional<Groups> groups_of(const Addresses& at) {
    for (std::size_t size = at.size() / 2; size >= 2; --size) {
        if (at.size() % size != 0) continue;
        const auto inner = stride_of(at, 0, size);
        if (!inner) continue;
        Addresses firsts;
        bool alike = true;
        for (std::size_t first = 0; first < at.size(); first += size) {
            firsts.push_back(at[first]);
            alike &= stride_of(at, first, size) == inner;
        }
        const auto outer = stride_of(firsts, 0, firsts.size());
        if (alike && outer) return Groups{size, *inner, *outer};
    }
    return {};
}

std::string groups_text(const Addresses& at, const Groups& groups, u32 width) {
    const std::string within = step_text(groups.inner, width);
    const std::size_t count = at.size() / groups.lanes;
    if (count == 2 && at.size() == 32)
        return fmt::format("lanes 0-15 {}, lanes 16-31 the same at {:+} B", within, groups.outer);
    return fmt::format("{} in {} groups of {}, each {}, {} B from group to group", number_of_lanes(at.size()),
                       count, groups.lanes, within, groups.outer);
}

// The banks that hold the words: "bank 0 serves all", "2 of 32 banks serve all"; empty if that explains nothing.
std::string banks_text(const AccessPattern& pattern, const Addresses& at) {
    if (pattern.width > 4 || pattern.units < 2) return {};
    std::set<s64> words, banks;
    for (const s64 place : at) {
        const s64 word = (place + pattern.phase + (s64{1} << 32)) / 4;
        words.insert(word);
        banks.insert(word % 32);
    }
    if (banks.size() == 1) return fmt::format("bank {} serves all, ", *banks.begin());
    if (banks.size() * pattern.units == words.size())
        return fmt::format("{} of 32 banks serve all, ", banks.size());
    return fmt::format("one bank serves {} words, ", pattern.units);
}

// "32 lanes, stride 8192 B", "all 32 lanes at one word", "lanes 0-15 side by side, lanes 16-31 the same at +8192 B".
std::string lanes_text(const AccessPattern& pattern, const Addresses& at) {
    const std::size_t count = at.size();
    if (count <= 1) return number_of_lanes(count);
    if (const auto stride = stride_of(at, 0, count)) {
        if (*stride == 0)
            return fmt::format("{}{} at {}", count == 32 ? "all " : "", number_of_lanes(count),
                               place(pattern.width));
        if (*stride == pattern.width) return number_of_lanes(count) + " side by side";
        return fmt::format("{}, {}", number_of_lanes(count), step_text(*stride, pattern.width));
    }
    if (const auto groups = groups_of(at)) return groups_text(at, *groups, pattern.width);
    return fmt::format("{} at {} scattered places", number_of_lanes(count), distinct(at));
}

}  // namespace

u32 units_that_would_do(const AccessPattern& pattern, bool shared) {
    const u64 bytes = distinct(addresses_of(pattern)) * pattern.width;
    const u64 unit = shared ? kRowBytes : kSectorBytes;
    const u32 enough = static_cast<u32>(std::max<u64>((bytes + unit - 1) / unit, 1));
    if (!shared || pattern.width < kWidestBytes) return enough;
    const u32 halves = ((pattern.mask & 0xffffu) != 0) + (pattern.mask >> 16 != 0);
    return std::max(enough, halves);
}

std::string pattern_text(const AccessPattern& pattern, bool shared) {
    const Addresses at = addresses_of(pattern);
    const u32 enough = units_that_would_do(pattern, shared);
    std::string text = lanes_text(pattern, at);
    const u32 into = pattern.phase % kSectorBytes;
    const bool side_by_side = at.size() > 1 && stride_of(at, 0, at.size()) == static_cast<s64>(pattern.width);
    if (!shared && side_by_side && into != 0 && pattern.units > enough)
        text += fmt::format(", from {} B into a sector on", into);
    text += ": ";
    if (shared) text += banks_text(pattern, at);
    text += shared ? counted(pattern.units, "wavefront", "wavefronts")
                   : counted(pattern.units, "sector", "sectors");
    if (pattern.units > enough) text += fmt::format(", {} would do", enough);
    return text;
}

}  // namespace simt::report
