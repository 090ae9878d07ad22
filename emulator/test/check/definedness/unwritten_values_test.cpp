// Values from memory that nothing has written: reported where they are used, quiet where they are thrown away or only
// travel with a structure. Each fault stands beside a kernel that looks alike and is right.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::check;
using check::Fault;

namespace {

const std::string kDecide = decide_by("%r1");

// Launches in one device, on `in` and `out`, 4096 bytes each that nothing has written.
struct Memory {
    Device device;
    u64 in = device.allocate(4096), out = device.allocate(4096);
    std::vector<check::Finding> launch(const std::string& body, const Setup& setup = {.block = {1}}) {
        const exec::Launch ran =
            device.launch(kernel_text(body, setup.declarations), setup, {out, in, setup.n});
        CHECK(ran.status == exec::Status::Ok);
        for (const check::Finding& finding : ran.findings) CHECK(finding.fault == Fault::UninitialisedRead);
        return ran.findings;
    }
};

std::vector<check::Finding> found(const std::string& body, const Setup& setup = {.block = {1}}) {
    return Memory().launch(body, setup);
}
bool clean(const std::string& body, const Setup& setup = {.block = {1}}) {
    return found(body, setup).empty();
}
bool faulty(const std::string& body, const Setup& setup = {.block = {1}}) {
    return found(body, setup).size() == 1;
}

struct Width {
    u32 bytes;
    const char *load, *store, *compute;  // compute: the last byte decides
};
const Width kWidths[] = {
    {2, "ld.global.u16 %rs1, [%in];", "st.global.u16 [%out], %rs1;",
     "shr.u16 %rs1, %rs1, 8;\ncvt.u32.u16 %r1, %rs1;"},
    {4, "ld.global.u32 %r1, [%in];", "st.global.u32 [%out], %r1;", "shr.u32 %r1, %r1, 24;"},
    {8, "ld.global.u64 %rd1, [%in];", "st.global.u64 [%out], %rd1;",
     "shr.u64 %rd1, %rd1, 56;\ncvt.u32.u64 %r1, %rd1;"},
    {16, "ld.global.v4.u32 {%r4, %r3, %r2, %r1}, [%in];", "st.global.v4.u32 [%out], {%r4, %r3, %r2, %r1};",
     "shr.u32 %r1, %r1, 24;"},
    {16, "ld.global.v2.u64 {%rd2, %rd1}, [%in];", "st.global.v2.u64 [%out], {%rd2, %rd1};",
     "shr.u64 %rd1, %rd1, 56;\ncvt.u32.u64 %r1, %rd1;"}};

// Writes all of a structure but its last byte.
std::string members(u32 bytes) {
    std::string body;
    for (u32 k = 0; k + 1 < bytes; ++k) body += "st.global.u8 [%in+" + std::to_string(k) + "], 1;\n";
    return body;
}

}  // namespace

TEST_CASE("padding is copied with its structure, by accesses of every width, and computed with by none") {
    for (const Width& width : kWidths) {
        CAPTURE(width.load);
        const std::string filled = members(width.bytes) + width.load + "\n";
        CHECK(clean(filled + width.store));
        const std::vector<check::Finding> computed = found(filled + width.compute + kDecide);
        REQUIRE(computed.size() == 1);
        CHECK(computed[0].width == width.bytes);
        CHECK(computed[0].missing == 1);
        CHECK(computed[0].has_use);
        // The member that is written may be.
        CHECK(clean(filled +
                    (width.bytes == 2   ? "and.b16 %rs1, %rs1, 255;\ncvt.u32.u16 %r1, %rs1;"
                     : width.bytes == 8 ? "cvt.u32.u64 %r1, %rd1;"
                     : width.bytes == 4 ? "and.b32 %r1, %r1, 255;"
                                        : "and.b32 %r1, %r4, -1;\nmov.b32 %r1, 3;") +
                    kDecide));
        // All of it unwritten is no padding.
        CHECK(faulty(std::string(width.load) + "\n" + width.store));
    }
    CHECK(faulty("ld.global.u8 %r1, [%in];\nst.global.u8 [%out], %r1;"));
}

