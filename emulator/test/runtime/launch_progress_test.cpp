// The line that a long launch shows on a terminal.
#include "emulator/runtime/launch_progress.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <string>

#include "common/testing/pseudo_terminal.hpp"

using simt::runtime::LaunchProgress;
using namespace std::chrono_literals;

TEST_CASE("a launch that lasts says how many of its blocks have ended, and leaves nothing behind") {
    const ::testing::Environment environment{{"TERM", "xterm"}};
    ::testing::PseudoTerminal screen(80);
    {
        LaunchProgress progress(screen.program(), "naive", 4096, 0ms);
        REQUIRE(progress.blocks_done() != nullptr);
        *progress.blocks_done() = 1000;
        screen.wait_for("simt: naive: 1000 of 4096 blocks");
    }
    const std::string rest = screen.received();
    CHECK(rest.substr(rest.size() - 5) == "\x1b[K\x1b\x38");  // the line is empty, the cursor back
}

TEST_CASE("a short launch shows nothing, and neither does one in a pipe") {
    const ::testing::Environment environment{{"TERM", "xterm"}};
    ::testing::PseudoTerminal screen(80);
    { const LaunchProgress progress(screen.program(), "naive", 4096, 1h); }
    CHECK(screen.received().empty());
    const ::testing::Pipe pipe;
    LaunchProgress progress(pipe.ends[1], "naive", 4096, 0ms);
    CHECK(progress.blocks_done() == nullptr);
}
