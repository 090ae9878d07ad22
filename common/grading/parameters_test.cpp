// The numbers of an exercise, from a file.
#include "common/grading/parameters.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

#include "common/testing/temporary_folder.hpp"

namespace {

// A file of parameters that a harness would read.
struct ParametersFile {
    explicit ParametersFile(const std::string& text) {
        std::ofstream(folder / "parameters.txt") << text;
        setenv("EXERCISE_PARAMETERS", (folder / "parameters.txt").c_str(), 1);
    }
    ~ParametersFile() { unsetenv("EXERCISE_PARAMETERS"); }
    ParametersFile(const ParametersFile&) = delete;
    ParametersFile& operator=(const ParametersFile&) = delete;

    testing::TemporaryFolder folder;
};

}  // namespace

TEST_CASE("a parameter is found by its exercise and its name") {
    const ParametersFile file("# 01.8 latency_ns 1\n01.8 latency_ns 400\n04.9 latency_ns 7\n01.8 lanes 32\n");
    CHECK(grading::parameter("01.8", "latency_ns") == 400);
    CHECK(grading::parameter("04.9", "latency_ns") == 7);
    CHECK(grading::parameter("01.8", "lanes") == 32);
}

TEST_CASE("a parameter that is not there, or is no number, is an error") {
    const ParametersFile file("01.8 latency_ns many\n");
    CHECK_THROWS_AS(grading::parameter("01.8", "latency_ns"), std::runtime_error);
    CHECK_THROWS_AS(grading::parameter("01.8", "lanes"), std::runtime_error);
}
