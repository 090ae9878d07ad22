// Order that blocks make in global memory with fences, tickets, flags and locks: what is right, and the same without a part
// of it.
#include <doctest/doctest.h>

#include "emulator/check/findings.hpp"
#include "emulator/test/support/races.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::check;
using check::Fault;

namespace {

// The last block to arrive sums up what every block wrote: `store` by thread 0 (or all), then `before_ticket`.
std::string last_block(const std::string& write, const std::string& before_ticket,
                       const std::string& ticket = "atom.global.add.u32 %r3, [%in], 1;") {
    return write + before_ticket + "setp.ne.u32 %p1, %t, 0;\n@%p1 bra WAIT;\n" + ticket + R"(
st.shared.u32 [last], %r3;
WAIT:
bar.sync 0;
ld.shared.u32 %r3, [last];
setp.ne.u32 %p2, %r3, 3;
@%p2 bra DONE;
mov.u32 %r1, %t;
)" + kWord +
           "ld.global.u32 %r4, [%rd1];\nld.global.u32 %r4, [%rd1+512];\nDONE:";
}
const Setup kTicket{.grid = {4}, .block = {64}, .declarations = ".shared .align 4 .b8 last[4];\n"};
const std::string kWriteAll = "st.global.u32 [%mine], %g;\n";

}  // namespace

TEST_CASE(
    "the last block to finish may read what the others wrote, if they fenced before they counted "
    "themselves") {
    for (const int threads : {1, 4}) {
        Setup setup = kTicket;
        setup.threads = threads;
        CHECK(is_clean(last_block(kWriteAll, "membar.gl;\nbar.sync 0;\n"), setup));
        CHECK(is_clean(last_block(kWriteAll, "bar.sync 0;\nmembar.gl;\n"), setup));
        CHECK(is_clean(last_block(kWriteAll, "bar.sync 0;\nfence.acq_rel.gpu;\n"), setup));
        CHECK(is_clean(
            last_block(kWriteAll, "bar.sync 0;\n", "atom.acq_rel.gpu.global.add.u32 %r3, [%in], 1;"), setup));
        // It may clear the count for the next launch: everybody's atomics came before its own.
        const std::string clear =
            "\nsetp.eq.u32 %p3, %t, 0;\nsetp.eq.and.u32 %p3, %r3, 3, %p3;\n@%p3 st.global.u32 [%in], 0;";
        CHECK(is_clean(last_block(kWriteAll, "membar.gl;\nbar.sync 0;\n") + clear, setup));
        const auto found = global_races(last_block(kWriteAll, "bar.sync 0;\n"), setup);
        REQUIRE(!found.empty());
        CHECK(found[0].access.block == Dim3{3, 0, 0});
        CHECK_FALSE(found[0].access.write);
        CHECK(found[0].other.write);
        CHECK(found[0].other.block == Dim3{0, 0, 0});
        CHECK(is_race(last_block(kWriteAll, "membar.gl;\n"), setup));  // the other warp may be late
        CHECK(is_race(last_block(kWriteAll, "bar.sync 0;\nmembar.cta;\n"), setup));  // the block's own fence
        CHECK(is_race(last_block("", "membar.gl;\nbar.sync 0;\n" + kWriteAll), setup));
        CHECK(is_race(
            last_block(kWriteAll, "bar.sync 0;\n", "atom.acq_rel.cta.global.add.u32 %r3, [%in], 1;"), setup));
        CHECK(is_race(
            last_block(kWriteAll, "bar.sync 0;\n", "atom.relaxed.gpu.global.add.u32 %r3, [%in], 1;"), setup));
    }
}

namespace {

// Block 0 stores a value and raises a flag; the others wait for it and read.
std::string flag(const std::string& before_flag, const std::string& raise, const std::string& look) {
    return R"(
setp.ne.u32 %p0, %block, 0;
@%p0 bra WAIT;
)" + kThread0 +
           "st.global.u32 [%out], 9;\n" + before_flag + "\n" + raise + R"( [%in], 1;
bra DONE;
WAIT:
)" + look + R"( %r1, [%in];
setp.eq.u32 %p1, %r1, 0;
@%p1 bra WAIT;
ld.global.u32 %r2, [%out];
DONE:)";
}

}  // namespace

