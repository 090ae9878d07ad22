// The lesson's small programs as a learner meets them. Mistakes: the program's output and the emulator's report.
// Repairs: the emulator reports nothing. Programs that measure: their output without a GPU. Programs about warps.
#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "common/testing/lesson_program.hpp"
#include "common/testing/temporary_folder.hpp"

namespace {

using lesson::Ending;

// Runs build/01/COMMAND on the emulator.
Ending run(const std::string& command, const std::string& simt_options = "") {
    return lesson::run_built("01/" + command, simt_options);
}

void refuses(const std::string& command, const std::string& words) {
    lesson::refuses("01/" + command, words);
}

// The exit code, with every finding of a check as an error: 0 means no finding.
int code_of_checks(const std::string& command) { return run(command, "--error-exitcode 77").exit_code; }

}  // namespace

TEST_CASE("the first programs of the lesson are right, and the checks find nothing in them") {
    CHECK(run("add_in_full").output == "1002 + 2004 = 3006\n");
    CHECK(run("hello").prints("block 1 of 2, thread 3 of 4\n"));
    CHECK(code_of_checks("add_in_full") == 0);
    CHECK(code_of_checks("hello") == 0);
    CHECK(run("device").prints("threads on the device, at most         270336\n"));
    CHECK(run("block_sizes").prints("\n32                         50      6144    24576\n"));
}

TEST_CASE("an unknown argument is refused, and the mistake does not run instead") {
    const auto refused = [](const std::string& command, const std::string& words) {
        CAPTURE(command);
        const Ending ending = run(command);
        CHECK(ending.exit_code == 2);
        CHECK(ending.output.empty());
        CHECK(ending.reports(words));
    };
    refused("forgotten_guard fixed", "it takes no argument, or repaired\n");
    refused("forgotten_guard --help", "it takes no argument, or repaired\n");
    refused("forgotten_guard repaired twice", "it takes no argument, or repaired\n");
    refused("forgotten_copy back", "it takes no argument, or there or repaired\n");
    refused("forgotten_synchronisation fixed", "it takes no argument, or repaired\n");
    refused("unchecked_launch nonsense", "it takes no argument, or checked or repaired\n");
    refused("hello --help", "it takes no argument\n");
    refused("device 1", "it takes no argument\n");
}

TEST_CASE("without a guard the first thread past the end is found, with its line, and the program stops") {
    const Ending mistake = run("forgotten_guard");
    CHECK(mistake.exit_code == 1);
    CHECK(mistake.output.empty());
    CHECK(mistake.reports("simt: out of bounds: a read of 4 bytes where no allocation is"));
    CHECK(mistake.reports("element [1003] of an array that ends at [1002]"));
    CHECK(mistake.reports("block (15, 0, 0), thread (43, 0, 0)"));
    CHECK(mistake.reports("forgotten_guard.cu:20   sum[i] = a[i] + b[i];"));
    CHECK(mistake.reports("failed: cudaErrorIllegalAddress"));
    const Ending repaired = run("forgotten_guard repaired");
    CHECK(repaired.output == "1003 of 1003 sums are right\n");
    CHECK(code_of_checks("forgotten_guard repaired") == 0);
}

TEST_CASE("a result that is not copied back is wrong, and no check reports it") {
    const Ending mistake = run("forgotten_copy");
    CHECK(mistake.exit_code == 0);
    CHECK(mistake.output == "0 of 1003 sums are right; the first is 0\n");
    CHECK(code_of_checks("forgotten_copy") == 0);
    CHECK(mistake.reports("4.03 kB written"));  // but the report shows that the kernel did write
}

TEST_CASE("an input that is not copied to the device is reported as memory that was never written") {
    const Ending mistake = run("forgotten_copy there");
    CHECK(mistake.exit_code == 0);
    CHECK(mistake.prints("0 of 1003 sums are right"));
    CHECK(mistake.reports("simt: never written: a read of 4 bytes of global memory"));
    CHECK(mistake.reports("cudaMalloc (2nd call)"));
    CHECK(code_of_checks("forgotten_copy there") == 77);
    CHECK(run("forgotten_copy repaired").output == "1003 of 1003 sums are right; the first is 2\n");
    CHECK(code_of_checks("forgotten_copy repaired") == 0);
}

