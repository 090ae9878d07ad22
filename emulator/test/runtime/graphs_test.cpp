// Graphs and stream capture of a real program, and the races that they hide.
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "common/testing/words.hpp"
#include "emulator/test/support/shell.hpp"

using namespace simt::testing;
using ::testing::contains;

namespace {

const std::string kGraphs = "build/test/programs/graphs";

const std::string kNeedsNewer =
    "needs CUDA 13\n";  // older headers declare the calls otherwise: older_test.cpp

// Each line of the program ends with "ok", and no race is found.
void check_cases(const std::string& program, int cases) {
    const Ended ran = shell("timeout 60 " + program);
    CAPTURE(ran.err);
    CHECK(ran.exit_code == 0);
    if (ran.out == kNeedsNewer) return;
    std::istringstream lines(ran.out);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CAPTURE(line);
        CHECK(line.ends_with(" ok"));
    }
    CHECK(count == cases);
    CHECK_FALSE(contains(ran.err, "race"));
}

}  // namespace

TEST_CASE("graphs, built and captured, compute what their nodes say, and refuse what CUDA refuses") {
    check_cases(kGraphs, 8);
}

TEST_CASE("bodies of conditional nodes run as kernels decide") {
    check_cases("build/test/programs/graph_conditions", 3);
}

TEST_CASE("an event of an ended capture has no state to ask, and a capture ended in another thread is over") {
    const Ended ran = shell(kGraphs + " unpromised");
    if (ran.out == kNeedsNewer) return;
    CHECK(ran.out == "cudaErrorInvalidValue\ncudaErrorIllegalState\n");
    CHECK(contains(ran.err, "the capture began in another thread and ends without a graph"));
}

TEST_CASE("two nodes of a graph that write the same bytes race, unless an edge orders them") {
    const Ended racing = shell(kGraphs + " unordered");
    if (racing.out == kNeedsNewer) return;
    CHECK(contains(racing.err, "race: two launches use one place in global memory"));
    CHECK(contains(racing.err, "both are nodes of one graph, and no path of edges leads"));
    CHECK(contains(racing.err, "cudaGraphAddDependencies"));
    CHECK(shell(kGraphs + " ordered").err == "");
}
