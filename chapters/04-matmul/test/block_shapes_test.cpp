// The tables of block shapes, from made-up times.
#include "chapters/04-matmul/more/c1060/block_shapes.hpp"

#include <doctest/doctest.h>

namespace {

ladder::CsvRow row(const char* kernel, const char* x, const char* y, const char* n, const char* time) {
    return {{"device", "A device"},
            {"date", "2026-01-02"},
            {"clocks", ""},
            {"kernel", kernel},
            {"x", x},
            {"y", y},
            {"n", n},
            {"occupancy", "0.75"},
            {"time_ms", time},
            {"time_ms_low", time},
            {"time_ms_high", time}};
}

bool contains(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("each shape's time stands beside the C1060's, each with what it is of the best") {
    const std::string text = block_shapes::table({row("coalesced", "1", "512", "4096", "60"),
                                                  row("coalesced", "256", "1", "4096", "15"),
                                                  row("one_by_four", "4", "16", "4096", "5")});
    CHECK(contains(text, "A device, 2026-01-02"));
    CHECK(contains(text, "| (1, 512) | 0.75 | 1.00 | 60 (4.00) | 55.55 (10.77) |"));
    CHECK(contains(text, "| (256, 1) | 0.75 | 1.00 | 15 (1.00) | 5.23 (1.01) |"));
    CHECK(contains(text, "| (4, 16) | 0.75 | 0.50 | 5 (1.00) | 2.06 (1.00) |"));
    CHECK(contains(text, "| (8, 8) | - | 0.50 | - | 3.01 (1.46) |"));
}

TEST_CASE("without measurements the tables say how to get them") {
    CHECK(contains(block_shapes::table({}), "make bench"));
}
