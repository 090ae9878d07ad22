// --schedule=random: another order of warps and lanes, the same for the same seed, and nothing but the order.
#include <doctest/doctest.h>

#include <set>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

TEST_CASE("random order changes what a race leaves, and nothing else; equal seeds, equal order") {
    // Warp 1 reads what warp 0 writes, with no barrier between them.
    const std::string racy = R"(
.shared .align 4 .u32 word;
st.shared.u32 [word], 7;
bar.sync 0;
setp.ge.u32 %p0, %t, 32;
@%p0 bra READ;
st.shared.u32 [word], 8;
READ:
ld.shared.u32 %r1, [word];
st.global.u32 [%mine], %r1;
)";
    std::set<std::vector<u32>> seen;
    for (u64 seed = 1; seed <= 32; ++seed) {
        const Setup setup{.block = {64}, .random_schedule = true, .seed = seed};
        const Ran once = run(racy, setup), again = run(racy, setup);
        CHECK(once.launch.status == exec::Status::Ok);
        CHECK(once.out == again.out);
        seen.insert(once.out);
    }
    CHECK(seen.size() > 1);
    const std::string right = R"(
.shared .align 4 .u32 words[64];
shl.b32 %r2, %t, 2;
mov.u32 %r3, words;
add.u32 %r2, %r3, %r2;
st.shared.u32 [%r2], %g;
bar.sync 0;
xor.b32 %r4, %t, 33;
shl.b32 %r4, %r4, 2;
add.u32 %r4, %r3, %r4;
ld.shared.u32 %r1, [%r4];
shfl.sync.bfly.b32 %r5, %r1, 1, 0x1f, 0xffffffff;
add.u32 %r1, %r1, %r5;
st.global.u32 [%mine], %r1;
)";
    const Ran expected = run(right, {.grid = {11}, .block = {64}});
    for (u64 seed = 1; seed <= 32; ++seed) {
        const Ran mixed = run(right, {.grid = {11}, .block = {64}, .random_schedule = true, .seed = seed});
        CHECK(mixed.out == expected.out);
        CHECK(mixed.launch.findings.empty());
    }
}

TEST_CASE("random order parts lanes: what relies on their going together breaks for some seed") {
    // Each lane reads its neighbour's word right after it has written its own.
    const std::string lockstep = R"(
.shared .align 4 .u32 words[32];
shl.b32 %r2, %t, 2;
mov.u32 %r3, words;
add.u32 %r2, %r3, %r2;
st.shared.u32 [%r2], 1;
bar.warp.sync 0xffffffff;
st.shared.u32 [%r2], 2;
xor.b32 %r4, %r2, 4;
ld.shared.u32 %r1, [%r4];
st.global.u32 [%mine], %r1;
)";
    CHECK(run(lockstep).out == std::vector<u32>(32, 2));
    bool broke = false;
    for (u64 seed = 1; seed <= 64 && !broke; ++seed)
        broke = run(lockstep, {.random_schedule = true, .seed = seed}).out != std::vector<u32>(32, 2);
    CHECK(broke);
}

TEST_CASE("random order parts no lanes of a kernel whose instructions need whole warps") {
    const std::string body =
        "add.u32 %r1, %t, 3;\nmul.lo.u32 %r1, %r1, %r1;\nxor.b32 %r1, %r1, %t;\n"
        "movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1;\nst.global.u32 [%mine], %r2;";
    const Ran expected = run(body, {});
    for (u64 seed = 1; seed <= 64; ++seed) {
        const Ran mixed = run(body, {.random_schedule = true, .seed = seed});
        CHECK(mixed.launch.status == exec::Status::Ok);
        CHECK(mixed.out == expected.out);
    }
}

TEST_CASE(
    "in random order a long computation is no wait, and lanes come to a counted barrier one after the "
    "other") {
    // Reads memory in a loop whose end hangs on what it reads, and stores nothing until it is done.
    const std::string body = R"(
mov.u32 %r1, 0;
mov.u32 %r2, 0;
AGAIN:
ld.global.u32 %r3, [%in];
add.u32 %r1, %r1, %r3;
add.u32 %r2, %r2, 1;
setp.lt.u32 %p1, %r1, 12000;
@%p1 bra AGAIN;
st.global.u32 [%mine], %r2;)";
    Setup setup{.grid = {2}, .block = {40}, .random_schedule = true, .in = {1}};
    const Ran computed = run(body, setup);
    CHECK(computed.launch.status == exec::Status::Ok);
    CHECK(computed.out == std::vector<u32>(80, 12000));

    // Two warps hand something to two others and exit.
    const std::string handed = R"(
setp.ge.u32 %p1, %t, 64;
@%p1 bra TAKE;
shl.b32 %r1, %t, 2;
st.shared.u32 [%r1], %t;
bar.arrive 2, 128;
bra DONE;
TAKE:
bar.sync 2, 128;
sub.u32 %r1, %t, 64;
shl.b32 %r1, %r1, 2;
mov.u32 %r2, handed;
add.u32 %r2, %r2, %r1;
ld.shared.u32 %r3, [%r2];
st.global.u32 [%mine], %r3;
DONE:)";
    for (u64 seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        const Ran ran = run(handed, {.block = {128},
                                     .random_schedule = true,
                                     .seed = seed,
                                     .declarations = ".shared .align 4 .b8 handed[256];\n"});
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.launch.findings.empty());
        for (u32 t = 64; t < 128; ++t) CHECK(ran.out[t] == t - 64);
    }
}
