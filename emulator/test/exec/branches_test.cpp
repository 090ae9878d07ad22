// Branches: lanes that part run each arm alone and meet again at the branch's immediate post-dominator.
//
// That they met shows in the counters: an instruction after the joining point is executed once a warp, not once a split.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// Warp and thread instructions of a body alone, its final ret included.
u64 warp_instructions(const Ran& ran, u64 warps = 1) {
    return ran.launch.counters.warp_instructions - kPrologueInstructions * warps;
}
u64 thread_instructions(const Ran& ran, u64 threads = 32) {
    return ran.launch.counters.thread_instructions - kPrologueInstructions * threads;
}

const char* const kIfElse = R"(
    setp.lt.u32 %p0, %t, 10;
    @%p0 bra THEN;
    mov.u32 %r1, 200;
    bra JOIN;
THEN:
    mov.u32 %r1, 100;
JOIN:
    add.u32 %r1, %r1, %t;
    st.global.u32 [%mine], %r1;
)";

}  // namespace

TEST_CASE("if/else: each lane takes its arm, and all meet behind it") {
    const Ran ran = run(kIfElse);
    CHECK(ran.out == words(32, [](u32 t) { return (t < 10 ? 100 : 200) + t; }));
    CHECK(ran.launch.counters.branches == 2);
    CHECK(ran.launch.counters.divergent_branches == 1);
    CHECK(ran.launch.counters.warps == 1);
    CHECK(ran.launch.counters.divergent_warps == 1);
    // setp, bra, mov, bra, mov, add, st, ret: the arms have 22 and 10 lanes.
    CHECK(warp_instructions(ran) == 8);
    CHECK(thread_instructions(ran) == 2 * 32 + 2 * 22 + 10 + 3 * 32);
    CHECK(ran.launch.counters.global_store_requests == 1);
}

TEST_CASE("a branch that all lanes of a warp take alike does not diverge") {
    const Ran ran =
        run("shr.u32 %r0, %t, 5; setp.eq.u32 %p0, %r0, 0; mov.u32 %r1, 1; @%p0 bra END; mov.u32 %r1, 2;\n"
            "END: st.global.u32 [%mine], %r1;",
            {.block = {64}});
    CHECK(ran.out == words(64, [](u32 t) { return t < 32 ? 1 : 2; }));
    CHECK(ran.launch.counters.branches == 2);
    CHECK(ran.launch.counters.divergent_branches == 0);
    CHECK(ran.launch.counters.divergent_warps == 0);
    CHECK(warp_instructions(ran, 2) == 2 * 6 + 1);
}

TEST_CASE("divergent warps are counted once however often they diverge, partial warps with their lanes") {
    // 80 threads: lanes 0-3 of the first warp part from the others twice; warps 1 and 2 (16 lanes) do not.
    const Ran ran = run(R"(
    mov.u32 %r1, 0;
    setp.lt.u32 %p0, %t, 4;
    @%p0 bra A;
    add.u32 %r1, %r1, 1;
A:  @%p0 bra B;
    add.u32 %r1, %r1, 1;
B:  st.global.u32 [%mine], %r1;
)",
                        {.block = {80}});
    CHECK(ran.out == words(80, [](u32 t) { return t < 4 ? 0 : 2; }));
    CHECK(ran.launch.counters.warps == 3);
    CHECK(ran.launch.counters.divergent_branches == 2);
    CHECK(ran.launch.counters.divergent_warps == 1);
    CHECK(warp_instructions(ran, 3) == 3 * 8);
    CHECK(thread_instructions(ran, 80) == 80 * 6 + 2 * 76);
}

TEST_CASE("nested divergence: inner arms meet before outer ones") {
    const Ran ran = run(R"(
    and.b32 %r1, %t, 1;
    and.b32 %r2, %t, 2;
    setp.ne.u32 %p1, %r1, 0;
    setp.ne.u32 %p2, %r2, 0;
    mov.u32 %r3, 0;
    @%p1 bra ODD;
    @%p2 bra TWO;
    add.u32 %r3, %r3, 1;
    bra EVEN_JOIN;
TWO:
    add.u32 %r3, %r3, 2;
EVEN_JOIN:
    add.u32 %r3, %r3, 10;
    bra JOIN;
ODD:
    add.u32 %r3, %r3, 100;
JOIN:
    add.u32 %r3, %r3, 1000;
    st.global.u32 [%mine], %r3;
)");
    CHECK(ran.out == words(32, [](u32 t) { return t % 2 == 1 ? 1100 : 1010 + (t & 2 ? 2 : 1); }));
    CHECK(ran.launch.counters.branches == 4);
    CHECK(ran.launch.counters.divergent_branches == 2);
    // 6 before; @p2 (16); add, bra (8); add (8); add, bra (16); add (16); add, st, ret (32).
    CHECK(warp_instructions(ran) == 6 + 1 + 2 + 1 + 2 + 1 + 3);
    CHECK(thread_instructions(ran) == 6 * 32 + 16 + 2 * 8 + 8 + 2 * 16 + 16 + 3 * 32);
}

