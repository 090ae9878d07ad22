// Races between lanes of a warp of which only parts meet at a __syncwarp: each beside what looks alike and is right.
#include <doctest/doctest.h>

#include "emulator/check/findings.hpp"
#include "emulator/test/support/races.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::check;

namespace {

std::size_t shared_races(const std::string& body) {
    const Setup setup{.declarations = ".shared .align 16 .b8 data[128];\n"};
    return findings_of(body, setup, check::Fault::SharedRace).size();
}

}  // namespace

TEST_CASE("shared memory: a __syncwarp of a part of the warp orders the lanes of that part, and no others") {
    // Thread t writes word t, then reads that of thread t ^ distance.
    const auto swapped = [](const std::string& between, u32 distance) {
        return shared_races(
            "shl.b32 %r1, %t, 2;\nmov.u32 %r2, data;\nadd.u32 %r1, %r1, %r2;\n"
            "st.shared.u32 [%r1], %t;\n" +
            between + "\nxor.b32 %r3, %r1, " + std::to_string(distance * 4) +
            ";\nld.shared.u32 %r4, [%r3];\nst.global.u32 [%mine], %r4;");
    };
    const std::string halves =
        "setp.lt.u32 %p1, %t, 16;\nselp.b32 %r5, 0xffff, 0xffff0000, %p1;\n"
        "bar.warp.sync %r5;\n";
    const std::string apart =
        "setp.lt.u32 %p1, %t, 16;\n@%p1 bra LOW;\nbar.warp.sync 0xffff0000;\nbra BOTH;\n"
        "LOW:\nbar.warp.sync 0xffff;\nBOTH:\n";
    const std::string odd_and_even =
        "and.b32 %r6, %t, 1;\nsetp.eq.u32 %p2, %r6, 0;\n"
        "selp.b32 %r7, 0x55555555, 0xaaaaaaaa, %p2;\nbar.warp.sync %r7;\n";
    for (const std::string& each : {halves, apart}) {
        CHECK(swapped(each, 8) == 0);
        CHECK(swapped(each, 1) == 0);
        CHECK(swapped(each, 16) != 0);
    }
    CHECK(swapped(odd_and_even, 1) != 0);
    CHECK(swapped(odd_and_even, 2) == 0);
    // What a lane has been told it hands on: by way of a lane of the other half.
    CHECK(swapped(odd_and_even + halves, 17) == 0);
    CHECK(swapped(halves + odd_and_even, 17) == 0);
    CHECK(swapped(halves + "bar.warp.sync -1;", 16) == 0);
    CHECK(swapped("bar.warp.sync -1;\n" + halves, 16) == 0);
    CHECK(swapped(halves + "bar.sync 0;", 16) == 0);
}

TEST_CASE("readers that a __syncwarp of a part of the warp has met may be overwritten") {
    const std::string fill =
        "mov.u32 %r1, data;\nsetp.eq.u32 %p0, %t, 0;\n@%p0 st.shared.u32 [%r1], 5;\n"
        "bar.warp.sync -1;\n";
    const auto reader = [](int lane) {
        return "setp.eq.u32 %p1, %t, " + std::to_string(lane) + ";\n@%p1 ld.shared.u32 %r2, [%r1];\n";
    };
    const std::string first_two = "setp.lt.u32 %p2, %t, 2;\n@!%p2 bra SKIP;\nbar.warp.sync 3;\nSKIP:\n";
    const std::string write = "@%p0 st.shared.u32 [%r1], 6;\n";
    CHECK(shared_races(fill + reader(1) + first_two + write) == 0);
    CHECK(shared_races(fill + reader(2) + first_two + write) == 1);
    CHECK(shared_races(fill + first_two + reader(1) + write) == 1);
    // A second reader, the writer itself: the first is not forgotten.
    CHECK(shared_races(fill + reader(1) + first_two + reader(0) + write) == 0);
    CHECK(shared_races(fill + first_two + reader(1) + reader(0) + write) == 1);
    // All read the place, then the lanes of one half meet, and one of them writes.
    const std::string all = fill + "setp.lt.u32 %p3, %t, 16;\n@!%p3 bra OUT;\nld.shared.u32 %r2, [%r1];\n";
    CHECK(shared_races(all + "bar.warp.sync 0xffff;\n" + write + "OUT:\n") == 0);
    CHECK(shared_races(all + write + "OUT:\n") == 1);
    CHECK(shared_races(fill + "ld.shared.u32 %r2, [%r1];\n" + first_two + write) == 1);
    CHECK(shared_races(fill + "ld.shared.u32 %r2, [%r1];\n" + first_two + "bar.warp.sync -1;\n" + write) ==
          0);
}

