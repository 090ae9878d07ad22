// What wrong calls of the runtime answer, against results/errors.txt, what they answered on an H200 (programs/errors.cu).
#include <doctest/doctest.h>

#include <set>
#include <sstream>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

// With a handle that has been destroyed, the runtime of an H200 crashes; the emulator returns an error.
const std::set<std::string> kDiffer = {"copy in a destroyed stream",  "launch in a destroyed stream",
                                       "stream destroyed twice",      "destroyed stream asked",
                                       "destroyed stream waited for", "destroyed event recorded"};

}  // namespace

TEST_CASE("wrong calls answer what they answer on an H200, but for what is named") {
    const Ended ran = shell("build/simt --quiet build/test/programs/errors");
    CHECK(ran.exit_code == 0);
    std::istringstream here(ran.out), there(text_of("emulator/test/hardware/results/errors.txt"));
    std::string expected, found;
    std::getline(there, expected);  // the machine
    int cases = 0;
    for (; std::getline(there, expected); ++cases) {
        REQUIRE(std::getline(here, found));
        const std::string name = expected.substr(0, expected.find(':'));
        CAPTURE(name);
        CHECK((found == expected) == (kDiffer.count(name) == 0));
    }
    CHECK(!std::getline(here, found));
    CHECK(cases == 176);
}
