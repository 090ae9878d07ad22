// What looks like a race in shared memory and is none: flags with fences, atomics, equal values; and the same without what
// makes it right.
#include <doctest/doctest.h>

#include "emulator/check/findings.hpp"
#include "emulator/test/support/races.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::check;
using check::Fault;

namespace {

const char* const kShared = ".shared .align 16 .b8 flag[16];\n.shared .align 16 .b8 data[256];\n";

std::size_t races(const std::string& body, u32 threads = 64, Fault fault = Fault::SharedRace) {
    return findings_of(body, {.block = {threads}, .declarations = kShared}, fault).size();
}

struct Handover {
    std::string fence, raise, wait;
    std::string before_reading = "";
};

// Thread 0 writes a word, then raises the flag; thread 32 (of the next warp) waits for it and reads the word. A third warp
// does nothing.
std::size_t races_of(const Handover& handover) {
    return races(R"(
setp.eq.u32 %p0, %t, 0;
@%p0 st.shared.u32 [flag], 0;
bar.sync 0;
setp.eq.u32 %p1, %t, 32;
@%p1 bra READ;
@!%p0 bra DONE;
st.shared.u32 [data], 7;
)" + handover.fence + "\n" +
                     handover.raise + "\nbra DONE;\nREAD:\n" + handover.wait + R"(
setp.eq.u32 %p2, %r1, 0;
@%p2 bra READ;
)" + handover.before_reading +
                     R"(
ld.shared.u32 %r2, [data];
st.global.u32 [%out], %r2;
DONE:)",
                 96);
}

}  // namespace

TEST_CASE("a flag in shared memory orders what came before its store's fence, whatever kind of flag it is") {
    const std::string raise[] = {
        "st.volatile.shared.u32 [flag], 1;", "st.relaxed.cta.shared.u32 [flag], 1;",
        "atom.shared.exch.b32 %r9, [flag], 1;", "red.shared.add.u32 [flag], 1;",
        "mov.u64 %rd1, flag;\ncvta.shared.u64 %rd1, %rd1;\nst.volatile.u32 [%rd1], 1;"};
    const std::string wait[] = {
        "ld.volatile.shared.u32 %r1, [flag];", "ld.relaxed.cta.shared::cta.u32 %r1, [flag];",
        "ld.acquire.cta.shared.u32 %r1, [flag];", "atom.shared.add.u32 %r1, [flag], 0;",
        "mov.u64 %rd1, flag;\ncvta.shared.u64 %rd1, %rd1;\nld.volatile.u32 %r1, [%rd1];"};
    for (const std::string& store : raise)
        for (const std::string& load : wait) {
            CAPTURE(store);
            CAPTURE(load);
            CHECK(races_of({"membar.cta;", store, load}) == 0);
            CHECK(races_of({"", store, load}) == 1);  // the word's
        }
    CHECK(races_of({"", "st.release.cta.shared.u32 [flag], 1;", wait[2]}) == 0);
    CHECK(races_of({"", "atom.release.cta.shared.exch.b32 %r9, [flag], 1;", wait[2]}) == 0);
}

TEST_CASE("a flag that is stored or read plainly races, and orders nothing") {
    // The flag and the word; the flag's load and store meet both ways round.
    CHECK(races_of({"membar.cta;", "st.shared.u32 [flag], 1;", "ld.volatile.shared.u32 %r1, [flag];"}) != 0);
    CHECK(races_of({"membar.cta;", "st.volatile.shared.u32 [flag], 1;", "ld.shared.u32 %r1, [flag];"}) != 0);
}

TEST_CASE("a flag orders nothing that is written after its fence") {
    const std::string late = "st.volatile.shared.u32 [flag], 1;\nst.shared.u32 [data], 8;";
    CHECK(races_of({"membar.cta;", late, "ld.volatile.shared.u32 %r1, [flag];"}) == 1);
}

