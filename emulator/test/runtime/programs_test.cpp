// The programs beside this file answer on the emulator what they answered on an H200.
#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

// The lines in which two outputs differ, "what was expected | what came", so that a failure names the call.
std::string differences(const std::string& expected, const std::string& actual) {
    std::istringstream left(expected), right(actual);
    std::string result;
    for (;;) {
        std::string a, b;
        const bool has_a = static_cast<bool>(std::getline(left, a));
        const bool has_b = static_cast<bool>(std::getline(right, b));
        if (!has_a && !has_b) return result;
        if (a != b || has_a != has_b) result += a + " | " + b + "\n";
    }
}

std::string run_and_compare(const std::string& program) {
    const Ended ran = shell("build/test/programs/" + program);
    CHECK(ran.exit_code == 0);
    const std::string expected = text_of("emulator/test/programs/" + program + "_h200.txt");
    REQUIRE_FALSE(expected.empty());
    return differences(expected, ran.out);
}

}  // namespace

TEST_CASE("calls about memory answer what an H200 answered") { CHECK(run_and_compare("memory_calls") == ""); }

TEST_CASE("launches within and beyond the limits answer what an H200 answered") {
    CHECK(run_and_compare("launch_calls") == "");
}

TEST_CASE("calls about streams, events and the device answer what an H200 answered") {
    CHECK(run_and_compare("device_calls") == "");
}

TEST_CASE("after a fault every call answers what an H200 answered") {
    CHECK(run_and_compare("faults") == "");
}

TEST_CASE(
    "properties, attributes and occupancy are an H200's, but for its name and the memory of this host") {
    const std::string different = run_and_compare("device");
    std::istringstream lines(different);
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);) names.push_back(line.substr(0, line.find(' ')));
    CHECK(different.find("name = NVIDIA H200 | name = NVIDIA H200 (emulated)\n") == 0);
    for (const std::string& name : names) CHECK((name == "name" || name == "totalGlobalMem"));
}