TEST_CASE("where padding was copied to, later launches find it unwritten, and may copy it on") {
    for (const Width& width : kWidths) {
        CAPTURE(width.load);
        Memory memory;
        CHECK(memory.launch(members(width.bytes) + width.load + "\n" + width.store).empty());
        std::swap(memory.in, memory.out);
        CHECK(memory.launch(std::string(width.load) + "\n" + width.store).empty());
        CHECK(memory.launch(std::string(width.load) + "\n" + width.compute + kDecide).size() == 1);
        // Until somebody writes it.
        CHECK(memory.launch("st.global.u8 [%in+" + std::to_string(width.bytes - 1) + "], 1;").empty());
        CHECK(memory.launch(std::string(width.load) + "\n" + width.compute + kDecide).empty());
    }
}

TEST_CASE("padding goes through shared and local memory and through a shuffle") {
    const std::string load = members(8) + "ld.global.u64 %rd1, [%in];\n";
    const std::string shared = "mov.u32 %r9, tile;\nst.shared.u64 [%r9], %rd1;\n";
    const std::string back = "ld.shared.u64 %rd2, [%r9];\n";
    const std::string computed = "shr.u64 %rd2, %rd2, 56;\ncvt.u32.u64 %r1, %rd2;" + kDecide;
    const Setup tile{.block = {1}, .declarations = ".shared .align 16 .b8 tile[64];\n"};
    CHECK(clean(load + shared + back + "st.global.u64 [%out], %rd2;", tile));
    CHECK(faulty(load + shared + back + computed, tile));
    CHECK(clean(load + shared + "st.shared.u8 [%r9+7], 1;\n" + back + computed, tile));
    CHECK(clean(load + shared + back + "cvt.u32.u64 %r1, %rd2;" + kDecide, tile));
    CHECK(faulty(load + shared + "ld.shared.u8 %r1, [%r9+7];" + kDecide, tile));
    CHECK(clean(load + shared + "ld.shared.u8 %r1, [%r9+6];" + kDecide, tile));
    for (const check::Checks& checks : {check::Checks(true), [] {
                                            check::Checks only(false);
                                            only.initialisation = true;
                                            return only;
                                        }()}) {
        Setup setup = tile;
        setup.checks = checks;
        CHECK(faulty(load + shared + back + computed, setup));
        // The next block's shared memory is another.
        setup.grid = {2};
        CHECK(clean(
            "mad.wide.u32 %rd5, %block, 8, %in;\nst.global.u64 [%rd5], 1;\nld.global.u64 %rd1, [%rd5];\n" +
                shared + back + computed,
            setup));
    }
    const std::string frame =
        ".local .align 8 .b8 mine[16];\nst.local.u64 [mine], %rd1;\nld.local.u64 %rd2, [mine];\n";
    CHECK(clean(load + frame + "st.global.u64 [%out], %rd2;"));
    CHECK(faulty(load + frame + computed));
    CHECK(clean(load + frame + "st.local.u8 [mine+7], 1;\nld.local.u64 %rd2, [mine];\n" + computed));
    const std::string shuffle =
        "mov.b64 {%r2, %r3}, %rd1;\nshfl.sync.idx.b32 %r2, %r2, 0, 31, -1;\nshfl.sync.idx.b32 %r3, %r3, 0, "
        "31, -1;\n"
        "mov.b64 %rd2, {%r2, %r3};\n";
    const Setup warp{.block = {32}};
    const std::string one = "setp.ne.u32 %p1, %t, 0;\n@%p1 bra READ;\n" + members(8) +
                            "READ:\nbar.sync 0;\n"
                            "ld.global.u64 %rd1, [%in];\n" +
                            shuffle + "mad.wide.u32 %rd9, %t, 8, %out;\n";
    CHECK(clean(one + "st.global.u64 [%rd9], %rd2;", warp));
    CHECK(faulty(one + computed, warp));
}

TEST_CASE("cp.async copies padding, and nothing else that is unwritten") {
    const Setup tile{.block = {1}, .declarations = ".shared .align 16 .b8 tile[64];\n"};
    const std::string copy =
        "mov.u32 %r9, tile;\ncp.async.ca.shared.global [%r9], [%in], "
        "8;\ncp.async.commit_group;\ncp.async.wait_group 0;\n"
        "ld.shared.u64 %rd2, [%r9];\n";
    const std::string computed = "shr.u64 %rd2, %rd2, 56;\ncvt.u32.u64 %r1, %rd2;" + kDecide;
    CHECK(clean(members(8) + copy + "st.global.u64 [%out], %rd2;", tile));
    CHECK(faulty(members(8) + copy + computed, tile));
    CHECK(clean(members(8) + "st.global.u8 [%in+7], 1;\n" + copy + computed, tile));
    CHECK(faulty(copy, tile));
}

