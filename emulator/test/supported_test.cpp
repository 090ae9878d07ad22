// The table of what is supported (SUPPORTED.md) is true as far as a test can tell: every row names a program that exists,
// holds the words of the row, and is run by a test.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "emulator/test/support/shell.hpp"

using simt::testing::text_of;
namespace fs = std::filesystem;

namespace {

struct Row {
    std::string area, feature, how_far, program, words;
};

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// "| a | b | c | `program`: words |"; a row of another shape comes out with an empty program.
Row read_row(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream in(line.substr(1));
    for (std::string cell; std::getline(in, cell, '|');) cells.push_back(trimmed(cell));
    if (cells.size() != 4 || cells[3].empty() || cells[3][0] != '`') return {};
    const auto end = cells[3].find('`', 1);
    if (end == std::string::npos) return {};
    Row row{cells[0], cells[1], cells[2], cells[3].substr(1, end - 1), ""};
    const std::string rest = cells[3].substr(end + 1);
    if (!rest.empty() && rest[0] == ':') row.words = trimmed(rest.substr(1));
    return row;
}

// The lines of the table, without its head.
std::vector<std::string> table_lines() {
    std::istringstream in(text_of("emulator/SUPPORTED.md"));
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        if (!line.empty() && line[0] == '|') lines.push_back(line);
    if (lines.size() > 2) lines.erase(lines.begin(), lines.begin() + 2);
    return lines;
}

// A file and the repository's files that it includes.
std::string with_includes(const std::string& path, std::set<std::string>& seen) {
    if (!seen.insert(path).second) return "";
    std::string text = text_of(path);
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        if (line.rfind("#include \"", 0) == 0)
            text += with_includes(line.substr(10, line.rfind('"') - 10), seen);
    return text;
}

bool is_test(const std::string& path) {
    return path.ends_with("_test.cpp") || path.ends_with("_test.cu") || path.ends_with("_test.sh");
}

// The tests of the emulator and of the chapters, whose text tells which programs they run.
const std::string& tests_text() {
    static const std::string all = [] {
        std::string text;
        for (const char* folder : {"emulator", "common", "chapters"})
            for (const auto& entry : fs::recursive_directory_iterator(folder))
                if (entry.is_regular_file() && is_test(entry.path().string()) &&
                    entry.path().filename() != "supported_test.cpp")
                    text += text_of(entry.path().string());
        return text;
    }();
    return all;
}

// Programs are built as build/test/programs/NAME; tests say NAME as a whole string, or at the start of a command line.
bool is_run_by_a_test(const std::string& program) {
    if (is_test(program)) return true;
    if (program.find("/programs/") == std::string::npos) return false;
    const std::string name = fs::path(program).stem().string();
    for (const std::string& said :
         {"\"" + name + "\"", "\"" + name + " ", "programs/" + name + "\"", "programs/" + name + " "})
        if (tests_text().find(said) != std::string::npos) return true;
    return false;
}

}  // namespace

TEST_CASE("every row of the table of what is supported has its four cells and says how far") {
    const std::vector<std::string> lines = table_lines();
    REQUIRE(lines.size() > 10);
    std::set<std::string> features;
    for (const std::string& line : lines) {
        CAPTURE(line);
        const Row row = read_row(line);
        CHECK_FALSE(row.program.empty());
        CHECK_FALSE(row.area.empty());
        CHECK(features.insert(row.area + ": " + row.feature).second);
        const std::string first = row.how_far.substr(0, row.how_far.find_first_of(",:; "));
        CHECK((first == "yes" || first == "partly" || first == "error"));
        if (first == "partly") CHECK(row.how_far.starts_with("partly: "));
    }
}

TEST_CASE("every row of the table of what is supported names a program that shows it and that a test runs") {
    for (const std::string& line : table_lines()) {
        CAPTURE(line);
        const Row row = read_row(line);
        CHECK(fs::is_regular_file(row.program));
        std::set<std::string> seen;
        CHECK(with_includes(row.program, seen).find(row.words) != std::string::npos);
        CHECK(is_run_by_a_test(row.program));
    }
}
