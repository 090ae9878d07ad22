// Real programs under the emulator: results against the host's, and every report at the source line it belongs to.
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "emulator/test/support/results.hpp"

using namespace simt::testing;

namespace {

const std::string kSource = "emulator/test/programs/wrong_kernels.cu";

// "wrong_kernels.cu:<line>" of the line with the marker in a comment of its own.
std::string place_of(const std::string& marker) {
    std::istringstream source(text_of(kSource));
    int number = 1;
    for (std::string line; std::getline(source, line); ++number) {
        const std::size_t comment = line.find("// ");
        if (comment == std::string::npos) continue;
        std::istringstream markers(line.substr(comment + 3));
        for (std::string word, found; markers >> word; found.clear()) {
            found = word;
            if (word.back() == ',') {
                markers >> word;
                found += " " + word;
            }
            if (found == marker) return "wrong_kernels.cu:" + std::to_string(number) + " ";
        }
    }
    return "no line is marked " + marker;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

Ended run_case(const std::string& name) { return shell("build/test/programs/wrong_kernels " + name); }

// One report with this heading, at the marked line, of this thread.
void check_report(const std::string& name, const std::string& heading, const std::string& thread,
                  const std::string& error) {
    CAPTURE(name);
    const Ended ran = run_case(name);
    CAPTURE(ran.err);
    CHECK(ran.exit_code == 0);
    CHECK(ran.out == error + "\n");
    CHECK(occurrences(ran.err, "  what to do") == 1);
    CHECK(ran.err.find("simt: " + heading) == 0);
    CHECK(occurrences(ran.err, place_of(name)) == 1);
    CHECK(occurrences(ran.err, "thread " + thread) == 1);
}

// A race between the marked lines; `reports` in all, since a loop or a pair of statements may race both ways.
void check_race(const std::string& name, std::size_t reports) {
    CAPTURE(name);
    const Ended ran = run_case(name);
    CAPTURE(ran.err);
    CHECK(ran.out == "cudaSuccess\n");
    CHECK(occurrences(ran.err, "simt: race: ") == reports);
    CHECK(occurrences(ran.err, "  what to do") == reports);
    CHECK(occurrences(ran.err, place_of(name)) >= reports);
    const std::string other = place_of(name + ", other");
    if (other.find("no line") == std::string::npos) CHECK(occurrences(ran.err, other) >= reports);
}

}  // namespace

TEST_CASE("optimised programs compute what the host computes") { check_results("computed_optimised", 13); }

TEST_CASE("programs without optimisation of the device code compute what the host computes") {
    check_results("computed_unoptimised", 13);
}

TEST_CASE("programs built with -G compute what the host computes") { check_results("computed_debug", 13); }

TEST_CASE("programs that only look wrong are not reported") {
    const Ended ran = run_case("right");
    CHECK(ran.out == "cudaSuccess\n");
    CHECK(ran.err == "");
}

TEST_CASE("faults in global memory are reported at their source line and end in the GPU's error") {
    check_report("past_the_end", "out of bounds: a write of 4 bytes", "(8, 0, 0)", "cudaErrorIllegalAddress");
    check_report("misaligned", "misaligned: writes of 16 bytes", "(0, 0, 0)", "cudaErrorMisalignedAddress");
    check_report("never_written", "never written: a read of 4 bytes of global memory", "(0, 0, 0)",
                 "cudaSuccess");
    check_report("null", "out of bounds: a read of 4 bytes", "(0, 0, 0)", "cudaErrorIllegalAddress");
    check_report("use_after_free", "use after free: a read of memory", "(0, 0, 0)",
                 "cudaErrorIllegalAddress");
    check_report("write_to_constant", "write to constant memory", "(0, 0, 0)", "cudaErrorIllegalAddress");
}

TEST_CASE("--continue goes on only after stray accesses: a misaligned one still ends the launch") {
    CHECK(shell("build/simt --continue build/test/programs/wrong_kernels misaligned").out ==
          "cudaErrorMisalignedAddress\n");
}

TEST_CASE("faults in shared memory are reported at their source line") {
    check_report("dynamic_overrun", "out of bounds: a write of 4 bytes past the end of shared memory",
                 "(63, 0, 0)", "cudaErrorIllegalAddress");
    check_report("shared_never_written", "never written: a read of 4 bytes of shared memory", "(0, 0, 0)",
                 "cudaSuccess");
}

TEST_CASE("races are reported with the source lines of both sides, once for each cure") {
    check_race("missing_barrier", 1);
    check_race("second_barrier", 1);
    check_race("same_place", 1);
    check_race("missing_syncwarp", 1);
    check_race("not_atomic", 1);
}

TEST_CASE("a deadlock, a trap and an unsupported instruction name their source line") {
    struct Ending {
        const char *name, *sentence, *error;
    };
    const Ending endings[] = {
        {"divergent_barrier", "deadlock in block (0,0,0): barrier 0 has 16 of 32 threads (16 at line ",
         "cudaErrorLaunchFailure"},
        {"trapped", "the kernel executed a trap instruction, at line ", "cudaErrorLaunchFailure"},
        {"unsupported", "the instruction multimem.red.relaxed.gpu.global.add.u32 is not supported, at line ",
         "cudaErrorNotSupported"}};
    for (const Ending& ending : endings) {
        CAPTURE(ending.name);
        const Ended ran = run_case(ending.name);
        CAPTURE(ran.err);
        CHECK(ran.out == ending.error + std::string("\n"));
        std::string number = place_of(ending.name);
        number = number.substr(number.find(':') + 1);
        CHECK(ran.err.find(ending.sentence + number) != std::string::npos);
    }
}