TEST_CASE("a member that nothing wrote is no padding once it goes its own way") {
    const std::string load = "st.global.u32 [%in], 1;\nld.global.v2.u32 {%r2, %r1}, [%in];\n";
    CHECK(clean(load + "st.global.v2.u32 [%out], {%r2, %r1};"));
    CHECK(clean(load + "mov.b64 %rd1, {%r2, %r1};\nst.global.u64 [%out], %rd1;"));
    CHECK(faulty(load + "st.global.u32 [%out], %r1;"));
    CHECK(clean(load + "st.global.u32 [%out], %r2;"));
    CHECK(faulty(load + "add.u32 %r1, %r1, 1;\nst.global.v2.u32 [%out], {%r2, %r1};"));
    CHECK(faulty(load + "cvt.rn.f32.u32 %f1, %r1;\nst.global.v2.f32 [%out], {%f1, %f1};"));
    CHECK(faulty(load +
                 "setp.ne.u32 %p1, %r1, 0;\nselp.b32 %r1, 1, 0, %p1;\nst.global.v2.u32 [%out], {%r2, %r1};"));
    // Bytes that are moved about stay what they are.
    CHECK(clean(load + "prmt.b32 %r3, %r2, %r1, 0x5410;\nst.global.u32 [%out], %r3;"));
    CHECK(clean(load + "shl.b32 %r1, %r1, 16;\nor.b32 %r3, %r1, %r2;\nst.global.u32 [%out], %r3;"));
    CHECK(clean(load + "bfi.b32 %r3, %r1, %r2, 16, 16;\nst.global.u32 [%out], %r3;"));
    CHECK(
        clean(load +
              "setp.eq.u32 %p1, %t, 0;\nselp.b32 %r3, %r1, %r2, %p1;\nst.global.v2.u32 [%out], {%r2, %r3};"));
}

TEST_CASE("padding that is copied as a piece of its own is known by the wider pieces beside it") {
    // { double; int; four bytes of padding }, as nvcc copies it, and { int; int } beside it.
    const std::string filled =
        "st.global.u32 [%in], 1;\nst.global.u32 [%in+4], 1;\nst.global.u32 [%in+8], 2;\n";
    const std::string load =
        "ld.global.u64 %rd1, [%in];\nld.global.u32 %r1, [%in+8];\nld.global.v4.u8 {%r2, %r3, %r4, %r5}, "
        "[%in+12];\n";
    const std::string store =
        "st.global.u64 [%out], %rd1;\nst.global.u32 [%out+8], %r1;\nst.global.v4.u8 [%out+12], {%r2, %r3, "
        "%r4, %r5};\n";
    CHECK(clean(filled + load + store));
    CHECK(faulty(load + "st.global.v4.u8 [%out], {%r2, %r3, %r4, %r5};"));
    CHECK(faulty(filled + load + "st.global.v4.u8 [%out], {%r2, %r3, %r4, %r5};"));
    CHECK(faulty(filled + load + "add.u32 %r3, %r3, %r2;\n" + store));
    CHECK(found(filled + load + store + "ld.global.u32 %r1, [%out+12];" + kDecide).size() == 1);
    CHECK(found(load + store).size() == 3);  // nothing of it is written
    CHECK(
        faulty("st.global.u32 [%in], 1;\nld.global.u32 %r1, [%in];\nld.global.u32 %r2, [%in+4];\n"
               "st.global.u32 [%out], %r1;\nst.global.u32 [%out+4], %r2;"));
    // Through another register it is another place.
    const std::string moved = "add.u64 %rd5, %in, 12;\n";
    CHECK(faulty(filled + moved +
                 "ld.global.u64 %rd1, [%in];\nld.global.u32 %r1, [%in+8];\n"
                 "ld.global.v4.u8 {%r2, %r3, %r4, %r5}, [%rd5];\n" +
                 store));
    // And in shared memory.
    const Setup tile{.block = {1}, .declarations = ".shared .align 16 .b8 tile[64];\n"};
    const auto in_tile = [](std::string text) {
        for (const char* name : {"global", "%out", "%in"})
            for (std::size_t at; (at = text.find(name)) != std::string::npos;)
                text.replace(at, std::strlen(name), name[0] == 'g' ? "shared" : "%r9");
        return "mov.u32 %r9, tile;\n" + text;
    };
    CHECK(clean(filled + load + in_tile(store) + in_tile(load) + store, tile));
    CHECK(faulty(filled + load + in_tile(store) + in_tile(load) + "add.u32 %r3, %r3, %r2;\n" + store, tile));
}

