// Fetches where the programming guide is silent, against results/textures.txt, what an H200 returned (programs/textures_probed.cu).
#include <doctest/doctest.h>

#include <set>
#include <sstream>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

// What an H200 does in these is not known well enough; emulator/SUPPORTED.md names them too.
const std::set<std::string> kDifferent = {"volume, mirror, linear",
                                          "signed 8 bits, filtered",
                                          "signed 8 bits, in a plane",
                                          "sRGB, filtered",
                                          "sRGB, in a plane",
                                          "gradients of a line, point",
                                          "gradients of a line, linear",
                                          "gradients of a plane, point",
                                          "gradients of a plane, linear",
                                          "filtered levels, linear"};

}  // namespace

TEST_CASE("textures return what an H200 returns, but for the cases named here") {
    const Ended ran = shell("build/simt --quiet build/test/programs/textures_probed");
    CHECK(ran.exit_code == 0);
    CHECK(ran.err == "");
    std::istringstream here(ran.out), there(text_of("emulator/test/hardware/results/textures.txt"));
    std::string expected, found;
    std::getline(there, expected);  // the machine
    int cases = 0;
    for (; std::getline(there, expected); ++cases) {
        REQUIRE(std::getline(here, found));
        const std::string name = expected.substr(0, expected.find(':'));
        CAPTURE(name);
        CHECK((found == expected) == !kDifferent.contains(name));
    }
    CHECK(!std::getline(here, found));
    CHECK(cases == 107);
}
