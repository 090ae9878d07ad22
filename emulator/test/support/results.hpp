// For tests of whole programs. A program compares its kernels' results with the host's and prints a line for each; a
// test may also check where something is reported.
#pragma once

#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "emulator/test/support/shell.hpp"

namespace simt::testing {

// Checks that build/test/programs/PROGRAM prints this many lines, all ending with " ok", and that nothing is reported.
inline void check_results(const std::string& program, int results) {
    const Ended ran = shell("build/test/programs/" + program);
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

// The number of the source line whose comment is exactly this word. Programs mark their deliberate mistakes
// in this way.
inline std::string marked_line(const std::string& source, const std::string& word) {
    std::istringstream lines(text_of(source));
    int number = 1;
    for (std::string line; std::getline(lines, line); ++number)
        if (line.ends_with("// " + word)) return std::to_string(number);
    return "no line is marked " + word;
}

}  // namespace simt::testing
