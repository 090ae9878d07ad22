// Checks of global memory: each fault beside a kernel that looks alike and is right.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::check;
using check::Fault;
using exec::Status;

namespace {

// A buffer of 100 words, in the middle of three; the kernel gets its address as %in.
struct Ended {
    exec::Launch launch;
    u64 buffer = 0;
};

Ended with_buffer(const std::string& body, Setup setup = {}) {
    Device device;
    device.upload(std::vector<u32>(64));
    Ended ended;
    ended.buffer = device.upload(std::vector<u32>(100));
    const u64 out = device.upload(std::vector<u32>(1024));
    ended.launch = device.launch(kernel_text(body), setup, {out, ended.buffer, setup.n});
    return ended;
}

}  // namespace

TEST_CASE("one element past the end: the thread, the place, the allocation and the offset") {
    const std::string body = "mad.wide.u32 %rd1, %g, 4, %in;\nst.global.u32 [%rd1], 1;";
    const Ended ended = with_buffer(body, {.grid = {2}, .block = {64}});
    CHECK(ended.launch.status == Status::IllegalAddress);
    const check::Finding& found = only(ended.launch);
    CHECK(found.fault == Fault::OutOfBounds);
    CHECK(found.space == check::Space::Global);
    CHECK(found.fatal);
    CHECK(found.address == ended.buffer + 400);
    CHECK(found.width == 4);
    CHECK(found.offset == 400);
    CHECK(found.allocation_size == 400);
    CHECK(found.allocation.find("400 bytes at 0x") == 0);
    CHECK(found.access.block == Dim3{1, 0, 0});
    CHECK(found.access.thread == Dim3{36, 0, 0});
    CHECK(found.access.write);
    CHECK_FALSE(found.access.atomic);
    CHECK_FALSE(found.has_other);
    CHECK(found.access.site.ptx_line == kBodyLine + 1);
    CHECK(found.access.site.instruction == "st.global.u32");
    CHECK(found.access.site.kernel == "k");
    const Ended guarded = with_buffer(
        "setp.lt.u32 %p0, %g, 100;\nmad.wide.u32 %rd1, %g, 4, %in;\n@%p0 st.global.u32 [%rd1], 1;",
        {.grid = {2}, .block = {64}});
    CHECK(guarded.launch.status == Status::Ok);
    CHECK(guarded.launch.findings.empty());
}

TEST_CASE(
    "before the beginning, astride of the end, in the gap, at nothing and at the ends of the address space") {
    struct Address {
        const char* code;
        s64 offset;
    };
    const Address wrong[] = {{"add.u64 %rd1, %in, -4;", -4},
                             {"add.u64 %rd1, %in, 400;", 400},
                             {"add.u64 %rd1, %in, 0x20000000;", 0x20000000},
                             {"add.u64 %rd1, %in, -65536;", -65536}};
    for (const Address& address : wrong) {
        CAPTURE(address.code);
        const Ended ended = with_buffer(std::string(address.code) + "\nld.global.u32 %r1, [%rd1];");
        CHECK(ended.launch.status == Status::IllegalAddress);
        CHECK(only(ended.launch).fault == Fault::OutOfBounds);
        CHECK(only(ended.launch).offset == address.offset);
        CHECK_FALSE(only(ended.launch).access.write);
    }
    for (const char* code : {"mov.u64 %rd1, 0;", "mov.u64 %rd1, -4;", "mov.u64 %rd1, 0x7ffffffffffffffc;",
                             "mov.u64 %rd1, 0x8000000000000000;", "mov.u64 %rd1, 16;"}) {
        CAPTURE(code);
        for (const char* access : {"ld.global.u32 %r1, [%rd1];", "st.u32 [%rd1], %t;",
                                   "atom.global.add.u32 %r1, [%rd1], 1;", "ld.u32 %r1, [%rd1];"}) {
            CAPTURE(access);
            const Ended ended = with_buffer(std::string(code) + "\n" + access);
            CHECK(ended.launch.status == Status::IllegalAddress);
            CHECK(only(ended.launch).fault == Fault::OutOfBounds);
        }
    }
    // 16 bytes of which 8 are there; the same 8 bytes further down is right.
    CHECK(with_buffer("ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%in+384];").launch.status == Status::Ok);
    CHECK(with_buffer("ld.global.v2.u64 {%rd1, %rd2}, [%in+400];").launch.status == Status::IllegalAddress);
}

