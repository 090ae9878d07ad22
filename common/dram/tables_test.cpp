// The printed tables hold the text's figures.
#include "common/dram/tables.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "common/testing/words.hpp"

using ::testing::contains;

namespace {

std::string text_of(std::string_view name) {
    for (const dram::Section& section : dram::sections())
        if (section.name == name) return section.text();
    return {};
}

}  // namespace

TEST_CASE("every section prints a table whose lines have the same columns") {
    CHECK(dram::sections().size() == 6);
    for (const dram::Section& section : dram::sections()) {
        CAPTURE(section.name);
        const std::string text = section.text();
        CHECK(text.ends_with("|\n"));
        std::size_t width = 0;
        for (std::size_t start = 0; start < text.size();) {
            const std::size_t end = text.find('\n', start);
            if (text[start] == '|') {
                if (width == 0) width = end - start;
                CHECK(end - start == width);
            }
            start = end + 1;
        }
    }
}

TEST_CASE("the bus and its banks: 16 GB/s, 2 and 8 channels, 4.8 % of one bank, saturation at 21") {
    CHECK(contains(text_of("bus"), "1 GHz = 16 GB/s"));
    CHECK(contains(text_of("bus"), "| 32 GB/s  | 2 "));
    CHECK(contains(text_of("bus"), "| 128 GB/s | 8 "));
    CHECK(contains(text_of("banks"), "| 1     | 4.8 %   | 0.762 GB/s |"));
    CHECK(contains(text_of("banks"), "| 20    | 95.2 %  |"));
    CHECK(contains(text_of("banks"), "| 21    | 100.0 % |"));
}

TEST_CASE("Figure 5.9 as a table") {
    CHECK(text_of("interleaving") == R"(|        | channel 0 | channel 1   | channel 2   | channel 3   |
|--------|-----------|-------------|-------------|-------------|
| bank 0 | M[0] M[1] | M[2] M[3]   | M[4] M[5]   | M[6] M[7]   |
| bank 1 | M[8] M[9] | M[10] M[11] | M[12] M[13] | M[14] M[15] |
)");
}

TEST_CASE("Figure 5.11's rows with their channels and banks") {
    const std::string text = text_of("loads");
    CHECK(contains(text, "| 0     | M[0], M[1], M[4], M[5] | M[8], M[9], M[12], M[13]   | 0: 1+1, 2: 1+1 "));
    CHECK(contains(text, "| 1     | M[2], M[3], M[6], M[7] | M[10], M[11], M[14], M[15] | 1: 1+1, 3: 1+1 "));
}

TEST_CASE("8x8 with 2x2 tiles: one channel for M, four for N") {
    CHECK(contains(text_of("larger"),
                   "| 8x8, 2x2 tiles   | M     | 0: 4+4                             | 1 of 4 "));
    CHECK(contains(text_of("larger"),
                   "| 8x8, 2x2 tiles   | N     | 0: 1+1, 1: 1+1, 2: 1+1, 3: 1+1     | 4 of 4 "));
}
