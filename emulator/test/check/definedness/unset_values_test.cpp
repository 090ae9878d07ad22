// Local memory and registers that a thread has not written: reported where a value is used, quiet where it is only copied or
// thrown away. Each fault stands beside a kernel that looks alike and is right.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;
using check::Fault;
using check::Space;

namespace {

const std::string kExit = decide_by("%r1");
const std::string kArray = ".local .align 16 .b8 array[64];\n";
// %p1 is true for the lower half of the lanes.
const std::string kHalf = "setp.lt.u32 %p1, %t, 16;\n";

std::vector<check::Finding> findings_of(const std::string& body, const Setup& setup = {}) {
    Setup wide = setup;
    wide.words = 4096;
    const Ran ran = run(body, wide);
    CHECK(ran.launch.status == exec::Status::Ok);
    for (const check::Finding& finding : ran.launch.findings)
        CHECK(finding.fault == Fault::UninitialisedRead);
    return ran.launch.findings;
}
bool silent(const std::string& body, const Setup& setup = {}) { return findings_of(body, setup).empty(); }
bool reported(const std::string& body, Space space, const Setup& setup = {}) {
    const std::vector<check::Finding> findings = findings_of(body, setup);
    return findings.size() == 1 && findings[0].space == space;
}

}  // namespace

TEST_CASE("an element of a local array that nothing has written is reported where it is used") {
    const std::string fill =
        kArray + "st.local.u32 [array], 1;\nst.local.u32 [array+4], 2;\nst.local.u32 [array+8], 3;\n";
    CHECK(silent(fill + "ld.local.u32 %r1, [array+8];" + kExit));
    const std::vector<check::Finding> findings = findings_of(fill + "ld.local.u32 %r1, [array+12];" + kExit);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].space == Space::Local);
    CHECK(findings[0].address == 12);
    CHECK(findings[0].width == 4);
    CHECK(findings[0].has_use);
    CHECK(findings[0].times == 1);
    // Only copied, or never used.
    CHECK(silent(fill + "ld.local.u32 %r1, [array+12];\nst.local.u32 [array+16], %r1;\nmov.u32 %r2, %r1;\n"
                        "add.u32 %r3, %r2, 1;"));
    CHECK(reported(fill + "ld.local.u32 %r1, [array+12];\nst.local.u32 [array+16], %r1;\n"
                          "ld.local.u32 %r2, [array+16];\nst.global.u32 [%mine], %r2;",
                   Space::Local));
    // Of a vector, each element counts for itself.
    const std::string four = fill + "ld.local.v4.u32 {%r1, %r2, %r3, %r4}, [array];\n";
    CHECK(silent(four + kExit));
    CHECK(reported(four + "st.global.u32 [%mine], %r4;", Space::Local));
    // Bytes that were written among others that were not.
    const std::string byte = kArray + "st.local.u8 [array+1], 90;\nld.local.u32 %r2, [array];\n";
    CHECK(silent(byte + "bfe.u32 %r1, %r2, 8, 8;" + kExit));
    CHECK(reported(byte + "bfe.u32 %r1, %r2, 8, 9;" + kExit, Space::Local));
    CHECK(silent(byte + "and.b32 %r1, %r2, 0;" + kExit));
}

TEST_CASE("local arrays are each lane's own, at any address") {
    const std::string index =
        kArray + "mov.u64 %rd1, array;\nand.b32 %r9, %t, 7;\nmad.wide.u32 %rd2, %r9, 4, %rd1;\n";
    const std::string read = "ld.local.u32 %r1, [%rd2];" + kExit;
    CHECK(silent(index + "st.local.u32 [%rd2], %t;\n" + read));
    CHECK(reported(index + "st.local.u32 [%rd2+4], %t;\n" + read, Space::Local));
    const std::vector<check::Finding> half =
        findings_of(index + kHalf + "@!%p1 st.local.u32 [%rd2], %t;\n" + read);
    REQUIRE(half.size() == 1);
    CHECK(half[0].access.thread == Dim3{0, 0, 0});
    CHECK(silent(
        index + kHalf +
        "@%p1 st.local.u32 [%rd2], %t;\n@%p1 ld.local.u32 %r1, [%rd2];\n@%p1 st.global.u32 [%mine], %r1;"));
    // Through generic addresses.
    const std::string generic = index + "cvta.local.u64 %rd2, %rd2;\n";
    CHECK(silent(generic + "st.u32 [%rd2], %t;\nld.u32 %r1, [%rd2];" + kExit));
    CHECK(reported(generic + "st.u8 [%rd2], 90;\nld.u32 %r1, [%rd2];" + kExit, Space::Local));
    CHECK(findings_of(generic + "st.u8 [%rd2], 90;\nld.u32 %r1, [%rd2];" + kExit)[0].missing == 3);
    // Code that is not optimised copies a structure with its padding byte by byte, in a loop.
    const auto copy = [&](const std::string& load) {
        return generic + "st.u8 [%rd2], 90;\n" + load + "\nst.global.u8 [%mine], %rs1;";
    };
    CHECK(silent(copy("ld.u8 %rs1, [%rd2+1];")));
    CHECK(reported(copy("ld.u8 %rs1, [%rd2+32];"), Space::Local));
    CHECK(reported(copy("ld.u8 %rs1, [%rd2+1];\nadd.u16 %rs1, %rs1, 1;"), Space::Local));
    CHECK(
        reported(index + "st.local.u8 [%rd2], 90;\nld.local.u8 %rs1, [%rd2+1];\nst.global.u8 [%mine], %rs1;",
                 Space::Local));
    // The next block begins anew.
    const std::string first =
        "setp.eq.u32 %p2, %block, 0;\n@%p2 st.local.u32 [array], 1;\n@!%p2 ld.local.u32 %r1, [array];\n@!%p2 "
        "st.global.u32 [%mine], %r1;";
    CHECK(reported(kArray + first, Space::Local, {.grid = {2}}));
}

