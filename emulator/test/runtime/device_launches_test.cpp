// Kernels that launch kernels: a real program, its findings with their lines, and its rows in the report.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "common/testing/words.hpp"
#include "emulator/test/support/results.hpp"

using namespace simt::testing;
using ::testing::contains;

namespace {

const std::string kLaunching = "build/test/programs/device_launches";

std::string launching_line(const std::string& word) {
    return "line " + marked_line("emulator/test/programs/device_launches.cu", word);
}
std::string launching_place(const std::string& word) {
    return "device_launches.cu:" + marked_line("emulator/test/programs/device_launches.cu", word);
}
Ended run_launching(const std::string& words) { return shell("timeout 60 " + kLaunching + " " + words); }

// Without the kernels' namespace, with single blanks instead of line breaks.
std::string in_words(const std::string& text) {
    std::string result;
    std::istringstream words(text);
    for (std::string word; words >> word;) result += word + " ";
    const std::string name = "(anonymous namespace)::";
    for (std::size_t at; (at = result.find(name)) != std::string::npos;) result.erase(at, name.size());
    return result;
}

}  // namespace

TEST_CASE(
    "what kernels launch runs in the order of streams, events and tail launches, however blocks are "
    "scheduled") {
    for (const char* settings : {"SIMT_THREADS=1", "SIMT_THREADS=3", "SIMT_SCHEDULE=random"}) {
        CAPTURE(settings);
        const Ended ran = shell(std::string(settings) + " timeout 60 " + kLaunching);
        CHECK(ran.exit_code == 0);
        CHECK(ran.out ==
              "sorts ok\npacks_arguments_and_nests ok\nruns_in_the_order_of_the_stream_and_tails_last ok\n"
              "tails_go_on ok\nstreams_and_events_order ok\ncopies_and_fills ok\n"
              "cudaErrorInvalidValue: invalid argument\nanswers ok\nerrors_of_launches ok\n");
        CHECK_FALSE(contains(ran.err, "race"));
        CHECK_FALSE(contains(ran.err, "never written"));
        CHECK(contains(ran.err, "the block 2000x1x1 is too large"));
        CHECK(contains(in_words(ran.err), "nest is not launched: 2048 launches have not ended"));
        const std::string told = "cudaMemset3DAsync in a kernel writes 1 here";
        CHECK(contains(in_words(ran.err), told));
        CHECK_FALSE(contains(in_words(ran.err), "Async in a kernel writes 2"));  // it says so once
        CHECK_FALSE(contains(in_words(ran.err), "Async in a kernel writes 0"));
    }
}

TEST_CASE("a kernel that reads what it has launched is a race, and a tail launch may read it") {
    const Ended early = run_launching("child_read_early");
    CHECK(contains(early.err, launching_place("child_read_early")));
    CHECK(contains(in_words(early.err),
                   "add was launched by child_read_early, " + launching_line("launch_read_early") + " of "));
    CHECK(contains(in_words(early.err), "no kernel can wait for what it launches"));
    CHECK(contains(early.err, "cudaStreamTailLaunch"));
    CHECK(run_launching("child_read_by_tail").err == "");
    const Ended late = run_launching("launched_without_barrier");
    CHECK(contains(late.err, launching_place("launched_without_barrier")));
}

TEST_CASE("grids race unless a stream of their kernel orders them") {
    const Ended siblings = run_launching("siblings");
    CHECK(
        contains(in_words(siblings.err), "add was launched by siblings, " + launching_line("sibling_first")));
    CHECK(contains(in_words(siblings.err),
                   "add was launched by siblings, " + launching_line("sibling_second")));
    CHECK(contains(in_words(siblings.err), "no stream orders them"));
    CHECK(contains(in_words(run_launching("siblings_of_blocks").err),
                   "both were launched by siblings_of_blocks"));
    CHECK(contains(in_words(run_launching("stream_does_not_wait").err),
                   "scale was launched by stream_does_not_wait"));
    CHECK(run_launching("siblings_in_a_stream").err == "");
}

