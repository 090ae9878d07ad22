// Memory that each thread has for itself or that the launch brings: local memory, and the kernel's parameters.
#include <doctest/doctest.h>

#include "emulator/error.hpp"
#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

TEST_CASE("a kernel's structure parameter, by value and through its address") {
    Device device;
    const u64 out = device.upload(std::vector<u32>(64, 0));
    const std::string text = module_text(R"(
.visible .entry k(.param .b8 first, .param .align 8 .b8 s[24], .param .u64 out)
{
.reg .b32 %r<9>;
.reg .b64 %rd<9>;
.reg .f64 %fd<3>;
ld.param.u64 %rd1, [out];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 8;
add.u64 %rd1, %rd1, %rd2;
ld.param.u8 %r2, [first];
ld.param.f64 %fd1, [s+16];
cvt.rzi.u32.f64 %r3, %fd1;
add.u32 %r2, %r2, %r3;
st.global.u32 [%rd1], %r2;
mov.b64 %rd3, s;
cvta.param.u64 %rd4, %rd3;
and.b32 %r4, %r1, 3;
mul.wide.u32 %rd5, %r4, 4;
add.u64 %rd4, %rd4, %rd5;
ld.u32 %r5, [%rd4];
st.global.u32 [%rd1+4], %r5;
ret;
}
)");
    const exec::Launch launch =
        device.launch_with(text, {}, "k", [&](const Kernel& kernel, std::vector<u8>& block) {
            CHECK(kernel.parameter_offset(1) == 8);
            CHECK(kernel.parameter_offset(2) == 32);
            const u32 words[4] = {11, 22, 33, 44};
            const double number = 1000;
            block[0] = 7;
            std::memcpy(&block[8], words, 16);
            std::memcpy(&block[24], &number, 8);
            std::memcpy(&block[32], &out, 8);
        });
    CHECK(launch.status == exec::Status::Ok);
    CHECK(device.download<u32>(out, 64) ==
          words(64, [](u32 k) { return k % 2 == 0 ? 1007 : 11 * (k / 2 % 4 + 1); }));
    CHECK(launch.counters.global_load_requests == 0);
}

TEST_CASE("local memory: every lane its own, by name, by address and by generic address") {
    const Ran ran = run(R"(
.local .align 16 .b8 stack[64];
.reg .b64 %SP;
mov.u64 %SP, stack;
st.local.u32 [stack+4], %t;
mul.lo.u32 %r1, %t, 3;
st.local.u32 [%SP+8], %r1;
cvta.local.u64 %rd1, %SP;
and.b32 %r2, %t, 3;
mul.wide.u32 %rd2, %r2, 4;
add.u64 %rd3, %rd1, %rd2;
st.u32 [%rd3+32], %t;
ld.u32 %r3, [%rd1+4];
ld.local.u32 %r4, [stack+8];
cvta.to.local.u64 %rd4, %rd3;
ld.local.u32 %r5, [%rd4+32];
add.u32 %r3, %r3, %r4;
add.u32 %r3, %r3, %r5;
st.global.u32 [%mine], %r3;
)",
                        {.block = {96}});
    CHECK(ran.out == words(96, [](u32 t) { return t + 3 * t + t; }));
    CHECK(ran.launch.counters.global_load_requests == 0);
    CHECK(ran.launch.counters.global_load_sectors == 0);
    CHECK(ran.launch.counters.global_store_requests == 3);
    CHECK(ran.launch.counters.shared_store_requests == 0);
    CHECK(ran.launch.counters.dram_read_bytes == 0);
    CHECK(ran.launch.counters.dram_write_bytes == 96 * 4);
}

TEST_CASE("a callee writes into its caller's local memory; frames of a recursion do not overlap") {
    const Ran ran = run(R"(
.local .align 4 .b8 mine[4];
.reg .b64 %SP;
mov.u64 %SP, mine;
cvta.local.u64 %rd1, %SP;
{
.param .b64 place;
.param .b32 level;
st.param.b64 [place], %rd1;
st.param.b32 [level], %t;
call.uni descend, (place, level);
}
ld.local.u32 %r1, [mine];
st.global.u32 [%mine], %r1;
)",
                        {.declarations = R"(
.func descend(.param .b64 place, .param .b32 level)
{
.local .align 4 .b8 below[4];
.reg .b64 %a, %b;
.reg .b32 %l, %x;
.reg .pred %p;
ld.param.u64 %a, [place];
ld.param.u32 %l, [level];
st.u32 [%a], 0;
setp.eq.u32 %p, %l, 0;
@%p bra DONE;
mov.u64 %b, below;
cvta.local.u64 %b, %b;
sub.u32 %x, %l, 1;
{
.param .b64 place2;
.param .b32 level2;
st.param.b64 [place2], %b;
st.param.b32 [level2], %x;
call.uni descend, (place2, level2);
}
ld.local.u32 %x, [below];
add.u32 %x, %x, %l;
st.u32 [%a], %x;
DONE:
ret;
}
)"});
    CHECK(ran.out == words(32, [](u32 t) { return t * (t + 1) / 2; }));
}

TEST_CASE("a local access outside a thread's local memory ends the launch") {
    const Ran ran =
        run(".local .align 4 .b8 mine[4];\n.reg .b64 %SP;\nmov.u64 %SP, mine;\nst.local.u32 [%SP+4096], %t;");
    CHECK(ran.launch.status == exec::Status::IllegalAddress);
    REQUIRE(ran.launch.findings.size() == 1);
    CHECK(ran.launch.findings[0].fault == check::Fault::OutOfBounds);
    CHECK(ran.launch.findings[0].space == check::Space::Local);
    CHECK(run(".local .align 4 .b8 mine[4];\n.reg .b64 %SP;\nmov.u64 %SP, mine;\nst.local.u32 [%SP], %t;")
              .launch.status == exec::Status::Ok);
}

// Found by the fuzzer: 2 GiB of local memory for each lane, 4 GiB of constants.
TEST_CASE("more local memory or constants than there are is refused") {
    const auto refusal = [](const std::string& declarations, const std::string& body) {
        try {
            run(body, {.block = {1}, .declarations = declarations});
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string body = "st.global.u32 [%mine], 1;";
    CHECK(refusal("", ".local .b8 most[524288];\n" + body) == "");
    CHECK(
        refusal("", ".local .b8 much[0x80000000];\n" + body).find("has more than 512 KiB of local memory") !=
        std::string::npos);
    CHECK(refusal("", ".local .b8 a[524287];\n.local .b8 b[2];\n" + body).find("PTX: with 'b', function ") ==
          0);
    CHECK(refusal(".const .b8 most[65536];\n", body) == "");
    CHECK(
        refusal(".const .b8 first[65535];\n.const .b8 second[2];\n", body) ==
        "with second, the __constant__ variables of one module take more than 64 KiB, which is all there is");
    CHECK(refusal(".const .b8 table[0xffffffff];\n", body).find("with table, ") == 0);
}

TEST_CASE(
    "a variable that nothing sets is not 0, in a register and in local memory: nothing is right by chance") {
    const Ran ran = run("st.global.u32 [%mine], %r20;", {.block = {32}});
    CHECK(ran.out == std::vector<u32>(32, ~0u));
    const Ran local = run(".local .b32 never[4];\nld.local.u32 %r1, [never+8];\nst.global.u32 [%mine], %r1;",
                          {.block = {32}});
    CHECK(local.out == std::vector<u32>(32, ~0u));
}
