// CSV that is written can be read back.
#include "common/ladder/csv.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

TEST_CASE("cells with commas and quotation marks come back as they were") {
    const std::string text = ladder::csv_line({"name", "note"}) + ladder::csv_line({"a", "x, \"y\" z"});
    const auto rows = ladder::parse_csv(text);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].at("name") == "a");
    CHECK(rows[0].at("note") == "x, \"y\" z");
}

TEST_CASE("an empty file has no rows, empty cells are kept") {
    CHECK(ladder::parse_csv("").empty());
    CHECK(ladder::parse_csv("a,b\n,\n")[0].at("b").empty());
}

TEST_CASE("a row of another length is an error with its line") {
    CHECK_THROWS_WITH_AS(ladder::parse_csv("a,b\n1,2\n1\n"), "line 3 has 1 cells under 2 headings",
                         std::runtime_error);
}