TEST_CASE("debug code copies a structure word by word") {
    const auto findings = [](const std::string& body, bool debug) {
        Device device;
        const u64 in = device.allocate(4096), out = device.allocate(4096);
        std::string text = kernel_text(body);
        if (debug) text.replace(text.find("sm_90"), 5, "sm_90, debug");
        return device.launch(text, {.block = {1}}, {out, in, 0}).findings.size();
    };
    const std::string filled = "st.u32 [%in], 1;\nst.u32 [%in+8], 2;\nst.u32 [%in+12], 2;\n";
    std::string copy;
    for (const char* place : {"", "+4", "+8", "+12"})
        copy += "ld.u32 %r1, [%in" + std::string(place) + "];\nst.u32 [%out" + place + "], %r1;\n";
    CHECK(findings(filled + copy, true) == 0);
    CHECK(findings(filled + copy, false) == 1);
    CHECK(findings(copy, true) == 4);
    CHECK(findings(filled + "ld.u32 %r1, [%in+4];\nst.u32 [%out+4], %r1;", true) == 1);
    CHECK(
        findings(
            filled + "ld.u32 %r1, [%in+4];\nld.u32 %r2, [%in];\nadd.u32 %r1, %r1, %r2;\nst.u32 [%out], %r1;",
            true) == 1);
}

TEST_CASE("what is read and thrown away is no fault") {
    const std::string load = "ld.global.u32 %r1, [%in];\n";
    CHECK(clean(load));
    CHECK(clean(load + "add.u32 %r2, %r1, 3;\nmul.lo.u32 %r3, %r2, %r2;\nsetp.lt.s32 %p1, %r3, 0;"));
    CHECK(clean(load + "mov.u32 %r1, 1;\nst.global.u32 [%out], %r1;"));
    CHECK(clean("mov.u32 %r2, 0;\nLOOP:\n" + load +
                "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 1000;\n@%p1 bra LOOP;"));
    CHECK(clean("mov.u32 %r9, tile;\nld.shared.u32 %r1, [%r9];",
                {.block = {32}, .declarations = ".shared .align 4 .b8 tile[64];\n"}));
    // Reading one element more than is used, as a merge does.
    const std::string ahead =
        "st.global.u32 [%in], 5;\nst.global.u32 [%in+4], 6;\nmov.u32 %r2, 0;\nmov.u64 %rd1, %in;\nmov.u32 "
        "%r4, 0;\n"
        "ld.global.u32 %r3, [%rd1];\nLOOP:\nadd.u32 %r4, %r4, %r3;\nadd.u64 %rd1, %rd1, 4;\nadd.u32 %r2, "
        "%r2, 1;\n"
        "ld.global.u32 %r3, [%rd1];\n";
    CHECK(clean(ahead + "setp.lt.u32 %p1, %r2, 2;\n@%p1 bra LOOP;\nst.global.u32 [%out], %r4;"));
    CHECK(faulty(ahead + "setp.lt.u32 %p1, %r2, 3;\n@%p1 bra LOOP;\nst.global.u32 [%out], %r4;"));
}

