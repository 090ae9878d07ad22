// See layout.hpp.
#include "emulator/report/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emulator/report/names.hpp"

namespace simt::report {

std::string wrapped(std::string_view text, int width, int indent) {
    std::string result;
    int column = indent;
    bool first_in_line = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) continue;
        const int length = display_width(word);
        if (!first_in_line && column + 1 + length > width) {
            result += "\n" + std::string(static_cast<std::size_t>(indent), ' ');
            column = indent;
            first_in_line = true;
        }
        if (!first_in_line) {
            result += ' ';
            ++column;
        }
        result += word;
        column += length;
        first_in_line = false;
    }
    return result + "\n";
}

std::string labelled(std::string_view label, std::string_view text, int width) {
    const int blanks = std::max(kLabelColumn - 2 - display_width(label), 1);
    return fmt::format("  {}{}{}", label, std::string(static_cast<std::size_t>(blanks), ' '),
                       wrapped(text, width, kLabelColumn));
}

std::string bytes_text(double bytes) {
    const char* const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    int unit = 0;
    for (; bytes >= 999.5 && unit < 4; ++unit) bytes /= 1000;
    if (unit == 0) return counted(static_cast<unsigned long long>(bytes), "byte", "bytes");
    return fmt::format("{:.{}f} {}", bytes, bytes < 9.995 ? 2 : bytes < 99.95 ? 1 : 0, units[unit]);
}

std::string seconds_text(double seconds) {
    const char* const units[] = {"s", "ms", "µs", "ns"};
    int unit = 0;
    for (; seconds < 0.9995 && unit < 3; ++unit) seconds *= 1000;
    return fmt::format("{:.{}f} {}", seconds, seconds < 9.995 ? 2 : seconds < 99.95 ? 1 : 0, units[unit]);
}

std::string counted(unsigned long long count, const char* one, const char* several) {
    return fmt::format("{} {}", grouped(count), count == 1 ? one : several);
}

}  // namespace simt::report
