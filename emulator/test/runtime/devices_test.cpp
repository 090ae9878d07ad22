// Several devices (--devices N): programs that use them run, and what they do wrong is found, with the device of each side.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "common/testing/temporary_folder.hpp"
#include "common/testing/words.hpp"
#include "emulator/test/support/shell.hpp"

using namespace simt::testing;
using ::testing::contains;
using ::testing::missing;

namespace {

Ended devices(const std::string& name, const std::string& options = "") {
    return shell("build/simt --devices 3 " + options + " build/test/programs/devices " + name);
}

// Runs a program's usual cases, and checks that all of them, `count`, are right and without findings.
void all_are_right(const std::string& program, int count) {
    for (const char* options : {"", "--schedule random --seed 3", "--checks none", "--threads 1"}) {
        CAPTURE(program);
        CAPTURE(options);
        const Ended ran = shell("build/simt --devices 3 --quiet " + std::string(options) +
                                " build/test/programs/" + program);
        CAPTURE(ran.err);
        CHECK(ran.exit_code == 0);
        std::istringstream lines(ran.out);
        int seen = 0;
        for (std::string line; std::getline(lines, line); ++seen) {
            CAPTURE(line);
            CHECK(line.ends_with(" ok"));
        }
        CHECK(seen == count);
        for (const char* finding : {"race:", "never written", "out of bounds", "no peer access"})
            CHECK_FALSE(contains(ran.err, finding));
    }
}

}  // namespace

TEST_CASE("each device has its own memory, variables, streams, limits and heap, and peers share them") {
    all_are_right("devices", 8);
    all_are_right("devices_memory", 7);
}

TEST_CASE("without the option there is one device, and a call for another says how to get more") {
    const Ended ran = shell("build/simt --quiet build/test/programs/devices each_thread_has_its_device");
    CHECK(ran.exit_code == 1);
    CHECK(contains(ran.err,
                   "simt: cudaSetDevice: there is one device, number 0; asked for 2 (simt --devices N "
                   "shows more)"));
    const Ended two =
        shell("build/simt --devices 2 --quiet build/test/programs/devices each_thread_has_its_device");
    CHECK(contains(two.err, "simt: cudaSetDevice: there are 2 devices, number 0 to 1; asked for 2"));
    CHECK(shell("SIMT_DEVICES=17 build/simt true").exit_code == 2);
}

TEST_CASE(
    "a kernel that reads another device's memory without access ends, and learns which call is missing") {
    const Ended ran = devices("no_access");
    CHECK(ran.out == "no_access ok\n");
    CHECK(missing(ran.err, {"simt: no peer access: a kernel on device 1 reads 4 bytes of device 0's memory",
                            "cudaMalloc (1st call, on device 0)", "add on device 1",
                            "devices.cuh:", "Call cudaDeviceEnablePeerAccess(0, 0) with device 1 current",
                            "As on a GPU, CUDA calls return cudaErrorIllegalAddress"}) == "");
}

TEST_CASE("memory is not shared between processes, and the refusal says what to do") {
    const Ended ran = devices("shared_between_processes", "--quiet");
    CHECK(ran.out == "shared_between_processes ok\n");
    CHECK(contains(
        ran.err,
        "simt: cudaIpcGetMemHandle is not supported by the emulator: share data through the host, or "
        "use threads of one process"));
}

TEST_CASE("memory of a pool is reached by the pool's access, not by that of devices") {
    const Ended ran = devices("no_access_to_a_pool");
    CHECK(ran.out == "no_access_to_a_pool ok\n");
    CHECK(missing(ran.err, {"simt: no peer access: a kernel on device 1 reads 4 bytes of device 0's memory",
                            "cudaMallocAsync (1st call, on device 0)",
                            "Let device 1 access the pool's memory, with cudaMemPoolSetAccess"}) == "");
}

TEST_CASE("a texture object is used on the device on which it was created") {
    const Ended ran = devices("texture_of_another_device", "--quiet");
    CHECK(ran.out == "texture_of_another_device ok\n");
    CHECK(contains(
        ran.err,
        "this texture object was created on device 0, and the kernel runs on device 1: create one there"));
}

TEST_CASE("work of two devices that nothing orders is a race, and the wait for one device orders no other") {
    for (const char* name : {"unordered", "synchronised_the_other"}) {
        CAPTURE(name);
        const Ended ran = devices(name);
        CHECK(missing(ran.err, {"simt: race: two launches use one place in global memory",
                                "add on device 0, block (0, 0, 0), thread (0, 0, 0)",
                                "add on device 1, block (0, 0, 0), thread (0, 0, 0)",
                                "which has to be current"}) == "");
    }
    CHECK_FALSE(contains(devices("synchronised_the_right_one").err, "race:"));
}

TEST_CASE("reports name a launch's device, in the table, the explanations and the JSON") {
    const ::testing::TemporaryFolder folder;
    const Ended ran = devices("synchronised_the_right_one");
    CHECK(missing(ran.err, {"\nadd on device 0 8 x 128", "\nadd on device 1 8 x 128",
                            "add on device 1 | grid 8"}) == "");
    devices("synchronised_the_right_one", "--json " + (folder / "x.json"));
    const auto json = nlohmann::json::parse(shell("cat " + (folder / "x.json")).out);
    CHECK(json["launches"][0]["device"] == 0);
    CHECK(json["launches"][1]["device"] == 1);
    const Ended single = shell("build/simt build/test/programs/waiting producer_before_consumer");
    CHECK_FALSE(contains(single.err, "on device"));
}
