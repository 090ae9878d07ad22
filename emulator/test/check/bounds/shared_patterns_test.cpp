// Checks of shared memory that have a short way for usual patterns: what is unusual must not take it.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;
using check::Fault;
using exec::Status;

namespace {

// %r10: the address of word %t of tile, which has 256 words; %lane, %warp: of this thread.
exec::Launch on_tile(const std::string& body, u32 threads = 64) {
    Setup setup;
    setup.block = {threads};
    return run(".shared .align 16 .b8 tile[1024];\n.reg .b32 %tile, %lane, %warp;\nmov.u32 %tile, tile;\n"
               "mad.lo.u32 %r10, %t, 4, %tile;\nand.b32 %lane, %t, 31;\nshr.u32 %warp, %t, 5;\n" +
                   body,
               setup)
        .launch;
}

bool finds_nothing(const exec::Launch& launch) {
    CHECK(launch.status == Status::Ok);
    return launch.findings.empty();
}

bool finds_race(const exec::Launch& launch) {
    CHECK(launch.status == Status::Ok);
    return launch.findings.size() == 1 && launch.findings[0].fault == Fault::SharedRace;
}

}  // namespace

TEST_CASE("loads beside each other: each has bounds and an alignment of its own") {
    // The first load of an address register is in bounds and written; the second one has its lanes' pattern.
    const auto beside = [](const std::string& offset) {
        return on_tile(
            "st.shared.u32 [%r10], %t;\nst.shared.u32 [%r10+512], %t;\nbar.sync 0;\n"
            "ld.shared.u32 %r1, [%r10];\nld.shared.u32 %r2, [%r10+" +
                offset + "];\nadd.u32 %r1, %r1, %r2;",
            128);
    };
    CHECK(finds_nothing(beside("512")));
    const exec::Launch past = beside("516");
    CHECK(past.status == Status::IllegalAddress);
    CHECK(only(past).access.thread == Dim3{127, 0, 0});
    CHECK(only(past).offset == 1024);
    const exec::Launch before = beside("-4");
    CHECK(before.status == Status::IllegalAddress);
    CHECK(only(before).access.thread == Dim3{0, 0, 0});
    CHECK(beside("2").status == Status::MisalignedAddress);
    CHECK(beside("2147483644").status == Status::IllegalAddress);
}

TEST_CASE("shared atomics of scattered lanes meet a plain access, an unwritten word, or only atomics") {
    // Warp 0 does `first`; then warp 1 adds to words that no two neighbouring lanes share in order.
    const auto after = [](const std::string& first, const std::string& between = "") {
        return on_tile(
            "setp.eq.u32 %p1, %warp, 0;\nxor.b32 %r1, %lane, 5;\nmad.lo.u32 %r1, %r1, 4, %tile;\n"
            "@%p1 st.shared.u32 [%r1+512], 7;\nbar.sync 0;\n" +
            first + "\n" + between + "\n@!%p1 atom.shared.add.u32 %r2, [%r1+512], 1;");
    };
    CHECK(finds_nothing(after("")));
    CHECK(finds_nothing(after("@%p1 atom.shared.add.u32 %r3, [%r1+512], 1;")));
    CHECK(finds_nothing(after("@%p1 st.shared.u32 [%r1+512], %lane;", "bar.sync 0;")));
    CHECK(finds_race(after("@%p1 st.shared.u32 [%r1+512], %lane;")));
    CHECK(finds_race(after("@%p1 ld.shared.u32 %r3, [%r1+512];")));
    const exec::Launch unwritten = on_tile(
        "xor.b32 %r1, %lane, 5;\nmad.lo.u32 %r1, %r1, 4, %tile;\n"
        "atom.shared.add.u32 %r2, [%r1], 1;",
        32);
    CHECK(only(unwritten).fault == Fault::UninitialisedRead);
}

