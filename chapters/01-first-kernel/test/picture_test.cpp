// The chapter's program on a picture: its output, the file it writes, and its messages for files it cannot read.
#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/landscape.hpp"
#include "common/baseline/grey.hpp"
#include "common/testing/lesson_program.hpp"
#include "common/testing/temporary_folder.hpp"

namespace {

using lesson::Ending;

Ending run_grey(const std::string& arguments) {
    return lesson::run_built("01-first-kernel " + arguments, "--quiet");
}

}  // namespace

TEST_CASE("every rung turns the picture grey, and the file that is written has the CPU's bytes") {
    const testing::TemporaryFolder folder;
    const std::string colour = folder / "colour.ppm", grey = folder / "grey.pgm";
    REQUIRE(lesson::run_built("01/landscape 62x76 " + colour).exit_code == 0);
    const Ending ending = run_grey("--picture " + colour + " --output=" + grey + " --skip-cpu");
    CHECK(ending.exit_code == 0);
    CHECK(ending.prints("01-first-kernel, grey, 62x76,"));
    for (const std::string rung :
         {"one_thread", "one_block", "guarded", "wide_blocks", "grid_stride", "vectorised"}) {
        CHECK(ending.prints("\n" + rung));
    }
    CHECK(ending.output.find("WRONG") == std::string::npos);
    const picture::Colour landscape = picture::landscape(62, 76);
    std::vector<std::uint8_t> expected(62 * 76);
    baseline::grey_serial(expected.data(), landscape.rgb.data(), 62, 76);
    const std::string written = lesson::text_of(grey);
    CHECK(written == "P5\n76 62\n255\n" + std::string(expected.begin(), expected.end()));
}

TEST_CASE("a file that is no picture, and options that do not fit one, are refused with exit code 2") {
    const testing::TemporaryFolder folder;
    const std::string cut = folder / "cut.ppm";
    std::ofstream(cut) << "P6\n3 2\n255\nabc";
    const auto refused = [](const std::string& arguments, const std::string& words) {
        CAPTURE(arguments);
        const Ending ending = run_grey(arguments);
        CHECK(ending.exit_code == 2);
        CHECK(ending.reports(words));
    };
    refused("--picture README.md", "README.md: this is no PPM picture: one begins with P6 or P3");
    refused("--picture " + cut,
            "the file is cut off: 3 × 2 pixels need at least 18 bytes, and 3 follow the header");
    refused("--picture no/such.ppm", "no/such.ppm: cannot read this file");
    refused("--picture", "--picture needs a file after it");
    refused("--picture=", "--picture needs a file after it");
    refused("--output grey.pgm", "--output is for the picture of --picture FILE");
    std::ofstream(cut) << "P6\n1 1\n255\nabc";
    refused("--picture " + cut + " --size 5x5", "--picture comes with its own size");
    refused("--picture " + cut + " --ladder add", "--picture runs the ladder grey and no other");
    refused("--picture " + cut + " --output no/such/grey.pgm", "cannot write no/such/grey.pgm");
    CHECK(run_grey("--picture " + cut + " --output no/such/grey.pgm")
              .output.empty());  // refused before the work
}