TEST_CASE("global memory: a __syncwarp of a part of the warp orders the lanes of that part, and no others") {
    const std::string tiles =
        "and.b32 %r5, %t, 24;\nmov.u32 %r6, 255;\nshl.b32 %r6, %r6, %r5;\n"
        "bar.warp.sync %r6;\n";  // of eight
    const std::string pairs =
        "and.b32 %r5, %t, 7;\nmov.u32 %r6, 0x01010101;\nshl.b32 %r6, %r6, %r5;\n"
        "bar.warp.sync %r6;\n";  // every eighth lane
    const auto swapped = [](const std::string& between, u32 distance) {
        return "mov.u32 %r1, %t;\n" + kWord + "st.global.u32 [%rd1], %t;\n" + between + "xor.b32 %r1, %t, " +
               std::to_string(distance) + ";\n" + kWord + "ld.global.u32 %r2, [%rd1];";
    };
    CHECK(is_clean(swapped(tiles, 4), kOneWarp));
    CHECK(is_race(swapped(tiles, 8), kOneWarp));
    CHECK(is_clean(swapped(pairs, 8), kOneWarp));
    CHECK(is_race(swapped(pairs, 4), kOneWarp));
    // What a lane has been told it hands on.
    CHECK(is_clean(swapped(tiles + pairs, 12), kOneWarp));
    CHECK(is_clean(swapped(pairs + tiles, 12), kOneWarp));
    CHECK(is_clean(swapped(tiles + "bar.warp.sync -1;\n", 8), kOneWarp));
    CHECK(is_clean(swapped("bar.warp.sync -1;\n" + tiles, 8), kOneWarp));
    CHECK(is_clean(swapped(tiles + "bar.sync 0;\n", 8), kOneWarp));
    // One place that all lanes of a tile read: then one of them writes it, and another tile's lane.
    const std::string read = "and.b32 %r1, %t, 24;\n" + kWord + "ld.global.u32 %r2, [%rd1];\n";
    const std::string write =
        "and.b32 %r7, %t, 7;\nsetp.eq.u32 %p1, %r7, 0;\n@%p1 st.global.u32 [%rd1], %t;\n";
    CHECK(is_clean(read + tiles + write, kOneWarp));
    CHECK(is_race(read + write, kOneWarp));
    CHECK(is_clean(read + tiles + read + tiles + write + tiles + read, kOneWarp));
    CHECK(is_race(read + tiles + "xor.b32 %r1, %r1, 8;\n" + kWord + write, kOneWarp));
    // Handed on to another block by one lane of a tile that has met.
    CHECK(is_clean("mov.u32 %r1, %t;\n" + kWord + "setp.ne.u32 %p2, %g, %t;\n@%p2 bra WAIT;\n" +
                       "st.global.u32 [%rd1], 7;\n" + tiles +
                       "membar.gl;\nsetp.ne.u32 %p3, %r5, %t;\n@%p3 bra DONE;\nred.global.add.u32 [%in], 1;\n"
                       "bra DONE;\nWAIT:\nld.volatile.global.u32 %r3, [%in];\nsetp.lt.u32 %p4, %r3, 4;\n"
                       "@%p4 bra WAIT;\nmembar.gl;\nld.global.u32 %r4, [%rd1];\nDONE:",
                   {.grid = {2}, .block = {32}}));
}

TEST_CASE("the reader that is named is another lane than the one that writes") {
    const Setup setup{.declarations = ".shared .align 16 .b8 data[128];\n"};
    for (const u32 writer : {0u, 5u, 31u}) {
        const std::string is_writer = "setp.eq.u32 %p1, %t, " + std::to_string(writer) + ";\n";
        const std::string fill =
            "setp.eq.u32 %p0, %t, 0;\n@%p0 st.shared.u32 [data], 5;\nbar.warp.sync -1;\n";
        const auto shared =
            findings_of(fill + "ld.shared.u32 %r1, [data];\n" + is_writer + "@%p1 st.shared.u32 [data], 6;",
                        setup, check::Fault::SharedRace);
        REQUIRE(shared.size() == 1);
        CHECK(shared[0].access.thread == Dim3{writer, 0, 0});
        CHECK_FALSE(shared[0].other.thread == shared[0].access.thread);
        const auto global = global_races(
            "ld.global.u32 %r1, [%out];\n" + is_writer + "@%p1 st.global.u32 [%out], 6;", kOneWarp);
        REQUIRE(global.size() == 1);
        CHECK_FALSE(global[0].other.thread == global[0].access.thread);
    }
}
