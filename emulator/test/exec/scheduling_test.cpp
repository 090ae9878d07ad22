// Threads that wait for each other without a barrier: every lane makes progress, whatever the others do.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// Waits until the flag at %rd1 holds %r1: `load` reads it.
std::string wait_until(const std::string& load) {
    return "SPIN: " + load + " %r9, [%rd1];\nsetp.ne.u32 %p9, %r9, %r1;\n@%p9 bra SPIN;\n";
}

}  // namespace

TEST_CASE("a warp that waits for a flag in shared memory lets the warp that sets it run") {
    for (const char* load :
         {"ld.volatile.shared.u32", "ld.relaxed.cta.shared.u32", "ld.acquire.cta.shared.u32"}) {
        CAPTURE(load);
        const Ran ran = run(std::string(R"(
.shared .align 4 .b8 flag[4];
setp.eq.u32 %p0, %t, 0;
@%p0 st.shared.u32 [flag], 0;
bar.sync 0;
mov.u64 %rd1, flag;
mov.u32 %r1, 7;
setp.ge.u32 %p1, %t, 32;
@%p1 bra SECOND;
)") + wait_until(load) + R"(
bra JOIN;
SECOND:
setp.eq.u32 %p2, %t, 40;
@%p2 st.volatile.shared.u32 [flag], 7;
JOIN:
st.global.u32 [%mine], 1;
)",
                            {.block = {64}});
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.out == words(64, [](u32) { return 1; }));
    }
}

TEST_CASE("warps hand a flag in global memory on from one to the next, against their order") {
    // Warp w waits for w + 1; the last begins.
    const Ran ran =
        run("shr.u32 %r2, %t, 5;\nmov.u32 %r3, 31;\nsub.u32 %r1, %r3, %r2;\nmov.u64 %rd1, %in;\n" +
                wait_until("ld.volatile.global.u32") +
                "bar.warp.sync -1;\nadd.u32 %r4, %r1, 1;\nst.volatile.global.u32 [%in], %r4;\n"
                "st.global.u32 [%mine], %r9;",
            {.block = {1024}, .in = {0}});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(1024, [](u32 t) { return 31 - t / 32; }));
}

TEST_CASE("a loop that waits and diverges in every round still lets other warps run") {
    const Ran ran = run(R"(
and.b32 %r2, %t, 1;
setp.eq.u32 %p1, %r2, 0;
setp.ge.u32 %p0, %t, 32;
@%p0 bra SECOND;
SPIN:
@%p1 bra EVEN;
add.u32 %r3, %r3, 1;
EVEN:
ld.volatile.global.u32 %r9, [%in];
setp.ne.u32 %p9, %r9, 5;
@%p9 bra SPIN;
bra JOIN;
SECOND:
st.volatile.global.u32 [%in], 5;
JOIN:
st.global.u32 [%mine], %t;
)",
                        {.block = {64}, .in = {0}});
    CHECK(ran.out == words(64, [](u32 t) { return t; }));
}

TEST_CASE("lane 0 waits for what lane 1 does in the other arm") {
    const Ran ran =
        run("mov.u32 %r1, 5;\nmov.u64 %rd1, %in;\nsetp.ne.u32 %p0, %t, 0;\n@%p0 bra OTHER;\n" +
                wait_until("ld.volatile.global.u32") +
                "bra JOIN;\nOTHER:\nst.volatile.global.u32 [%in], 5;\nJOIN:\nst.global.u32 [%mine], 1;",
            {.in = {0}});
    CHECK(ran.out == words(32, [](u32) { return 1; }));
}

TEST_CASE("lane 0 waits for what lane 1 does behind the point where they would meet") {
    const Ran ran = run("mov.u32 %r1, 5;\nmov.u64 %rd1, %in;\nsetp.ne.u32 %p0, %t, 0;\n@%p0 bra JOIN;\n" +
                            wait_until("ld.volatile.global.u32") +
                            "JOIN:\nsetp.eq.u32 %p1, %t, 1;\n@%p1 st.volatile.global.u32 [%in], 5;\n"
                            "st.global.u32 [%mine], 1;",
                        {.in = {0}});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(32, [](u32) { return 1; }));
}

TEST_CASE("a lock that every lane takes by turning in a compare-and-swap loop") {
    // while (atomicCAS(lock, 0, 1) != 0); ++*counter; atomicExch(lock, 0);
    const Ran ran = run(R"(
LOCK:
atom.global.cas.b32 %r1, [%in], 0, 1;
setp.ne.u32 %p0, %r1, 0;
@%p0 bra LOCK;
ld.volatile.global.u32 %r2, [%in+4];
add.u32 %r2, %r2, 1;
st.volatile.global.u32 [%in+4], %r2;
membar.gl;
atom.global.exch.b32 %r3, [%in], 0;
st.global.u32 [%mine], %r2;
)",
                        {.block = {64}, .in = {0, 1000}});
    CHECK(ran.launch.status == exec::Status::Ok);
    std::vector<u32> sorted = ran.out;
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted == words(64, [](u32 k) { return 1001 + k; }));
}

TEST_CASE("a lock that is released inside the loop that takes it") {
    // for (done = false; !done;) if (atomicCAS(lock, 0, 1) == 0) { ++*counter; atomicExch(lock, 0); done = true; }
    const Ran ran = run(R"(
LOOP:
atom.global.cas.b32 %r1, [%in], 0, 1;
setp.ne.u32 %p0, %r1, 0;
@%p0 bra NEXT;
ld.volatile.global.u32 %r2, [%in+4];
add.u32 %r2, %r2, 1;
st.volatile.global.u32 [%in+4], %r2;
atom.global.exch.b32 %r3, [%in], 0;
NEXT:
@%p0 bra LOOP;
st.global.u32 [%mine], %r2;
)",
                        {.block = {96}, .in = {0, 0}});
    std::vector<u32> sorted = ran.out;
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted == words(96, [](u32 k) { return k + 1; }));
}

TEST_CASE("lanes that only compute for long are waited for: the others do not run ahead") {
    // Lane 31 goes round 200,000 times more than the rest; all store in one instruction nevertheless.
    const Ran ran = run(R"(
mov.u32 %r1, 0;
setp.eq.u32 %p1, %t, 31;
selp.u32 %r2, 200000, 10, %p1;
LOOP:
add.u32 %r1, %r1, 1;
setp.lt.u32 %p0, %r1, %r2;
@%p0 bra LOOP;
st.global.u32 [%mine], %r1;
)");
    CHECK(ran.out == words(32, [](u32 t) { return t == 31 ? 200000 : 10; }));
    CHECK(ran.launch.counters.global_store_requests == 1);
}
