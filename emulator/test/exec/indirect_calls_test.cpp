// Calls through pointers: tables of functions, targets that differ by lane, pointers that name no function.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

const char* const kFunctionsOfATable = R"(
.func (.param .b32 result) add_one(.param .b32 x)
{
.reg .b32 %a;
ld.param.u32 %a, [x];
add.u32 %a, %a, 1;
st.param.b32 [result], %a;
ret;
}
.func (.param .b32 result) double_it(.param .b32 x)
{
.reg .b32 %a;
ld.param.u32 %a, [x];
shl.b32 %a, %a, 1;
st.param.b32 [result], %a;
ret;
}
.func (.param .b32 result) early(.param .b32 x)
{
.reg .b32 %a;
.reg .pred %p;
ld.param.u32 %a, [x];
st.param.b32 [result], 7;
setp.lt.u32 %p, %a, 16;
@%p ret;
st.param.b32 [result], 9;
ret;
}
.func (.param .b64 result) wide(.param .b32 x)
{
st.param.b64 [result], 1;
ret;
}
.global .align 8 .u64 table[3] = {add_one, double_it, early};
)";

// %r1 = (*%rd1)(%t).
const char* const kCall = R"(
{
.param .b32 argument;
.param .b32 returned;
st.param.b32 [argument], %t;
prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
call (returned), %rd1, (argument), prototype;
ld.param.b32 %r1, [returned];
}
)";

// The pointer of table[lane % 3].
const char* const kOneOfThree = R"(
rem.u32 %r2, %t, 3;
mul.wide.u32 %rd2, %r2, 8;
mov.u64 %rd3, table;
add.u64 %rd2, %rd2, %rd3;
ld.global.u64 %rd1, [%rd2];
)";

u32 result_of(u32 t) { return t % 3 == 0 ? t + 1 : t % 3 == 1 ? 2 * t : t < 16 ? 7 : 9; }

}  // namespace

TEST_CASE("one target for all lanes, its address taken by mov") {
    const Ran ran = run(std::string("mov.u64 %rd1, double_it;\n") + kCall + "st.global.u32 [%mine], %r1;",
                        {.declarations = kFunctionsOfATable});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(32, [](u32 t) { return 2 * t; }));
    // mov, st.param, call, ld.param, st.global, ret here; ld.param, shl, st.param, ret there.
    CHECK(ran.launch.counters.warp_instructions == kPrologueInstructions + 6 + 4);
    CHECK(ran.launch.counters.divergent_warps == 0);
}

TEST_CASE("targets that differ by lane: each group goes by itself, and all meet behind the call") {
    for (const u32 threads : {1u, 31u, 32u, 67u}) {
        const Ran ran = run(std::string(kOneOfThree) + kCall + "st.global.u32 [%mine], %r1;",
                            {.block = {threads}, .declarations = kFunctionsOfATable});
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.out == words(threads, result_of));
        CHECK(ran.launch.counters.global_store_requests == (threads + 31) / 32);
    }
}

TEST_CASE("targets that differ by lane, in any order of the warps and lanes") {
    for (u64 seed = 1; seed <= 10; ++seed) {
        const Ran ran =
            run(std::string(kOneOfThree) + kCall + "st.global.u32 [%mine], %r1;",
                {.block = {67}, .random_schedule = true, .seed = seed, .declarations = kFunctionsOfATable});
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.out == words(67, result_of));
    }
}

TEST_CASE("a call in three groups counts three times, and each lane once") {
    const Ran ran = run(std::string(kOneOfThree) + kCall, {.declarations = kFunctionsOfATable});
    // Before the call 5 and st.param; behind it ld.param and ret; three calls; 4, 4 and 6 instructions in the functions.
    CHECK(ran.launch.counters.warp_instructions == kPrologueInstructions + 6 + 2 + 3 + 4 + 4 + 6);
    CHECK(ran.launch.counters.divergent_warps == 1);
    const u64 in_early = 10 * 3 + 5 + 5 * 2;  // of the lanes 2, 5, … 29 five return early, five go on
    const u64 outside = 32 * (kPrologueInstructions + 6 + 1 + 2);
    CHECK(ran.launch.counters.thread_instructions == outside + 22 * 4 + in_early);
}

