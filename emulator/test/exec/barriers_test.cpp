// Block barriers: who waits for whom, with which number and count, in which arm; reductions; what never completes.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// Thread t leaves t + 1 in shared memory before `barrier` and reads what thread t ^ 33 left, so both in its warp and in
// the neighbouring one.
Ran exchange(const std::string& barrier, u32 threads) {
    return run(R"(
.shared .align 4 .b8 tile[4096];
mov.u32 %r0, tile;
mad.lo.u32 %r1, %t, 4, %r0;
add.u32 %r2, %t, 1;
st.shared.u32 [%r1], %r2;
)" + barrier + R"(
xor.b32 %r3, %t, 33;
mad.lo.u32 %r1, %r3, 4, %r0;
ld.shared.u32 %r4, [%r1];
st.global.u32 [%mine], %r4;
)",
               {.block = {threads}});
}

bool is_exchanged(const Ran& ran, u32 threads) {
    return ran.launch.status == exec::Status::Ok && ran.launch.findings.empty() &&
           ran.out == words(threads, [](u32 t) { return (t ^ 33) + 1; });
}

}  // namespace

TEST_CASE("all threads of a block wait for each other") {
    for (const char* barrier :
         {"bar.sync 0;", "barrier.sync 0;", "barrier.sync.aligned 5;", "bar.cta.sync 15;",
          "mov.u32 %r9, 3;\nbar.sync %r9;", "bar.sync 1, 1024;", "barrier.cta.sync.aligned 0, %size;"}) {
        CAPTURE(barrier);
        const Ran ran = exchange(barrier, 1024);
        CHECK(is_exchanged(ran, 1024));
        CHECK(ran.launch.counters.barriers == 32);  // warp instructions
    }
}

TEST_CASE("without the barrier the exchange goes wrong and is reported") {
    const Ran ran = exchange("", 64);
    CHECK_FALSE(is_exchanged(ran, 64));
    CHECK_FALSE(ran.launch.findings.empty());
}

TEST_CASE("both arms of a branch have the barrier: it counts threads, not instructions") {
    const auto arms = [](const std::string& barrier) {
        return exchange("setp.lt.u32 %p0, %t, 20;\n@%p0 bra ARM;\n" + barrier +
                            "\nbra JOIN;\nARM: " + barrier + "\nJOIN:",
                        64);
    };
    CHECK(is_exchanged(arms("barrier.sync 0;"), 64));
    // The aligned one is for warps whose lanes are together.
    const Ran aligned = arms("bar.sync 0;");
    CHECK(aligned.launch.status == exec::Status::Ok);
    REQUIRE(aligned.launch.findings.size() == 1);
    CHECK(aligned.launch.findings[0].fault == check::Fault::DivergentBarrier);
    CHECK(aligned.out == words(64, [](u32 t) { return (t ^ 33) + 1; }));
}

TEST_CASE("a barrier in a loop, as often as each thread likes, if all like the same") {
    const Ran ran = run(R"(
.shared .align 4 .b8 cell[4];
setp.eq.u32 %p1, %t, 0;
@%p1 st.shared.u32 [cell], 0;
mov.u32 %r1, 0;
LOOP:
bar.sync 0;
ld.shared.u32 %r2, [cell];
bar.sync 0;
shr.u32 %r3, %t, 5;
setp.eq.u32 %p2, %r3, %r1;
and.b32 %r4, %t, 31;
setp.eq.and.u32 %p2, %r4, 0, %p2;
add.u32 %r5, %r2, 10;
@%p2 st.shared.u32 [cell], %r5;
add.u32 %r1, %r1, 1;
setp.lt.u32 %p0, %r1, 4;
@%p0 bra LOOP;
st.global.u32 [%mine], %r2;
)",
                        {.block = {128}});
    CHECK(ran.launch.findings.empty());
    CHECK(ran.out == words(128, [](u32) { return 30; }));
    CHECK(ran.launch.counters.barriers == 4 * 4 * 2);
}

