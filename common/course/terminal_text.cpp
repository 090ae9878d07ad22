// See terminal_text.hpp.
#include "common/course/terminal_text.hpp"

#include <sstream>

#include "common/terminal/terminal.hpp"

namespace course {

using terminal::width_of;

namespace {

bool stands_alone(const std::string& line) { return line.empty() || line[0] == ' ' || line[0] == '|'; }

bool begins_item(const std::string& line) {
    const std::size_t digits = line.find_first_not_of("0123456789");
    return line.starts_with("- ") ||
           (digits != 0 && digits != std::string::npos && line.compare(digits, 2, ". ") == 0);
}

}  // namespace

std::string wrapped(const std::string& line, std::size_t width) {
    std::string result;
    std::size_t column = 0;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
        const bool breaks = column > 0 && column + 1 + width_of(word) > width;
        if (column > 0) result += breaks ? '\n' : ' ';
        column = (breaks || column == 0 ? 0 : column + 1) + width_of(word);
        result += word;
    }
    return result;
}

std::string wrapped_paragraphs(const std::string& text, std::size_t width) {
    std::string result, paragraph;
    const auto end_paragraph = [&] {
        if (!paragraph.empty()) result += wrapped(paragraph, width) + "\n";
        paragraph.clear();
    };
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (stands_alone(line) || begins_item(line)) end_paragraph();
        if (stands_alone(line))
            result += line + "\n";
        else
            paragraph += line + " ";
    }
    end_paragraph();
    return result;
}

}  // namespace course
