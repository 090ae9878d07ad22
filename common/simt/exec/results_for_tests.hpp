// For tests of whole programs that compare what kernels compute with what the host does, and print a line for each.
#pragma once

#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "common/simt/runtime/shell_for_tests.hpp"

namespace simt::testing {

// build/test/programs/PROGRAM prints so many lines, which end with " ok", and nothing is reported.
inline void check_results(const std::string& program, int results) {
    const Ran ran = run("build/test/programs/" + program);
    CAPTURE(ran.out);
    CHECK(ran.exit_code == 0);
    CHECK(ran.err == "");
    std::istringstream lines(ran.out);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CAPTURE(line);
        CHECK(line.ends_with(" ok"));
    }
    CHECK(count == results);
}

}  // namespace simt::testing