TEST_CASE(
    "of several lanes the first that is wrong is named, also when others are at the far end of the address "
    "space") {
    const Ended ended = with_buffer(
        "mad.wide.u32 %rd1, %t, 4, %in;\nsetp.ge.u32 %p0, %t, 9;\n@%p0 mov.u64 %rd1, -8;\nld.global.u32 %r1, "
        "[%rd1];");
    CHECK(ended.launch.status == Status::IllegalAddress);
    CHECK(only(ended.launch).access.thread == Dim3{9, 0, 0});
    CHECK(only(ended.launch).address == ~u64{7});
}

TEST_CASE("no allocation is named for an address that is far from all") {
    for (const char* address : {"16", "0x7f1234567890", "-8"}) {
        const Ended ended =
            with_buffer("mov.u64 %rd1, " + std::string(address) + ";\nst.global.u32 [%rd1], 1;");
        CAPTURE(address);
        const check::Finding& found = only(ended.launch);
        CHECK(found.fault == Fault::OutOfBounds);
        CHECK(found.allocation == "");
        CHECK(found.allocation_size == 0);
    }
    const Ended near = with_buffer("sub.u64 %rd1, %in, 1000;\nst.global.u32 [%rd1], 1;");
    CHECK(only(near.launch).allocation_size != 0);
}

TEST_CASE("a lane that is switched off may have any address") {
    const Ended ended = with_buffer(
        "mad.wide.u32 %rd1, %t, 4, %in;\nsetp.ge.u32 %p0, %t, 9;\n@%p0 mov.u64 %rd1, 3;\n@!%p0 ld.global.u32 "
        "%r1, [%rd1];");
    CHECK(ended.launch.status == Status::Ok);
    CHECK(ended.launch.findings.empty());
}

TEST_CASE("misaligned accesses of every width, and aligned ones beside them") {
    struct Access {
        const char* opcode;
        u32 offset;
        bool right;
    };
    const Access accesses[] = {{"ld.global.u32 %r1", 2, false},
                               {"ld.global.u32 %r1", 4, true},
                               {"ld.global.u16 %r1", 1, false},
                               {"ld.global.u16 %r1", 2, true},
                               {"ld.global.u8 %r1", 1, true},
                               {"ld.global.u64 %rd1", 4, false},
                               {"ld.global.u64 %rd1", 8, true},
                               {"ld.global.v2.u32 {%r1, %r2}", 4, false},
                               {"ld.global.v4.u32 {%r1, %r2, %r3, %r4}", 8, false},
                               {"ld.global.v4.u32 {%r1, %r2, %r3, %r4}", 16, true}};
    for (const Access& access : accesses) {
        CAPTURE(access.opcode);
        CAPTURE(access.offset);
        const Ended ended =
            with_buffer(std::string(access.opcode) + ", [%in+" + std::to_string(access.offset) + "];");
        CHECK(ended.launch.status == (access.right ? Status::Ok : Status::MisalignedAddress));
        if (access.right) continue;
        CHECK(only(ended.launch).fault == Fault::Misaligned);
        CHECK(only(ended.launch).fatal);
        CHECK(only(ended.launch).address == ended.buffer + access.offset);
    }
}

TEST_CASE("use after free names the allocation that was; its neighbour is as usable as before") {
    Device device;
    const u64 freed = device.allocate(400, "by cudaMalloc (1st call)");
    const u64 kept = device.upload(std::vector<u32>(100, 5));
    CHECK(device.space.free(freed) == memory::AddressSpace::FreeResult::Ok);
    const std::string text = kernel_text("mad.wide.u32 %rd1, %t, 4, %in;\nld.global.u32 %r1, [%rd1+40];");
    const exec::Launch launch = device.launch(text, {}, {kept, freed, 0});
    CHECK(launch.status == Status::IllegalAddress);
    CHECK(only(launch).fault == Fault::UseAfterFree);
    CHECK(only(launch).offset == 40);
    CHECK(only(launch).allocation.find("by cudaMalloc (1st call), freed") != std::string::npos);
    CHECK(device.launch(text, {}, {kept, kept, 0}).status == Status::Ok);
}