TEST_CASE("a comparison that was made ahead of its condition counts only where the condition holds") {
    // %p0: another reason decides; %p1 compares with what nothing wrote.
    const auto with = [](const char* first, const std::string& join, const std::string& use) {
        return "ld.global.u32 %r2, [%in];\nsetp.eq.u32 %p0, %t, " + std::string(first) + ";\n" +
               "setp.lt.u32 %p1, %r2, 77;\n" + join + "\n" + use;
    };
    const std::string branch = "@%p2 bra END;\nadd.u32 %r3, %r3, 1;\nEND:";
    CHECK(clean(with("1", "and.pred %p2, %p0, %p1;", branch)));
    CHECK(faulty(with("0", "and.pred %p2, %p0, %p1;", branch)));
    CHECK(clean(with("0", "or.pred %p2, %p1, %p0;", branch)));
    CHECK(faulty(with("1", "or.pred %p2, %p1, %p0;", branch)));
    CHECK(faulty(with("0", "xor.pred %p2, %p1, %p0;", branch)));
    CHECK(clean(with("1", "setp.lt.and.u32 %p2, %r2, 99, %p0;", branch)));
    CHECK(faulty(with("0", "setp.lt.and.u32 %p2, %r2, 99, %p0;", branch)));
    CHECK(clean(with("1", "setp.lt.or.u32 %p2, %r2, 99, !%p0;", branch)));
    CHECK(faulty(with("0", "setp.lt.or.u32 %p2, %r2, 99, !%p0;", branch)));
    const std::string store = "st.global.u32 [%out], %r4;";
    CHECK(clean(with("0", "selp.b32 %r4, 7, %r2, %p0;", store)));
    CHECK(faulty(with("1", "selp.b32 %r4, 7, %r2, %p0;", store)));
    CHECK(clean(
        with("1", "selp.b32 %r3, 1, 0, %p1;\nselp.b32 %r4, 1, 0, %p0;\nand.b32 %r4, %r3, %r4;", store)));
    CHECK(faulty(
        with("0", "selp.b32 %r3, 1, 0, %p1;\nselp.b32 %r4, 1, 0, %p0;\nand.b32 %r4, %r3, %r4;", store)));
    CHECK(clean(with("0", "selp.b32 %r4, 5, 5, %p1;", store)));
    CHECK(clean(with("0", "and.b32 %r3, %r2, 12;\nsetp.gt.u32 %p2, %r3, 12;", branch)));
    CHECK(faulty(with("0", "and.b32 %r3, %r2, 12;\nsetp.gt.u32 %p2, %r3, 11;", branch)));
    CHECK(faulty(with("0", "mov.b32 %f1, %r2;\nsetp.gt.f32 %p2, %f1, 0f00000000;", branch)));
}

TEST_CASE("a value counts as used where it decides or leaves something") {
    const std::string load = "ld.global.u32 %r1, [%in];\n";
    const std::string address =
        load + "and.b32 %r1, %r1, 12;\ncvt.u64.u32 %rd1, %r1;\nadd.u64 %rd1, %rd1, %out;\n";
    CHECK(faulty(address + "st.global.u32 [%rd1], 1;"));
    CHECK(clean(address));
    CHECK(faulty(load + "st.global.u32 [%out], %r1;"));
    const std::string written = "st.global.u32 [%out], 0;\n";
    CHECK(faulty(written + load + "red.global.add.u32 [%out], %r1;"));
    CHECK(clean(written + load + "red.global.add.u32 [%out], 1;"));
    CHECK(faulty(written + load + "atom.global.max.u32 %r2, [%out], %r1;"));
    CHECK(faulty(load + "redux.sync.add.u32 %r2, %r1, 1;"));
    for (const char* opcode : {"mul.lo.u32", "mul.u32.lo"})  // a modifier may follow the type
        CHECK(faulty(load + opcode + " %r2, %r1, %r1;\nst.global.u32 [%out], %r2;"));
    CHECK(faulty(load + "setp.eq.u32 %p1, %r1, 3;\n@%p1 exit;"));
    CHECK(faulty(
        load +
        "setp.eq.u32 %p1, %r1, 3;\nmov.u32 %r2, 1;\n@%p1 mov.u32 %r2, 2;\nst.global.u32 [%out], %r2;"));
    CHECK(
        clean(load +
              "setp.eq.u32 %p1, %r1, 3;\nmov.u32 %r2, 1;\n@%p1 mov.u32 %r3, 2;\nst.global.u32 [%out], %r2;"));
    CHECK(faulty(load + "add.cc.u32 %r2, %r1, 1;\naddc.u32 %r3, 0, 0;\nst.global.u32 [%out], %r3;"));
    const std::string function =
        ".func (.param .b32 result) twice(.param .b32 x)\n{\n.reg .b32 %a;\nld.param.b32 %a, [x];\n"
        "add.u32 %a, %a, %a;\nst.param.b32 [result], %a;\nret;\n}\n";
    const std::string call = load +
                             "{\n.param .b32 x;\n.param .b32 y;\nst.param.b32 [x], %r1;\ncall (y), twice, "
                             "(x);\nld.param.b32 %r2, [y];\n}\n";
    CHECK(faulty(call + "st.global.u32 [%out], %r2;", {.block = {1}, .declarations = function}));
    CHECK(clean(call, {.block = {1}, .declarations = function}));
}

TEST_CASE("lanes that jump over an instruction keep what they know of their registers") {
    const Setup warp{.block = {32}};
    const std::string some_leave = "ld.global.u32 %r1, [%in];\nsetp.ne.u32 %p1, %t, 0;\n@%p1 exit;\n";
    CHECK(faulty(some_leave + "st.global.u32 [%out], %r1;", warp));
    CHECK(clean(some_leave + "st.global.u32 [%out], 1;", warp));
}

