// The programs of the warps part as a learner meets them: what they print, and what they say to what makes no sense.
#include <doctest/doctest.h>

#include <string>

#include "common/testing/lesson_program.hpp"

using lesson::Ending;

namespace {

// Runs build/01/COMMAND on the emulator.
Ending run(const std::string& command, const std::string& simt_options = "") {
    return lesson::run_built("01/" + command, simt_options);
}

void refuses(const std::string& command, const std::string& words) {
    lesson::refuses("01/" + command, words);
}

}  // namespace

TEST_CASE("warps_of_a_block names the first and the last thread of each warp, and draws the block") {
    const Ending shown = run("warps_of_a_block 48 8x8 4x8x2", "--error-exitcode 77");
    CHECK(shown.exit_code == 0);
    CHECK(shown.prints("warp 1: T(32) to T(47) in lanes 0 to 15; 16 lanes have no thread\n"));
    CHECK(shown.prints("warp 0: T(0,0) to T(3,7) in lanes 0 to 31\n"));
    CHECK(shown.prints("warp 1: T(1,0,0) to T(1,7,3) in lanes 0 to 31\n"));
    CHECK(shown.prints("  y = 3    0 0 0 0 0 0 0 0\n  y = 4    1 1 1 1 1 1 1 1\n"));
    refuses("warps_of_a_block 40x40", "A block has at most 1024 threads, and 40x40 are 1600.");
    refuses("warps_of_a_block 8x8 eight", "'eight' is no shape.");
}

TEST_CASE("boundaries shows which warps of a picture are divided, in lines that fold equal blocks") {
    const Ending shown = run("boundaries 200x150", "--error-exitcode 77");
    CHECK(shown.exit_code == 0);
    CHECK(
        shown.prints("13 x 10 blocks of 8 warps, 1040 warps.\n"
                     "  blocks in row 0 to 8    12 x ########  1 x ////////\n"
                     "  blocks in row 9         12 x ###.....  1 x ///.....\n"));
    CHECK(shown.prints("counted: divergent warps 75, 7.21 % of those launched"));
    refuses("boundaries 1x2x3", "'1x2x3' is no shape");
    refuses("boundaries 1000000000", "'1000000000' is too large: no number may be above 99,999,999.");
    refuses("boundaries 100 --block 8x8", "a vector takes blocks of one dimension");
    refuses("boundaries --block", "'--block' is no shape");
    refuses("boundaries 1x2000000 --block 16x16", "a grid has at most 65535 blocks below each other");
    refuses("boundaries 99999999x99", "at most 2^30 elements");
}

TEST_CASE("divergence shows a pass in each line, all parts or one") {
    const Ending loop = run("divergence loop", "--error-exitcode 77");
    CHECK(loop.exit_code == 0);
    CHECK(loop.prints("trip 7    .##.##.##.##.##.##.##.##.##.##.#  21 lanes"));
    CHECK_FALSE(loop.prints("else"));
    const Ending all = run("divergence", "--error-exitcode 77");
    CHECK(all.exit_code == 0);
    CHECK(all.prints("else      .#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#  16 lanes"));
    CHECK(all.prints("the rest  ####################............  20 lanes"));
    refuses("divergence if else", "it takes nothing, or one of: if, switch, loop, return");
}

TEST_CASE("latency and ways show counts where there is no time, and no CSV") {
    const Ending latency = run("latency", "--error-exitcode 77");
    CHECK(latency.exit_code == 0);
    CHECK(latency.prints("the emulator has no time"));
    refuses("latency --csv", "it needs a GPU");
    refuses("latency --fast", "it takes nothing, or --csv, or --from FILE");
    CHECK(run("latency --from /nowhere.csv").prints("Not measured yet"));
    const Ending ways = run("ways", "--error-exitcode 77");
    CHECK(ways.exit_code == 0);
    CHECK(ways.prints("lanes of a warp part"));
    refuses("ways --csv", "it needs a GPU");
}
