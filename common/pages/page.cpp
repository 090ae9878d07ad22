// See page.hpp.
#include "common/pages/page.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace pages {
namespace {

// Letters beyond ASCII count as letters: all their bytes are 0x80 or more.
bool is_part_of_anchor(unsigned char c) { return std::isalnum(c) || c == '-' || c == '_' || c >= 0x80; }

// The bytes of a sign beyond ASCII that begins at text[i], such as · × ² … ≠; GitHub drops these from anchors. 0 for
// a letter. Signs are U+0080 to U+00BF (except three letters), × and ÷, and U+2000 to U+2FFF.
std::size_t sign_at(const std::string& text, std::size_t i) {
    const unsigned char first = static_cast<unsigned char>(text[i]);
    const unsigned char second = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (first == 0xc2) return second == 0xaa || second == 0xb5 || second == 0xba ? 0 : 2;
    if (first == 0xc3) return second == 0x97 || second == 0xb7 ? 2 : 0;
    return first == 0xe2 ? 3 : 0;
}

// Collects the backticked words and the links of a line of prose.
void read_prose(const std::string& line, Page& page) {
    std::string prose;  // without quoted words: a link in them is an example
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t open = line.find('`', at), close = line.find('`', open + 1);
        prose += line.substr(at, open - at);
        if (open == std::string::npos || close == std::string::npos) break;
        page.quoted.push_back(line.substr(open + 1, close - open - 1));
        at = close + 1;
    }
    for (std::size_t at = 0; (at = prose.find("](", at)) != std::string::npos;) {
        at += 2;
        page.links.push_back(prose.substr(at, prose.find(')', at) - at));
    }
}

std::string command_in(const std::string& line) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos) return "";
    const std::string command = line.substr(first, std::min(line.find(" #"), line.find("  ", first)) - first);
    return command.starts_with("$ ") ? command.substr(2) : command;
}

}  // namespace

std::string anchor_of(const std::string& heading) {
    std::string anchor;
    bool in_target = false;  // of a link in the heading, where only the text counts
    for (std::size_t i = 0; i < heading.size(); ++i) {
        if (const std::size_t sign = sign_at(heading, i)) {
            i += sign - 1;
            continue;
        }
        const unsigned char c = static_cast<unsigned char>(heading[i]);
        if (c == '(' && i > 0 && heading[i - 1] == ']') in_target = true;
        if (!in_target && c == ' ') anchor += '-';
        if (!in_target && is_part_of_anchor(c)) anchor += static_cast<char>(std::tolower(c));
        if (c == ')') in_target = false;
    }
    return anchor;
}

Page read_page(const std::string& text) {
    Page page;
    bool fenced = false;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t text_at = line.find_first_not_of(' ');
        if (text_at != std::string::npos && line.compare(text_at, 3, "```") == 0) {
            fenced = !fenced;
        } else if (fenced || line.starts_with("    ")) {
            page.commands.push_back(command_in(line));
        } else if (line.starts_with("#")) {
            const std::size_t title = line.find(' ');
            if (title == std::string::npos) continue;
            const std::string anchor = anchor_of(line.substr(title + 1));
            std::string unique = anchor;
            for (int again = 1; !page.anchors.insert(unique).second; ++again)
                unique = anchor + "-" + std::to_string(again);
        } else {
            read_prose(line, page);
        }
    }
    return page;
}

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

}  // namespace pages
