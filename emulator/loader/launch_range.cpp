// See launch_range.hpp.
#include "emulator/loader/launch_range.hpp"

#include "emulator/loader/option_table.hpp"

namespace simt::loader {

std::optional<LaunchRange> parse_launch_range(std::string_view text) {
    LaunchRange range;
    const std::size_t colon = text.find(':');
    const std::string_view first = text.substr(0, colon);
    const std::string_view last = colon == std::string_view::npos ? first : text.substr(colon + 1);
    if (first.empty() && last.empty()) return {};
    for (const auto& [part, bound] : {std::pair{first, &range.first}, std::pair{last, &range.last}}) {
        if (part.empty()) continue;
        const auto number = whole_number(part);
        if (!number || *number < 1) return {};
        *bound = static_cast<u64>(*number);
    }
    if (range.first > range.last) return {};
    return range;
}

}  // namespace simt::loader
