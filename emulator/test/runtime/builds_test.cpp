// One program in the ways in which people build: compression, device linking, debug information, no architecture named.
// common/make/test_programs.mk makes them.
#include <doctest/doctest.h>

#include <string>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

const std::string kPrograms = "build/test/programs/";
const std::string kGood =
    "two_files ok\nthread 0 says many\nthread 1 says many\nprinting ok\nkernel_of_the_other_file ok\n";

}  // namespace

TEST_CASE("compressed, uncompressed, device-linked and debug builds run alike") {
    for (const std::string program :
         {"built", "built_size", "built_speed", "built_none", "built_rdc", "built_rdc_debug"}) {
        CAPTURE(program);
        const Ended ran = shell(kPrograms + program);
        CHECK(ran.exit_code == 0);
        CHECK(ran.out == kGood);
        CHECK(ran.err == "");
    }
}

TEST_CASE("a build for no architecture in particular runs, and says whose registers it counts") {
    const Ended ran = shell(kPrograms + "built_no_arch");
    CHECK(ran.out == kGood);
    CHECK(ran.err.find("simt: registers and occupancy are those of the program's sm_75 machine code") == 0);
}