TEST_CASE("a pointer to shared or local memory is no argument for a launch in a kernel") {
    for (const char* memory : {"shared", "local"}) {
        const std::string name = std::string(memory) + "_passed";
        const Ended ran = run_launching(name);
        CHECK(ran.out == "cudaErrorLaunchFailure\n0\n");
        CHECK(contains(ran.err, "a pointer to " + std::string(memory) + " memory (argument " +
                                    (name == "shared_passed" ? "1" : "2") + ")"));
        CHECK(contains(ran.err, launching_line(name)));
    }
}

TEST_CASE("a fill of local memory in a kernel is refused, because the thread may be gone when it runs") {
    const Ended ran = run_launching("local_filled");
    CHECK(ran.out == "cudaSuccess\n64\n");
    CHECK(contains(ran.err, "is in shared or local memory"));
    CHECK(contains(ran.err, launching_line("local_filled")));
}

TEST_CASE("more launches than can be pending are refused, and the thread learns it") {
    const Ended ran = run_launching("too_many");
    CHECK(ran.out == "cudaSuccess\n512\n");  // 64 threads, 40 each, and room for 2048
    CHECK(contains(in_words(ran.err), "add is not launched: 2048 launches have not ended"));
    CHECK(contains(ran.err, launching_line("too_many")));
    CHECK(contains(ran.err, "cudaLimitDevRuntimePendingLaunchCount"));
    CHECK(shell("build/simt --error-exitcode 7 " + kLaunching + " too_many").exit_code == 7);
}

TEST_CASE("a fault in a launched grid names the launch, and nothing runs after it") {
    const Ended ran = run_launching("past_the_end");
    CHECK(ran.out == "cudaErrorIllegalAddress\n0\n");
    CHECK(contains(in_words(ran.err), "launched by past_the_end "));
    CHECK(contains(ran.err, launching_place("past_the_end")));
}

TEST_CASE("a launch of a graph in a kernel is refused by name, at its line") {
    const Ended ran = run_launching("graph_launched");
    CHECK(ran.out == "cudaErrorNotSupported\n0\n");
    CHECK(contains(ran.err, "cudaGraphLaunch in a kernel"));
    CHECK(contains(ran.err, launching_line("graph_launched")));
}

TEST_CASE("--max-instructions ends a kernel that launches itself without end") {
    const Ended ran = shell("timeout 60 build/simt --max-instructions 20000 " + kLaunching + " forever");
    CHECK(contains(ran.out, "cudaErrorLaunchTimeout"));
    CHECK(contains(ran.err, "stopped after 20000 warp instructions"));
}

TEST_CASE("the report has rows of their own for launched grids, and --launch-range takes them") {
    TemporaryFile file(".json");
    shell("build/simt --json " + file.path() + " " + kLaunching + " siblings_in_a_stream");
    const auto json = nlohmann::json::parse(file.text());
    REQUIRE(json["launches"].size() == 65);
    CHECK_FALSE(json["launches"][0].contains("launched_by"));
    for (std::size_t k = 1; k < 65; ++k) {
        const auto& by = json["launches"][k]["launched_by"];
        CHECK(contains(by["kernel"].get<std::string>(), "siblings_in_a_stream"));
        CHECK(by["line"] == std::stoi(marked_line("emulator/test/programs/device_launches.cu",
                                                  "the threads of a block share its default stream")));
        CHECK(json["launches"][k]["counters"]["global_load_requests"] == 1);
    }
    CHECK(contains(shell("build/simt " + kLaunching + " siblings_in_a_stream").err, "add, by siblings"));
    const Ended part = shell("build/simt --launch-range 3:5 " + kLaunching + " siblings_in_a_stream");
    CHECK(contains(in_words(part.err), "add grid 1, block 64, 3 launches by siblings_in_a_stream"));
}
