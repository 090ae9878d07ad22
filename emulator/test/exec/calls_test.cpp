// Calls of device functions: arguments and results of every size, nesting, recursion, divergence.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// add_one(x) and twice_plus_one(x) = add_one(2x).
const char* const kFunctions = R"(
.func (.param .b32 result) add_one(.param .b32 x)
{
.reg .b32 %a;
ld.param.u32 %a, [x];
add.u32 %a, %a, 1;
st.param.b32 [result], %a;
ret;
}
.func (.param .b32 result) twice_plus_one(.param .b32 x)
{
.reg .b32 %a;
ld.param.u32 %a, [x];
shl.b32 %a, %a, 1;
{
.param .b32 argument;
.param .b32 returned;
st.param.b32 [argument], %a;
call.uni (returned), add_one, (argument);
ld.param.b32 %a, [returned];
}
st.param.b32 [result], %a;
ret;
}
)";

std::string call(const std::string& function, const std::string& argument, const std::string& result,
                 const std::string& guard = "") {
    return "{\n.param .b32 argument;\n.param .b32 returned;\nst.param.b32 [argument], " + argument + ";\n" +
           guard + " call (returned), " + function + ", (argument);\nld.param.b32 " + result +
           ", [returned];\n}\n";
}

const char* const kFactorial = R"(
.func (.param .b32 result) factorial(.param .b32 x)
{
.reg .b32 %a, %b;
.reg .pred %p;
ld.param.u32 %a, [x];
mov.u32 %b, 1;
setp.le.u32 %p, %a, 1;
@%p bra DONE;
sub.u32 %b, %a, 1;
{
.param .b32 argument;
.param .b32 returned;
st.param.b32 [argument], %b;
call.uni (returned), factorial, (argument);
ld.param.b32 %b, [returned];
}
mul.lo.u32 %b, %b, %a;
DONE:
st.param.b32 [result], %b;
ret;
}
)";

u32 factorial(u32 n) { return n <= 1 ? 1 : n * factorial(n - 1); }

}  // namespace

TEST_CASE("a function's argument and result") {
    const Ran ran =
        run(call("add_one", "%t", "%r1") + "st.global.u32 [%mine], %r1;", {.declarations = kFunctions});
    CHECK(ran.out == words(32, [](u32 t) { return t + 1; }));
    // st.param, call, ld.param, st.global, ret here; ld.param, add, st.param, ret there.
    CHECK(ran.launch.counters.warp_instructions == kPrologueInstructions + 5 + 4);
    CHECK(ran.launch.counters.branches == 0);
    CHECK(ran.launch.counters.global_load_requests == 0);
    CHECK(ran.launch.counters.global_store_requests == 1);
}

TEST_CASE("a function that calls a function") {
    const Ran ran = run(call("twice_plus_one", "%t", "%r1") + "st.global.u32 [%mine], %r1;",
                        {.declarations = kFunctions});
    CHECK(ran.out == words(32, [](u32 t) { return 2 * t + 1; }));
}

TEST_CASE("a call in one arm of a branch runs for the lanes of that arm") {
    const Ran ran = run("mov.u32 %r1, 500;\nsetp.lt.u32 %p0, %t, 7;\n@%p0 bra JOIN;\n" +
                            call("twice_plus_one", "%t", "%r1") + "JOIN: st.global.u32 [%mine], %r1;",
                        {.declarations = kFunctions});
    CHECK(ran.out == words(32, [](u32 t) { return t < 7 ? 500 : 2 * t + 1; }));
    CHECK(ran.launch.counters.global_store_requests == 1);
}

TEST_CASE("a guarded call is made by the lanes whose guard is true") {
    const Ran ran = run("setp.lt.u32 %p0, %t, 7;\n" + call("add_one", "%t", "%r1", "@%p0") +
                            "@!%p0 mov.u32 %r1, 500;\nst.global.u32 [%mine], %r1;",
                        {.declarations = kFunctions});
    CHECK(ran.out == words(32, [](u32 t) { return t < 7 ? t + 1 : 500; }));
    CHECK(ran.launch.counters.divergent_branches == 0);
    CHECK(ran.launch.counters.global_store_requests == 1);
}

TEST_CASE("recursion to a depth of its own in every lane") {
    const Ran ran = run("and.b32 %r2, %t, 7;\nadd.u32 %r2, %r2, 1;\n" + call("factorial", "%r2", "%r1") +
                            "st.global.u32 [%mine], %r1;",
                        {.block = {64}, .declarations = kFactorial});
    CHECK(ran.out == words(64, [](u32 t) { return factorial(t % 8 + 1); }));
    CHECK(ran.launch.counters.global_store_requests == 2);
}