TEST_CASE("a store after a flag comes after the reads before it") {
    const auto body = [](const std::string& fence) {
        return R"(
setp.eq.u32 %p0, %t, 0;
@%p0 st.shared.u32 [flag], 0;
@%p0 st.shared.u32 [data], 3;
bar.sync 0;
setp.lt.u32 %p1, %t, 32;
@!%p1 bra WRITE;
ld.shared.u32 %r2, [data];
bar.warp.sync -1;
)" + fence + R"(
@%p0 st.volatile.shared.u32 [flag], 1;
bra DONE;
WRITE:
ld.volatile.shared.u32 %r1, [flag];
setp.eq.u32 %p2, %r1, 0;
@%p2 bra WRITE;
st.shared.u32 [data], %t;
DONE:)";
    };
    CHECK(races(body("membar.cta;"), 33) == 0);
    CHECK(races(body(""), 33) == 1);
}

TEST_CASE("what a warp learned from a flag it passes on at a barrier and with a flag of its own") {
    // Warp 0 -> flag -> warp 1 -> second flag -> warp 2, which reads warp 0's word.
    const auto body = [](const std::string& second_fence) {
        return R"(
setp.lt.u32 %p0, %t, 4;
mad.lo.u32 %r9, %t, 4, 0;
mov.u32 %r8, flag;
add.u32 %r9, %r9, %r8;
@%p0 st.shared.u32 [%r9], 0;
bar.sync 0;
and.b32 %r7, %t, 31;
setp.ne.u32 %p0, %r7, 0;
@%p0 bra DONE;
shr.u32 %r7, %t, 5;
setp.eq.u32 %p1, %r7, 0;
setp.eq.u32 %p2, %r7, 1;
@%p1 bra FIRST;
@%p2 bra SECOND;
THIRD:
ld.volatile.shared.u32 %r1, [flag+4];
setp.eq.u32 %p3, %r1, 0;
@%p3 bra THIRD;
ld.shared.u32 %r2, [data];
st.global.u32 [%out], %r2;
bra DONE;
SECOND:
ld.volatile.shared.u32 %r1, [flag];
setp.eq.u32 %p3, %r1, 0;
@%p3 bra SECOND;
)" + second_fence +
               R"(
st.volatile.shared.u32 [flag+4], 1;
bra DONE;
FIRST:
st.shared.u32 [data], 7;
membar.cta;
st.volatile.shared.u32 [flag], 1;
DONE:)";
    };
    CHECK(races(body("membar.cta;"), 96) == 0);
    CHECK(races(body(""), 96) != 0);
}

TEST_CASE("a barrier of some warps orders those, and no others") {
    // Warps 0 and 1 meet at barrier 1; warp 0 and, if `third`, warp 2 write, warp 1 reads.
    const auto body = [](const std::string& meet, bool third) {
        return R"(
shr.u32 %r1, %t, 5;
and.b32 %r2, %t, 31;
mov.u32 %r3, data;
mad.lo.u32 %r3, %r2, 4, %r3;
setp.eq.u32 %p0, %r1, 0;
setp.eq.u32 %p1, %r1, 1;
setp.eq.u32 %p2, %r1, 2;
)" + std::string(third ? "@%p2" : "@%p0") +
               " st.shared.u32 [%r3], %t;\n@%p2 bra DONE;\n" + meet +
               R"(
@%p1 ld.shared.u32 %r4, [%r3];
@%p1 st.global.u32 [%mine], %r4;
DONE:)";
    };
    for (const char* meet : {"bar.sync 1, 64;", "@%p0 bar.arrive 1, 64;\n@!%p0 bar.sync 1, 64;"}) {
        CAPTURE(meet);
        CHECK(races(body(meet, false), 96) == 0);
        CHECK(races(body(meet, true) + "\n", 96) != 0);
    }
    // What the first warp writes when it has arrived is not ordered; what it reads before is, for the second's store.
    CHECK(races(body("@%p0 bar.arrive 1, 64;\n@%p0 st.shared.u32 [%r3+128], 3;\n@!%p0 bar.sync 1, 64;\n"
                     "@%p1 st.shared.u32 [%r3+128], 4;",
                     false),
                96) == 1);
    CHECK(races(body("@%p0 ld.shared.u32 %r5, [%r3];\nbar.sync 1, 64;\n@%p1 st.shared.u32 [%r3], 4;", false),
                96) == 0);
}

