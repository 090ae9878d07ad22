// See terminal.hpp.
#include "common/terminal/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace terminal {
namespace {

// Empty if the variable is not set.
std::string_view variable(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

// Colours of the 256, whose values do not depend on the terminal's theme: #008700, #ff0000, #0087d7, #d75f00.
const char* code_of(Style style) {
    switch (style) {
        case Style::Strong:
            return "1";
        case Style::Good:
            return "38;5;28";
        case Style::Bad:
            return "1;38;5;196";
        case Style::Bar:
            return "38;5;32";
        case Style::Mark:
            return "38;5;166";
    }
    return "0";
}

}  // namespace

bool understands_escapes(int file) {
    const std::string_view kind = variable("TERM");
    return isatty(file) == 1 && !kind.empty() && kind != "dumb";
}

bool shows_colours(int file) { return understands_escapes(file) && variable("NO_COLOR").empty(); }

std::optional<std::size_t> columns(int file) {
    if (isatty(file) != 1) return std::nullopt;
    winsize size{};
    if (ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    const int given = std::atoi(std::string(variable("COLUMNS")).c_str());
    if (given > 0) return static_cast<std::size_t>(given);
    return std::nullopt;
}

std::size_t text_width(int file) {
    constexpr std::size_t kNarrowest = 40;
    return std::clamp(columns(file).value_or(kWidest), kNarrowest, kWidest);
}

bool writes_utf8() {
    for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const std::string_view locale = variable(name);
        if (locale.empty()) continue;
        const std::string_view characters = locale.substr(std::min(locale.find('.'), locale.size()));
        return characters.substr(0, 6) == ".UTF-8" || characters.substr(0, 5) == ".utf8";
    }
    return false;
}

std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xc0) != 0x80; }));
}

std::string folded(const std::string& text, std::size_t width) {
    std::string result;
    for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
        end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        const std::size_t gap = line.find_last_not_of(' ') == std::string::npos ? 0 : line.rfind("  ");
        const std::size_t indent = gap == std::string::npos ? 0 : gap + 2;
        while (width_of(line) > width) {
            const std::size_t blank = line.rfind(' ', width);
            if (blank == std::string::npos || blank <= indent) break;  // a word longer than the room for it
            result += line.substr(0, blank) + "\n";
            line = std::string(indent, ' ') + line.substr(blank + 1);
        }
        result += line + (end < text.size() ? "\n" : "");
    }
    return result;
}

std::string folded_for(int file, const std::string& text) {
    const std::optional<std::size_t> width = columns(file);
    return width ? folded(text, *width) : text;
}

std::string with_coloured_verdict(const std::string& line, bool colours) {
    const std::string word = line.substr(0, line.find_first_of(" \n"));
    if (word == "FAILED") return styled(word, Style::Bad, colours) + line.substr(word.size());
    if (word == "ok" || word == "passed" || word == "Solved.")
        return styled(word, Style::Good, colours) + line.substr(word.size());
    return line;
}

std::string with_coloured_verdicts(const std::string& text, bool colours) {
    std::string result;
    for (std::size_t begin = 0, end; begin < text.size(); begin = end) {
        end = text.find('\n', begin);
        end = end == std::string::npos ? text.size() : end + 1;
        result += with_coloured_verdict(text.substr(begin, end - begin), colours);
    }
    return result;
}

std::string styled(const std::string& text, Style style, bool colours) {
    return colours ? std::string("\x1b[") + code_of(style) + "m" + text + "\x1b[0m" : text;
}

}  // namespace terminal