TEST_CASE("a recursion of 2000 calls is not too deep") {
    const Ran ran = run("mov.u32 %r2, 2000;\n" + call("depth", "%r2", "%r1") + "st.global.u32 [%mine], %r1;",
                        {.declarations = R"(
.func (.param .b32 result) depth(.param .b32 x)
{
.reg .b32 %a;
.reg .pred %p;
ld.param.u32 %a, [x];
setp.eq.u32 %p, %a, 0;
@%p bra DONE;
sub.u32 %a, %a, 1;
{
.param .b32 argument;
.param .b32 returned;
st.param.b32 [argument], %a;
call.uni (returned), depth, (argument);
ld.param.b32 %a, [returned];
}
add.u32 %a, %a, 3;
DONE:
st.param.b32 [result], %a;
ret;
}
)"});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(32, [](u32) { return 6000; }));
}

TEST_CASE("a recursion without end ends the launch with a sentence") {
    const Ran ran =
        run("call.uni forever;", {.declarations = ".func forever()\n{\ncall.uni forever;\nret;\n}\n"});
    CHECK(ran.launch.status == exec::Status::IllegalAddress);
    CHECK(ran.launch.message.find("stack overflow: the calls of a thread are nested ") == 0);
}

TEST_CASE("early returns from a function: all lanes come back to the caller together") {
    const Ran ran = run(call("clamp", "%t", "%r1") + "st.global.u32 [%mine], %r1;", {.declarations = R"(
.func (.param .b32 result) clamp(.param .b32 x)
{
.reg .b32 %a;
.reg .pred %p;
ld.param.u32 %a, [x];
st.param.b32 [result], 10;
setp.lt.u32 %p, %a, 10;
@%p ret;
st.param.b32 [result], 20;
setp.gt.u32 %p, %a, 20;
@%p ret;
st.param.b32 [result], %a;
ret;
}
)"});
    CHECK(ran.out == words(32, [](u32 t) { return t < 10 ? 10 : t > 20 ? 20 : t; }));
    CHECK(ran.launch.counters.global_store_requests == 1);
}

TEST_CASE("lanes that exit in a function are gone, the others come back") {
    const Ran ran = run("call.uni leave_odd;\nst.global.u32 [%mine], 1;", {.declarations = R"(
.func leave_odd()
{
.reg .b32 %a;
.reg .pred %p;
mov.u32 %a, %tid.x;
and.b32 %a, %a, 1;
setp.eq.u32 %p, %a, 1;
@!%p bra STAY;
exit;
STAY:
ret;
}
)"});
    CHECK(ran.out == words(32, [](u32 t) { return t % 2 == 1 ? kPoison : 1; }));
    CHECK(ran.launch.counters.global_store_requests == 1);
}

TEST_CASE(
    "lanes that part in a function for good find their way back, though others have returned and called "
    "again") {
    // Lane 3 writes and exits, so the branch in part() has no joining point. Lanes 0-15 wait in wait() below part() while
    // lanes 16-31 return, call part() again and come to the barrier.
    const Ran ran = run(R"(
mov.u32 %r1, 0;
call.uni part;
add.u32 %r1, %r1, 1;
call.uni part;
add.u32 %r1, %r1, 10;
setp.ge.u32 %p0, %t, 16;
@%p0 barrier.sync 0;
st.global.u32 [%mine], %r1;
)",
                        {.declarations = R"(
.global .align 4 .u32 last_words;
.func wait()
{
barrier.sync 0;
ret;
}
.func part()
{
.reg .b32 %a;
.reg .pred %p;
mov.u32 %a, %tid.x;
setp.ge.u32 %p, %a, 16;
@%p bra BACK;
call.uni wait;
setp.ne.u32 %p, %a, 3;
@%p bra BACK;
st.global.u32 [last_words], %a;
exit;
BACK:
ret;
}
)"});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(32, [](u32 t) { return t == 3 ? kPoison : 11; }));
}

TEST_CASE("arguments and results that are structures, by whole and by piece") {
    const Ran ran = run(R"(
{
.param .align 8 .b8 argument[24];
.param .b16 scale;
.param .align 16 .b8 returned[16];
cvt.u64.u32 %rd1, %t;
st.param.b64 [argument+0], %rd1;
st.param.b32 [argument+8], 1000;
st.param.v2.b32 [argument+16], {%t, %r0};
mov.u16 %rs1, 3;
st.param.b16 [scale], %rs1;
call.uni (returned), mix, (argument, scale);
ld.param.v4.b32 {%r1, %r2, %r3, %r4}, [returned];
}
mul.wide.u32 %rd2, %t, 16;
add.u64 %rd2, %rd2, %out;
st.global.v4.u32 [%rd2], {%r1, %r2, %r3, %r4};
)",
                        {.words = 128, .declarations = R"(
.func (.param .align 16 .b8 result[16]) mix(.param .align 8 .b8 s[24], .param .b16 scale)
{
.reg .b32 %a<5>;
.reg .b64 %d;
.reg .b16 %h;
ld.param.u64 %d, [s];
ld.param.u32 %a1, [s+8];
ld.param.u32 %a2, [s+16];
ld.param.u16 %h, [scale];
cvt.u32.u16 %a3, %h;
cvt.u32.u64 %a0, %d;
mul.lo.u32 %a3, %a3, %a2;
st.param.b32 [result+12], %a3;
st.param.v2.b32 [result], {%a0, %a1};
st.param.b32 [result+8], %a2;
ret;
}
)"});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(128, [](u32 k) {
              const u32 t = k / 4;
              return k % 4 == 0 ? t : k % 4 == 1 ? 1000 : k % 4 == 2 ? t : 3 * t;
          }));
}