TEST_CASE("the bytes of a call's frame are undefined again in the next call") {
    const std::string functions = R"(
.func fill()
{
.local .align 4 .b8 mine[16];
st.local.u32 [mine], 1;
ret;
}
.func (.param .b32 result) read(.param .b32 unused)
{
.reg .b32 %a;
.local .align 4 .b8 mine[16];
ld.local.u32 %a, [mine];
st.param.b32 [result], %a;
ret;
}
.func (.param .b32 result) add_one(.param .b32 x)
{
.reg .b32 %a;
ld.param.b32 %a, [x];
add.u32 %a, %a, 1;
st.param.b32 [result], %a;
ret;
}
)";
    const Setup setup{.declarations = functions};
    const auto call = [](const std::string& function, const std::string& argument,
                         const std::string& guard = "") {
        return ".param .b32 x;\n.param .b32 y;\nst.param.b32 [x], " + argument + ";\n" + guard +
               " call (y), " + function + ", (x);\n" + guard + " ld.param.b32 %r1, [y];\n";
    };
    const std::string use = "st.global.u32 [%mine], %r1;";
    CHECK(reported("call fill;\n{\n" + call("read", "%t") + "}\n" + use, Space::Local, setup));
    // A result that nobody uses.
    CHECK(silent("call fill;\n{\n" + call("read", "%t") + "}\n", setup));
    CHECK(silent("{\n" + call("add_one", "%t") + "}\n" + use, setup));
    // Undefined values go through arguments and results.
    const std::string load = kArray + "ld.local.u32 %r2, [array];\n";
    CHECK(reported(load + "{\n" + call("add_one", "%r2") + "}\n" + use, Space::Local, setup));
    CHECK(silent(load + "{\n" + call("add_one", "%r2") + "}\n", setup));
    CHECK(reported("{\n" + call("add_one", "%r2") + "}\n" + use, Space::Register, setup));
    // Only the lanes that make the call get a new frame.
    CHECK(silent(kHalf + kArray + "st.local.u32 [array], 1;\n{\n" + call("add_one", "%t", "@%p1") +
                     "}\nld.local.u32 %r1, [array];\n" + use,
                 setup));
}

TEST_CASE("alloca's bytes are undefined, also when they are given anew") {
    const std::string allocate = "stacksave.u64 %rd5;\nalloca.u64 %rd1, 32, 8;\n";
    const std::string use = "ld.local.u32 %r1, [%rd1+4];" + kExit;
    const std::string store = "st.local.u32 [%rd1+4], 1;\n";
    CHECK(silent(allocate + store + use));
    CHECK(reported(allocate + use, Space::Local));
    CHECK(reported(allocate + store + "stackrestore.u64 %rd5;\n" + allocate + use, Space::Local));
}

TEST_CASE("a register that a lane reads before it has written it is reported where the value is used") {
    const std::string some = kHalf + "@%p1 bra SET;\nbra USE;\nSET:\nmov.u32 %r1, 7;\nUSE:\n";
    const std::vector<check::Finding> findings = findings_of(some + kExit);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].space == Space::Register);
    CHECK(findings[0].access.thread == Dim3{16, 0, 0});
    CHECK(findings[0].width == 4);
    CHECK(silent("mov.u32 %r1, 1;\n" + some + kExit));
    CHECK(silent(some + "@%p1 st.global.u32 [%mine], %r1;"));
    CHECK(silent(some + "selp.b32 %r2, %r1, 0, %p1;\nst.global.u32 [%mine], %r2;"));
    CHECK(silent(some + "mov.u32 %r2, %r1;\nadd.u32 %r3, %r2, 1;"));
    CHECK(silent(some + "and.b32 %r2, %r1, 0;\nst.global.u32 [%mine], %r2;"));
    CHECK(reported(some + "or.b32 %r2, %r1, 1;\nst.global.u32 [%mine], %r2;", Space::Register));
    CHECK(reported(some + "@!%p1 st.global.u32 [%mine], %r1;", Space::Register));
    // With a guard in the place of the branch.
    const std::string guarded = kHalf + "@%p1 mov.u32 %r1, 7;\n";
    CHECK(silent(guarded + "@%p1 st.global.u32 [%mine], %r1;"));
    CHECK(reported(guarded + "st.global.u32 [%mine], %r1;", Space::Register));
    CHECK(silent(guarded + "@!%p1 mov.u32 %r1, 8;\nst.global.u32 [%mine], %r1;"));
    // Of every kind: an address, a guard, a predicate that a branch reads, 64 bits, 16 bits.
    CHECK(
        reported("add.u64 %rd2, %rd1, 0;\nand.b64 %rd2, %rd2, 4;\nadd.u64 %rd2, %rd2, %mine;\nst.global.u32 "
                 "[%rd2], 1;",
                 Space::Register));
    CHECK(reported("@%p3 st.global.u32 [%mine], 1;", Space::Register));
    CHECK(reported("@%p3 bra END;\nst.global.u32 [%mine], 1;\nEND:\n", Space::Register));
    CHECK(reported("mul.wide.u32 %rd3, %t, 8;\nadd.u64 %rd3, %rd3, %out;\nst.global.u64 [%rd3], %rd1;",
                   Space::Register));
    CHECK(reported("cvt.u32.u16 %r1, %rs1;\nadd.u32 %r1, %r1, 1;\nst.global.u32 [%mine], %r1;",
                   Space::Register));
}