TEST_CASE("an atomic whose lanes scatter anew each time is held to the bounds each time") {
    // The addresses of eight rounds; in the seventh, lane 17 goes `further`.
    const auto rounds = [](const std::string& further) {
        return on_tile(
            "st.shared.u32 [%r10], %t;\nbar.sync 0;\nmov.u32 %r5, 0;\nagain:\n"
            "mad.lo.u32 %r1, %lane, 7, %r5;\nxor.b32 %r1, %r1, 5;\nand.b32 %r1, %r1, 31;\n"
            "mad.lo.u32 %r1, %r1, 4, %tile;\n"
            "setp.eq.u32 %p1, %r5, 6;\nsetp.eq.and.u32 %p1, %lane, 17, %p1;\n@%p1 add.s32 %r1, %r1, " +
                further +
                ";\natom.shared.add.u32 %r2, [%r1], 1;\n"
                "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p2, %r5, 8;\n@%p2 bra again;",
            32);
    };
    CHECK(finds_nothing(rounds("0")));
    for (const char* const outside : {"1024", "-1024", "2147483640"}) {
        const exec::Launch past = rounds(outside);
        CHECK(past.status == Status::IllegalAddress);
        CHECK(only(past).access.thread == Dim3{17, 0, 0});
        CHECK(only(past).access.write);
    }
    const exec::Launch misaligned = rounds("2");
    CHECK(misaligned.status == Status::MisalignedAddress);
    CHECK(only(misaligned).access.thread == Dim3{17, 0, 0});
    CHECK(only(rounds("512")).fault == Fault::UninitialisedRead);
}

TEST_CASE("plain accesses meet the last atomic of their word, however many others came after it") {
    // Warp 0 adds to the words `first`, and then `rounds` times to word 9. Then warp 1 runs `then`.
    const auto after = [](const std::string& first, u32 rounds, const std::string& then, u32 words = 256) {
        const std::string bytes = std::to_string(4 * words);
        Setup setup;
        setup.block = {64};
        return run(".shared .align 16 .b8 tile[" + bytes +
                       "];\n.reg .b32 %lane, %warp;\nand.b32 %lane, %t, 31;\nshr.u32 %warp, %t, 5;\n"
                       "mov.u32 %r1, tile;\nmad.lo.u32 %r5, %t, 4, %r1;\nadd.u32 %r6, %r1, " +
                       bytes +
                       ";\nclear:\nst.shared.u32 [%r5], 0;\nadd.u32 %r5, %r5, 256;\n"
                       "setp.lt.u32 %p0, %r5, %r6;\n@%p0 bra clear;\nbar.sync 0;\n"
                       "setp.eq.u32 %p1, %warp, 1;\n@%p1 bra second;\n" +
                       first + "\nmov.u32 %r5, 0;\nadding:\n@%p2 red.shared.add.u32 [%r1+36], 1;\n" +
                       "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p0, %r5, " + std::to_string(rounds) +
                       ";\n@%p0 bra adding;\nsecond:\n@!%p1 bra done;\n" + then + "\ndone:\nret;",
                   setup)
            .launch;
    };
    const std::string nine = "setp.lt.u32 %p2, %lane, 32;\n",
                      to_seven = nine + "@%p2 red.shared.add.u32 [%r1+28], 1;";
    const std::string load_seven = "ld.shared.u32 %r2, [%r1+28];",
                      store_seven = "st.shared.u32 [%r1+28], 77;";
    for (const u32 rounds : {1u, 60u, 100u, 511u, 512u, 700u}) {
        CAPTURE(rounds);
        CHECK(finds_nothing(after(to_seven, rounds, "ld.shared.u32 %r2, [%r1+24];")));
        CHECK(finds_nothing(after(to_seven, rounds, "red.shared.add.u32 [%r1+28], 1;")));
        for (const std::string& then :
             {load_seven, store_seven, std::string("ld.shared.u32 %r2, [%r1+36];")}) {
            const exec::Launch launch = after(to_seven, rounds, then);
            REQUIRE(finds_race(launch));
            CHECK(launch.findings[0].other.atomic);
            CHECK(launch.findings[0].other.thread == Dim3{31, 0, 0});
        }
    }
    // The last thread that added to the word.
    const std::string two = nine +
                            "setp.eq.u32 %p3, %lane, 3;\n@%p3 red.shared.add.u32 [%r1+28], 1;\n"
                            "setp.eq.u32 %p3, %lane, 20;\n@%p3 red.shared.add.u32 [%r1+28], 1;";
    CHECK(only(after(two, 100, load_seven)).other.thread == Dim3{20, 0, 0});
    // Words far from each other.
    const std::string far = nine + "mad.lo.u32 %r7, %lane, 256, %r1;\nred.shared.add.u32 [%r7], 1;";
    CHECK(finds_race(after(far, 1, "ld.shared.u32 %r2, [%r1+7936];", 2048)));
    CHECK(finds_race(after(far, 100, "ld.shared.u32 %r2, [%r1+256];", 2048)));
    CHECK(finds_nothing(after(far, 1, "ld.shared.u32 %r2, [%r1+7932];", 2048)));
    // The loads of a stretch, and scattered ones.
    CHECK(finds_race(after(to_seven, 3, "mad.lo.u32 %r7, %lane, 4, %r1;\nld.shared.u32 %r2, [%r7+36];")));
    CHECK(finds_race(after(to_seven, 3, "mad.lo.u32 %r7, %lane, 28, %r1;\nld.shared.u32 %r2, [%r7];")));
}