TEST_CASE("constants can be read and not written") {
    Device device;
    const std::string declarations = ".const .align 4 .b8 table[16];\n";
    for (const char* store :
         {"st.global.u32 [%rd1], 1;", "st.u32 [%rd1], 1;", "red.global.add.u32 [%rd1], 1;"}) {
        const std::string text = kernel_text(
            std::string("mov.u64 %rd1, table;\ncvta.const.u64 %rd1, %rd1;\n") + store, declarations);
        const exec::Launch launch = device.launch(text, {}, {0, 0, 0});
        CHECK(launch.status == Status::IllegalAddress);
        CHECK(only(launch).fault == Fault::WriteToConstant);
        CHECK(only(launch).allocation.find("__constant__ variable table") != std::string::npos);
    }
    const std::string text =
        kernel_text("mov.u64 %rd1, table;\ncvta.const.u64 %rd1, %rd1;\nld.u32 %r1, [%rd1];", declarations);
    CHECK(device.launch(text, {}, {0, 0, 0}).status == Status::Ok);
}

namespace {

// Findings of `body` on 64 words that nothing has written (in), with out written. Lanes that store to one place race as
// well; that is not what these tests are about.
exec::Launch on_unwritten(const std::string& body, const Setup& setup = {}) {
    Device device;
    const u64 in = device.allocate(256);
    const u64 out = device.upload(std::vector<u32>(4096));
    exec::Launch launch = device.launch(kernel_text(body), setup, {out, in, setup.n});
    std::erase_if(launch.findings,
                  [](const check::Finding& found) { return found.fault == Fault::GlobalRace; });
    return launch;
}

}  // namespace

TEST_CASE("reading what nothing has written is reported, and the launch goes on") {
    const exec::Launch launch =
        on_unwritten("mad.wide.u32 %rd1, %t, 4, %in;\nld.global.u32 %r1, [%rd1+64];" + decide_by("%r1"));
    CHECK(launch.status == Status::Ok);
    const check::Finding& found = only(launch);
    CHECK(found.fault == Fault::UninitialisedRead);
    CHECK_FALSE(found.fatal);
    CHECK(found.offset == 64);
    CHECK(found.width == 4);
    CHECK(found.access.thread == Dim3{0, 0, 0});
    CHECK_FALSE(found.access.write);
    CHECK(found.missing == 4);
    CHECK(found.has_use);
    CHECK(found.used.ptx_line == kBodyLine + 3);
    CHECK(launch.counters.global_load_requests == 1);
}

TEST_CASE("what a thread has written can be read, by it and by later launches, word by word") {
    const std::string write_and_read =
        "mad.wide.u32 %rd1, %t, 4, %in;\nst.global.u32 [%rd1], %t;\nld.global.u32 %r1, [%rd1];\n";
    CHECK(on_unwritten(write_and_read).findings.empty());
    // 32 words are written; the 33rd is not.
    const exec::Launch launch =
        on_unwritten(write_and_read + "ld.global.u32 %r1, [%rd1+4];" + decide_by("%r1"));
    CHECK(only(launch).access.thread == Dim3{31, 0, 0});
    CHECK(only(launch).offset == 128);
    Device device;
    const u64 in = device.allocate(256);
    CHECK(device.launch(kernel_text("st.global.u32 [%mine], 1;"), {}, {in, 0, 0}).findings.empty());
    CHECK(device.launch(kernel_text("ld.global.u32 %r1, [%mine];"), {}, {in, 0, 0}).findings.empty());
    CHECK(device.launch(kernel_text("ld.global.u32 %r1, [%mine+128];" + decide_by("%r1")), {}, {in, 0, 0})
              .findings.size() == 1);
}

TEST_CASE("bytes are known one by one") {
    const std::string write_two = "st.global.u8 [%in+5], 1;\nst.global.u8 [%in+6], 1;\n";
    const auto reading = [](const std::string& body) {
        return on_unwritten(body + decide_by("%r1")).findings.size();
    };
    CHECK(reading(write_two +
                  "ld.global.u8 %r1, [%in+5];\nld.global.u8 %r2, [%in+6];\nadd.u32 %r1, %r1, %r2;") == 0);
    CHECK(reading(write_two + "ld.global.u8 %r1, [%in+4];") == 1);
    CHECK(reading(write_two + "ld.global.u8 %r1, [%in+7];") == 1);
    CHECK(reading(write_two + "ld.global.s16 %r1, [%in+6];\nshr.u32 %r1, %r1, 8;") == 1);
    CHECK(reading(write_two + "ld.global.u32 %r1, [%in+4];\nadd.u32 %r1, %r1, 1;") == 1);
    CHECK(reading("st.global.u16 [%in+4], 1;\nst.global.u16 [%in+6], 1;\nld.global.u32 %r1, [%in+4];") == 0);
    CHECK(on_unwritten("st.global.v4.u32 [%in], {%t, %t, %t, %t};\nld.global.v2.u64 {%rd1, %rd2}, [%in];")
              .findings.empty());
    const std::string four =
        "st.global.v2.u32 [%in], {%t, %t};\nld.global.v4.u32 {%r3, %r4, %r1, %r2}, [%in];";
    CHECK(reading(four) == 1);
    CHECK(on_unwritten(four + decide_by("%r3")).findings.empty());
    // Neighbouring bytes of one word, written by neighbouring threads.
    CHECK(on_unwritten(
              "cvt.u64.u32 %rd1, %t;\nadd.u64 %rd1, %rd1, %in;\nst.global.u8 [%rd1], %t;\nbar.sync 0;\n"
              "and.b64 %rd1, %rd1, -4;\nld.global.u32 %r1, [%rd1];")
              .findings.empty());
}

