// See size.hpp.
#include "common/ladder/size.hpp"

#include <array>
#include <cctype>
#include <cstdio>
#include <stdexcept>

namespace ladder {
namespace {

constexpr std::size_t kDigitsOfAnExtent = 18;  // any number below 10^18 fits 64 bits

std::size_t parse_extent(std::string_view digits, std::string_view whole) {
    const std::string size(whole);
    if (digits.empty()) throw std::invalid_argument("size '" + size + "' lacks a number");
    for (const char c : digits) {
        if (std::isdigit(static_cast<unsigned char>(c)) == 0) {
            throw std::invalid_argument("size '" + size + "': '" + std::string(digits) +
                                        "' is not a whole number");
        }
    }
    if (digits.size() > kDigitsOfAnExtent)
        throw std::invalid_argument("size '" + size + "' has too many digits");
    const std::size_t extent = std::stoull(std::string(digits));
    if (extent == 0)
        throw std::invalid_argument("size '" + size + "' has no elements: every extent is at least 1");
    return extent;
}

}  // namespace

Size parse_size(std::string_view text, std::size_t extents) {
    Size size;
    std::string_view rest = text;
    while (true) {
        const std::size_t end = rest.find_first_of("xX");
        size.push_back(parse_extent(rest.substr(0, end), text));
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
    if (size.size() == 1) size.resize(extents, size.front());
    if (size.size() != extents) {
        throw std::invalid_argument("size '" + std::string(text) + "' has " + std::to_string(size.size()) +
                                    " numbers where " + std::to_string(extents) + " are needed");
    }
    return size;
}

std::string to_string(const Size& size) {
    std::string text;
    for (const std::size_t extent : size) text += (text.empty() ? "" : "x") + std::to_string(extent);
    return text;
}

std::optional<std::size_t> element_count(const Size& size) {
    std::size_t count = 1;
    for (const std::size_t extent : size) {
        if (__builtin_mul_overflow(count, extent, &count)) return std::nullopt;
    }
    return count;
}

std::string readable_bytes(double bytes) {
    constexpr std::array kUnits = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    std::size_t unit = 0;
    while (bytes >= 1000 && unit + 1 < kUnits.size()) {
        bytes /= 1000;
        ++unit;
    }
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.3g %s", bytes, kUnits[unit]);
    return text.data();
}

}  // namespace ladder