TEST_CASE("an atomic meets the plain access of its word, though other atomics met none") {
    // Warp 0 accesses word 5 with no barrier; warp 1 adds to the byte `first`, to a word far behind it, and at last to `word`.
    const auto adds = [](const std::string& plain, u32 first, u32 word) {
        return on_tile(
            "st.shared.u32 [%r10], %t;\nst.shared.u32 [%r10+512], %t;\nbar.sync 0;\n"
            "setp.eq.u32 %p1, %warp, 0;\n@%p1 " +
                plain + "\n@!%p1 red.shared.add.u32 [%tile+" + std::to_string(first) +
                "], 1;\n@!%p1 red.shared.add.u32 [%tile+200], 1;\n@!%p1 red.shared.add.u32 [%tile+" +
                std::to_string(4 * word) + "], 1;",
            64);
    };
    for (const char* const plain : {"ld.shared.u32 %r2, [%tile+20];", "st.shared.u32 [%tile+20], 1;"}) {
        for (const u32 first : {12u, 40u}) {
            CHECK(finds_nothing(adds(plain, first, 6)));
            CHECK(finds_race(adds(plain, first, 5)));
        }
    }
    const std::string unwritten =
        "setp.ne.u32 %p2, %t, 20;\n@%p2 st.shared.u32 [%r10], %t;\nbar.sync 0;\n"
        "red.shared.add.u32 [%tile+40], 1;\nred.shared.add.u32 [%tile+120], 1;\n"
        "red.shared.add.u32 [%tile+";
    CHECK(finds_nothing(on_tile(unwritten + "76], 1;")));
    CHECK(only(on_tile(unwritten + "80], 1;")).fault == Fault::UninitialisedRead);
    // A barrier of warps 0 and 1 only: warp 1's atomics come after warp 0's store, warp 2's do not.
    const auto third = [](u32 word) {
        return on_tile(
            "st.shared.u32 [%r10], %t;\nbar.sync 0;\nsetp.eq.u32 %p1, %warp, 0;\nsetp.eq.u32 %p2, %warp, 1;\n"
            "@%p1 st.shared.u32 [%tile+20], 99;\nsetp.lt.u32 %p3, %warp, 2;\n@!%p3 bra third;\n"
            "bar.sync 1, 64;\n@%p2 red.shared.add.u32 [%tile+16], 1;\n@%p2 red.shared.add.u32 [%tile+24], "
            "1;\n"
            "bra done;\nthird:\nmov.u32 %r5, 0;\nlater:\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p0, %r5, 20000;\n"
            "@%p0 bra later;\nred.shared.add.u32 [%tile+" +
                std::to_string(4 * word) + "], 1;\ndone:\nret;",
            96);
    };
    CHECK(finds_nothing(third(6)));
    CHECK(finds_race(third(5)));
}