TEST_CASE("volatile data that lanes hand each other without waiting are a race") {
    const std::string step = R"(
mov.u32 %r10, data;
mad.lo.u32 %r10, %t, 4, %r10;
xor.b32 %r11, %t, 1;
mov.u32 %r12, data;
mad.lo.u32 %r12, %r11, 4, %r12;
st.volatile.shared.u32 [%r10], %t;
)";
    const std::string read = "ld.volatile.shared.u32 %r1, [%r12];\nst.global.u32 [%mine], %r1;";
    CHECK(races(step + read, 32) == 1);
    CHECK(races(step + "bar.warp.sync -1;\n" + read, 32) == 0);
    // In a loop, but not what ends it.
    const std::string loop = "mov.u32 %r3, 0;\nLOOP:\n" + read + "\nadd.u32 %r3, %r3, 1;\n" +
                             "setp.lt.u32 %p0, %r3, 3;\n@%p0 bra LOOP;";
    CHECK(races(step + loop, 32) == 1);
}

TEST_CASE("flags that two warps read do not hide the plain read of another warp before it") {
    const auto found = [](const std::string& first_read, const std::string& lanes) {
        return races(R"(
and.b32 %r10, %t, )" + lanes +
                         R"(;
mov.u32 %r11, data;
mad.lo.u32 %r10, %r10, 4, %r11;
mad.lo.u32 %r12, %t, 4, %r11;
setp.lt.u32 %p2, %t, 32;
@%p2 st.shared.u32 [%r12], 0;
bar.sync 0;
setp.ge.u32 %p0, %t, 96;
setp.ge.u32 %p1, %t, 32;
@%p0 bra STORE;
@%p1 bra FLAG;
)" + first_read + R"( %r1, [%r10];
bra DONE;
FLAG:
ld.relaxed.cta.shared.u32 %r1, [%r10];
bra DONE;
STORE:
st.relaxed.cta.shared.u32 [%r10], %r10;
DONE:)",
                     128);
    };
    for (const char* const lanes : {"31", "15", "0"}) {  // neighbouring words, each twice, one for all
        CHECK(found("ld.shared.u32", lanes) == 1);
        CHECK(found("ld.relaxed.cta.shared.u32", lanes) == 0);
    }
}

TEST_CASE("threads that store what is there already do not race; others do") {
    CHECK(races("st.shared.u32 [data], 7;") == 0);
    CHECK(races("st.shared.u32 [data], %t;", 33) != 0);
    const std::string pair = "shr.u32 %r1, %t, 5;\nmov.u32 %r2, 5;\n";
    CHECK(races(pair + "st.shared.v2.u32 [data], {%r2, %r2};") == 0);
    CHECK(races(pair + "st.shared.v2.u32 [data], {%r2, %r1};") == 1);
    CHECK(races(pair + "mov.u64 %rd1, data;\ncvta.shared.u64 %rd1, %rd1;\nst.u32 [%rd1], %r2;") == 0);
    CHECK(races(pair + "mov.u64 %rd1, data;\ncvta.shared.u64 %rd1, %rd1;\nst.u32 [%rd1], %r1;") == 1);
    // Bytes: the word of one warp holds what the other stores into a byte of it, or does not.
    CHECK(
        races(pair +
                  "setp.eq.u32 %p0, %r1, 0;\n@%p0 st.shared.u32 [data], 1029;\n@!%p0 st.shared.u8 [data], 5;",
              33) == 0);
    CHECK(
        races(pair +
                  "setp.eq.u32 %p0, %r1, 0;\n@%p0 st.shared.u32 [data], 1029;\n@!%p0 st.shared.u8 [data], 4;",
              33) == 1);
    // Lanes of one warp, one after the other.
    CHECK(races("setp.eq.u32 %p0, %t, 3;\n@%p0 st.shared.u32 [data], 9;\n@!%p0 st.shared.u32 [data], 9;",
                32) == 0);
    CHECK(races("setp.eq.u32 %p0, %t, 3;\n@%p0 st.shared.u32 [data], 9;\n@!%p0 st.shared.u32 [data], 8;",
                32) == 1);
    // A reader does see the difference between before and after.
    CHECK(races("setp.eq.u32 %p0, %t, 0;\n@%p0 st.shared.u32 [data], 9;\n@!%p0 ld.shared.u32 %r1, [data];",
                33) != 0);
}