TEST_CASE("barriers of different numbers are different barriers") {
    // Warps 0 and 1 meet at 1, warps 2 and 3 at 2; then all at 0.
    const Ran ran = run(R"(
.shared .align 4 .b8 tile[512];
mov.u32 %r0, tile;
mad.lo.u32 %r1, %t, 4, %r0;
st.shared.u32 [%r1], %t;
shr.u32 %r2, %t, 6;
add.u32 %r2, %r2, 1;
bar.sync %r2, 64;
xor.b32 %r3, %t, 32;
mad.lo.u32 %r1, %r3, 4, %r0;
ld.shared.u32 %r4, [%r1];
st.global.u32 [%mine], %r4;
bar.sync 0;
)",
                        {.block = {128}});
    CHECK(ran.launch.findings.empty());
    CHECK(ran.out == words(128, [](u32 t) { return t ^ 32; }));
}

TEST_CASE(
    "a partial warp counts as a whole one where a barrier counts, and so does one that has lost threads") {
    // Warps 1 and 2 meet at a barrier of 64; warp 2 has 16 threads, of warp 1 lanes 0-7 have exited.
    const Ran ran = run(R"(
setp.lt.u32 %p0, %t, 40;
@%p0 exit;
barrier.sync 1, 64;
st.global.u32 [%mine], 1;
)",
                        {.block = {80}});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(80, [](u32 t) { return t < 40 ? kPoison : 1; }));
    // The same beside a warp that does not take part and waits for them.
    const Ran beside = run(R"(
setp.lt.u32 %p0, %t, 32;
@%p0 bra LAST;
barrier.sync 1, 64;
LAST:
barrier.sync 0;
st.global.u32 [%mine], 1;
)",
                           {.block = {80}});
    CHECK(beside.launch.status == exec::Status::Ok);
    CHECK(beside.out == words(80, [](u32) { return 1; }));
}

TEST_CASE("threads that have exited are not waited for") {
    const Ran ran = run(R"(
setp.ge.u32 %p0, %t, 40;
@%p0 exit;
bar.sync 0;
st.global.u32 [%mine], 1;
)",
                        {.block = {96}});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(96, [](u32 t) { return t < 40 ? 1 : kPoison; }));
}

TEST_CASE("threads that exit while others already wait release them") {
    // Warp 0 is at the barrier before warp 2 has made up its mind to exit.
    const Ran ran = run(R"(
setp.lt.u32 %p0, %t, 64;
@%p0 bra WAIT;
mov.u32 %r1, 0;
LOOP:
add.u32 %r1, %r1, 1;
setp.lt.u32 %p1, %r1, 50;
@%p1 bra LOOP;
exit;
WAIT:
bar.sync 0;
st.global.u32 [%mine], 1;
)",
                        {.block = {96}});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(96, [](u32 t) { return t < 64 ? 1 : kPoison; }));
}

TEST_CASE("bar.red counts, ands and ors predicates over the block, negated ones and constants too") {
    const auto reduced = [](const std::string& threads_with, const std::string& instruction) {
        return run("setp.lt.u32 %p1, %t, " + threads_with + ";\nmov.u32 %r1, 0;\n" + instruction +
                       "\nst.global.u32 [%mine], %r1;",
                   {.block = {96}})
            .out;
    };
    const auto all = [](u32 value) { return words(96, [&](u32) { return value; }); };
    CHECK(reduced("70", "bar.red.popc.u32 %r1, 0, %p1;") == all(70));
    CHECK(reduced("70", "bar.red.popc.u32 %r1, 0, !%p1;") == all(26));
    CHECK(reduced("70", "barrier.cta.red.popc.aligned.u32 %r1, 1, 96, %p1;") == all(70));
    const std::string and_ = "bar.red.and.pred %p2, 0, %p1;\nselp.u32 %r1, 1, 2, %p2;";
    const std::string or_ = "bar.red.or.pred %p2, 0, %p1;\nselp.u32 %r1, 1, 2, %p2;";
    CHECK(reduced("95", and_) == all(2));
    CHECK(reduced("96", and_) == all(1));
    CHECK(reduced("1", or_) == all(1));
    CHECK(reduced("0", or_) == all(2));
    CHECK(reduced("0", "bar.red.and.pred %p2, 0, !%p1;\nselp.u32 %r1, 1, 2, %p2;") == all(1));
}

