// Kernels that wait for the host and for other streams: correct programs end, and what waits for ever is found, with its line, its memory
// and the reason why nobody is left to write there.
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "common/testing/words.hpp"
#include "emulator/test/support/shell.hpp"

using namespace simt::testing;
using ::testing::contains;
using ::testing::missing;

namespace {

// Findings without their line breaks.
Ended waiting(const std::string& name, const std::string& options = "") {
    Ended ran = shell("timeout 100 build/simt " + options + " build/test/programs/waiting " + name);
    const std::string indented = "\n              ";
    for (std::size_t at; (at = ran.err.find(indented)) != std::string::npos;)
        ran.err.replace(at, indented.size(), " ");
    return ran;
}

}  // namespace

TEST_CASE(
    "kernels that wait for the host, for copies, host functions and other streams end, and nothing is found "
    "in them") {
    for (const char* options : {"", "--schedule random --seed 3", "--threads 1"}) {
        CAPTURE(options);
        const Ended ran = waiting("", std::string("--quiet ") + options);
        CAPTURE(ran.err);
        CHECK(ran.exit_code == 0);
        std::istringstream lines(ran.out);
        int count = 0;
        for (std::string line; std::getline(lines, line); ++count) {
            CAPTURE(line);
            CHECK(line.ends_with(" ok"));
        }
        CHECK(count == 12);
        CHECK(ran.err == "");
    }
}

TEST_CASE("a flag that one thread of a block looks at between barriers is waited for, too") {
    const Ended ran = waiting("a_flag_between_barriers", "--quiet");
    CHECK(ran.out == "a_flag_between_barriers ok\n");
    CHECK(ran.err == "");
}

TEST_CASE("a kernel that waits for a flag that nobody sets ends at the call that waits for it") {
    const Ended ran = waiting("nobody_sets_the_flag");
    CAPTURE(ran.err);
    CHECK(ran.out == "nobody_sets_the_flag ok\n");
    CHECK(missing(ran.err, {"endless: threads wait in a loop", "They wait for a change of the 4 bytes at",
                            "cudaHostAlloc (1st call)), which hold 0x0",
                            "nobody is left to write there: the program waits for the kernel in "
                            "cudaDeviceSynchronize, and no work in other streams runs",
                            "while (*waits_for == 0) {"}) == "");
    CHECK_FALSE(contains(ran.err, "behind the kernel"));
}

TEST_CASE(
    "a kernel that waits for a later launch of its stream, or for the host that waits for it, is a "
    "deadlock") {
    const Ended later = waiting("a_later_launch_of_the_stream_sets_it");
    CHECK(later.out == "a_later_launch_of_the_stream_sets_it ok\n");
    CHECK(contains(later.err, "1 piece of work behind the kernel waits for its end"));
    const Ended copy = waiting("the_host_sets_it_after_it_waits");
    CHECK(copy.out == "the_host_sets_it_after_it_waits ok\n");
    CHECK(missing(copy.err, {"endless: ", "They read memory that no thread changes any more"}) == "");
}

TEST_CASE("two kernels that wait for each other are a deadlock, and both are named") {
    const Ended ran = waiting("two_streams_wait_for_each_other");
    CHECK(ran.out == "two_streams_wait_for_each_other ok\n");
    CHECK(missing(ran.err,
                  {"endless: ", "Another kernel waits, too, launch 2 of ",
                   "launch 2 of (anonymous namespace)::wait_then_set(int volatile*, int volatile*, int) "
                   "ended early: it was ended because of the error of another launch"}) == "");
}

TEST_CASE("a program that ends while a kernel waits is told so, as of a deadlock") {
    const Ended ran = waiting("the_program_ends", "--error-exitcode 9");
    CHECK(ran.exit_code == 9);
    CHECK(missing(ran.err, {"endless: ",
                            "nobody is left to write there: the program has ended, and it had not waited"}) ==
          "");
    const Ended interrupted = waiting("the_program_is_interrupted");
    CHECK(missing(interrupted.err,
                  {"was ended by SIGTERM, while launch 1 of (anonymous namespace)::wait_then_set was "
                   "running (0 of 1 block had run)"}) == "");
    CHECK_FALSE(contains(interrupted.err, "endless"));
}

TEST_CASE("a kernel that waits for long is named, with its line and what it waits for") {
    const Ended ran = waiting("a_kernel_that_waits_long");
    CHECK(ran.out == "a_kernel_that_waits_long ok\n");
    CHECK(missing(
              ran.err,
              {"simt: launch 1 of (anonymous namespace)::wait_then_set: block (0,0,0) waits: 1 thread in the "
               "loop at line ",
               "for a change of the 4 bytes at", "which hold 0x0"}) == "");
}

TEST_CASE("a launch keeps its number and its own sectors, whatever runs while it waits") {
    const TemporaryFile first(".json"), second(".json");
    waiting("consumer_before_producer", "--quiet --json " + first.path());
    waiting("producer_before_consumer", "--quiet --json " + second.path());
    const std::string script =
        "import json, sys\n"
        "for file in sys.argv[1:]:\n"
        "  for launch in json.load(open(file))['launches']:\n"
        "    counters = launch['counters']\n"
        "    print(launch['kernel'].split('::')[1].split('(')[0], launch['status'],\n"
        "          counters['dram_read_bytes'], counters['dram_write_bytes'])";
    const Ended read = shell("python3 -c \"" + script + "\" " + first.path() + " " + second.path());
    CHECK(read.err == "");
    // 500 integers, the flag and the sum lie in 63, 1 and 1 sectors.
    CHECK(read.out ==
          "wait_and_sum ok 2080 32\nfill_and_set ok 0 2048\n"
          "fill_and_set ok 0 2048\nwait_and_sum ok 2080 32\n");
}