TEST_CASE("a loop with a trip count of its own in every lane") {
    const Ran ran = run(R"(
    mov.u32 %r1, 0;
    mov.u32 %r2, 0;
LOOP:
    add.u32 %r2, %r2, %r1;
    add.u32 %r1, %r1, 1;
    setp.le.u32 %p0, %r1, %t;
    @%p0 bra LOOP;
    st.global.u32 [%mine], %r2;
)");
    CHECK(ran.out == words(32, [](u32 t) { return t * (t + 1) / 2; }));
    // Lane t goes round t + 1 times; in 31 of the 32 rounds some leave and some stay.
    CHECK(ran.launch.counters.branches == 32);
    CHECK(ran.launch.counters.divergent_branches == 31);
    CHECK(warp_instructions(ran) == 2 + 32 * 4 + 2);
    CHECK(thread_instructions(ran) == 2 * 32 + 4 * (32 * 33 / 2) + 2 * 32);
}

TEST_CASE("break and continue: lanes leave a loop in the middle, others skip the rest of a round") {
    // for (i = 0; i < 40; ++i) { if (i == t) break; if (i is odd) continue; sum += i; }
    const Ran ran = run(R"(
    mov.u32 %r1, 0;
    mov.u32 %r2, 0;
HEAD:
    setp.ge.u32 %p0, %r1, 40;
    @%p0 bra DONE;
    setp.eq.u32 %p1, %r1, %t;
    @%p1 bra DONE;
    and.b32 %r3, %r1, 1;
    setp.ne.u32 %p2, %r3, 0;
    @%p2 bra NEXT;
    add.u32 %r2, %r2, %r1;
NEXT:
    add.u32 %r1, %r1, 1;
    bra HEAD;
DONE:
    st.global.u32 [%mine], %r2;
)");
    CHECK(ran.out == words(32, [](u32 t) {
              u32 sum = 0;
              for (u32 i = 0; i < t; i += 2) sum += i;
              return sum;
          }));
    CHECK(ran.launch.counters.divergent_branches == 31);  // a lane a round, but the last: it is alone
    CHECK(ran.launch.counters.global_store_requests == 1);
}

TEST_CASE("nested loops in which lanes leave both levels at different times") {
    // for (i = 0; i <= t % 4; ++i) for (j = 0; j <= t / 4; ++j) ++count;
    const Ran ran = run(R"(
    and.b32 %r5, %t, 3;
    shr.u32 %r6, %t, 2;
    mov.u32 %r1, 0;
    mov.u32 %r3, 0;
OUTER:
    mov.u32 %r2, 0;
INNER:
    add.u32 %r3, %r3, 1;
    add.u32 %r2, %r2, 1;
    setp.le.u32 %p0, %r2, %r6;
    @%p0 bra INNER;
    add.u32 %r1, %r1, 1;
    setp.le.u32 %p0, %r1, %r5;
    @%p0 bra OUTER;
    st.global.u32 [%mine], %r3;
)");
    CHECK(ran.out == words(32, [](u32 t) { return (t % 4 + 1) * (t / 4 + 1); }));
    // Four rounds outside, each with eight inside: lanes meet behind the inner loop every time.
    CHECK(warp_instructions(ran) == 4 + 4 * (1 + 8 * 4 + 3) + 2);
    CHECK(ran.launch.counters.global_store_requests == 1);
}

