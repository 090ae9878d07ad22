// Traces as their user meets them: simt --trace, names of arrays, and simt view.
#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "common/testing/temporary_folder.hpp"
#include "common/testing/words.hpp"
#include "emulator/test/support/shell.hpp"

using namespace simt::testing;
using ::testing::contains;
using ::testing::missing;
using ::testing::TemporaryFolder;

namespace {

const std::string kCases = " build/test/programs/launcher_cases ";
const std::string kAnnotated = " build/test/programs/annotated ";

// simt view refuses with code 2 and this on stderr, and writes no page.
void check_refused(const std::string& words, const std::string& sentence) {
    CAPTURE(words);
    const Ended ran = shell("build/simt view " + words);
    CHECK(ran.exit_code == 2);
    CHECK(ran.out == "");
    CAPTURE(ran.err);
    CHECK(ran.err.starts_with("simt: "));
    CHECK(contains(ran.err, sentence));
}

std::string write(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
    return path;
}

}  // namespace

TEST_CASE("--trace records the first warp, and says what it leaves out") {
    const TemporaryFile file(".trace");
    const std::string trace = "build/simt --json /dev/null --trace " + file.path() + " ";
    CHECK(shell(trace + kCases + "exit 0").err == "");
    CHECK(contains(file.text(), "simt-trace 1\nlaunch 1 4 1 1 256 1 1 0 fill(int*, int)\nplace "));
    CHECK(contains(file.text(), "emulator/test/programs/launcher_cases.cu\nat 0 0 0 1 ffffffff\n"));
    CHECK(contains(file.text(), " ffffffff 4 1 0 4x31\n"));
    CHECK(file.text().ends_with("\nend\n"));
    CHECK(contains(shell(trace + "--trace-of all --trace-limit 3" + kCases + "exit 0").err,
                   "holds the first 3 accesses only: --trace-limit N records more"));
    CHECK(contains(file.text(), "\ncut 3\nend\n"));
    CHECK(contains(shell(trace + "--trace-of 9" + kCases + "exit 0").err,
                   "holds no access: no selected launch"));
    CHECK(file.text() == "simt-trace 1\nend\n");
    CHECK(shell(trace + "--kernel no_such" + kCases + "exit 0").exit_code == 0);
    CHECK(file.text() == "simt-trace 1\nend\n");
}

TEST_CASE("the trace of a program that is killed holds what its launches did") {
    const TemporaryFile file(".trace");
    shell("build/simt --json /dev/null --trace " + file.path() + kCases + "kill_itself");
    CHECK(contains(file.text(), " 4x31\n"));
    CHECK_FALSE(contains(file.text(), "end\n"));
}

TEST_CASE("annotated arrays have their names, shapes and parts in the trace") {
    const TemporaryFile file(".trace");
    const Ended ran = shell("build/simt --quiet --trace " + file.path() + " --trace-of 0 " + kAnnotated);
    CHECK(ran.exit_code == 0);
    CHECK(ran.err == "");
    CAPTURE(file.text());
    CHECK(contains(file.text(), "\nshared 0 4224 tile\n"));
    CHECK(contains(file.text(), "\narray 1 3840 cudaMalloc (1st call)\nshape 1 40 24 24 4 0 in\n"));
    CHECK(contains(file.text(),
                   "\narray 2 3840 cudaMalloc (2nd call)\nshape 2 24 40 40 4 0 the transpose\n"
                   "shape 2 1 160 160 4 640 rows 4 to 7\n"));
}

TEST_CASE("a finding names row and column of an annotated array") {
    const Ended ran = shell("build/simt" + kAnnotated + "beyond");
    CHECK(ran.exit_code == 1);
    CAPTURE(ran.err);
    CHECK(contains(ran.err, " row 40, column 0 of in, which has 40 rows and 24 columns\n"));
}