TEST_CASE("the first guess of a compare-and-swap loop in shared memory is no race") {
    const std::string loop = R"(
setp.eq.u32 %p0, %t, 0;
@%p0 st.shared.u32 [data], 0;
bar.sync 0;
ld.shared.u32 %r1, [data];
LOOP:
mov.u32 %r2, %r1;
add.u32 %r3, %r2, 1;
atom.shared.cas.b32 %r1, [data], %r2, %r3;
setp.ne.u32 %p1, %r1, %r2;
@%p1 bra LOOP;
)";
    CHECK(races(loop) == 0);
    CHECK(races(loop + "ld.shared.u32 %r4, [data];") != 0);
}

TEST_CASE("what cooperative groups keep in shared memory is zero at first, and no atomic on it is a fault") {
    Setup setup;
    setup.block = {64};
    setup.grid = {3};
    const Ran ran =
        run("mov.u32 %r1, %reserved_smem_offset_1;\natom.shared.or.b32 %r2, [%r1], 0;\n"
            "atom.shared.add.u32 %r3, [%r1+4], 5;\nst.global.u32 [%mine], %r2;",
            setup);
    CHECK(ran.launch.findings.empty());
    CHECK(ran.out == words(192, [](u32) { return 0u; }));
}

TEST_CASE("stores of 128 bits to global memory are looked at too") {
    const std::string stores = ".reg .b128 %w;\nmov.b64 %rd1, 1;\ncvt.u64.u32 %rd2, ";
    const auto races_with = [&](const std::string& value) {
        return races(stores + value + ";\nmov.b128 %w, {%rd1, %rd2};\nst.global.b128 [%out], %w;", 64,
                     Fault::GlobalRace);
    };
    CHECK(races_with("7") == 0);
    CHECK(races_with("%t") != 0);
}

TEST_CASE(
    "lanes of one warp that take turns under a lock in shared memory do not race; without fences they do") {
    const auto locked = [](const std::string& fence, u32 threads) {
        return races(R"(
setp.eq.u32 %p0, %t, 0;
@%p0 st.shared.u32 [flag], 0;
@%p0 st.shared.u32 [data], 0;
bar.sync 0;
TRY:
atom.shared.cas.b32 %r1, [flag], 0, 1;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra AGAIN;
membar.cta;
ld.shared.u32 %r2, [data];
add.u32 %r2, %r2, 1;
st.shared.u32 [data], %r2;
)" + fence + R"(
atom.shared.exch.b32 %r3, [flag], 0;
mov.u32 %r4, 1;
bra DONE;
AGAIN:
mov.u32 %r4, 0;
DONE:
setp.eq.u32 %p2, %r4, 0;
@%p2 bra TRY;
bar.sync 0;
ld.shared.u32 %r5, [data];
st.global.u32 [%mine], %r5;)",
                     threads);
    };
    for (const u32 threads : {2u, 32u, 33u, 64u}) {
        CHECK(locked("membar.cta;", threads) == 0);
        CHECK(locked("", threads) != 0);
    }
}
