// How launches end before their time: traps, instructions that are not supported, and what the record says then.
#include <doctest/doctest.h>

#include "emulator/error.hpp"
#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

TEST_CASE("a trap ends the launch, if a lane gets there") {
    const std::string body = "setp.eq.u32 %p0, %t, %n;\n@%p0 trap;\nst.global.u32 [%mine], 1;";
    const Ran reached = run(body, {.n = 3});
    CHECK(reached.launch.status == exec::Status::Trap);
    CHECK(reached.launch.message.find("the kernel executed a trap instruction") == 0);
    CHECK(reached.launch.message.find("PTX line " + std::to_string(kBodyLine + 1)) != std::string::npos);
    const Ran not_reached = run(body, {.n = 99});
    CHECK(not_reached.launch.status == exec::Status::Ok);
    CHECK(not_reached.out == words(32, [](u32) { return 1; }));
}

TEST_CASE("an instruction that is not supported stops nobody who does not reach it") {
    const std::string body = R"(
setp.eq.u32 %p0, %t, %n;
@!%p0 bra AROUND;
tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], %r2;
AROUND:
@%p0 tcgen05.fence::before_thread_sync;
st.global.u32 [%mine], 1;
)";
    CHECK(run(body, {.n = 99}).launch.status == exec::Status::Ok);
    const Ran reached = run(body, {.n = 0});
    CHECK(reached.launch.status == exec::Status::Unsupported);
    CHECK(reached.launch.message.find(
              "the instruction tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 is not "
              "supported, at PTX line " +
              std::to_string(kBodyLine + 3)) == 0);
}

TEST_CASE("with line information the message names the program's line, not a header's") {
    const Ran ran = run(
        ".loc 1 12 5\nadd.u32 %r1, %r1, 1;\n.loc 2 80 3, function_name $L__info_string0, inlined_at 1 13 9\n"
        "tcgen05.fence::before_thread_sync;",
        {.declarations = ".file 1 \"/home/me/my.cu\"\n.file 2 \"/usr/local/cuda/include/crt/mma.hpp\"\n"});
    CHECK(ran.launch.status == exec::Status::Unsupported);
    CHECK(ran.launch.message.find("at line 13 of /home/me/my.cu (PTX line ") != std::string::npos);
}

TEST_CASE("instructions that read like supported ones are refused, not guessed") {
    for (const char* instruction :
         {"ld.global.b128 %rd1, [%out];", "cvt.rn.f64.u32 %r1, %fd1;",
          "call.uni (%r1), %rd1, (%r2), prototype;", "st.const.u32 [%rd1], %r1;", "add.f16x4 %r1, %r2, %r3;",
          "shfl.sync.rotate.b32 %r1, %r2, 1, 31, -1;",
          "ld.global.v8.f32 {%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8}, [%out];", "mov.u32 %r1, nowhere;",
          "ld.global.u32 %r1, [nowhere];", "ld.global.u64 %r1, [%out];"}) {
        CAPTURE(instruction);
        try {
            const Ran ran = run(instruction);
            CHECK(ran.launch.status == exec::Status::Unsupported);
            CHECK(ran.launch.message.find("PTX line " + std::to_string(kBodyLine)) != std::string::npos);
            CAPTURE(ran.launch.message);
        } catch (const Error& error) {
            CHECK(std::string(error.what()).find(std::to_string(kBodyLine)) != std::string::npos);
        }
    }
}

TEST_CASE("calls to functions without a body name them when they are made") {
    const Ran ran =
        run("{\n.param .b64 a;\n.param .b64 b;\n.param .b32 r;\ncall.uni (r), elsewhere, (a, b);\n}",
            {.declarations = ".extern .func (.param .b32 r) elsewhere(.param .b64 a, .param .b64 b);\n"});
    CHECK(ran.launch.status == exec::Status::Unsupported);
    CHECK(ran.launch.message.find("the device function elsewhere has no body in this module") == 0);
}

TEST_CASE("functions of the device runtime are the emulator's own, also if the program brings them as PTX") {
    const std::string head = ".func (.param .b32 r) __cudaCDP2GetDeviceCount(.param .b64 a)";
    for (const std::string& declaration :
         {".extern " + head + ";\n", ".visible " + head + "\n{\ntrap;\n}\n"}) {
        CAPTURE(declaration);
        const Ran ran =
            run("{\n.param .b64 a;\n.param .b32 r;\nst.param.b64 [a], %out;\n"
                "call.uni (r), __cudaCDP2GetDeviceCount, (a);\n}",
                {.declarations = declaration});
        CHECK(ran.launch.message.find("a call of the device runtime, of which there is none") == 0);
    }
}

TEST_CASE("of several blocks that fail, the lowest is the one that is reported") {
    // Blocks from 20 on trap; block 60 would fault differently and early.
    const std::string body = R"(
setp.ge.u32 %p0, %block, 60;
@%p0 st.global.u32 [0], 1;
setp.lt.u32 %p1, %block, 20;
@%p1 bra FINE;
mov.u32 %r1, 0;
LOOP: add.u32 %r1, %r1, 1;
setp.lt.u32 %p2, %r1, 3000;
@%p2 bra LOOP;
trap;
FINE:
)";
    for (const int threads : {1, 2, 4}) {
        const Ran ran = run(body, {.grid = {64}, .threads = threads});
        CHECK(ran.launch.status == exec::Status::Trap);
        CHECK(ran.launch.findings.empty());
        CHECK(ran.launch.counters.warp_instructions == 0);
        CHECK(ran.launch.counters.dram_write_bytes == 0);
    }
}

TEST_CASE("a launch after one that failed starts afresh") {
    Device device;
    const u64 out = device.upload(std::vector<u32>(32, 0));
    const exec::Launch failed =
        device.launch(kernel_text("st.global.u32 [%mine], 1;\nbar.sync 0;\ntrap;"), {}, {out, out, 0});
    CHECK(failed.status == exec::Status::Trap);
    const exec::Launch fine = device.launch(kernel_text("st.global.u32 [%mine], 2;"), {}, {out, out, 0});
    CHECK(fine.status == exec::Status::Ok);
    CHECK(fine.message.empty());
    CHECK(fine.counters.dram_write_bytes == 128);
    CHECK(fine.id == failed.id + 1);
    CHECK(device.download<u32>(out, 32) == words(32, [](u32) { return 2; }));
}

TEST_CASE("the record names the kernel, its shape and its memory") {
    const Ran ran = run(".shared .align 4 .b8 tile[100];\nst.shared.u32 [tile], 1;",
                        {.grid = {2, 3, 4}, .block = {5, 6, 7}, .dynamic_shared = 8});
    CHECK(ran.launch.kernel == "k");
    CHECK(ran.launch.grid == Dim3{2, 3, 4});
    CHECK(ran.launch.block == Dim3{5, 6, 7});
    CHECK(ran.launch.static_shared == 100);
    CHECK(ran.launch.dynamic_shared == 8);
    CHECK(ran.launch.counters.warps == 24 * 7);
}
