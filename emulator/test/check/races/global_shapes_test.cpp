// Races in global memory by where the threads access it: bytes, vectors, strides, stages.
#include <doctest/doctest.h>

#include <random>

#include "emulator/test/support/races.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::check;

TEST_CASE("neighbouring bytes and half-words are different places") {
    const std::string body = "cvt.u64.u32 %rd1, %g;\nadd.u64 %rd1, %rd1, %out;\nst.global.u8 [%rd1], %t;\n";
    CHECK(is_clean(body));
    CHECK(is_clean(body, {.grid = {8}, .block = {33}}));
    CHECK(is_race(body + "st.global.u8 [%rd1+1], 255;"));
    CHECK(
        is_clean("mad.wide.u32 %rd1, %g, 2, %out;\nst.global.u16 [%rd1], %t;", {.grid = {8}, .block = {33}}));
    CHECK(
        is_race(body + "and.b64 %rd1, %rd1, -4;\nld.global.u32 %r1, [%rd1];", {.grid = {3}, .block = {33}}));
}

TEST_CASE("vectors and words, side by side and scattered, meet in the units that both touch") {
    const std::string vector =
        "mad.wide.u32 %rd1, %g, 16, %out;\nst.global.v4.u32 [%rd1], {%g, %t, %g, %t};\n";
    CHECK(is_clean(vector));
    CHECK(is_race(vector + "setp.eq.u32 %p1, %t, 63;\n@%p1 ld.global.u32 %r1, [%rd1+16];"));
    CHECK(is_clean(vector + "setp.eq.u32 %p1, %t, 63;\n@%p1 ld.global.u32 %r1, [%rd1+12];"));
    // A column each.
    CHECK(is_clean("mad.lo.u32 %r1, %t, 64, %block;\n" + kWord + "st.global.u32 [%rd1], %g;"));
    CHECK(is_race("mad.lo.u32 %r1, %t, 3, %block;\n" + kWord + "st.global.u32 [%rd1], %g;"));
    CHECK(is_clean("mad.lo.u32 %r1, %t, 4, %block;\n" + kWord + "st.global.u32 [%rd1], %g;"));
}

TEST_CASE("lanes that lie side by side, in strides, backwards or on one place are told apart exactly") {
    std::mt19937 random(7);
    const auto pick = [&](std::initializer_list<u32> from) {
        return *(from.begin() + random() % from.size());
    };
    int raced = 0;
    for (int trial = 0; trial < 300; ++trial) {
        // Thread t accesses word (a * t + b) % 4096, if t & off is 0.
        struct Access {
            u32 a, b, off;
            bool write;
            u32 word(u32 t) const { return (a * t + b) % 4096; }
        } accesses[2];
        for (Access& access : accesses) {
            access = {pick({0, 1, 1, 2, 3, 4, 5, 8, 32, 33, 64, 4095, 4094}),
                      pick({0, 0, 1, 7, 64, 96, 100, 2048}), pick({0, 0, 1, 2, 6, 16, 31, 32}),
                      random() % 2 == 0};
        }
        accesses[0].write = true;
        std::string body;
        for (const Access& access : accesses)
            body += "and.b32 %r3, %t, " + std::to_string(access.off) +
                    ";\nsetp.eq.u32 %p1, %r3, 0;\nmad.lo.u32 %r1, %t, " + std::to_string(access.a) + ", " +
                    std::to_string(access.b) + ";\nrem.u32 %r1, %r1, 4096;\n" + kWord +
                    (access.write ? "@%p1 st.global.u32 [%rd1], %t;\n" : "@%p1 ld.global.u32 %r2, [%rd1];\n");
        bool expected = false;
        for (u32 s = 0; s < 64; ++s)
            for (u32 t = 0; t < 64; ++t) {
                if (s == t) continue;
                for (const auto& [one, other] : {std::pair{0, 1}, std::pair{0, 0}, std::pair{1, 1}}) {
                    const Access &x = accesses[one], &y = accesses[other];
                    expected |= (x.write || y.write) && (s & x.off) == 0 && (t & y.off) == 0 &&
                                x.word(s) == y.word(t);
                }
            }
        CAPTURE(body);
        CHECK(is_race(body, kOneBlock) == expected);
        raced += expected;
    }
    CHECK(raced > 50);
    CHECK(raced < 250);
}

TEST_CASE(
    "stages in place, each of other pairs and with a barrier behind it, are no races; without the barrier "
    "they are") {
    // Threads 0 to 63 exchange 128 words with partners at 1, 2, 4, ... 64.
    const auto stages = [](const std::string& barrier) {
        std::string body;
        for (u32 distance = 1; distance <= 64; distance *= 2) {
            const std::string d = std::to_string(distance);
            // word a = t with a zero put in at the bit of the distance; its partner: a + distance
            body += "div.u32 %r3, %t, " + d + ";\nmul.lo.u32 %r3, %r3, " + d + ";\nadd.u32 %r1, %r3, %t;\n" +
                    kWord + "ld.global.u32 %r4, [%rd1];\nld.global.u32 %r5, [%rd1+" +
                    std::to_string(4 * distance) +
                    "];\nadd.u32 %r6, %r4, %r5;\nsub.u32 %r7, %r4, %r5;\nst.global.u32 [%rd1], %r6;\n" +
                    "st.global.u32 [%rd1+" + std::to_string(4 * distance) + "], %r7;\n" + barrier;
        }
        return body;
    };
    CHECK(is_clean(stages("bar.sync 0;\n"), kOneBlock));
    CHECK(is_race(stages(""), kOneBlock));
    CHECK(is_race(stages("bar.warp.sync 0xffffffff;\n"), kOneBlock));
}
