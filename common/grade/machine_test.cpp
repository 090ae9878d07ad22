// Which failures are the machine's, by what programs say.
#include "common/grade/machine.hpp"

#include <doctest/doctest.h>

#include <string>

using grade::lacking;

TEST_CASE("a compiler that lacks a resource is told from an answer that it does not compile") {
    const char* const forked = "sh: 1: Cannot fork";
    CHECK(lacking(forked, "a.cu") == forked);
    CHECK(lacking("a.cu(3): warning\nnvcc error   : 'cicc' died due to signal 9 (Kill signal)\n", "a.cu") ==
          "nvcc error   : 'cicc' died due to signal 9 (Kill signal)");
    CHECK(lacking("Killed\n", "a.cu") == "Killed.");
    CHECK(lacking("", "a.cu").empty());
    CHECK(lacking("a.cu(3): error: expected a \")\"\n", "a.cu").empty());
}

TEST_CASE("an answer's own words say nothing about the machine") {
    CHECK(lacking("a.cu:1:2: error: #error Cannot fork\n    1 | #error Cannot fork\n", "a.cu").empty());
    CHECK(lacking("a.cu(1): error: identifier \"Killed\" is undefined\n      Killed\n", "a.cu").empty());
}

TEST_CASE("what a program says when it cannot start a thread is indented") {
    const char* const words = "  what():  Resource temporarily unavailable";
    CHECK(lacking(std::string("terminate called\n") + words + "\n") == words);
}

TEST_CASE("a disk without space is full") {
    CHECK_NOTHROW(grade::check_disk("/dev/shm"));
    CHECK_THROWS_WITH(grade::check_disk("/proc"),
                      "The disk that holds /proc is full: it has less than 64 MiB.");
}