TEST_CASE("lanes that return early are gone, the others go on together") {
    const Ran ran = run(R"(
    setp.ge.u32 %p0, %t, 20;
    @%p0 bra END;
    setp.lt.u32 %p1, %t, 5;
    @%p1 exit;
    st.global.u32 [%mine], 7;
END:
)");
    CHECK(ran.out == words(32, [](u32 t) { return t >= 5 && t < 20 ? 7 : kPoison; }));
    CHECK(ran.launch.counters.branches == 1);
    CHECK(ran.launch.counters.divergent_branches == 1);
    CHECK(ran.launch.counters.global_store_sectors == 3);  // bytes 20-80
}

TEST_CASE("a guarded exit is no branch") {
    const Ran ran = run("setp.lt.u32 %p0, %t, 5;\n@%p0 exit;\nst.global.u32 [%mine], 7;");
    CHECK(ran.out == words(32, [](u32 t) { return t < 5 ? kPoison : 7; }));
    CHECK(ran.launch.counters.branches == 0);
    CHECK(ran.launch.counters.divergent_branches == 0);
    CHECK(ran.launch.counters.divergent_warps == 0);
    CHECK(warp_instructions(ran) == 4);
    CHECK(thread_instructions(ran) == 32 + 5 + 27 + 27);
}

TEST_CASE("an early return inside an arm does not keep the rest of the arm's lanes from meeting the others") {
    // if (t < 16) { if (t < 4) return; x = 1; } else x = 2; all of the rest go on together.
    const Ran ran = run(R"(
    setp.lt.u32 %p0, %t, 16;
    setp.lt.u32 %p1, %t, 4;
    @!%p0 bra ELSE;
    @%p1 bra END;
    mov.u32 %r1, 1;
    bra JOIN;
ELSE:
    mov.u32 %r1, 2;
JOIN:
    add.u32 %r1, %r1, 10;
    st.global.u32 [%mine], %r1;
END:
)");
    CHECK(ran.out == words(32, [](u32 t) { return t < 4 ? kPoison : t < 16 ? 11 : 12; }));
    CHECK(ran.launch.counters.global_store_requests == 1);
    CHECK(ran.launch.counters.divergent_branches == 2);
}

TEST_CASE("an early return inside a loop: the lanes that stay leave the loop together") {
    const Ran ran = run(R"(
    mov.u32 %r1, 0;
LOOP:
    mul.lo.u32 %r2, %r1, 2;
    setp.eq.u32 %p1, %r2, %t;
    @%p1 bra END;
    setp.gt.u32 %p2, %r1, %t;
    @%p2 bra OUT;
    add.u32 %r1, %r1, 1;
    bra LOOP;
OUT:
    st.global.u32 [%mine], %r1;
END:
)");
    CHECK(ran.out == words(32, [](u32 t) { return t % 2 == 0 ? kPoison : t + 1; }));
    CHECK(ran.launch.counters.global_store_requests == 1);
}

TEST_CASE("in a loop that is left by returning, lanes that skip a store meet again behind it") {
    // Every round, lanes below 8 skip the first store; the second is one request all the same.
    const Ran ran = run(R"(
    mov.u32 %r1, 0;
    setp.lt.u32 %p1, %t, 8;
LOOP:
    @%p1 bra SKIP;
    st.global.u32 [%mine], %r1;
SKIP:
    st.global.u32 [%mine], %t;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p2, %r1, 3;
    @%p2 bra LOOP;
)");
    CHECK(ran.out == words(32, [](u32 t) { return t; }));
    CHECK(ran.launch.counters.global_store_requests == 6);
    CHECK(ran.launch.counters.divergent_branches == 3);
}

TEST_CASE("brx.idx: one branch, a target for every lane") {
    const Ran ran = run(R"(
    and.b32 %r1, %t, 3;
TARGETS: .branchtargets L0, L1, L2, L1;
    brx.idx %r1, TARGETS;
L0: mov.u32 %r2, 10;
    bra JOIN;
L1: mov.u32 %r2, 11;
    bra JOIN;
L2: mov.u32 %r2, 12;
JOIN:
    st.global.u32 [%mine], %r2;
)");
    CHECK(ran.out == words(32, [](u32 t) { return t % 4 == 3 ? 11 : 10 + t % 4; }));
    CHECK(ran.launch.counters.branches == 3);  // brx once, bra twice
    CHECK(ran.launch.counters.divergent_branches == 1);
    CHECK(warp_instructions(ran) == 2 + 2 + 2 + 1 + 2);
    CHECK(thread_instructions(ran) == 2 * 32 + 2 * 8 + 2 * 16 + 8 + 2 * 32);
}

