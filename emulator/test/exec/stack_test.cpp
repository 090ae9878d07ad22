// A thread's stack: alloca, and the limit that cudaDeviceSetLimit(cudaLimitStackSize) sets.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

TEST_CASE("alloca gives each call room of its own, and a callee lies behind it") {
    // Lane t stores t in its last word, calls a function that writes all over its own frame, and reads it back.
    const Ran ran = run(R"(
add.u32 %r1, %t, 1;
mul.wide.u32 %rd1, %r1, 4;
alloca.u64 %rd2, %rd1, 16;
cvta.local.u64 %rd3, %rd2;
mul.wide.u32 %rd4, %t, 4;
add.u64 %rd4, %rd4, %rd3;
st.u32 [%rd4], %t;
call.uni scribble;
ld.u32 %r2, [%rd4];
and.b64 %rd5, %rd3, 15;
cvt.u32.u64 %r3, %rd5;
add.u32 %r2, %r2, %r3;
st.global.u32 [%mine], %r2;)",
                        {.declarations = R"(
.func scribble()
{
.local .align 4 .b8 all[64];
st.local.u32 [all], -1;
st.local.u32 [all+60], -1;
ret;
}
)"});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(32, [](u32 t) { return t; }));
}

TEST_CASE("stackrestore gives alloca's memory back, so that a loop does not run out of it") {
    const Ran ran = run(R"(
mov.u32 %r1, 0;
LOOP:
stacksave.u64 %rd1;
alloca.u64 %rd2, 4096, 16;
st.local.u32 [%rd2], %r1;
ld.local.u32 %r2, [%rd2];
stackrestore.u64 %rd1;
add.u32 %r1, %r1, 1;
setp.lt.u32 %p0, %r1, 1000;
@%p0 bra LOOP;
st.global.u32 [%mine], %r2;)");
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(32, [](u32) { return 999; }));
}

TEST_CASE("each block begins with an empty stack") {
    const Ran ran =
        run("alloca.u64 %rd1, 300000, 16;\nst.local.u32 [%rd1], %g;\nld.local.u32 %r1, [%rd1];\n"
            "st.global.u32 [%mine], %r1;",
            {.grid = {5}});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(160, [](u32 g) { return g; }));
}

TEST_CASE("alloca beyond what a thread can have is a stack overflow") {
    const Ran ran = run("mov.u64 %rd1, 0x7fffffffffff;\nalloca.u64 %rd2, %rd1, 16;");
    CHECK(ran.launch.status == exec::Status::IllegalAddress);
    CHECK(ran.launch.message.find("stack overflow: ") == 0);
}

TEST_CASE("a recursion that needs more than the stack limit is stopped, and goes through with a larger one") {
    const char* const recursion = R"(
.func (.param .b32 result) depth(.param .b32 x)
{
.local .align 8 .b8 room[48];
.reg .b32 %a, %b;
.reg .pred %p;
ld.param.u32 %a, [x];
st.local.u32 [room], %a;
setp.eq.u32 %p, %a, 0;
@%p bra DONE;
sub.u32 %b, %a, 1;
{
.param .b32 argument;
.param .b32 returned;
st.param.b32 [argument], %b;
call.uni (returned), depth, (argument);
ld.param.b32 %b, [returned];
}
ld.local.u32 %a, [room];
add.u32 %a, %b, 1;
DONE:
st.param.b32 [result], %a;
ret;
}
)";
    const auto deep = [&](u32 depth, u32 stack) {
        Device device;
        const u64 out = device.allocate(4);
        const std::string body = "mov.u32 %r1, " + std::to_string(depth) + R"(;
{
.param .b32 argument;
.param .b32 returned;
st.param.b32 [argument], %r1;
call.uni (returned), depth, (argument);
ld.param.b32 %r1, [returned];
}
st.global.u32 [%mine], %r1;)";
        Setup setup{.block = {1}};
        setup.stack = stack;
        return device.launch(kernel_text(body, recursion), setup, {out, out, 0});
    };
    // 64 bytes a call: 48 and the return address.
    CHECK(deep(10, 1024).status == exec::Status::Ok);
    CHECK(deep(15, 1024).status == exec::Status::Ok);
    const exec::Launch stopped = deep(17, 1024);
    CHECK(stopped.status == exec::Status::IllegalAddress);
    CHECK(stopped.message.find("stack overflow: the calls of a thread are nested ") == 0);
    CHECK(stopped.message.find("cudaLimitStackSize") != std::string::npos);
    CHECK(deep(17, 2048).status == exec::Status::Ok);
}
