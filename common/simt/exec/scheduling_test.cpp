// Threads that wait for each other without a barrier: every lane makes progress, whatever the others do.
#include <doctest/doctest.h>

#include <set>

#include "common/simt/exec/run_ptx.hpp"

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
        CHECK(ran.launch.status == observe::Status::Ok);
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
    CHECK(ran.launch.status == observe::Status::Ok);
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
    CHECK(ran.launch.status == observe::Status::Ok);
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
    CHECK(ran.launch.status == observe::Status::Ok);
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

TEST_CASE("blocks that wait for later blocks finish, for any number of host threads") {
    for (const int threads : {1, 2, 4}) {
        for (const bool cooperative : {false, true}) {
            const Ran ran = run(kGridBarrier, {.grid = {37},
                                               .block = {64},
                                               .threads = threads,
                                               .cooperative = cooperative,
                                               .in = {0},
                                               .n = 37});
            CHECK(ran.launch.status == observe::Status::Ok);
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
        CHECK(ran.launch.status == observe::Status::Trap);
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
    CHECK(ran.launch.status == observe::Status::Trap);
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
    CHECK(ran.launch.status == observe::Status::Ok);
    CHECK(ran.out == std::vector<u32>{1200000});
}

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
        CHECK(once.launch.status == observe::Status::Ok);
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

TEST_CASE("a lock between blocks and a barrier of the grid finish in random order too") {
    for (u64 seed = 1; seed <= 8; ++seed) {
        const Ran ran =
            run(kGridBarrier,
                {.grid = {8}, .block = {64}, .random_schedule = true, .seed = seed, .in = {0}, .n = 8});
        CHECK(ran.launch.status == observe::Status::Ok);
        CHECK(ran.out == std::vector<u32>(8 * 64, 1));
    }
    const Ran stuck =
        run(kGridBarrier,
            {.grid = {8}, .block = {64}, .resident_blocks = 7, .random_schedule = true, .in = {0}, .n = 8});
    CHECK(stuck.launch.status == observe::Status::Trap);
}

TEST_CASE(
    "a kernel that runs away ends at the limit of instructions, with the place; one below it does not") {
    const std::string endless = "LOOP:\nadd.u32 %r1, %r1, 1;\nst.global.u32 [%mine], %r1;\nbra LOOP;";
    for (const int threads : {1, 2}) {
        const Ran ran = run(endless, {.grid = {3}, .threads = threads, .max_instructions = 100000});
        CHECK(ran.launch.status == observe::Status::Timeout);
        CHECK(ran.launch.message.find(
                  "stopped after 100000 warp instructions (--max-instructions); block (") == 0);
        CHECK(ran.launch.message.find("32 threads at PTX line " + std::to_string(kBodyLine + 1)) !=
              std::string::npos);
    }
    CHECK(run("st.global.u32 [%mine], 1;", {.max_instructions = 100}).launch.status == observe::Status::Ok);
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
        CHECK(ran.launch.status == observe::Status::Timeout);
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
    CHECK(computed.launch.status == observe::Status::Ok);
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
        CHECK(ran.launch.status == observe::Status::Ok);
        CHECK(ran.launch.findings.empty());
        for (u32 t = 64; t < 128; ++t) CHECK(ran.out[t] == t - 64);
    }
}
