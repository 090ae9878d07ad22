// Three processes judge as one does; and an answer that plays by no rule never passes, nor takes its judge along.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "common/judging/test/three_processes.hpp"
#include "common/testing/temporary_folder.hpp"

using judging::Judged;

namespace {

Judged judge_hostile(const std::string& way, const std::vector<std::string>& more = {}) {
    std::vector<std::string> variables = more;
    variables.push_back("HOSTILE=" + way);
    return judging::judge("01.7", "build/judged/hostile/answer", variables);
}

// Name, status, messages and the rest of each test, but for times.
std::string text_of(const testing::Record& record) {
    std::string text;
    for (const auto& test : record.tests) {
        text += test.name + ": " + test.status + " " + test.reason + "\n";
        for (const std::string& message : test.messages) text += "  " + message + "\n";
    }
    return text + (record.closed ? "closed" : "not closed");
}

// "02.1.solution" and the like, as make has built them for this test.
std::vector<std::string> built() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator("build/judged"))
        if (const std::string name = entry.path().filename(); name != "hostile") names.push_back(name);
    std::ranges::sort(names);
    return names;
}

// The harness's record says that tests failed, with these words in the first message.
void check_failed(const Judged& judged, const std::string& words) {
    CHECK(judged.exit_code == 1);
    CHECK(judged.record.closed);
    CHECK(judged.record.passed == 0);
    REQUIRE_FALSE(judged.record.tests.empty());
    REQUIRE_FALSE(judged.record.tests.front().messages.empty());
    const std::string& said = judged.record.tests.front().messages.front();
    CAPTURE(said);
    CHECK(said.find(words) != std::string::npos);
}

}  // namespace

TEST_CASE("solutions, stubs and wrong answers get the record and the counts of one process") {
    const std::vector<std::string> names = built();
    CHECK(names.size() > 15);
    for (const std::string& name : names) {
        // In one process the harness ends with the answer.
        if (name.ends_with(".exits") || name.ends_with(".crashes")) continue;
        CAPTURE(name);
        const Judged three =
            judging::judge(name.substr(0, name.rfind('.')), "build/judged/" + name + "/answer");
        const Judged one = judging::judge_in_one_process("build/check/" + name + "/check");
        CHECK(three.exit_code == one.exit_code);
        CHECK(text_of(three.record) == text_of(one.record));
        CHECK(three.counts == one.counts);
        if (name.ends_with(".solution")) CHECK(three.exit_code == 0);
    }
}

TEST_CASE("on a GPU, solutions and stubs get the record of one process") {
    for (const std::string& name : built()) {
        if (!name.ends_with(".solution") && !name.ends_with(".stub")) continue;  // copies are not noticed
        CAPTURE(name);
        const Judged two =
            judging::judge_on_gpu(name.substr(0, name.rfind('.')), "build/judged/" + name + "/answer");
        CAPTURE(two.errors);
        const Judged one = judging::judge_on_gpu_in_one_process("build/check/" + name + "/check");
        CHECK(two.exit_code == one.exit_code);
        CHECK(text_of(two.record) == text_of(one.record));
        if (!name.ends_with(".solution")) continue;
        CHECK(two.exit_code == 0);
        // What is left out there must be said to judge counts: else make grade takes the solution for one that fails.
        for (const auto& test : two.record.tests) CHECK((test.status == "passed" || test.of_counts));
    }
}

TEST_CASE("on a GPU an answer ends, throws and forges in vain, too") {
    const auto judge_way = [](const std::string& way) {
        return judging::judge_on_gpu("01.7", "build/judged/hostile/answer", {"HOSTILE=" + way});
    };
    check_failed(judge_way("exits"), "it called exit in reverse(float*, unsigned long)");
    check_failed(judge_way("sends garbage"), "it sent something that is no reply in reverse");
    check_failed(judge_way("throws"), "this text?was ?[1mthrown?");
    CHECK(judge_way("prints a record").exit_code == 0);
    CHECK(judge_way("").exit_code == 0);
}

TEST_CASE("an answer that starts late is judged, though its harness launches kernels and calls no function") {
    const testing::TemporaryFolder folder;
    const std::string late = folder / "late";
    std::ofstream(late) << "#!/bin/sh\nsleep 1\nexec build/judged/01.3.solution/answer\n";
    std::filesystem::permissions(late, std::filesystem::perms::owner_all);
    const Judged judged = judging::judge("01.3", late);
    CHECK(judged.exit_code == 0);
    CHECK(judged.record.failed == 0);
}

