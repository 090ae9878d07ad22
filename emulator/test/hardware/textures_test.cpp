// Fetches where the programming guide is silent, against what an H200 returned: results/textures.txt (programs/textures_probed.cu) and
// results/textures_random.txt (programs/textures_random.cu).
#include <doctest/doctest.h>

#include <set>
#include <sstream>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

// In these, some fetches differ from an H200's: emulator/exec/textures/sampling.hpp and texels.hpp say how much.
const std::set<std::string> kDifferent = {"gradients of a line, linear", "gradients of a plane, linear"};
const std::set<std::string> kDifferentAtRandom = {"half_vol", "float_vol", "grad1_random", "grad2", "grad3"};

void check_lines(const std::string& program, const std::set<std::string>& different, int lines) {
    const Ended ran = shell("build/simt --quiet build/test/programs/" + program);
    CHECK(ran.exit_code == 0);
    CHECK(ran.err == "");
    const std::string name_of_program = program == "textures_probed" ? "textures" : program;
    std::istringstream here(ran.out),
        there(text_of("emulator/test/hardware/results/" + name_of_program + ".txt"));
    std::string expected, found;
    std::getline(there, expected);  // the machine
    int cases = 0;
    for (; std::getline(there, expected); ++cases) {
        REQUIRE(std::getline(here, found));
        const std::string name = expected.substr(0, expected.find(':'));
        CAPTURE(name);
        CHECK((found == expected) == !different.contains(name));
    }
    CHECK(!std::getline(here, found));
    CHECK(cases == lines);
}

}  // namespace

TEST_CASE("textures return what an H200 returns, but for the cases named here") {
    check_lines("textures_probed", kDifferent, 107);
}

TEST_CASE(
    "textures return what an H200 returns at thousands of random places, but for the cases named here") {
    check_lines("textures_random", kDifferentAtRandom, 122);
}
