// Streams, events and host functions of a real program, in their order.
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

TEST_CASE("streams, events, host functions and every kind of memory keep their order") {
    const Ended ran = shell("timeout 60 build/test/programs/streams");
    CAPTURE(ran.err);
    CHECK(ran.exit_code == 0);
    std::istringstream lines(ran.out);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CAPTURE(line);
        CHECK(line.ends_with(" ok"));
    }
    CHECK(count == 8);
    CHECK(ran.err.find("a host function in a stream may not call CUDA") != std::string::npos);
}

TEST_CASE(
    "a fault in a kernel that had to wait is told to whoever synchronises, and later host functions stay "
    "out") {
    const Ended ran = shell("timeout 60 build/test/programs/streams fault_behind_a_host_function");
    CHECK(ran.out == "fault_behind_a_host_function ok\n");
    CHECK(ran.err.find("simt: out of bounds: ") == 0);
}