TEST_CASE("a second reduction at the same barrier starts from nothing") {
    const Ran ran = run(R"(
setp.lt.u32 %p1, %t, 5;
bar.red.popc.u32 %r1, 0, %p1;
bar.red.popc.u32 %r2, 0, !%p1;
mad.lo.u32 %r1, %r1, 1000, %r2;
st.global.u32 [%mine], %r1;
)",
                        {.block = {64}});
    CHECK(ran.out == words(64, [](u32) { return 5059; }));
}

TEST_CASE("producers arrive and go on, consumers wait for them") {
    // Warp 1 produces, warp 0 consumes.
    const Ran ran = run(R"(
.shared .align 4 .b8 tile[128];
mov.u32 %r0, tile;
and.b32 %r1, %t, 31;
mad.lo.u32 %r1, %r1, 4, %r0;
setp.ge.u32 %p0, %t, 32;
@%p0 bra PRODUCE;
bar.sync 3, 64;
ld.shared.u32 %r2, [%r1];
bra JOIN;
PRODUCE:
st.shared.u32 [%r1], %t;
bar.arrive 3, 64;
mov.u32 %r2, 1;
JOIN:
st.global.u32 [%mine], %r2;
)",
                        {.block = {64}});
    CHECK(ran.launch.findings.empty());
    CHECK(ran.out == words(64, [](u32 t) { return t < 32 ? t + 32 : 1; }));
}

TEST_CASE("a barrier that some threads never reach is a deadlock, and says who is missing") {
    const Ran ran = run("setp.lt.u32 %p0, %t, 32;\n@%p0 bra SECOND;\nbar.sync 1;\nSECOND:\nbar.sync 2;",
                        {.grid = {3}, .block = {96}});
    CHECK(ran.launch.status == exec::Status::Trap);
    CHECK(
        ran.launch.message.find("deadlock in block (0,0,0): barrier 1 has 64 of 96 threads (64 at PTX line " +
                                std::to_string(kBodyLine + 2) + ")") == 0);
    CHECK(ran.launch.message.find("barrier 2 has 32 of 96 threads") != std::string::npos);
    CHECK(ran.launch.counters.warp_instructions == 0);
}

TEST_CASE("a barrier that waits for more threads than come is a deadlock, with the block and the line") {
    const Ran ran =
        run("setp.lt.u32 %p0, %t, 16;\n@!%p0 bra END;\nbar.sync 0;\nEND:\nbar.sync 1;", {.block = {32}});
    CHECK(ran.launch.status == exec::Status::Trap);
    CHECK(ran.launch.message.find("barrier 0 has 16 of 32 threads") != std::string::npos);
    CHECK(ran.launch.message.find("; 16 threads wait at PTX line " + std::to_string(kBodyLine + 4) +
                                  " for lanes of the same warp, which took the other way at a branch.") !=
          std::string::npos);
    CHECK(ran.launch.message.find("PTX line " + std::to_string(kBodyLine + 2)) != std::string::npos);
}

TEST_CASE("lanes that work and return are not waited for at a barrier, neither of all nor of a number") {
    // Even lanes count to their number and return; the others meet at a barrier of all, or of two warps.
    for (const std::string barrier : {"bar.sync 0;", "bar.sync 1, 64;"}) {
        const Ran ran =
            run("and.b32 %r1, %t, 1;\nsetp.ne.u32 %p0, %r1, 0;\n@%p0 bra MEET;\nmov.u32 %r2, 0;\n"
                "COUNT: add.u32 %r2, %r2, 1;\nsetp.le.u32 %p1, %r2, %t;\n@%p1 bra COUNT;\n"
                "st.global.u32 [%mine], %r2;\nbra END;\nMEET: " +
                    barrier + "\nst.global.u32 [%mine], 7;\nEND: ret;",
                {.block = {64}});
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.launch.findings.empty());
        CHECK(ran.out == words(64, [](u32 t) { return t % 2 == 1 ? 7 : t + 1; }));
    }
}
