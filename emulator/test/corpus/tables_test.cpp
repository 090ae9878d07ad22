// The tables of README.md are what the corpus is: every cell of fault, space, width and scope that makes sense is filled, and
// whatever compute-sanitizer finds on a GPU (test/hardware/results/sanitizers.csv) the emulator finds.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "emulator/test/corpus/corpus.hpp"

using namespace simt::corpus;
using simt::testing::text_of;

namespace {

const std::vector<std::string> kWidths = {"1", "2", "4", "8", "16", "vector", "atomic", "-"};

// A row of the table: who does what, where. `widths` are the cells that make sense and so have to be filled.
struct Row {
    std::string kind, space, scope;
    std::set<std::string> widths;
};
const std::set<std::string> kEvery = {"1", "2", "4", "8", "16", "vector", "atomic"};
const std::set<std::string> kPlain = {"1", "2", "4", "8", "16", "vector"};
const std::set<std::string> kAligned = {"2", "4", "8", "16", "vector", "atomic"};
const std::set<std::string> kPlainAligned = {"2", "4", "8", "16", "vector"};
const std::vector<Row> kRequired = {
    {"out of bounds", "global", "lane", kEvery},
    {"out of bounds", "shared", "lane", kEvery},
    {"out of bounds", "local", "lane", kPlain},  // atomics, constants and parameters: no such instruction
    {"out of bounds", "const", "lane", kPlain},
    {"out of bounds", "param", "lane", kPlain},
    {"misaligned", "global", "lane", kAligned},
    {"misaligned", "shared", "lane", kAligned},
    {"misaligned", "local", "lane", kPlainAligned},
    {"misaligned", "const", "lane", kPlainAligned},
    {"misaligned", "param", "lane", kPlainAligned},
    {"use after free", "global", "launches", kEvery},
    {"bad free", "global", "launches", {"-"}},
    {"leak", "global", "launches", {"-"}},
    {"uninitialised", "global", "launches", kEvery},
    {"uninitialised", "shared", "warps", kEvery},
    {"uninitialised", "local", "lane", kPlain},
    {"uninitialised", "register", "lane", {"4"}},
    {"race", "shared", "warp", kEvery},
    {"race", "shared", "warps", kEvery},
    {"race", "global", "warp", kEvery},
    {"race", "global", "warps", kEvery},
    {"race", "global", "grid", kEvery},
    {"race", "global", "launches", kEvery},
    {"write to constant", "const", "lane", kEvery},
    {"write to constant", "param", "lane", kPlain},
    {"barrier", "-", "warp", {"-"}},
    {"barrier", "-", "warps", {"-"}},
    {"barrier", "-", "grid", {"-"}},
    {"shuffle", "-", "warp", {"4", "8", "-"}},
};

using Cell = std::tuple<std::string, std::string, std::string, std::string>;  // kind, space, scope, width

std::map<Cell, int> count_cells() {
    std::map<Cell, int> cells;
    for (const Program& program : kPrograms)
        for (const Expectation& one : cases_of(program)) ++cells[{one.kind, one.space, one.scope, one.width}];
    return cells;
}

// The required rows in their order, and below them the rows that only single cases fill.
std::vector<Row> rows_of(const std::map<Cell, int>& cells) {
    std::vector<Row> rows = kRequired;
    for (const auto& [cell, count] : cells) {
        const auto& [kind, space, scope, width] = cell;
        const bool known = std::any_of(rows.begin(), rows.end(), [&cell = cell](const Row& row) {
            return std::tie(row.kind, row.space, row.scope) ==
                   std::tie(std::get<0>(cell), std::get<1>(cell), std::get<2>(cell));
        });
        if (!known) rows.push_back({kind, space, scope, {}});
    }
    return rows;
}

std::string cells_table() {
    const std::map<Cell, int> cells = count_cells();
    std::string text =
        "| fault | space | scope | 1 | 2 | 4 | 8 | 16 | vector | atomic | no width |\n|---|---|---|";
    for (std::size_t k = 0; k < kWidths.size(); ++k) text += "---|";
    text += "\n";
    for (const Row& row : rows_of(cells)) {
        text += "| " + row.kind + " | " + row.space + " | " + row.scope + " |";
        for (const std::string& width : kWidths) {
            const auto found = cells.find({row.kind, row.space, row.scope, width});
            text += found == cells.end() ? "  |" : " " + std::to_string(found->second) + " |";
        }
        text += "\n";
    }
    return text;
}

const std::vector<std::string> kTools = {"memcheck", "racecheck", "initcheck", "synccheck"};

// case -> tool -> yes, no, hung or failed.
std::map<std::string, std::map<std::string, std::string>> sanitizer_results() {
    std::map<std::string, std::map<std::string, std::string>> results;
    std::istringstream lines(text_of("emulator/test/hardware/results/sanitizers.csv"));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        std::string name, tool, found;
        std::getline(fields, name, ','), std::getline(fields, tool, ','), std::getline(fields, found, ',');
        if (line[0] != '#' && name != "case") results[name][tool] = found;
    }
    return results;
}

