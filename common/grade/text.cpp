// See text.hpp.
#include "common/grade/text.hpp"

#include <cctype>
#include <cstdint>
#include <cstdio>

#include "common/grade/sha256.hpp"

namespace grade {
namespace {

constexpr std::size_t kLongestFileName = 60;  // characters of a student's name

// The length of the UTF-8 character at the beginning, and the character; length 0 if there is none.
struct Character {
    std::size_t length = 0;
    std::uint32_t code = 0;
};

Character first_of(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {1, lead};
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {};
    std::uint32_t code = lead & (0xff >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3f);
    }
    const std::uint32_t smallest = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    if (code < smallest || surrogate || code > 0x10ffff) return {};
    return {length, code};
}

// Characters that are not seen, and change how others are shown; U+FFFE and U+FFFF may not be in XML.
bool is_control(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0xad || code == 0x61c ||
           (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2060 && code <= 0x206f) || code == 0xfeff || code == 0xfffe || code == 0xffff;
}

std::string with_number(const char* format, std::uint32_t number) {
    char text[16];
    std::snprintf(text, sizeof text, format, static_cast<unsigned>(number));
    return text;
}

}  // namespace

std::string printable(std::string_view text, Keep keep) {
    std::string result;
    while (!text.empty()) {
        const Character next = first_of(text);
        const bool kept_line = keep == Keep::kLines && (next.code == '\n' || next.code == '\t');
        if (next.length == 0)
            result += with_number("\\x%02x", static_cast<unsigned char>(text[0]));
        else if (next.code == '\\' && keep == Keep::kNothing)
            result += "\\\\";
        else if (is_control(next.code) && !kept_line)
            result += with_number("\\u{%x}", next.code);
        else
            result += text.substr(0, next.length);
        text.remove_prefix(next.length ? next.length : 1);
    }
    return result;
}

std::string file_name_for(const std::string& name) {
    std::string result;
    for (const char c : name.substr(0, kLongestFileName)) {
        const bool plain =
            std::isalnum(static_cast<unsigned char>(c)) || c == '-' || (c == '.' && !result.empty());
        result += plain && static_cast<unsigned char>(c) < 0x80 ? c : '_';
    }
    return result == name ? result : result + "-" + sha256(name).substr(0, 12);
}

std::string spreadsheet_cell(const std::string& text) {
    return text.find_first_of("=+-@\t\r") == 0 ? "'" + text : text;
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '"')
            result += "&quot;";
        else if (c == '\'')
            result += "&#39;";
        else
            result += c;
    }
    return result;
}

}  // namespace grade
