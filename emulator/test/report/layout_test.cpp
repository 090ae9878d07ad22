// Lines that fit a terminal, and quantities with their units.
#include "emulator/report/names.hpp"

#include <doctest/doctest.h>

using namespace simt::report;

TEST_CASE("text is broken between words, and counts characters, not bytes") {
    CHECK(wrapped("one two three", 7, 0) == "one two\nthree\n");
    CHECK(wrapped("one two three", 100, 0) == "one two three\n");
    CHECK(wrapped("one two", 9, 4) == "one\n    two\n");
    CHECK(wrapped("µµµ µµµ", 7, 0) == "µµµ µµµ\n");
    CHECK(wrapped("a_word_wider_than_the_line b", 5, 0) == "a_word_wider_than_the_line\nb\n");
    CHECK(wrapped("", 10, 2) == "\n");
}

TEST_CASE("labels stand before a column of text") {
    CHECK(labelled("DRAM", "1 2", 80) == "  DRAM            1 2\n");
    CHECK(labelled("a", "one two", 22) == "  a               one\n                  two\n");
    CHECK(labelled("a label longer than its column", "text", 80) ==
          "  a label longer than its column text\n");
}

TEST_CASE("bytes and seconds have three digits and a unit") {
    CHECK(bytes_text(1) == "1 byte");
    CHECK(bytes_text(999) == "999 bytes");
    CHECK(bytes_text(1000) == "1.00 kB");
    CHECK(bytes_text(16777216) == "16.8 MB");
    CHECK(bytes_text(999999) == "1.00 MB");
    CHECK(bytes_text(5e15) == "5000 TB");
    CHECK(seconds_text(2) == "2.00 s");
    CHECK(seconds_text(0.0161) == "16.1 ms");
    CHECK(seconds_text(122e-9) == "122 ns");
    CHECK(seconds_text(1e-6) == "1.00 µs");
    CHECK(seconds_text(1e-12) == "0.00 ns");
}

TEST_CASE("one is singular") {
    CHECK(counted(0, "lane", "lanes") == "0 lanes");
    CHECK(counted(1, "lane", "lanes") == "1 lane");
    CHECK(counted(1234, "lane", "lanes") == "1,234 lanes");
}
