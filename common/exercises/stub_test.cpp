// What is cut out of a solution, and what is refused.
#include "common/exercises/stub.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

using exercises::cut_stub;

TEST_CASE("the solution's lines are left out and the stub's take their place and indentation") {
    CHECK(cut_stub("before\n"
                   "    // solution begin\n"
                   "    answer();\n"
                   "        // stub: question();\n"
                   "    // stub:\n"
                   "    // solution end\n"
                   "after\n") == "before\n        question();\n\nafter\n");
}

TEST_CASE("every region is cut") {
    CHECK(cut_stub("// solution begin\na\n// solution end\nb\n// solution begin\nc\n// solution end\n") ==
          "b\n");
}

TEST_CASE("a comment of the stub keeps its own slashes") {
    CHECK(cut_stub("// solution begin\n// stub: // Exercise 1\n// solution end\n") == "// Exercise 1\n");
}

TEST_CASE("marks that do not match are refused with the line") {
    CHECK_THROWS_WITH(cut_stub("// solution begin\n"), "line 1: a solution begins and does not end");
    CHECK_THROWS_WITH(cut_stub("x\n// solution end\n"), "line 2: a solution ends that did not begin");
    CHECK_THROWS_WITH(cut_stub("// solution begin\n// solution begin\n"),
                      "line 2: a solution begins inside another");
    CHECK_THROWS_WITH(cut_stub("// stub: x\n"), "line 1: a line for the stub outside a solution");
}

TEST_CASE("a solution without a region has no stub") {
    CHECK_THROWS_AS(cut_stub("int answer() { return 42; }\n"), std::runtime_error);
}
