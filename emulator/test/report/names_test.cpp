// Kernels, places and counts read as the reports promise.
#include "emulator/report/names.hpp"

#include <doctest/doctest.h>

#include <filesystem>

using namespace simt;
using namespace simt::report;

TEST_CASE("a kernel's name loses its return type and its parameters, and nothing else") {
    CHECK(kernel_name("copy(float*, int)") == "copy");
    CHECK(kernel_name("void tile::copy<float, 4>(float*, int)") == "tile::copy<float, 4>");
    CHECK(kernel_name("void (anonymous namespace)::scan<(Kind)1>(float*, float (*)(int))") ==
          "(anonymous namespace)::scan<(Kind)1>");
    CHECK(kernel_name("_Z4copyPfi") == "_Z4copyPfi");
    CHECK(kernel_name("") == "");
    CHECK(kernel_name(")") == ")");
}

TEST_CASE("a path below the current folder is shown from there") {
    CHECK(shown_path(std::filesystem::current_path().string() + "/chapters/a.cu") == "chapters/a.cu");
    CHECK(shown_path("./a.cu") == "a.cu");
    CHECK(shown_path("/usr/include/cuda.h") == "/usr/include/cuda.h");
}

TEST_CASE("a source line comes without indentation; what cannot be read is empty") {
    CHECK(source_line(__FILE__, 1) == "// Kernels, places and counts read as the reports promise.");
    const u32 indented = __LINE__;  // a line with blanks before and a comment after
    CHECK(source_line(__FILE__, indented) ==
          "const u32 indented = __LINE__;  // a line with blanks before and a comment after");
    CHECK(source_line(__FILE__, 0) == "");
    CHECK(source_line(__FILE__, 100'000) == "");
    CHECK(source_line("no/such/file.cu", 1) == "");
    CHECK(source_line("", 1) == "");
    CHECK(source_line(std::filesystem::temp_directory_path(), 1) == "");
}

TEST_CASE("a program that names a device or a file of the kernel's as its source is not believed") {
    CHECK(source_line("/dev/zero", 1) == "");
    CHECK(source_line("/proc/self/environ", 1) == "");
}

TEST_CASE("counts are grouped by thousands, and long ones rounded to three digits") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1,000");
    CHECK(grouped(~u64{0}) == "18,446,744,073,709,551,615");
    CHECK(compact(99'999) == "99,999");
    CHECK(compact(126'976) == "127k");
    CHECK(compact(999'499) == "999k");
    CHECK(compact(999'500) == "1.00M");
    CHECK(compact(4'194'304) == "4.19M");
    CHECK(compact(41'943'040) == "41.9M");
    CHECK(compact(~u64{0}) == "18.4E");
}

TEST_CASE("texts are cut by characters, not bytes") {
    CHECK(display_width("×4…") == 3);
    CHECK(shortened("transpose", 9) == "transpose");
    CHECK(shortened("transpose", 6) == "trans…");
    CHECK(shortened("××××", 3) == "××…");
}
