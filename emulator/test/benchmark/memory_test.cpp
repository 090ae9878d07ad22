// The host memory that the emulator takes for what a kernel touches: test/benchmark/programs/memory_kernels.cu under build/simt.
#include <doctest/doctest.h>

#include <string>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

struct Growth {
    double bytes, touched;
};

Growth growth(const std::string& kernel, const std::string& options) {
    const Ended ran = shell("build/simt --quiet --threads 2 " + options +
                            " build/test/programs/memory_kernels " + kernel + " 2097152");
    CAPTURE(ran.err);
    REQUIRE(ran.exit_code == 0);
    REQUIRE(ran.out.starts_with(kernel + ","));
    const std::size_t first = ran.out.find(','), second = ran.out.find(',', first + 1);
    return {std::stod(ran.out.substr(second + 1)), std::stod(ran.out.substr(first + 1))};
}

// What every process takes, however little it touches: code, decoded kernels, buffers, and the tables of blocks that have
// ended and wait for one before them.
constexpr double kConstant = 24e6;

}  // namespace

TEST_CASE("bounds and initialisation take at most a quarter more than the program's own memory") {
    const Growth reading =
        growth("read", "--checks=all");  // nothing is written, so that no race is looked for
    CHECK(reading.bytes > reading.touched);
    CHECK(reading.bytes < 1.25 * reading.touched + kConstant);
}

TEST_CASE("races in global memory take at most three bytes more for each byte that is touched") {
    for (const char* kernel : {"copy", "copy_by_one_block", "copy_by_two_blocks", "copy_rows", "copy_bytes",
                               "permute", "add_permuted", "copy_with_ticket", "permute_with_ticket"}) {
        CAPTURE(kernel);
        const Growth all = growth(kernel, "--checks=all");
        CHECK(all.bytes < (1.25 + 3) * all.touched + kConstant);
        // And they are looked for: it costs something.
        CHECK(all.bytes > (1.25 + 0.25) * all.touched);
    }
}
