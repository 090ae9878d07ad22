// The arithmetic of the table of operations.
#include "chapters/05-shortcuts/parts/operations.hpp"

#include <doctest/doctest.h>

TEST_CASE("a relaxation is two operations; a clock has 1e6 / MHz microseconds") {
    CHECK(operations::per_clock(1e12, 1000) == 2000);
    // The course's version 2: 6300³ relaxations in 1.2 seconds are 374 operations a clock at 1114 MHz.
    CHECK(operations::per_clock(6300.0 * 6300 * 6300 / 1.2, 1114) == doctest::Approx(374).epsilon(0.001));
}

TEST_CASE("rows of unknown devices, other sizes and the CPU are left out; without any there is no table") {
    ladder::CsvRow row = {{"device", "NVIDIA H200"},
                          {"clocks", "SM 1980 MHz / memory 3201 MHz"},
                          {"size", "6300"},
                          {"on", "device"},
                          {"ok", "yes"},
                          {"rate", "16.7277e12"},
                          {"rung", "some"}};
    const std::string table = operations::table({row});
    CHECK(table.find("some, NVIDIA H200") != std::string::npos);
    CHECK(table.find("16897") != std::string::npos);
    CHECK(table.find("100 %") != std::string::npos);
    CHECK(table.find("75 %") != std::string::npos);
    for (const auto& [heading, cell] :
         ladder::CsvRow{{"device", "other"}, {"size", "1000"}, {"on", "cpu"}, {"ok", "no"}, {"clocks", ""}}) {
        CAPTURE(heading);
        ladder::CsvRow changed = row;
        changed[heading] = cell;
        CHECK(operations::table({changed}).empty());
    }
}