TEST_CASE("brx.idx to one target does not diverge; an index beyond the list ends the launch") {
    const std::string body = R"(
TARGETS: .branchtargets L0, L1;
    brx.idx %n, TARGETS;
L0: mov.u32 %r2, 10;
    bra JOIN;
L1: mov.u32 %r2, 11;
JOIN:
    st.global.u32 [%mine], %r2;
)";
    const Ran ran = run(body, {.n = 1});
    CHECK(ran.out == words(32, [](u32) { return 11; }));
    CHECK(ran.launch.counters.divergent_branches == 0);
    const Ran beyond = run(body, {.n = 2});
    CHECK(beyond.launch.status == exec::Status::Trap);
    CHECK(beyond.launch.message.find("brx.idx: index beyond the list of branch targets, at PTX line ") == 0);
}

TEST_CASE("a switch as a chain of compares: every case apart, then together") {
    const Ran ran = run(R"(
    and.b32 %r1, %t, 7;
    mov.u32 %r2, 99;
    setp.eq.u32 %p0, %r1, 0;
    @%p0 bra CASE0;
    setp.eq.u32 %p0, %r1, 3;
    @%p0 bra CASE3;
    setp.eq.u32 %p0, %r1, 5;
    @%p0 bra CASE5;
    bra JOIN;
CASE0:
    mov.u32 %r2, 0;
CASE3:
    add.u32 %r2, %r2, 3;
    bra JOIN;
CASE5:
    mov.u32 %r2, 5;
JOIN:
    st.global.u32 [%mine], %r2;
)");
    CHECK(ran.out == words(32, [](u32 t) {
              return t % 8 == 0 ? 3 : t % 8 == 3 ? 102 : t % 8 == 5 ? 5 : 99;
          }));
    CHECK(ran.launch.counters.divergent_branches == 3);
    CHECK(ran.launch.counters.global_store_requests == 1);
}

TEST_CASE("a loop with two entries: lanes that come in by different doors leave by the same") {
    const Ran ran = run(R"(
    mov.u32 %r1, 0;
    setp.lt.u32 %p0, %t, 16;
    @%p0 bra SECOND;
FIRST:
    add.u32 %r1, %r1, 1;
SECOND:
    add.u32 %r1, %r1, 100;
    setp.lt.u32 %p1, %r1, 400;
    @%p1 bra FIRST;
    st.global.u32 [%mine], %r1;
)");
    CHECK(ran.out == words(32, [](u32 t) { return t < 16 ? 403 : 404; }));
    CHECK(ran.launch.counters.global_store_requests == 1);
}

TEST_CASE("two branches with one joining point") {
    const Ran ran = run(R"(
    mov.u32 %r1, 1;
    setp.lt.u32 %p0, %t, 8;
    @%p0 bra JOIN;
    mov.u32 %r1, 2;
    setp.lt.u32 %p0, %t, 16;
    @%p0 bra JOIN;
    mov.u32 %r1, 3;
JOIN:
    st.global.u32 [%mine], %r1;
)");
    CHECK(ran.out == words(32, [](u32 t) { return t < 8 ? 1 : t < 16 ? 2 : 3; }));
    CHECK(warp_instructions(ran) == 9);
    CHECK(thread_instructions(ran) == 3 * 32 + 3 * 24 + 16 + 2 * 32);
}

TEST_CASE("lanes that go back to a loop's head meet there, also where the kernel begins with it") {
    // Odd lanes go a longer way round a loop of which every lane makes eight turns.
    const auto instructions = [](const std::string& before) {
        Device device;
        const exec::Launch launch = device.launch(
            module_text(".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<3>;\n.reg .b32 %r<5>;\n" +
                        before +
                        R"(
LOOP:
add.u32 %r1, %r1, 1;
and.b32 %r2, %r1, 7;
setp.eq.u32 %p1, %r2, 7;
@%p1 bra END;
mov.u32 %r3, %tid.x;
and.b32 %r3, %r3, 1;
setp.eq.u32 %p2, %r3, 0;
@%p2 bra LOOP;
add.u32 %r4, %r4, 1;
bra LOOP;
END:
mov.u32 %r2, %r4;
ret;
}
)"),
            {}, {0});
        REQUIRE(launch.status == exec::Status::Ok);
        return launch.counters.warp_instructions;
    };
    CHECK(instructions("mov.u32 %r0, 0;") == instructions("") + 1);
}