TEST_CASE("an answer that ends takes no judge along, and all tests fail") {
    check_failed(judge_hostile("exits"), "it called exit in reverse(float*, unsigned long)");
    check_failed(judge_hostile("ends itself"), "it crashed, or ended itself in reverse");
    check_failed(judge_hostile("exits before main"), "it crashed, or ended itself");
    check_failed(judge_hostile("aborts"), "its host code aborted in reverse");
    check_failed(judge_hostile("divides by zero"), "its host code divided by zero in reverse");
    check_failed(judge_hostile("copies from nowhere"), "its host code crashed in reverse");
    check_failed(judge_hostile("accesses device memory"), "its host code accessed device memory");
    check_failed(judge_hostile("closes its sockets"), "it crashed, or ended itself");
}

TEST_CASE("an answer that does nothing is given up") {
    const std::vector<std::string> soon = {"EXERCISE_SILENT_SECONDS=0.5"};
    check_failed(judge_hostile("sleeps", soon), "it did nothing for too long in reverse");
    check_failed(judge_hostile("sends half a reply", soon), "it did nothing for too long in reverse");
}

TEST_CASE("an answer whose host code never ends is given up") {
    check_failed(judge_hostile("computes for ever", {"EXERCISE_SILENT_SECONDS=300"}),
                 "a loop of its host code does not end in reverse");
}

TEST_CASE("an answer that sends no replies is given up") {
    check_failed(judge_hostile("sends garbage"), "it sent something that is no reply in reverse");
    check_failed(judge_hostile("promises much"), "it sent something that is no reply in reverse");
    check_failed(judge_hostile("replies before it is asked"), "it sent something that");
}

TEST_CASE("an answer that the emulator gives up fails by its own calls") {
    check_failed(judge_hostile("sends garbage to the emulator"), "cudaErrorDevicesUnavailable");
}

TEST_CASE("what an answer does after its call has returned changes nothing") {
    for (const char* const way : {"works after it has returned", "claims to have returned"}) {
        CAPTURE(way);
        const Judged judged =
            judging::judge("patient", "build/judged/hostile/answer", {std::string("HOSTILE=") + way});
        CAPTURE(judged.errors);
        CHECK(judged.exit_code == 0);
        CHECK(judged.record.passed == 1);
    }
}

TEST_CASE("copies of an answer count, and its work on the host is none on the device") {
    check_failed(judge_hostile("works on the host"), "no kernel was launched");
}

TEST_CASE("what an answer throws reaches the harness, without control characters") {
    check_failed(judge_hostile("throws"), "this text?was ?[1mthrown?");
    check_failed(judge_hostile("throws a number"), "an exception came out of it.");
}

TEST_CASE("what kernels print is passed on up to a mebibyte") {
    const Judged judged = judging::judge("01.7", "build/judged/hostile/printing");
    CHECK(judged.exit_code == 1);
    const std::string line(60, '0');
    std::size_t lines = 0;
    for (std::size_t at = 0; (at = judged.errors.find(line, at)) != std::string::npos; at += 64) ++lines;
    CHECK(lines * 64 > 900'000);
    CHECK(lines * 64 <= 1 << 20);
}

TEST_CASE("memory that host and device share is refused by name") {
    const Judged judged = judge_hostile("uses managed memory");
    check_failed(judged, "cudaErrorNotSupported");
    CHECK(judged.errors.find("cudaMallocManaged is refused where answers are graded") != std::string::npos);
}

TEST_CASE(
    "an answer that asks for counts, opens its window, prints a record or looks at registers gains nothing "
    "by it") {
    for (const char* const way : {"asks for counts", "prints a record", "looks at registers"}) {
        CAPTURE(way);
        const Judged judged = judge_hostile(way);
        CHECK(judged.exit_code == 0);
        CHECK(text_of(judged.record) == text_of(judge_hostile("").record));
    }
}

TEST_CASE("an answer that changes the shared memory's size ends the judging before its first test") {
    // It may come too late: then the judge has sealed the size, and the answer goes on.
    for (const char* const way : {"shrinks the window", "seals the window"}) {
        CAPTURE(way);
        const Judged judged = judge_hostile(way);
        CAPTURE(judged.errors);
        if (judged.exit_code == 0) continue;
        CHECK(judged.exit_code == 1);
        CHECK(judged.record.passed == 0);
        CHECK(judged.errors.find("The judge shares no memory with the answer") != std::string::npos);
    }
}

TEST_CASE("an answer without the exercise's function or constants is told which one is missing") {
    const std::string answer = "build/judged/hostile/answer";
    check_failed(judging::judge("02.1", answer),
                 "it does not define transpose(float*, float const*, unsigned long, unsigned long)");
    check_failed(judging::judge("04.10", answer), "it does not define predicted::");
}