TEST_CASE("a value of the last round of a loop is no unset one, and a sum that begins with nothing is") {
    const auto loop = [](const std::string& before, const std::string& body) {
        return before + "mov.u32 %r8, 0;\nLOOP:\n" + body +
               "add.u32 %r8, %r8, 1;\nsetp.lt.u32 %p2, %r8, 4;\n@%p2 bra LOOP;\nst.global.u32 [%mine], %r1;";
    };
    CHECK(silent(loop("", "setp.eq.u32 %p3, %r8, 0;\n@%p3 mov.u32 %r1, 5;\nadd.u32 %r1, %r1, 1;\n")));
    CHECK(silent(loop("mov.u32 %r1, 0;\n", "add.u32 %r1, %r1, 1;\n")));
    const std::vector<check::Finding> sum = findings_of(loop("", "add.u32 %r1, %r1, 1;\n"));
    REQUIRE(sum.size() == 1);
    CHECK(sum[0].access.site.instruction == "add.u32");
    CHECK(sum[0].used.instruction == "st.global.u32");
    CHECK(reported(loop("", "setp.eq.u32 %p3, %r8, 1;\n@%p3 mov.u32 %r1, 5;\nst.global.u32 [%mine], %r1;\n"),
                   Space::Register));
}

TEST_CASE("a copy of an unset register is not where the mistake is") {
    const std::vector<check::Finding> findings =
        findings_of("mov.u32 %r2, %r1;\nst.global.u32 [%mine], %r2;");
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].access.site.instruction == "st.global.u32");
    CHECK(!findings[0].has_use);
}

TEST_CASE("an unset register flows through shuffles and shared memory, and is stored with its structure") {
    CHECK(reported("shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;\nst.global.u32 [%mine], %r2;", Space::Register));
    CHECK(silent("shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;"));
    const std::string some = kHalf + "@%p1 mov.u32 %r1, 7;\nshfl.sync.idx.b32 %r2, %r1, ";
    CHECK(silent(some + "3, 31, -1;\nst.global.u32 [%mine], %r2;"));
    CHECK(reported(some + "20, 31, -1;\nst.global.u32 [%mine], %r2;", Space::Register));
    // float4 v; v.x = v.y = 1: the rest is stored, too, and counts as unwritten there.
    const std::string place = "mad.wide.u32 %rd1, %t, 16, %out;\n";
    const std::string vector = place + "mov.u32 %r2, 1;\nst.global.v4.u32 [%rd1], {%r2, %r2, %r3, %r3};\n";
    CHECK(silent(vector));
    Setup unwritten;
    unwritten.out_written = false;
    CHECK(silent(vector + "ld.global.u32 %r1, [%rd1+4];" + kExit, unwritten));
    CHECK(reported(vector + "ld.global.u32 %r1, [%rd1+8];" + kExit, Space::Global, unwritten));
    CHECK(reported("st.global.u32 [%mine], %r3;", Space::Register));
    const Setup tile{.declarations = ".shared .align 16 .b8 tile[1024];\n"};
    const std::string shared =
        "mov.u32 %r9, tile;\nmad.lo.u32 %r9, %t, 16, %r9;\nmov.u32 %r2, 1;\nst.shared.v2.u32 [%r9], {%r2, "
        "%r3};\n";
    CHECK(silent(shared + "ld.shared.u32 %r1, [%r9];" + kExit, tile));
    CHECK(reported(shared + "ld.shared.u32 %r1, [%r9+4];" + kExit, Space::Shared, tile));
}

TEST_CASE("checks that are not wanted say nothing of unset values") {
    check::Checks wanted;
    wanted.initialisation = false;
    CHECK(silent("st.global.u32 [%mine], %r3;", {.checks = wanted}));
    CHECK(silent(kArray + "ld.local.u32 %r1, [array];" + kExit, {.checks = wanted}));
}
