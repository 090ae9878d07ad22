// printf in kernels against results/formats.txt, what an H200 printed (programs/formats.cu): the text and the result of each
// format, odd ones too.
#include <doctest/doctest.h>

#include <sstream>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

TEST_CASE("kernels print what they print on an H200, whatever the format") {
    std::istringstream here(shell("build/simt --quiet build/test/programs/formats").out);
    std::istringstream there(text_of("emulator/test/hardware/results/formats.txt"));
    std::string line, expected;
    std::getline(there, expected);  // the machine
    int compared = 0;
    for (; std::getline(there, expected); ++compared) {
        REQUIRE(std::getline(here, line));
        CHECK(line == expected);
    }
    CHECK(!std::getline(here, line));
    CHECK(compared > 90);
}
