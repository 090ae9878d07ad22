// Bounds on counts, and the text when they are missed.
#include "common/grading/counts.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using grading::complaint_about;
using grading::costliest_lines;
using grading::Side;

namespace {

using Lines = std::vector<grading::SourceLine>;

// Two launches that store in lines 7 and 9.
Lines two_lines(std::uint64_t, const std::string& key) {
    if (key != "global_store_sectors") return {};
    return {{"none.cu", 7, 40}, {"none.cu", 9, 60}};
}

Lines no_lines(std::uint64_t, const std::string&) { return {}; }

std::vector<int> judged;  // sizes, by the test that fails; the test after it looks at them

grading::Run the_run() {
    grading::Run run;
    run.ok = true;
    run.subject = "1 x 2 matrix";
    run.first_launch = 1;
    run.last_launch = 2;
    run.counters = {
        {"global_store_sectors", 200}, {"global_store_requests", 64}, {"shared_load_wavefronts", 3}};
    return run;
}

}  // namespace

TEST_CASE("a count at its bound is met from both sides") {
    CHECK(complaint_about(the_run(), "global_store_sectors", 200, Side::kAtMost, "", two_lines) == "");
    CHECK(complaint_about(the_run(), "global_store_sectors", 200, Side::kAtLeast, "", two_lines) == "");
}

TEST_CASE("too high a count is said with its bound, its ratio and the line that makes most of it") {
    CHECK(complaint_about(the_run(), "global_store_sectors", 100, Side::kAtMost, "because.", two_lines) ==
          "1 x 2 matrix: global stores: 200 sectors in 64 requests (3.12 each); at most 100 are needed: "
          "because.\n"
          "none.cu:9 makes 120 sectors.");
}

TEST_CASE("lines that exceed a bound only together are all named") {
    CHECK(complaint_about(the_run(), "global_store_sectors", 150, Side::kAtMost, "because.", two_lines) ==
          "1 x 2 matrix: global stores: 200 sectors in 64 requests (3.12 each); at most 150 are needed: "
          "because.\n"
          "none.cu:9 makes 120 sectors.\n"
          "none.cu:7 makes 80 sectors.");
}

TEST_CASE("with bulk copies no bound on memory is judged, and they are named with their lines") {
    grading::Run run = the_run();
    run.counters["bulk_requests"] = 2;
    const auto lines = [](std::uint64_t, const std::string& key) {
        return key == "bulk_requests" ? Lines{{"none.cu", 5, 1}} : Lines{};
    };
    const std::string text =
        ": not judged, for there are 2 bulk requests (cp.async.bulk and the like), whose sectors are not "
        "counted. Use loads and stores.\nnone.cu:5 makes 2 bulk requests.";
    for (const Side side : {Side::kAtMost, Side::kAtLeast}) {
        CHECK(complaint_about(run, "global_store_sectors", 200, side, "", lines) ==
              "1 x 2 matrix: global stores" + text);
        CHECK(complaint_about(run, "shared_load_wavefronts", 3, side, "", lines) ==
              "1 x 2 matrix: shared loads" + text);
    }
    CHECK(complaint_about(run, "barriers", 0, Side::kAtMost, "", lines) == "");
}

TEST_CASE("atomics have their words, and their requests") {
    grading::Run run = the_run();
    run.counters["global_atomic_sectors"] = 64;
    run.counters["global_atomic_requests"] = 2;
    CHECK(complaint_about(run, "global_atomic_sectors", 0, Side::kAtMost, "because.", no_lines) ==
          "1 x 2 matrix: global atomics: 64 sectors in 2 requests (32 each); none is needed: because.");
}

TEST_CASE("the second of three sizes fails a test" * doctest::should_fail()) {
    judged.clear();
    grading::for_sizes({1, 2, 3}, [](int size) {
        judged.push_back(size);
        if (size == 2) grading::fail("as it should");
    });
}

