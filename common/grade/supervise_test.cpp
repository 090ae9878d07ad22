// Commands that exceed their limits, and what is left of them.
#include "common/grade/supervise.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "common/grade/cgroup.hpp"
#include "common/grade/process_tree.hpp"
#include "common/testing/skip.hpp"
#include "common/testing/temporary_folder.hpp"

using grade::Ended;
using grade::Limits;

namespace {

Ended run_script(const std::string& script, const Limits& limits = {}) {
    grade::become_supervisor();
    return grade::run_supervised({{{"/bin/sh", "-c", script}, {"PATH=/usr/bin:/bin", "ONE=1"}, "/"}}, limits);
}

}  // namespace

TEST_CASE("a command runs in its folder with its environment alone, and its output is kept") {
    const Ended ended = run_script("pwd; echo \"$ONE$HOME\"; echo error >&2; exit 3");
    CHECK(ended.output == "/\n1\nerror\n");
    CHECK(ended.ending.exit_code == 3);
    CHECK(ended.exceeded.empty());
    CHECK(run_script("kill -SEGV $$").ending.signal == SIGSEGV);
}

TEST_CASE("a command that cannot be started is an error with its name") {
    grade::become_supervisor();
    CHECK_THROWS_WITH(grade::run_supervised({{{"/no/such/program"}, {}, "/"}}, {}),
                      "/no/such/program cannot be started: No such file or directory.");
}

TEST_CASE("time, processes, memory and output are limited") {
    Limits limits;
    limits.seconds = 0.3;
    CHECK(run_script("sleep 60", limits).ending.timed_out);
    limits = {};
    limits.processes = 8;
    CHECK(run_script("for i in 1 2 3 4 5 6 7 8 9; do sleep 60 & done; sleep 60", limits).exceeded ==
          "started more than 8 processes");
    limits = {};
    limits.memory = 32 << 20;
    CHECK(run_script("x=0123456789abcdef; while :; do x=$x$x; done", limits).exceeded ==
          "needed more than 32 MiB of memory");
    limits = {};
    limits.output = 1 << 20;
    const Ended flood = run_script("while :; do echo 0123456789012345678901234567890123456789; done", limits);
    CHECK(flood.exceeded == "printed more than 1 MiB");
    CHECK(flood.output.size() == grade::kOutputKept);
}

TEST_CASE("memory that is in no process counts where control groups can be made") {
    if (grade::own_group_folders().version == 0) return testing::skip("no control group can be made here");
    const std::string file = "/dev/shm/learn-cuda." + std::to_string(getpid());
    Limits limits;
    limits.memory = 32 << 20;
    CHECK(run_script("head -c 48000000 /dev/zero >" + file + "; sleep 63", limits).exceeded ==
          "needed more than 32 MiB of memory");
    std::filesystem::remove(file);
}

TEST_CASE("a file cannot grow beyond its limit") {
    const testing::TemporaryFolder folder;
    Limits limits;
    limits.file_size = 1 << 16;
    run_script("head -c 1000000 /dev/zero >'" + folder.path() + "/file'", limits);
    CHECK(std::filesystem::file_size(folder / "file") == 1 << 16);
}

TEST_CASE("no process is left of a command, whether it ends, is stopped, or leaves its session") {
    const testing::TemporaryFolder folder;
    const std::string leave = "setsid sleep 61 & (setsid sleep 61 &) ; echo";
    CHECK(run_script(leave).output == "\n");
    CHECK(grade::descendants(100).running == 0);
    Limits limits;
    limits.seconds = 0.5;
    CHECK(run_script(leave + "; sleep 61", limits).ending.timed_out);
    CHECK(grade::descendants(100).running == 0);
}

TEST_CASE("several commands end with the first one, and inherit files under the numbers that they expect") {
    grade::become_supervisor();
    int ends[2];
    REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
    const grade::Command reads{
        {"/bin/sh", "-c", "read word <&3; echo \"$word\"; exit 5"}, {}, "/", {{ends[0], 3}}};
    const grade::Command writes{
        {"/bin/sh", "-c", "echo told >&4; sleep 62"}, {"PATH=/usr/bin:/bin"}, "/", {{ends[1], 4}}};
    const Ended ended = grade::run_supervised({reads, writes}, {});
    CHECK(ended.output == "told\n");
    CHECK(ended.ending.exit_code == 5);
    CHECK(grade::descendants(100).running == 0);
    close(ends[0]);
    close(ends[1]);
}