TEST_CASE("a call through a pointer in a loop and under a guard") {
    const Ran ran = run(std::string("mov.u32 %r5, 0;\nmov.u32 %r6, 0;\nLOOP:\nadd.u32 %r2, %t, %r5;\n") +
                            "rem.u32 %r2, %r2, 3;\nmul.wide.u32 %rd2, %r2, 8;\nmov.u64 %rd3, table;\n"
                            "add.u64 %rd2, %rd2, %rd3;\nld.global.u64 %rd1, [%rd2];\n" +
                            kCall + R"(
add.u32 %r6, %r6, %r1;
add.u32 %r5, %r5, 1;
setp.lt.u32 %p0, %r5, 9;
@%p0 bra LOOP;
st.global.u32 [%mine], %r6;)",
                        {.declarations = kFunctionsOfATable});
    CHECK(ran.out == words(32, [](u32 t) { return 3 * ((t + 1) + 2 * t + (t < 16 ? 7 : 9)); }));
    CHECK(ran.launch.counters.global_store_requests == 1);
}

TEST_CASE("recursion through a pointer, deeper in some lanes than in others") {
    const Ran ran = run("mov.u64 %rd1, count_down;\nand.b32 %t, %t, 7;\n" + std::string(kCall) +
                            "st.global.u32 [%mine], %r1;",
                        {.declarations = R"(
.global .u64 itself = count_down;
.func (.param .b32 result) count_down(.param .b32 x)
{
.reg .b32 %a, %b;
.reg .b64 %to;
.reg .pred %p;
ld.param.u32 %a, [x];
mov.u32 %b, 0;
setp.eq.u32 %p, %a, 0;
@%p bra DONE;
sub.u32 %b, %a, 1;
ld.global.u64 %to, [itself];
{
.param .b32 argument;
.param .b32 returned;
st.param.b32 [argument], %b;
prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
call (returned), %to, (argument), prototype;
ld.param.b32 %b, [returned];
}
add.u32 %b, %b, %a;
DONE:
st.param.b32 [result], %b;
ret;
}
)"});
    CHECK(ran.out == words(32, [](u32 t) { return (t % 8) * (t % 8 + 1) / 2; }));
}

TEST_CASE("a pointer that names no function ends the launch and says what it is") {
    struct Wrong {
        const char *pointer, *sentence;
    };
    const Wrong wrong[] = {
        {"mov.u64 %rd1, 0;", "thread (0,0,0) of block (0,0,0) calls through a null pointer, at PTX line "},
        {"mov.u64 %rd1, 4660;", "calls through 0x1234, which is no function"},
        {"mov.u64 %rd1, table;", "which is no function but memory (__device__ variable table)"},
        {"mov.u64 %rd1, add_one;\nadd.u64 %rd1, %rd1, 8;", "which is no function"},
        {"mov.u64 %rd1, wide;", "calls wide through a pointer of another type"},
        {"mov.u64 %rd1, 0x200300100000;", "a function of another file that is not linked with this one"},
    };
    for (const Wrong& one : wrong) {
        CAPTURE(one.pointer);
        const Ran ran = run(std::string(one.pointer) + kCall, {.declarations = kFunctionsOfATable});
        CHECK(ran.launch.status == exec::Status::InvalidPc);
        CAPTURE(ran.launch.message);
        CHECK(ran.launch.message.find(one.sentence) != std::string::npos);
    }
}

TEST_CASE("a function's address is no memory") {
    const Ran ran = run("mov.u64 %rd1, add_one;\nld.global.u32 %r1, [%rd1];\nst.global.u32 [%mine], %r1;" +
                            std::string("mov.u64 %rd1, add_one;\n") + kCall,
                        {.declarations = kFunctionsOfATable});
    CHECK(ran.launch.status == exec::Status::IllegalAddress);
}
