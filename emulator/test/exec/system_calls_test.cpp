// Printing and asserting in kernels: what comes out, in which order, and what cannot be read.
#include <doctest/doctest.h>

#include <cstring>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// "text" as the initial value of a variable.
std::string bytes_of(const std::string& text) {
    std::string list = "{";
    for (const char c : text) list += std::to_string(static_cast<int>(c)) + ", ";
    return list + "0}";
}

std::string declarations(const std::string& format) {
    return ".extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 list);\n"
           ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param "
           ".b64 s);\n"
           ".global .align 1 .b8 text[" +
           std::to_string(format.size() + 1) + "] = " + bytes_of(format) +
           ";\n.global .align 1 .b8 word[4] = {111, 110, 101, 0};\n";
}

// Prints with the list of arguments at the start of local memory "list"; %r9 gets the result.
const char* const kPrint = R"(
{
.param .b64 format;
.param .b64 arguments;
.param .b32 result;
mov.u64 %rd1, text;
cvta.global.u64 %rd1, %rd1;
mov.u64 %rd2, list;
cvta.local.u64 %rd2, %rd2;
st.param.b64 [format], %rd1;
st.param.b64 [arguments], %rd2;
call.uni (result), vprintf, (format, arguments);
ld.param.b32 %r9, [result];
}
)";
const char* const kList = ".local .align 8 .b8 list[16];\n";

}  // namespace

TEST_CASE("lanes print in their order, warps in theirs, blocks in theirs, for any number of host threads") {
    std::string expected;
    for (int block = 0; block < 5; ++block)
        for (int warp = 0; warp < 2; ++warp) {
            const int first = warp * 32, last = warp == 0 ? 32 : 33;
            for (int t = first; t < last; ++t)
                if (t % 2 == 1) expected += "odd " + std::to_string(block * 33 + t) + "\n";
            for (int t = first; t < last; ++t)
                if (t % 2 == 0) expected += "odd " + std::to_string(block * 33 + t) + "\n";
        }
    for (const int threads : {1, 3}) {
        const Ran ran =
            run(std::string(kList) + "st.local.u32 [list], %g;\nand.b32 %r1, %t, 1;\n" +
                    "setp.eq.u32 %p0, %r1, 0;\n@%p0 bra EVEN;\n" + kPrint + "bra END;\nEVEN:\n" + kPrint +
                    "END: st.global.u32 [%mine], %r9;",
                {.grid = {5}, .block = {33}, .threads = threads, .declarations = declarations("odd %d\n")});
        CHECK(ran.launch.printed == expected);
        CHECK(ran.out == words(165, [](u32) { return 1; }));
    }
}

TEST_CASE("a string of the device's, and the number of arguments as the result") {
    const Ran ran = run(std::string(kList) +
                            "mov.u64 %rd3, word;\ncvta.global.u64 %rd3, %rd3;\nst.local.u64 [list], %rd3;\n"
                            "st.local.u32 [list+8], 7;\n" +
                            kPrint + "st.global.u32 [%mine], %r9;",
                        {.block = {1}, .declarations = declarations("%s and %d\n")});
    CHECK(ran.launch.printed == "one and 7\n");
    CHECK(ran.out[0] == 2);
    CHECK(ran.launch.counters.global_load_requests == 0);
}

TEST_CASE("a null format prints nothing and returns -1") {
    const Ran ran = run(R"(
{
.param .b64 format;
.param .b64 arguments;
.param .b32 result;
st.param.b64 [format], 0;
st.param.b64 [arguments], 0;
call.uni (result), vprintf, (format, arguments);
ld.param.b32 %r9, [result];
}
st.global.u32 [%mine], %r9;)",
                        {.block = {1}, .declarations = declarations("")});
    CHECK(ran.launch.printed == "");
    CHECK(ran.out[0] == ~0u);
}

TEST_CASE(
    "a string that is nowhere ends the launch as any access out of bounds, with what was printed before") {
    const Ran ran = run(std::string(kList) + "mov.u64 %rd3, 4096;\nst.local.u64 [list], %rd3;\n" + kPrint,
                        {.block = {1}, .declarations = declarations("before %s\n")});
    CHECK(ran.launch.status == exec::Status::IllegalAddress);
    REQUIRE(ran.launch.findings.size() == 1);
    CHECK(ran.launch.findings[0].address == 4096);
    CHECK(ran.launch.printed == "before ");
}

TEST_CASE("blocks behind the one that ends the launch have printed nothing") {
    const Ran ran = run(std::string(kList) + "st.local.u32 [list], %g;\n" + kPrint +
                            "setp.ne.u32 %p0, %block, 3;\n@%p0 bra FINE;\nmov.u32 %r1, 0;\n"
                            "LOOP: add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 500000;\n@%p1 bra LOOP;\n"
                            "trap;\nFINE:",
                        {.grid = {64}, .block = {1}, .threads = 4, .declarations = declarations("%d ")});
    CHECK(ran.launch.status == exec::Status::Trap);
    CHECK(ran.launch.printed == "0 1 2 3 ");
}

TEST_CASE("an assertion that fails names file, line, function, block and thread of every lane it failed in") {
    const std::string body = R"(
setp.lt.u32 %p0, %t, 35;
@%p0 bra GOOD;
{
.param .b64 m;
.param .b64 f;
.param .b32 l;
.param .b64 n;
.param .b64 s;
mov.u64 %rd1, text;
cvta.global.u64 %rd1, %rd1;
mov.u64 %rd2, word;
cvta.global.u64 %rd2, %rd2;
st.param.b64 [m], %rd1;
st.param.b64 [f], %rd2;
st.param.b32 [l], 12;
st.param.b64 [n], %rd2;
st.param.b64 [s], 1;
call.uni __assertfail, (m, f, l, n, s);
}
GOOD:
st.global.u32 [%mine], 1;)";
    const Ran ran = run(body, {.grid = {2}, .block = {37}, .declarations = declarations("x < 35")});
    CHECK(ran.launch.status == exec::Status::Assert);
    CHECK(ran.launch.message.find("an assertion failed, at PTX line ") == 0);
    CHECK(ran.launch.assertions ==
          "one:12: one: block: [0,0,0], thread: [35,0,0] Assertion `x < 35` failed.\n"
          "one:12: one: block: [0,0,0], thread: [36,0,0] Assertion `x < 35` failed.\n");
    CHECK(ran.out[0] == 1);
    CHECK(ran.out[34] == kPoison);  // its warp ended before it came here
}