TEST_CASE("without the emulator an annotation does nothing") {
    const TemporaryFolder folder;
    const std::string source = write(folder / "a.cpp",
                                     "#include \"common/cuda/annotate.hpp\"\n"
                                     "int main() { float x[6] = {}; simt::annotate(x, 2, 3, \"x\"); }\n");
    CHECK(shell("g++ -std=c++17 -Wall -Wextra -Werror -I. " + source + " -o " + folder / "a").err == "");
    const Ended ran = shell(folder / "a");
    CHECK(ran.exit_code == 0);
    CHECK(ran.out + ran.err == "");
}

TEST_CASE("simt view writes a page with the trace and the program's lines") {
    const TemporaryFolder folder;
    const std::string trace = folder / "t.trace";
    REQUIRE(shell("build/simt --quiet --trace " + trace + kAnnotated).exit_code == 0);
    const Ended ran = shell("build/simt view " + trace);
    CHECK(ran.exit_code == 0);
    CHECK(ran.out == trace + ".html\n");
    CHECK(ran.err == "");
    const std::string page = text_of(trace + ".html");
    CHECK(contains(page, "\nshape 1 40 24 24 4 0 in\n"));
    CHECK(contains(page, "\"emulator/test/programs/annotated.cu\":{\"first\":"));
    CHECK(contains(text_of(trace),
                   std::filesystem::current_path().string() + "/emulator/test/programs/annotated.cu\n"));
    CHECK_FALSE(contains(page, std::filesystem::current_path().string()));
    CHECK(contains(page, "tile[threadIdx.y][col] = in[row * kCols + col];"));
    CHECK(contains(page, "simt view " + trace + "\""));
    REQUIRE(shell("build/simt view " + trace + " " + trace + " -o '" + folder / "two.html" + "'").exit_code ==
            0);
    CHECK(contains(text_of(folder / "two.html"), "id=\"trace-1\">simt-trace 1\n"));
}

TEST_CASE("simt view says what the page will lack") {
    const TemporaryFolder folder;
    const std::string lines = "simt-trace 1\nlaunch 1 1 1 1 32 1 1 0 k()\nplace 1 gone/k.cu\n";
    const Ended missing_source = shell("build/simt view " + write(folder / "a", lines + "end\n"));
    CHECK(missing_source.exit_code == 0);
    CHECK(missing_source.err ==
          "simt: gone/k.cu was not found, so its lines are not shown: --source FOLDER says where it is\n");
    write(folder / "k.cu", "here\n");
    const Ended found = shell("build/simt view --source " + folder.path() + " " + folder / "a");
    CHECK(found.err == "");
    CHECK(contains(text_of(folder / "a.html"), "\"lines\":[\"here\"]"));
    const std::string source = " --source " + folder.path();
    CHECK(contains(shell("build/simt view " + write(folder / "b", lines + "cut 7\nend\n") + source).err,
                   "was cut: it holds the first 7 accesses (simt --trace-limit N records more)\n"));
    CHECK(contains(shell("build/simt view " + write(folder / "c", lines) + source).err,
                   "has no end: the program"));
}

TEST_CASE("what simt view cannot show it refuses in a sentence") {
    const TemporaryFolder folder;
    check_refused("", "view: TRACE is required (simt view --help says more)");
    check_refused("a b c", "view: ");
    check_refused("--wrong a", "view: ");
    check_refused("/nowhere/t", "/nowhere/t cannot be read: No such file or directory");
    check_refused(write(folder / "empty", ""), "this is no trace");
    check_refused(write(folder / "none", "simt-trace 1\nend\n"), "holds no launch");
    check_refused("build/simt", "this is no trace");
    const std::string good = write(folder / "good", "simt-trace 1\nlaunch 1 1 1 1 32 1 1 0 k()\nend\n");
    check_refused(good + " -o /nowhere/t.html",
                  "/nowhere/t.html cannot be written: No such file or directory");
    CHECK_FALSE(std::ifstream(good + ".html").good());
}
