// See marked_page.hpp.
#include "common/ladder/marked_page.hpp"

#include <sstream>
#include <stdexcept>

namespace ladder {
namespace {

constexpr const char* kOpening = "<!-- table:";

// "NAME" of "<!-- table:NAME begin -->" where `last` is "begin"; empty for any other line.
std::string marker_name(const std::string& line, const std::string& last) {
    const std::string opening = kOpening;
    const std::string closing = " " + last + " -->";
    if (line.size() <= opening.size() + closing.size() || line.rfind(opening, 0) != 0) return "";
    if (line.compare(line.size() - closing.size(), closing.size(), closing) != 0) return "";
    return line.substr(opening.size(), line.size() - opening.size() - closing.size());
}

}  // namespace

std::string with_tables(const std::string& page, const TableSource& source) {
    std::istringstream lines(page);
    std::string result;
    std::string open;      // name of the table we are in
    std::string old_text;  // what it holds
    int number = 0;
    const auto fail = [&](const std::string& what) {
        throw std::runtime_error("line " + std::to_string(number) + ": " + what);
    };
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::string begins = marker_name(line, "begin");
        const std::string ends = marker_name(line, "end");
        if (!begins.empty()) {
            if (!open.empty()) fail("table " + begins + " begins before table " + open + " ends");
            open = begins;
            old_text.clear();
            result += line + "\n";
        } else if (!ends.empty()) {
            if (ends != open) fail("table " + ends + " ends but did not begin");
            const std::optional<std::string> table = source(open);
            result += (table ? "\n" + *table + "\n" : old_text) + line + "\n";
            open.clear();
        } else {
            (open.empty() ? result : old_text) += line + "\n";
        }
    }
    if (!open.empty()) fail("table " + open + " does not end");
    return result;
}

}  // namespace ladder