TEST_CASE("what a kernel prints is used") {
    const Setup printing{
        .block = {1},
        .declarations =
            ".extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 list);\n"
            ".global .align 1 .b8 number[4] = {37, 100, 10, 0};\n"};
    const auto print = [](const char* value) {
        return "{\n.local .align 8 .b8 list[8];\n.param .b64 a;\n.param .b64 b;\n.param .b32 "
               "r;\nst.global.u32 [%in], 1;\n"
               "ld.global.v2.u32 {%r1, %r2}, [%in];\nst.local.u32 [list], " +
               std::string(value) +
               ";\nmov.u64 %rd1, list;\ncvta.local.u64 %rd1, %rd1;\nmov.u64 %rd2, number;\nst.param.b64 [a], "
               "%rd2;\n"
               "st.param.b64 [b], %rd1;\ncall.uni (r), vprintf, (a, b);\n}\n";
    };
    CHECK(clean(print("%r1"), printing));
    CHECK(faulty(print("%r2"), printing));
}

TEST_CASE("the finding names the load, the lane that read and where the value was used first") {
    const std::string body =
        "mad.wide.u32 %rd1, %t, 4, %in;\nsetp.ne.u32 %p1, %t, 9;\n@%p1 st.global.u32 [%rd1], "
        "%t;\nld.global.u32 %r1, "
        "[%rd1];\nadd.u32 %r1, %r1, 1;\nst.global.u32 [%mine], %r1;\nst.global.u32 [%mine+1024], %r1;";
    const std::vector<check::Finding> findings = found(body, {.block = {32}});
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].access.site.ptx_line == kBodyLine + 3);
    CHECK(findings[0].access.thread == Dim3{9, 0, 0});
    CHECK(findings[0].offset == 36);
    CHECK(findings[0].missing == 4);
    CHECK(findings[0].has_use);
    CHECK(findings[0].used.ptx_line == kBodyLine + 5);
    CHECK(findings[0].times == 1);
    // In every warp, for every number of host threads and in a random order.
    for (const int threads : {1, 4})
        for (const bool random : {false, true}) {
            Memory memory;
            const std::vector<check::Finding> all =
                memory.launch("ld.global.u32 %r1, [%in+8];\nadd.u32 %r1, %r1, %t;" + kDecide,
                              {.grid = {7}, .block = {96}, .threads = threads, .random_schedule = random});
            REQUIRE(all.size() == 1);
            CHECK((random ? all[0].times >= 21 : all[0].times == 21));  // lanes of a warp may go apart
            CHECK(all[0].access.block == Dim3{0, 0, 0});
        }
}

TEST_CASE("a load of unwritten bytes by some lanes and of no allocation by others ends the launch") {
    for (const char* const load : {"ld.global.u32 %r1, [%rd1];", "ld.u32 %r1, [%rd1];"}) {
        CAPTURE(load);
        Device device;
        const u64 in = device.allocate(4096), out = device.allocate(4096);
        const Setup setup{.block = {32}};
        const std::string body = "mad.wide.u32 %rd1, %t, 256, %in;\n" + std::string(load) + decide_by("%r1");
        const exec::Launch ran = device.launch(kernel_text(body), setup, {out, in, 0});
        CHECK(ran.status == exec::Status::IllegalAddress);
        REQUIRE(!ran.findings.empty());
        CHECK(ran.findings.back().fault == Fault::OutOfBounds);
        CHECK(ran.findings.back().access.thread == Dim3{16, 0, 0});
    }
}

TEST_CASE("an exchange whose old value nobody reads only writes") {
    const Setup shared{.block = {1}, .declarations = ".shared .align 4 .b32 tile;\n"};
    for (const char* old : {"%r2", "_"}) {
        const std::string exchange = std::string("atom.global.exch.b32 ") + old + ", [%in], 7;\n";
        CHECK(clean(exchange + "ld.global.u32 %r1, [%in];\n" + kDecide));
        CHECK(faulty(exchange + "ld.global.u32 %r1, [%in+4];\n" + kDecide));
    }
    CHECK(clean("atom.shared.exch.b32 %r2, [tile], 7;\nld.shared.u32 %r1, [tile];\n" + kDecide, shared));
    CHECK(faulty("atom.shared.exch.b32 %r1, [tile], 7;\n" + kDecide, shared));
    CHECK(faulty("atom.global.exch.b32 %r1, [%in], 7;\n" + kDecide));
    CHECK(faulty("atom.global.add.u32 %r2, [%in], 7;"));
}
