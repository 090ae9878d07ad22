// Source places and the chains of inlined calls, in the form that nvcc -lineinfo writes them.
#include "emulator/ptx/locations.hpp"

#include <doctest/doctest.h>

#include "emulator/test/support/ptx_text.hpp"

using namespace simt;
using namespace simt::ptx;

namespace {

using Places = std::vector<Place>;

}  // namespace

TEST_CASE("an instruction has the place of the last .loc before it") {
    const Function k = kernel("trap;\n.loc 1 20 5\ntrap;\n.loc 2 7 0\ntrap;\ntrap;");
    CHECK(k.body[0].places.empty());
    CHECK(k.body[1].places == Places{{1, 20}});
    CHECK(k.body[2].places == Places{{2, 7}});
    CHECK(k.body[3].places == Places{{2, 7}});
}

TEST_CASE("nested inlining gives the whole chain, innermost first") {
    const Function k = kernel(
        ".loc 1 25 3\n"
        ".loc 2 261 5, function_name $L__info_string0, inlined_at 1 25 3\n"
        ".loc 3 92 9, function_name $L__info_string1, inlined_at 2 261 5\n"
        ".loc 3 66 9, function_name .debug_str+16, inlined_at 3 92 9\n"
        "trap;\n"
        ".loc 3 92 9, function_name $L__info_string1, inlined_at 2 261 5\n"
        "trap;\n"
        ".loc 1 26 3\n"
        "trap;");
    CHECK(k.body[0].places == Places{{3, 66}, {3, 92}, {2, 261}, {1, 25}});
    CHECK(k.body[1].places == Places{{3, 92}, {2, 261}, {1, 25}});
    CHECK(k.body[2].places == Places{{1, 26}});
}

TEST_CASE("a function inlined twice follows the call that was written last") {
    const Function k = kernel(
        ".loc 2 5 1, function_name a, inlined_at 1 10 3\n.loc 2 9 1, function_name b, inlined_at 2 5 "
        "1\ntrap;\n"
        ".loc 2 5 1, function_name a, inlined_at 1 20 3\n.loc 2 9 1, function_name b, inlined_at 2 5 "
        "1\ntrap;");
    CHECK(k.body[0].places == Places{{2, 9}, {2, 5}, {1, 10}});
    CHECK(k.body[1].places == Places{{2, 9}, {2, 5}, {1, 20}});
}

TEST_CASE("places start afresh in the next function") {
    const Module module =
        parse(module_text(".entry a()\n{\n.loc 1 5 1\ntrap;\n}\n.entry b()\n{\ntrap;\n"
                          ".loc 2 1 1, function_name f, inlined_at 1 5 1\ntrap;\n}"));
    CHECK(module.functions[1].body[0].places.empty());
    CHECK(module.functions[1].body[1].places == Places{{2, 1}, {1, 5}});
}

TEST_CASE("line 0 is no place, but the call around it is") {
    const Function k = kernel(".loc 1 0 0\ntrap;\n.loc 2 0 1, function_name f, inlined_at 1 5 1\ntrap;");
    CHECK(k.body[0].places.empty());
    CHECK(k.body[1].places == Places{{1, 5}});
}

TEST_CASE("a function inlined into itself without end keeps a chain of bounded length") {
    std::string body;
    for (int k = 0; k < 10000; ++k) body += ".loc 1 5 1, function_name f, inlined_at 1 5 1\n";
    CHECK(kernel(body + "trap;").body[0].places.size() == 32);
}

TEST_CASE("files are listed by number, quotes and escapes removed") {
    const Module module =
        parse(module_text(".file 1 \"a.cu\"\n.file 12 \"dir with \\\"q\\\"/b.cuh\", 1700000000, 42\n"));
    CHECK(module.files == std::map<u32, std::string>{{1, "a.cu"}, {12, "dir with \"q\"/b.cuh"}});
}

TEST_CASE("a folder that is not ASCII is read as the bytes that its octal digits name") {
    const Module module =
        parse(module_text(".file 1 \"/a/\\303\\234bung/k.cu\"\n.file 2 \"a\\\\303\"\n.file 3 "
                          "\"a\\30\"\n.file 4 \"\\3a\\303\"\n"));
    CHECK(module.files ==
          std::map<u32, std::string>{{1, "/a/\303\234bung/k.cu"}, {2, "a\\303"}, {3, "a30"}, {4, "3a\303"}});
}
