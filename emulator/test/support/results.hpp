// For tests of whole programs: what kernels compute, which the program compares with what the host does and prints a line
// for each, and where something is reported.
#pragma once

#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "emulator/test/support/shell.hpp"

namespace simt::testing {

// build/test/programs/PROGRAM prints so many lines, which end with " ok", and nothing is reported.
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

// The number of the line of a source file that has this word as its whole comment, which is how programs that go wrong on
// purpose say where.
inline std::string marked_line(const std::string& source, const std::string& word) {
    std::istringstream lines(text_of(source));
    int number = 1;
    for (std::string line; std::getline(lines, line); ++number)
        if (line.ends_with("// " + word)) return std::to_string(number);
    return "no line is marked " + word;
}

}  // namespace simt::testing
