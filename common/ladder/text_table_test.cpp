// Tables for terminals and for Markdown.
#include "common/ladder/text_table.hpp"

#include <doctest/doctest.h>

TEST_CASE(
    "columns line up: names to the left, numbers to the right, headings on two lines where they have two") {
    ladder::TextTable table({"rung", "sectors\nper load", "GB/s"});
    table.add({"naive", "32.00", "500"});
    table.add({"a much longer name", "4.00"});
    CHECK(table.to_text() ==
          "                     sectors\n"
          "rung                per load  GB/s\n"
          "naive                  32.00   500\n"
          "a much longer name      4.00\n");
}

TEST_CASE("a table wider than the terminal continues below, each part with the names") {
    ladder::TextTable table({"rung", "sectors\nper load", "GB/s", "ms"});
    table.add({"naive", "32.00", "500", "0.97"});
    table.add({"tiled", "4.00"});
    CHECK(table.to_text(22) ==
          "        sectors\n"
          "rung   per load  GB/s\n"
          "naive     32.00   500\n"
          "tiled      4.00\n"
          "\n"
          "rung     ms\n"
          "naive  0.97\n"
          "tiled\n");
    CHECK(table.to_text(27) == table.to_text());
    CHECK(table.to_text(26) != table.to_text());
    // A column that fits nowhere stands alone.
    CHECK(table.to_text(1).find("sectors\nrung   per load\n") != std::string::npos);
}

TEST_CASE("Markdown has one line of headings and aligns like the text") {
    ladder::TextTable table({"rung", "sectors\nper load"});
    table.add({"naïve", "32.00"});
    CHECK(table.to_markdown() == "| rung | sectors per load |\n| :-- | --: |\n| naïve | 32.00 |\n");
}

TEST_CASE("characters of several bytes take one column") {
    ladder::TextTable table({"a", "b"});
    table.add({"naïve", "1"});
    table.add({"plain", "2"});
    CHECK(table.to_text() == "a      b\nnaïve  1\nplain  2\n");
}

TEST_CASE("numbers are as long as they mean something") {
    CHECK(ladder::format_rate(3548.4) == "3548");
    CHECK(ladder::format_rate(24.06) == "24.1");
    CHECK(ladder::format_rate(0.0831) == "0.083");
    CHECK(ladder::format_rate(0) == "0.0");
    CHECK(ladder::format_rate(6.75e12) == "6.75e+12");
    CHECK(ladder::format_ratio(0.9849) == "0.98");
    CHECK(ladder::format_count(4063232) == "4063232");
}