TEST_CASE("a flag orders blocks if its writer fences and neither side of it is plain") {
    CHECK(is_clean(flag("membar.gl;", "st.volatile.global.u32", "ld.volatile.global.u32")));
    CHECK(is_clean(flag("membar.gl;", "st.relaxed.gpu.global.u32", "ld.relaxed.gpu.global.u32")));
    CHECK(is_clean(flag("", "st.release.gpu.global.u32", "ld.acquire.gpu.global.u32")));
    CHECK(is_clean(flag("membar.gl;", "red.global.add.u32", "ld.acquire.gpu.global.u32")));
    CHECK(is_race(flag("", "st.volatile.global.u32", "ld.volatile.global.u32")));
    CHECK(is_race(flag("", "st.relaxed.gpu.global.u32", "ld.acquire.gpu.global.u32")));
    CHECK(is_race(flag("", "st.release.cta.global.u32", "ld.acquire.cta.global.u32")));
    CHECK(is_race(flag("membar.gl;", "st.global.u32", "ld.volatile.global.u32")));
    CHECK(is_race(flag("membar.cta;", "st.volatile.global.u32", "ld.volatile.global.u32")));
}

TEST_CASE("a lock with fences orders what is done under it; without, it does not") {
    const auto locked = [](const std::string& acquire_fence, const std::string& release_fence) {
        return R"(
LOCK:
atom.global.cas.b32 %r1, [%in], 0, 1;
setp.ne.u32 %p0, %r1, 0;
@%p0 bra LOCK;
)" + acquire_fence +
               "\nld.global.u32 %r2, [%out];\nadd.u32 %r2, %r2, 1;\nst.global.u32 [%out], %r2;\n" +
               release_fence + "\natom.global.exch.b32 %r3, [%in], 0;";
    };
    const Setup few{.grid = {3}, .block = {40}};
    CHECK(is_clean(locked("membar.gl;", "membar.gl;"), few));
    CHECK(is_clean(locked("", "membar.gl;"), few));
    CHECK(is_race(locked("membar.gl;", ""), few));
}

TEST_CASE("order is handed on: from a block to the next by flags, as in a scan that looks back") {
    const std::string body = R"(
mul.wide.u32 %rd1, %block, 4;
add.u64 %rd2, %rd1, %in;
add.u64 %rd1, %rd1, %out;
)" + kThread0 + R"(
setp.eq.u32 %p1, %block, 0;
mov.u32 %r2, 0;
@%p1 bra FIRST;
SPIN:
ld.relaxed.gpu.global.u32 %r1, [%rd2+-4];
setp.eq.u32 %p2, %r1, 0;
@%p2 bra SPIN;
ld.global.u32 %r2, [%rd1+-4];
ld.global.u32 %r3, [%out];
FIRST:
add.u32 %r2, %r2, 1;
st.global.u32 [%rd1], %r2;
membar.gl;
st.relaxed.gpu.global.u32 [%rd2], 1;
DONE:)";
    CHECK(is_clean(body, {.grid = {100}, .block = {32}}));
    CHECK(is_race(body + "\nst.global.u32 [%out+40], %block;", {.grid = {100}, .block = {32}}));
}

TEST_CASE("flags in shared memory order the warps of a block for global memory too") {
    const auto body = [](const std::string& fence) {
        return R"(
setp.eq.u32 %p0, %t, 0;
@%p0 st.shared.u32 [flag], 0;
bar.sync 0;
setp.ge.u32 %p1, %t, 32;
@%p1 bra READ;
)" + kThread0 + "st.global.u32 [%out], 9;\n" +
               fence + R"(
st.volatile.shared.u32 [flag], 1;
bra DONE;
READ:
ld.volatile.shared.u32 %r1, [flag];
setp.eq.u32 %p2, %r1, 0;
@%p2 bra READ;
ld.global.u32 %r2, [%out];
DONE:)";
    };
    Setup setup = kOneBlock;
    setup.declarations = ".shared .align 4 .b8 flag[4];\n";
    const auto count_races = [&](const std::string& text) {
        setup.words = 64;
        u32 count = 0;
        for (const check::Finding& found : run(text, setup).launch.findings)
            count += found.fault == Fault::GlobalRace;
        return count;
    };
    CHECK(count_races(body("membar.cta;")) == 0);
    CHECK(count_races(body("")) != 0);
}

