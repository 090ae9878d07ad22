// Programs that use libcu++ and cooperative groups for copies and barriers behind their threads' backs.
#include <doctest/doctest.h>

#include <regex>

#include "emulator/test/support/results.hpp"

using namespace simt::testing;

namespace {

const std::string kSource = "emulator/test/programs/asynchronous_wrong.cuh";

std::string line_of(const std::string& word) { return marked_line(kSource, word); }

bool says(const Ended& ran, const std::string& words) { return ran.err.find(words) != std::string::npos; }

// Whether the words stand there, perhaps in several lines.
bool says_in_words(const Ended& ran, const std::string& words) {
    return std::regex_replace(ran.err, std::regex("\\s+"), " ").find(words) != std::string::npos;
}

Ended run_wrong(const std::string& name) { return shell("build/test/programs/asynchronous " + name); }

}  // namespace

TEST_CASE("asynchronous programs compute what the host computes, and nothing in them is reported") {
    check_results("asynchronous", 10);
}

TEST_CASE("who does not wait for a copy is reported with both lines") {
    const Ended early = run_wrong("reads_too_early");
    CAPTURE(early.err);
    CHECK(early.out == "cudaSuccess\n");
    CHECK(early.err.find("simt: race: ") == 0);
    CHECK(says(early, "asynchronous_wrong.cuh:" + line_of("copied") + " "));
    CHECK(says(early, "asynchronous_wrong.cuh:" + line_of("read") + " "));
    CHECK(says(early, "Wait for the copy before this line"));
    const Ended overwriting = run_wrong("overwrites_too_early");
    CAPTURE(overwriting.err);
    CHECK(overwriting.err.find("simt: race: ") == 0);
    CHECK(says(overwriting, "asynchronous_wrong.cuh:" + line_of("stored") + " "));
    CHECK(says(overwriting, "asynchronous_wrong.cuh:" + line_of("overwritten") + " "));
}

TEST_CASE("misuse of barriers ends the launch with a sentence that names the line") {
    const Ended stuck = run_wrong("waits_for_ever");
    CAPTURE(stuck.err);
    CHECK(stuck.out == "cudaErrorLaunchFailure\n");
    CHECK(says_in_words(stuck, "has 1 arrival of 65 to come"));
    CHECK(says_in_words(stuck, "it is waited for at line " + line_of("waits") + " of "));
    const Ended without = run_wrong("forgets_to_initialise");
    CAPTURE(without.err);
    CHECK(without.out == "cudaErrorLaunchFailure\n");
    CHECK(says(without, "there is no mbarrier at byte 0 of shared memory"));
    CHECK(says(without, "at line " + line_of("arrived") + " of "));
}
