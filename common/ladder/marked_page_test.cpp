// Replaces the tables of a page and nothing else.
#include "common/ladder/marked_page.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

namespace {

std::optional<std::string> upper_table(const std::string& name) {
    if (name == "stays") return std::nullopt;
    return "| new " + name + " |\n";
}

}  // namespace

TEST_CASE("a table between its markers is replaced, the text around it is not") {
    const std::string page =
        "before\n<!-- table:counts begin -->\nold\nold too\n<!-- table:counts end -->\nafter\n";
    CHECK(ladder::with_tables(page, upper_table) ==
          "before\n<!-- table:counts begin -->\n\n| new counts |\n\n<!-- table:counts end -->\nafter\n");
}

TEST_CASE("replacing twice changes nothing more") {
    const std::string once =
        ladder::with_tables("<!-- table:a begin -->\n<!-- table:a end -->\n", upper_table);
    CHECK(ladder::with_tables(once, upper_table) == once);
}

TEST_CASE("a table without a source keeps its text") {
    const std::string page = "<!-- table:stays begin -->\nold\n<!-- table:stays end -->\n";
    CHECK(ladder::with_tables(page, upper_table) == page);
}

TEST_CASE("markers that do not match are errors with their line") {
    const auto with = [](const std::string& page) { return ladder::with_tables(page, upper_table); };
    CHECK_THROWS_WITH_AS(with("x\n<!-- table:a begin -->\n"), "line 2: table a does not end",
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(with("<!-- table:a end -->\n"), "line 1: table a ends but did not begin",
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(with("<!-- table:a begin -->\n<!-- table:b begin -->\n"),
                         "line 2: table b begins before table a ends", std::runtime_error);
    CHECK_THROWS_WITH_AS(with("<!-- table:a begin -->\n<!-- table:b end -->\n"),
                         "line 2: table b ends but did not begin", std::runtime_error);
}
