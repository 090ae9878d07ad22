// Messages as nvcc 13.0, g++ 12 and GNU ld write them, and the part that a learner sees.
#include "common/course/compiler_output.hpp"

#include <doctest/doctest.h>

#include <string>

using course::shortened_errors;

namespace {

const std::string kFile = "exercises/02-transpose/1-side/transpose.cu";

std::string error_at(int line) {
    return kFile + "(" + std::to_string(line) +
           "): error: identifier \"x\" is undefined\n      x = 1;\n      ^\n";
}

}  // namespace

TEST_CASE("an error of nvcc is shown with its place, without warnings and the count") {
    const std::string warning = kFile +
                                "(3): warning #177-D: variable \"y\" was declared but never referenced\n     "
                                " int y;\n          ^\n\n";
    CHECK(shortened_errors(
              warning + error_at(12) + "\n1 error detected in the compilation of \"" + kFile + "\".\n",
              kFile) == error_at(12));
}

TEST_CASE("three errors are shown, the rest counted") {
    std::string output, expected;
    for (int line = 1; line <= 5; ++line) {
        output += error_at(line) + "\n";
        if (line <= 3) expected += error_at(line);
    }
    CHECK(shortened_errors(output, kFile) == expected + "and 2 more, which may follow from these.\n");
}

TEST_CASE("an error of g++ is shown, its notes in other files are not") {
    const std::string error = kFile +
                              ":7:5: error: 'strlen' was not declared in this scope\n    7 |     "
                              "strlen(\"\");\n      |     ^~~~~~\n";
    const std::string note =
        "/usr/include/c++/12/cstring:1:1: note: 'strlen' is defined in header\n    1 | #include\n";
    CHECK(shortened_errors(error + note, kFile) == error);
}

TEST_CASE("a call of a host function leads to what a kernel can call") {
    const std::string error =
        kFile +
        "(6): error: calling a constexpr __host__ function(\"max\") from a __global__ function(\"k\") is not "
        "allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.\n      "
        "d[i] = std::max(d[i], 1.0f);\n             ^\n";
    const std::string said = shortened_errors(error, kFile);
    CHECK(said.starts_with(error));
    CHECK(said.find("max(a, b) for std::max") != std::string::npos);
}

TEST_CASE("too much shared memory is an error without a place") {
    const std::string error =
        "ptxas error   : Entry function 'k' uses too much shared data (0x20000 bytes, 0xc000 max)\n";
    CHECK(shortened_errors(error, kFile) == error);
}

TEST_CASE("a function that is missing is named") {
    const std::string said = shortened_errors(
        "/usr/bin/ld: check.o: in function `f':\ncheck.cpp:(.text+0x1): undefined reference to "
        "`transpose(float*, int)'\n",
        kFile);
    CHECK(said.find("The check calls transpose(float*, int), and " + kFile + " does not define it") == 0);
}

TEST_CASE("a constant that is missing has no parameters") {
    const std::string said = shortened_errors(
        "/usr/bin/ld: check.o: in function `f':\ncheck.cpp:(.text+0x1): undefined reference to "
        "`predicted::first_64'\n",
        kFile);
    CHECK(said == "The check reads predicted::first_64, and " + kFile +
                      " does not define it: keep the name and the type that the stub has.\n");
}

TEST_CASE("a program without main, or without a library, is told so") {
    const auto without = [](const std::string& name) {
        return course::shortened_program_errors(
            "/usr/bin/ld: mine.o: in function `f':\n(.text+0x1): undefined reference to `" + name + "'\n",
            "mine.cu");
    };
    CHECK(without("main").starts_with("mine.cu has no main function"));
    CHECK(without("cublasCreate_v2").starts_with("mine.cu uses cublasCreate_v2, and neither it nor"));
}

TEST_CASE("messages that are not understood are shown as they are, up to 20 lines") {
    CHECK(shortened_errors("nvcc fatal   : no such option\n", kFile) == "nvcc fatal   : no such option\n");
    std::string many;
    for (int i = 0; i < 100; ++i) many += "?\n";
    CHECK(shortened_errors(many, kFile).size() == 40);
}
