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
