// What make show prints of a trace.
#include "common/course/show.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "common/testing/temporary_folder.hpp"
#include "common/testing/words.hpp"
#include "emulator/trace/reader.hpp"

using ::testing::contains;

namespace {

// A learner's file of four lines, and the drawing of a trace of it. In the trace, $ is the file's path.
class Drawing {
  public:
    Drawing() { std::ofstream(path()) << "// first\n    out[i] = in[i];\n    s[i] = s[i + 1];\n"; }
    std::string path() const { return folder_ / "k.cu"; }
    std::string of(const std::string& lines) const {
        std::string text = "simt-trace 1\n" + lines;
        for (std::size_t at; (at = text.find('$')) != text.npos;) text.replace(at, 1, path());
        std::istringstream in(text);
        return course::drawing(simt::trace::read(in), path());
    }

  private:
    testing::TemporaryFolder folder_;
};

const std::string kLoadLine = "instruction global load 4 2 ld.global.f32 $\n";
const std::string kStoreLine = "instruction global store 4 2 st.global.f32 $\n";

}  // namespace

TEST_CASE("each line of the file shows its accesses, their cost, and which cost too much") {
    const std::string text = Drawing().of(
        "launch 1 4 1 1 32 1 1 0 void copy<(anonymous namespace)::Row>(float*)\n" + kLoadLine + kStoreLine +
        "array 1 4096 a\n0 0 0 1 ffffffff 4 1 0 4x31\n1 0 0 2 ffffffff 32 1 0 128x31\n"
        "0 0 0 3 ffffffff 4 1 128 4x31\n1 0 0 4 ffffffff 32 1 4 128x31\n");
    CAPTURE(text);
    CHECK(contains(text, "\ncopy<Row>: warp 0 of block (0,0,0); grid 4, block 32\n"));
    CHECK(contains(text,
                   "\nline 2  out[i] = in[i];\n"
                   "  load from global memory, 2 times: 32 lanes side by side: 4 sectors\n"
                   "    element 0  |01234567|89abcdef|ghijklmn|opqrstuv|\n"));
    CHECK(contains(text,
                   "\n! store to global memory, 2 times: 32 lanes, stride 128 B: 32 sectors, 4 would do\n"));
    CHECK(contains(text, "\nLines that cost more than this warp needs: 2\n"));
}

TEST_CASE("a line with different patterns shows each, a line with many of them the worst") {
    std::string lines = "launch 1 4 1 1 32 1 1 4096 k(float*)\n";
    const std::string load = "instruction shared load 4 3 ld.shared.f32 $\n";
    const std::string two =
        Drawing().of(lines + load + load + "0 0 0 1 ffffffff 1 0 0 4x31\n1 0 0 2 ffffffff 1 0 0 0x31\n");
    CHECK(contains(two, "load from shared memory: 32 lanes side by side: 1 wavefront\n"));
    CHECK(contains(two, "load from shared memory: all 32 lanes at one word: 1 wavefront\n"));
    CHECK(contains(two, "\nNo line costs more than this warp needs.\n"));
    for (int k = 0; k < 5; ++k) lines += load;
    for (int k = 0; k < 5; ++k) {
        const std::string number = std::to_string(k), ways = std::to_string(1 << k);
        lines += number + " 0 0 " + number + " ffffffff " + ways + " 0 0 " + std::to_string(4 << k) + "x31\n";
    }
    const std::string five = Drawing().of(lines);
    CAPTURE(five);
    CHECK(contains(five, "\n! load from shared memory, 1 of 5 times (never worse): 32 lanes, stride 64 B: "));
}

TEST_CASE("an access that ended the launch says why") {
    const Drawing drawing;
    const std::string head = "launch 1 1 1 1 32 1 1 64 k(float*)\n" + kLoadLine + "array 1 128 a\n";
    CHECK(contains(drawing.of(head + "0 0 0 1 ffffffff 0 1 4 4x31\n"),
                   "\n! load from global memory: lanes leave the array of 32 elements, and the "
                   "launch ends here\n"
                   "    element  0  |.0123456|789abcde|fghijklm|nopqrstu|\n"));
    CHECK(contains(drawing.of(head + "0 0 0 1 ffffffff 0 0 4096 4x31\n"), ": no array is there, and"));
    CHECK(contains(drawing.of(head + "0 0 0 1 ffffffff 0 1 2 0x31\n"),
                   ": an address is no multiple of 4, and"));
    CHECK(contains(
        drawing.of(head + "instruction shared load 4 3 ld.shared.f32 $\n1 0 0 1 ffffffff 0 0 4 4x31\n"),
        "\nThe launch ended at line 3.\n"));
}

TEST_CASE("of a kernel's launches one with a full warp and several blocks is drawn; other files are not") {
    const Drawing drawing;
    const auto launch = [](const std::string& number, const std::string& grid, const std::string& access) {
        return "launch " + number + " " + grid + " 1 1 32 1 1 0 k(float*)\n" + kLoadLine +
               "array 1 4096 a\n" + access;
    };
    const std::string text =
        drawing.of(launch("1", "1", "0 0 0 1 1 1 1 0\n") + launch("2", "2", "0 0 0 1 ffffffff 4 1 0 4x31\n") +
                   launch("3", "9", "0 0 0 1 ffff 2 1 0 4x15\n"));
    CHECK(contains(text, "grid 2, block 32"));
    CHECK_FALSE(contains(text, "grid 1"));
    CHECK(drawing.of("launch 1 1 1 1 32 1 1 0 k()\ninstruction global load 4 2 ld other.cu\narray 1 8 a\n"
                     "0 0 0 1 1 1 1 0\n") ==
          "No kernel of this file accesses memory when its tests run: there is nothing to show.\n");
}
