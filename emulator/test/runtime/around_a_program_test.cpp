// What the library does around a program: host faults, unsupported calls, managed variables, counters, the end.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "common/testing/words.hpp"
#include "emulator/test/support/shell.hpp"

using namespace simt::testing;
using ::testing::contains;
using ::testing::missing;

namespace {

constexpr int kSegmentationFault = 128 + 11;
const std::string kProgram = "build/test/programs/launcher_cases ";

}  // namespace

TEST_CASE("a host read of device memory says which allocation, and the program dies of it") {
    const Ended ran = shell(kProgram + "host_read");
    CHECK(ran.exit_code == kSegmentationFault);
    CAPTURE(ran.err);
    CHECK(contains(ran.err, "simt: the host read device memory at 0x"));
    CHECK(contains(ran.err, "byte 12 of 4000 bytes by cudaMalloc (1st call)"));
    CHECK(contains(ran.err, "copy it with cudaMemcpy"));
}

TEST_CASE("a host write to device memory is called a write") {
    const Ended ran = shell(kProgram + "host_write");
    CHECK(ran.exit_code == kSegmentationFault);
    CHECK(contains(ran.err, "simt: the host wrote to device memory at 0x"));
}

TEST_CASE("a host read of freed managed memory says that it has been freed") {
    const Ended ran = shell(kProgram + "host_read_after_free");
    CHECK(ran.exit_code == kSegmentationFault);
    CHECK(contains(ran.err, "freed since); do not use it after freeing it"));
}

TEST_CASE("a fault that has nothing to do with the device is left alone") {
    const Ended ran = shell(kProgram + "null_read");
    CHECK(ran.exit_code == kSegmentationFault);
    CHECK_FALSE(contains(ran.err, "simt"));
}

TEST_CASE("a program's own handler of faults gets them") {
    const Ended ran = shell(kProgram + "own_handler");
    CHECK(ran.exit_code == 9);
    CHECK(ran.out == "the program's own handler\n");
}

TEST_CASE("an unsupported call fails by its name, says so once and sets the last error") {
    const Ended ran = shell(kProgram + "unsupported");
    CHECK(ran.exit_code == 0);
    CHECK(ran.out == "cudaErrorNotSupported\ncudaErrorNotSupported\ncudaErrorNotSupported\n");
    CHECK(missing(ran.err, {"simt: cudaIpcGetMemHandle is not supported", "share data through the host"}) ==
          "");
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
}

TEST_CASE("managed variables are shared by host and device, and start anew after a reset") {
    const Ended ran = shell(kProgram + "managed");
    CHECK(ran.err == "");
    CHECK(ran.out == "44\n40\n");
}

TEST_CASE("a program reads the counters of what it launched since a mark") {
    const Ended ran = shell(kProgram + "counters");
    CHECK(ran.out ==
          "no launch yet: 0\nlaunches 2 of 3, store requests 64, sectors 256\noccupancy 0.5 and 1\n"
          "unknown key: 0, findings: 0\n");
}

TEST_CASE("a wrong setting ends the program before it starts") {
    const Ended ran = shell("SIMT_CHECKS=some " + kProgram + "exit 0");
    CHECK(ran.exit_code == 2);
    CHECK(missing(ran.err, {"simt: ", "SIMT_CHECKS is 'some'"}) == "");
}

TEST_CASE("the counters are written when main returns, when exit is called and after a reset") {
    for (const std::string ending : {"exit 0", "exit_early 0", "reset"}) {
        const TemporaryFile json(".json");
        const Ended ran = shell("SIMT_JSON=" + json.path() + " " + kProgram + ending);
        CAPTURE(ending);
        CHECK(ran.exit_code == 0);
        const std::string text = json.text();
        CHECK(contains(text, "fill"));
        CHECK(contains(text, "\"global_store_requests\""));
        CHECK(contains(text, "launcher_cases"));
    }
}

TEST_CASE("without the launcher a program prints what is its own, and reports") {
    CHECK(shell(kProgram + "exit 3").err == "");
    const Ended ran = shell(kProgram + "finding 0");
    CHECK(ran.out == "cudaErrorIllegalAddress\n");
    CHECK(contains(ran.err, "fill_without_guard"));
    CHECK(shell("SIMT_QUIET=1 " + kProgram + "finding 0").out == "cudaErrorIllegalAddress\n");
}

TEST_CASE("a call that fails in a loop says so a few times") {
    const Ended ran = shell(kProgram + "failing_loop");
    CHECK(ran.exit_code == 0);
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 20);
    CHECK(contains(ran.err, "(further failures of this call are not shown)\n"));
}

TEST_CASE("a mistake in a loop of launches is reported once, with a count of the repetitions at the end") {
    const Ended ran = shell(kProgram + "finding_in_a_loop");
    CHECK(ran.exit_code == 0);
    const std::size_t first = ran.err.find("never written");
    REQUIRE(first != std::string::npos);
    CHECK(ran.err.find("simt: never written", first + 1) == std::string::npos);
    CHECK(contains(ran.err, "later launches repeated findings that are printed above, 3 times\n"));
}

TEST_CASE("a race is reported again when a later launch needs a wider barrier for it") {
    const Ended ran = shell(kProgram + "race_in_larger_and_larger_blocks");
    CHECK(ran.exit_code == 0);
    const std::size_t warp = ran.err.find("Put __syncwarp() after"),
                      block = ran.err.find("Put __syncthreads() after");
    REQUIRE(warp != std::string::npos);
    REQUIRE(block != std::string::npos);
    CHECK(warp < block);
    CHECK(ran.err.find("Put __syncthreads() after", block + 1) == std::string::npos);
    CHECK(contains(ran.err, "later launches repeated findings that are printed above, 2 times\n"));
    CHECK(contains(ran.err, "element 0 of s, "));  // not of short, as which s would demangle
}

TEST_CASE("freeing twice and copying past the end count as findings") {
    CHECK(shell(kProgram + "misuse").out == "2\n");
}
