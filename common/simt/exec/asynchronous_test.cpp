// Programs that use libcu++ and cooperative groups for copies and barriers behind their threads' backs.
#include <doctest/doctest.h>

#include <sstream>

#include "common/simt/runtime/shell_for_tests.hpp"

using namespace simt::testing;

TEST_CASE("asynchronous programs compute what the host computes, and nothing in them is reported") {
    const Ran ran = run("build/test/programs/asynchronous");
    CAPTURE(ran.out);
    CHECK(ran.exit_code == 0);
    CHECK(ran.err == "");
    std::istringstream lines(ran.out);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CAPTURE(line);
        CHECK(line.ends_with(" ok"));
    }
    CHECK(count == 7);
}
