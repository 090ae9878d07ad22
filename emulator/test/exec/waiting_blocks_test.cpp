// Blocks that wait for each other finish wherever a GPU would finish them; what waits for ever is told from what takes long.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// A barrier of the whole grid, made by hand: every block counts itself and waits until all %n have.
const std::string kGridBarrier = R"(
setp.ne.u32 %p0, %t, 0;
@%p0 bra MEET;
red.global.add.u32 [%in], 1;
SPIN:
ld.volatile.global.u32 %r1, [%in];
setp.lt.u32 %p1, %r1, %n;
@%p1 bra SPIN;
MEET:
bar.sync 0;
st.global.u32 [%mine], 1;
)";

}  // namespace

TEST_CASE("a block waits for an earlier block's flag") {
    for (const int threads : {1, 2, 4}) {
        const Ran ran = run(R"(
setp.eq.u32 %p0, %block, 0;
@%p0 bra FIRST;
mul.wide.u32 %rd1, %block, 4;
add.u64 %rd1, %rd1, %in;
SPIN:
ld.acquire.gpu.global.u32 %r1, [%rd1+-4];
setp.eq.u32 %p1, %r1, 0;
@%p1 bra SPIN;
FIRST:
setp.ne.u32 %p2, %t, 0;
@%p2 exit;
mul.wide.u32 %rd1, %block, 4;
add.u64 %rd1, %rd1, %in;
add.u32 %r2, %r1, 1;
@%p0 mov.u32 %r2, 1;
st.release.gpu.global.u32 [%rd1], %r2;
mul.wide.u32 %rd2, %block, 4;
add.u64 %rd2, %rd2, %out;
st.global.u32 [%rd2], %r2;
)",
                            {.grid = {40}, .threads = threads, .in = std::vector<u32>(40), .words = 40});
        CHECK(ran.out == words(40, [](u32 k) { return k + 1; }));
    }
}

TEST_CASE("blocks that wait for later blocks finish, for any number of host threads") {
    for (const int threads : {1, 2, 4}) {
        for (const bool cooperative : {false, true}) {
            const Ran ran = run(kGridBarrier, {.grid = {37},
                                               .block = {64},
                                               .threads = threads,
                                               .cooperative = cooperative,
                                               .in = {0},
                                               .n = 37});
            CHECK(ran.launch.status == exec::Status::Ok);
            CHECK(ran.out == std::vector<u32>(37 * 64, 1));
            CHECK(ran.launch.findings.empty());
        }
    }
}

TEST_CASE("a block that waits for one that a GPU would not hold beside it waits for ever, and that is said") {
    for (const int threads : {1, 2, 4}) {
        const Ran ran =
            run(kGridBarrier,
                {.grid = {4}, .block = {64}, .threads = threads, .resident_blocks = 3, .in = {0}, .n = 4});
        CHECK(ran.launch.status == exec::Status::Trap);
        CHECK(ran.launch.message.find("block (0,0,0) waits for ever: 1 thread in the loop at PTX line " +
                                      std::to_string(kBodyLine + 5) +
                                      ". They read memory that no thread changes") == 0);
        CHECK(ran.launch.message.find("up to the 3 that a GPU") != std::string::npos);
    }
}

TEST_CASE("a lock that is never released is waited for for ever, and that is said") {
    const Ran ran =
        run("LOCK:\natom.global.cas.b32 %r1, [%in], 0, 1;\nsetp.ne.u32 %p0, %r1, 0;\n@%p0 bra LOCK;",
            {.in = {1}});
    CHECK(ran.launch.status == exec::Status::Trap);
    CHECK(ran.launch.message.find("32 threads in the loop at PTX line " + std::to_string(kBodyLine + 1)) !=
          std::string::npos);
}

TEST_CASE("a loop of atomics that is long and makes headway is not taken for a wait") {
    const Ran ran = run(R"(
mov.u32 %r1, 0;
LOOP:
atom.global.add.u32 %r2, [%in], 1;
add.u32 %r1, %r1, 1;
setp.lt.u32 %p0, %r1, 1200000;
@%p0 bra LOOP;
st.global.u32 [%mine], %r1;
)",
                        {.block = {1}, .in = {0}});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == std::vector<u32>{1200000});
}

TEST_CASE("a lock between blocks and a barrier of the grid finish in random order too") {
    for (u64 seed = 1; seed <= 8; ++seed) {
        const Ran ran =
            run(kGridBarrier,
                {.grid = {8}, .block = {64}, .random_schedule = true, .seed = seed, .in = {0}, .n = 8});
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.out == std::vector<u32>(8 * 64, 1));
    }
    const Ran stuck =
        run(kGridBarrier,
            {.grid = {8}, .block = {64}, .resident_blocks = 7, .random_schedule = true, .in = {0}, .n = 8});
    CHECK(stuck.launch.status == exec::Status::Trap);
}