TEST_CASE("an atomic on what nothing has written is a read of it, and writes it") {
    const exec::Launch launch = on_unwritten("atom.global.add.u32 %r1, [%in], 1;\nld.global.u32 %r1, [%in];");
    CHECK(only(launch).fault == Fault::UninitialisedRead);
    CHECK(only(launch).access.atomic);
    CHECK(only(launch).access.site.ptx_line == kBodyLine);
}

TEST_CASE("equal findings are one, with the number of times, and name the lowest block") {
    Setup setup{.grid = {10}, .block = {64}};
    const std::string body =
        "setp.lt.u32 %p0, %block, 3;\n@%p0 bra END;\nld.global.u32 %r1, [%in];\nld.global.u32 %r2, "
        "[%in+4];\nadd.u32 %r1, %r1, 1;\nadd.u32 %r2, %r2, 1;" +
        decide_by("%r1") + decide_by("%r2") + "END:";
    const exec::Launch one = on_unwritten(body, setup);
    REQUIRE(one.findings.size() == 2);
    CHECK(one.findings[0].times == 7 * 2);  // warps
    CHECK(one.findings[0].access.block == Dim3{3, 0, 0});
    CHECK(one.findings[0].access.site.ptx_line == kBodyLine + 2);
    CHECK(one.findings[1].access.site.ptx_line == kBodyLine + 3);
    for (const int threads : {2, 4}) {
        setup.threads = threads;
        const exec::Launch more = on_unwritten(body, setup);
        REQUIRE(more.findings.size() == 2);
        CHECK(more.findings[0].times == 14);
        CHECK(more.findings[0].access.block == Dim3{3, 0, 0});
        CHECK(more.findings[0].access.thread == one.findings[0].access.thread);
    }
}

TEST_CASE("a fault's finding is the lowest block's, for any number of host threads") {
    for (const int threads : {1, 2, 4}) {
        const Ended ended = with_buffer("mad.wide.u32 %rd1, %g, 4, %in;\nst.global.u32 [%rd1], 1;",
                                        {.grid = {200}, .block = {32}, .threads = threads});
        CHECK(ended.launch.status == Status::IllegalAddress);
        CHECK(only(ended.launch).access.block == Dim3{3, 0, 0});
        CHECK(only(ended.launch).access.thread == Dim3{4, 0, 0});
    }
}

TEST_CASE("without checks never-written memory is not reported, bounds still are") {
    CHECK(on_unwritten("ld.global.u32 %r1, [%in];", {.checks = false}).findings.empty());
    CHECK(on_unwritten("ld.global.u32 %r1, [%in+256];", {.checks = false}).status == Status::IllegalAddress);
}

TEST_CASE("a 3-D block and grid are named by their indices") {
    // Thread (2,1,3) of block (1,0,2) alone goes wrong.
    const exec::Launch launch = on_unwritten(R"(
mov.u32 %r1, %tid.y; mov.u32 %r2, %tid.z; mov.u32 %r3, %ctaid.z;
setp.eq.u32 %p0, %t, 2;
setp.eq.and.u32 %p0, %r1, 1, %p0;
setp.eq.and.u32 %p0, %r2, 3, %p0;
setp.eq.and.u32 %p0, %block, 1, %p0;
setp.eq.and.u32 %p0, %r3, 2, %p0;
@%p0 st.global.u32 [%in+-4], 1;
)",
                                             {.grid = {2, 1, 3}, .block = {3, 2, 4}});
    CHECK(only(launch).access.block == Dim3{1, 0, 2});
    CHECK(only(launch).access.thread == Dim3{2, 1, 3});
}
