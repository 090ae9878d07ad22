// Tensor cores against results/tensor_cores.txt: what an H200 returned for random numbers of several kinds (programs/tensor_probed.cu),
// as digests, so that equal lines mean equal results, bit by bit.
#include <doctest/doctest.h>

#include <sstream>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

TEST_CASE("tensor cores return what an H200 returns, in every form, bit by bit") {
    const Ended ran = shell("build/simt --quiet build/test/programs/tensor_probed");
    CHECK(ran.exit_code == 0);
    CHECK(ran.err == "");
    std::istringstream here(ran.out), there(text_of("emulator/test/hardware/results/tensor_cores.txt"));
    std::string expected, found;
    std::getline(there, expected);  // the machine
    int forms = 0;
    for (; std::getline(there, expected); ++forms) {
        REQUIRE(std::getline(here, found));
        CHECK(found == expected);
    }
    CHECK(!std::getline(here, found));
    CHECK(forms == 535);
}