// For each kind of fault: how many there are, and how many of them each tool finds.
std::string comparison_table() {
    const auto results = sanitizer_results();
    std::vector<std::string> kinds;
    std::map<std::string, std::map<std::string, int>> counts;
    for (const Program& program : kPrograms)
        for (const Expectation& one : cases_of(program)) {
            const std::string name = program.name + ("/" + one.name);
            const std::string kind = one.kind + (one.space == "-" ? "" : ", " + one.space);
            if (counts.count(kind) == 0) kinds.push_back(kind);
            std::map<std::string, int>& row = counts[kind];
            ++row["cases"];
            bool any = false;
            if (results.count(name) != 0)
                for (const auto& [tool, found] : results.at(name)) {
                    row[tool] += found == "yes";
                    any = any || found == "yes";
                }
            row["any"] += any;
        }
    std::string text = "| fault | cases | any tool |";
    for (const std::string& tool : kTools) text += " " + tool + " |";
    text += "\n|---|---|---|---|---|---|---|\n";
    for (const std::string& kind : kinds) {
        text += "| " + kind + " |";
        for (const char* column : {"cases", "any"}) text += " " + std::to_string(counts[kind][column]) + " |";
        for (const std::string& tool : kTools) text += " " + std::to_string(counts[kind][tool]) + " |";
        text += "\n";
    }
    return text;
}

// The page with the table of a name in place of what stands between its markers.
std::string with_table(const std::string& page, const std::string& name, const std::string& table) {
    const std::string begin = "<!-- table:" + name + " begin -->\n",
                      end = "<!-- table:" + name + " end -->\n";
    const std::size_t first = page.find(begin), last = page.find(end);
    REQUIRE(first != std::string::npos);
    REQUIRE(last != std::string::npos);
    return page.substr(0, first + begin.size()) + table + page.substr(last);
}

}  // namespace

TEST_CASE("every cell of fault, space, width and scope that makes sense has a pair") {
    const std::map<Cell, int> cells = count_cells();
    int pairs = 0;
    for (const auto& [cell, count] : cells) pairs += count;
    CHECK(pairs >= 60);
    for (const Row& row : kRequired)
        for (const std::string& width : row.widths) {
            const std::string cell = row.kind + ", " + row.space + ", " + row.scope + ", " + width;
            CHECK_MESSAGE(cells.count({row.kind, row.space, row.scope, width}) == 1, cell << " is empty");
        }
}

TEST_CASE("what compute-sanitizer finds the emulator finds") {
    const auto results = sanitizer_results();
    const std::set<std::string> holes = known_holes();
    if (results.empty())
        MESSAGE(
            "results/sanitizers.csv is not there (test/hardware/sanitizers.sh writes it): nothing to "
            "compare");
    for (const auto& [name, tools] : results)
        for (const auto& [tool, found] : tools)
            if (found == "yes" && holes.count(name) != 0)
                MESSAGE(tool << " finds " << name << ", which is in KNOWN_HOLES");
}

TEST_CASE("the tables of the corpus's page are up to date") {
    const std::string page = text_of("emulator/test/corpus/README.md");
    const std::string wanted =
        with_table(with_table(page, "cells", cells_table()), "sanitizers", comparison_table());
    const bool up_to_date = page == wanted;
    if (!up_to_date) std::ofstream("build/test/corpus_README.md") << wanted;
    CHECK_MESSAGE(up_to_date, "after a look: cp build/test/corpus_README.md emulator/test/corpus/README.md");
}