TEST_CASE("an impossible launch stops a program that checks it, and goes unnoticed in one that does not") {
    const Ending mistake = run("unchecked_launch");
    CHECK(mistake.exit_code == 0);
    CHECK(mistake.output == "0 of 2048 sums are right\n");
    CHECK(mistake.reports("the block 2048x1x1 is too large: at most 1024x1024x64, and 1024 threads in all"));
    const Ending checked = run("unchecked_launch checked");
    CHECK(checked.exit_code == 1);
    CHECK(checked.output.empty());
    CHECK(checked.reports("unchecked_launch.cu:32: cudaGetLastError() failed: cudaErrorInvalidValue"));
    CHECK(run("unchecked_launch repaired").output == "2048 of 2048 sums are right\n");
}

TEST_CASE("the emulator says that it cannot show a result that is read too early") {
    CHECK(run("forgotten_synchronisation").prints("this mistake shows only on a GPU"));
    const Ending repaired = run("forgotten_synchronisation repaired");
    CHECK(repaired.output ==
          "the host saw 2 first and 2 last, both should be 2\nlater it sees 1000003 of 1000003 right\n");
}

TEST_CASE("programs that measure show no time on the emulator, and write no CSV") {
    for (const std::string name : {"clocks", "transfers", "when_it_pays"}) {
        CHECK(run(name).prints("The emulator has no time to show"));
    }
    CHECK(run("block_sizes").prints("only a GPU shows"));
    for (const std::string name : {"clocks", "transfers", "when_it_pays", "block_sizes"}) {
        CAPTURE(name);
        const Ending csv = run(name + " --csv");
        CHECK(csv.exit_code == 2);
        CHECK(csv.output.empty());
        CHECK(csv.reports("it needs a GPU"));
        CHECK(run(name + " --from no/such.csv").prints("build/01/" + name + " --csv > no/such.csv does it."));
        CHECK(run(name + " --form").exit_code == 2);
    }
}

TEST_CASE("the size from which a GPU pays is the smallest from which it stays faster") {
    const testing::TemporaryFolder folder;
    const std::string file = folder / "measured.csv";
    std::ofstream(file)
        << "device,cpu,toolkit,driver,date,elements,\"sum: CPU, us\",sum: GPU,\"sum: GPU, copies\","
           "\"steps: CPU, us\",steps: GPU,\"steps: GPU, copies\"\n"
           "H200,\"Xeon, 16 threads\",13.0,13.0,2026-01-02,256,10,9,99,10,20,20\n"
           "H200,\"Xeon, 16 threads\",13.0,13.0,2026-01-02,1024,10,11,99,10,9,20\n"
           "H200,\"Xeon, 16 threads\",13.0,13.0,2026-01-02,4096,10,9,99,10,9,9\n";
    const Ending table = run("when_it_pays --from " + file);
    CHECK(table.exit_code == 0);
    CHECK(table.prints("for sums of data that it has already: from 4096 elements on."));
    CHECK(table.prints("for sums with copies there and back:  at none of these sizes."));
    CHECK(table.prints("for steps on data that it has already: from 1024 elements on."));
    CHECK(table.prints("for steps with copies there and back:  from 4096 elements on."));
    CHECK(table.prints("Measured on H200, CUDA 13.0, driver for CUDA 13.0; Xeon, 16 threads; 2026-01-02."));
}

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
    refuses("boundaries 1x2000000 --block 16x16", "a grid has at most 65535 blocks in y");
    refuses("boundaries 99999999x99", "at most 2^30 elements");
}

TEST_CASE("divergence shows a line for each pass, of all examples or of one") {
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

TEST_CASE("on the emulator latency and ways show counts, and write no CSV") {
    const Ending latency = run("latency", "--error-exitcode 77");
    CHECK(latency.exit_code == 0);
    CHECK(latency.prints("the emulator has no time"));
    refuses("latency --csv", "it needs a GPU");
    refuses("latency --fast", "it takes nothing, or --csv, or --from FILE");
    CHECK(run("latency --from /nowhere.csv").prints("Not measured yet"));
    const Ending ways = run("ways", "--error-exitcode 77");
    CHECK(ways.exit_code == 0);
    CHECK(ways.prints("lanes of a warp differ"));
    refuses("ways --csv", "it needs a GPU");
}
