// The line that a long launch shows on a terminal.
#include "emulator/runtime/launch_progress.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <string>

#include "common/testing/pseudo_terminal.hpp"

using simt::runtime::LaunchPace;
using simt::runtime::LaunchProgress;
using namespace std::chrono_literals;

TEST_CASE("a launch that lasts says how many of its blocks have ended, and leaves nothing behind") {
    const ::testing::Environment environment{{"TERM", "xterm"}};
    ::testing::PseudoTerminal screen(80);
    {
        LaunchProgress progress(screen.program(), 3, "naive", 4096, 0ms);
        progress.blocks_done() = 1000;
        screen.wait_for("simt: launch 3, naive: 24 % of 4,096 blocks, ");
        screen.wait_for(" blocks/s");
    }
    const std::string rest = screen.received();
    CHECK(rest.substr(rest.size() - 5) == "\x1b[K\x1b\x38");  // the line is empty, the cursor back
}

TEST_CASE("a short launch shows nothing, and neither does one in a pipe") {
    const ::testing::Environment environment{{"TERM", "xterm"}};
    ::testing::PseudoTerminal screen(80);
    { const LaunchProgress progress(screen.program(), 3, "naive", 4096, 1h); }
    CHECK(screen.received().empty());
    const ::testing::Pipe pipe;
    { const LaunchProgress progress(pipe.ends[1], 3, "naive", 4096, 0ms); }
    CHECK(pipe.received().empty());
}

TEST_CASE("the launch that runs is known to all threads") {
    CHECK(LaunchProgress::running() == "");
    const ::testing::Pipe pipe;
    {
        LaunchProgress progress(pipe.ends[1], 3, "naive", 4096, 1h);
        progress.blocks_done() = 1000;
        CHECK(LaunchProgress::running() == "launch 3 of naive was running (1,000 of 4,096 blocks had run)");
    }
    CHECK(LaunchProgress::running() == "");
}

TEST_CASE("the line has the share of the blocks, their rate and what remains") {
    const ::testing::Pipe pipe;
    LaunchProgress progress(pipe.ends[1], 12, "naive", 4096, 1h);
    CHECK(progress.line(7.4) == "simt: launch 12, naive: 0 % of 4,096 blocks, 7 s so far");
    progress.blocks_done() = 1024;
    CHECK(progress.line(4) == "simt: launch 12, naive: 25 % of 4,096 blocks, 256 blocks/s, about 12 s left");
    progress.blocks_done() = 4095;
    CHECK(progress.line(0.5) == "simt: launch 12, naive: 99 % of 4,096 blocks, 8,190 blocks/s, 0 s so far");
}

TEST_CASE("a loop of short launches is told after five seconds, then more and more seldom") {
    LaunchPace pace;
    CHECK(pace.note(1, "naive", 0) == "");
    CHECK(pace.note(300, "naive", 4.9) == "");
    CHECK(pace.note(301, "naive", 5) == "simt: 300 launches in 5 s, now 60 a second; the newest is naive");
    CHECK(pace.note(302, "naive", 6) == "");
    CHECK(pace.note(801, "fast", 10) == "simt: 800 launches in 10 s, now 100 a second; the newest is fast");
    CHECK(pace.note(900, "fast", 19) == "");
    // Long launches show a line of their own.
    CHECK(pace.note(903, "slow", 2000) == "");
}