namespace {

// Each block reads its 64 words of out, announces that in in[block], waits for what the block before it announces and
// stores over that one's words. In front of each part comes what the fields say.
struct MovingDown {
    std::string access = "ld.global.u32 %r2, [%mine];\n";
    std::string before_announcing = "bar.sync 0;\n";
    std::string announce = "st.relaxed.gpu.global.u32 [%rd1], 1;\n";
    std::string after_announcing = {};
    std::string look = "ld.relaxed.gpu.global.u32 %r3, [%rd1+-4];\n";
    std::string after_waiting = {};
    std::string over = "st.global.u32 [%mine+-256], %r2;\n";

    std::string body() const {
        return access + before_announcing + "mul.wide.u32 %rd1, %block, 4;\nadd.u64 %rd1, %rd1, %in;\n" +
               "setp.ne.u32 %p1, %t, 0;\n@%p1 bra JOIN;\n" + announce + after_announcing +
               "setp.eq.u32 %p2, %block, 0;\n@%p2 bra JOIN;\nSPIN:\n" + look +
               "setp.eq.u32 %p3, %r3, 0;\n@%p3 bra SPIN;\n" + after_waiting +
               "JOIN:\nbar.sync 0;\nsetp.eq.u32 %p2, %block, 0;\n" + "@%p2 bra DONE;\n" + over + "DONE:";
    }
};

}  // namespace

TEST_CASE(
    "what a block has read it hands on without a fence, with a barrier before its flag; what it wrote not") {
    CHECK(is_clean(MovingDown{}.body()));
    for (const char* announce :
         {"st.volatile.global.u32 [%rd1], 1;\n", "red.global.add.u32 [%rd1], 1;\n",
          "atom.global.exch.b32 %r4, [%rd1], 1;\n", "membar.gl;\nst.volatile.global.u32 [%rd1], 1;\n",
          "st.release.gpu.global.u32 [%rd1], 1;\n"})
        CHECK(is_clean(MovingDown{.announce = announce}.body()));
    for (const char* look :
         {"ld.volatile.global.u32 %r3, [%rd1+-4];\n", "ld.acquire.gpu.global.u32 %r3, [%rd1+-4];\n",
          "atom.global.add.u32 %r3, [%rd1+-4], 0;\n"})
        CHECK(is_clean(MovingDown{.look = look}.body()));
    CHECK(is_race(MovingDown{.access = "mov.u32 %r2, 7;\nst.global.u32 [%mine], %t;\n"}.body()));
    CHECK(is_race(MovingDown{.access = "mov.u32 %r2, 7;\nst.global.u32 [%mine], %t;\n",
                             .over = "ld.global.u32 %r2, [%mine+-256];\n"}
                      .body()));
    CHECK(is_race(MovingDown{.before_announcing = ""}.body()));
    CHECK(is_race(MovingDown{.announce = "st.relaxed.cta.global.u32 [%rd1], 1;\n"}.body()));
    CHECK(is_race(MovingDown{.after_announcing = "ld.global.u32 %r5, [%mine];\nbar.warp.sync 1;\n"}.body()));
    CHECK(is_race(MovingDown{.look = "mov.u32 %r3, 1;\nld.volatile.global.u32 %r5, [%rd1];\n"}.body()));
    // Two blocks away: by way of the block between, if that one announces when it has waited.
    const std::string two_away =
        "setp.lt.u32 %p2, %block, 2;\n@%p2 bra DONE;\nst.global.u32 [%mine+-512], %r2;\n";
    CHECK(is_race(MovingDown{.over = two_away}.body()));
    CHECK(is_clean(
        MovingDown{.announce = "setp.eq.u32 %p4, %block, 0;\n@%p4 st.relaxed.gpu.global.u32 [%rd1], 1;\n",
                   .after_waiting = "st.relaxed.gpu.global.u32 [%rd1], 1;\n",
                   .over = two_away}
            .body()));
}
