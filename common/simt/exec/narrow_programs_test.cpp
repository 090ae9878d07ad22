// The program that computes with 16- and 8-bit numbers (programs/narrow_numbers.cu): every case agrees with the host.
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "common/simt/runtime/shell_for_tests.hpp"

using namespace simt::testing;

TEST_CASE(
    "half precision, DPX, dot products, video intrinsics and inline PTX compute what the host computes") {
    const Ran ran = run("build/test/programs/narrow_numbers");
    CAPTURE(ran.out);
    CHECK(ran.exit_code == 0);
    CHECK(ran.err == "");
    std::istringstream lines(ran.out);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CAPTURE(line);
        CHECK(line.ends_with(" ok"));
    }
    CHECK(count == 5);
}
