// See names.hpp.
#include "emulator/report/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace simt::report {
namespace {

constexpr int kLongestSource = 160;

bool starts_a_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

// The text without a parameter list at its end: "f<(E)1>(int, float (*)(int))" -> "f<(E)1>".
std::string_view without_parameters(std::string_view text) {
    if (!text.ends_with(')')) return text;
    int depth = 0;
    for (std::size_t k = text.size(); k-- > 0;) {
        depth += (text[k] == ')') - (text[k] == '(');
        if (depth == 0) return text.substr(0, k);
    }
    return text;
}

// The text after its last space outside all brackets: only templates are demangled with a return type.
std::string_view without_return_type(std::string_view text) {
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t k = 0; k < text.size(); ++k) {
        depth += (text[k] == '<' || text[k] == '(') - (text[k] == '>' || text[k] == ')');
        if (text[k] == ' ' && depth == 0) start = k + 1;
    }
    return text.substr(start);
}

std::string three_digits(double value) {
    return fmt::format("{:.{}f}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

}  // namespace

std::string on_device(int device) { return device < 0 ? "" : fmt::format(" on device {}", device); }

std::string kernel_name(std::string_view demangled) {
    std::string_view name = without_return_type(without_parameters(demangled));
    return std::string(name.empty() ? demangled : name);
}

std::string shown_path(std::string_view file) {
    std::error_code error;
    const std::string here = std::filesystem::current_path(error).string() + "/";
    std::string path = std::filesystem::path(file).lexically_normal().string();
    if (!error && path.starts_with(here)) path.erase(0, here.size());
    return path;
}

std::string source_line(const std::string& file, u32 line) {
    // A program says itself where its lines come from: that may be a device, a pipe, or a file that the kernel makes up.
    std::error_code error;
    if (line == 0 || !std::filesystem::is_regular_file(file, error)) return {};
    if (std::filesystem::file_size(file, error) == 0) return {};
    std::ifstream source(file);
    std::string text;
    for (u32 k = 0; k < line; ++k)
        if (!std::getline(source, text)) return {};
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), blank));
    text.erase(std::find_if_not(text.rbegin(), text.rend(), blank).base(), text.end());
    return shortened(text, kLongestSource);
}

std::string grouped(u64 count) {
    std::string text = fmt::format("{}", count);
    for (int place = static_cast<int>(text.size()) - 3; place > 0; place -= 3)
        text.insert(static_cast<std::size_t>(place), ",");
    return text;
}

std::string compact(u64 count) {
    if (count < 100'000) return grouped(count);
    double value = static_cast<double>(count);
    const char* unit = "kMGTPE";
    for (value /= 1000; value >= 999.5 && unit[1] != '\0'; ++unit) value /= 1000;
    return three_digits(value) + *unit;
}

std::string ratio(u64 units, u64 requests) {
    if (requests == 0) return "-";
    return fmt::format("{:.1f}", static_cast<double>(units) / static_cast<double>(requests));
}

std::string size_text(const Dim3& size) {
    if (size.z != 1) return fmt::format("{}x{}x{}", size.x, size.y, size.z);
    return size.y != 1 ? fmt::format("{}x{}", size.x, size.y) : fmt::format("{}", size.x);
}

int display_width(std::string_view text) {
    return static_cast<int>(std::count_if(text.begin(), text.end(), starts_a_character));
}

std::string shortened(std::string_view text, int width) {
    if (display_width(text) <= width) return std::string(text);
    std::size_t end = 0;
    for (int kept = 0; end < text.size(); ++end)
        if (starts_a_character(text[end]) && ++kept == std::max(width, 1)) break;
    return std::string(text.substr(0, end)) + "…";
}

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
    return fmt::format("  {:<{}} {}", label, kLabelColumn - 3, wrapped(text, width, kLabelColumn));
}

std::string bytes_text(double bytes) {
    const char* const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    int unit = 0;
    for (; bytes >= 999.5 && unit < 4; ++unit) bytes /= 1000;
    if (unit == 0) return counted(static_cast<unsigned long long>(bytes), "byte", "bytes");
    return three_digits(bytes) + " " + units[unit];
}

std::string seconds_text(double seconds) {
    const char* const units[] = {"s", "ms", "µs", "ns"};
    int unit = 0;
    for (; seconds < 0.9995 && unit < 3; ++unit) seconds *= 1000;
    return three_digits(seconds) + " " + units[unit];
}

std::string counted(unsigned long long count, const char* one, const char* several) {
    return fmt::format("{} {}", grouped(count), count == 1 ? one : several);
}

}  // namespace simt::report