TEST_CASE("the third size is not judged then, and all are where none fails") {
    CHECK(judged == std::vector<int>{1, 2});
    judged.clear();
    grading::for_sizes({1, 2, 3}, [](int size) { judged.push_back(size); });
    CHECK(judged == std::vector<int>{1, 2, 3});
}

TEST_CASE("too low a count has no line to blame") {
    CHECK(complaint_about(the_run(), "shared_load_wavefronts", 4, Side::kAtLeast, "because.", two_lines) ==
          "1 x 2 matrix: shared loads: 3 wavefronts; at least 4 are expected: because.");
}

TEST_CASE("a count that is no memory access has its own words, and its line") {
    grading::Run run = the_run();
    run.counters["divergent_branches"] = 2;
    const auto lines = [](std::uint64_t, const std::string&) { return Lines{{"none.cu", 7, 1}}; };
    CHECK(complaint_about(run, "divergent_branches", 0, Side::kAtMost, "because.", lines) ==
          "1 x 2 matrix: the kernel: 2 divergent branches; none is needed: because.\n"
          "none.cu:7 makes 2 divergent branches.");
}

TEST_CASE("one of a kind has no plural") {
    grading::Run run = the_run();
    run.counters = {{"divergent_branches", 1},
                    {"divergent_warps", 1},
                    {"global_store_sectors", 5},
                    {"global_store_requests", 1}};
    CHECK(complaint_about(run, "divergent_branches", 0, Side::kAtMost, "because.", no_lines) ==
          "1 x 2 matrix: the kernel: 1 divergent branch; none is needed: because.");
    CHECK(complaint_about(run, "divergent_warps", 2, Side::kAtLeast, "because.", no_lines) ==
          "1 x 2 matrix: the kernel: 1 divergent warp; at least 2 are expected: because.");
    CHECK(complaint_about(run, "global_store_sectors", 1, Side::kAtMost, "because.", no_lines) ==
          "1 x 2 matrix: global stores: 5 sectors in 1 request (5 each); at most 1 is needed: because.");
}

TEST_CASE("lines of one file are summed over launches") {
    const auto lines = [](std::uint64_t, const std::string&) {
        return Lines{{"/a/work.cuh", 7, 40}, {"/a/answer.cu", 9, 60}};
    };
    CHECK(grading::sum_of_lines("thread_instructions", "work.cuh", 1, 3, lines) == 120);
    CHECK(grading::sum_of_lines("thread_instructions", "", 1, 1, lines) == 100);
    CHECK(grading::sum_of_lines("thread_instructions", "a/very/long/path/to/work.cuh", 1, 1, lines) == 0);
}

TEST_CASE("a count that is not there is 0") {
    CHECK(complaint_about(the_run(), "shared_store_wavefronts", 0, Side::kAtMost, "", two_lines) == "");
    CHECK(complaint_about(the_run(), "shared_store_wavefronts", 1, Side::kAtLeast, "", two_lines) != "");
}

TEST_CASE("lines are summed over launches, and lines without the count do not matter") {
    const auto lines = costliest_lines("global_store_sectors", 1, 2, two_lines);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].line == 9);
    CHECK(lines[0].count == 120);
    CHECK(lines[1].line == 7);
    CHECK(lines[1].count == 80);
    CHECK(costliest_lines("nothing", 1, 2, two_lines).empty());
    CHECK(costliest_lines("global_store_sectors", 1, 2, no_lines).empty());
}

TEST_CASE("the model of sectors is the emulator's") {
    std::uint64_t address[32];
    for (std::uint64_t lane = 0; lane < 32; ++lane) address[lane] = 4096 + 4 * lane;
    CHECK(grading::modelled_sectors(address, 0xffffffff, 4) == 4);
    CHECK(grading::modelled_sectors(address, 1, 4) == 1);
    address[31] += 4;
    CHECK(grading::modelled_sectors(address, 0xffffffff, 4) == 5);
}
