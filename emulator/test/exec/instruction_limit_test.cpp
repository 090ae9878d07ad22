// --max-instructions: what runs away ends, with the place where it was.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

TEST_CASE(
    "a kernel that runs away ends at the limit of instructions, with the place; one below it does not") {
    const std::string endless = "LOOP:\nadd.u32 %r1, %r1, 1;\nst.global.u32 [%mine], %r1;\nbra LOOP;";
    for (const int threads : {1, 2}) {
        const Ran ran = run(endless, {.grid = {3}, .threads = threads, .max_instructions = 100000});
        CHECK(ran.launch.status == exec::Status::Timeout);
        CHECK(ran.launch.message.find("stopped after 100000 warp instructions; block (") == 0);
        CHECK(ran.launch.message.find("32 threads at PTX line " + std::to_string(kBodyLine + 1)) !=
              std::string::npos);
    }
    CHECK(run("st.global.u32 [%mine], 1;", {.max_instructions = 100}).launch.status == exec::Status::Ok);
}

TEST_CASE("a loop whose lanes part at an indexed branch, and all go back, ends at --max-instructions too") {
    const std::string endless = R"(
    and.b32 %r1, %t, 1;
    bra HEAD;
    TARGETS: .branchtargets EVEN, ODD;
    EVEN:
    add.u32 %r2, %r2, 1;
    bra HEAD;
    ODD:
    add.u32 %r3, %r3, 1;
    HEAD:
    brx.idx %r1, TARGETS;
)";
    for (const bool random_schedule : {false, true}) {
        const Ran ran = run(endless, {.random_schedule = random_schedule, .max_instructions = 100000});
        CHECK(ran.launch.status == exec::Status::Timeout);
        CHECK(ran.launch.message.find("stopped after 100000 warp instructions") == 0);
    }
    // One target, and lanes that leave one after the other.
    const std::string counted = R"(
    mov.u32 %r1, 0;
    mov.u32 %r2, 0;
    bra HEAD;
    TARGETS: .branchtargets AGAIN, LEAVE;
    AGAIN:
    add.u32 %r2, %r2, 1;
    HEAD:
    setp.gt.u32 %p0, %r2, %t;
    selp.u32 %r1, 1, 0, %p0;
    brx.idx %r1, TARGETS;
    LEAVE:
    st.global.u32 [%mine], %r2;
)";
    CHECK(run(counted).out == words(32, [](u32 t) { return t + 1; }));
}
