// Checks of shared memory: bounds, never-written bytes, and races, each beside a kernel that looks alike and is right.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::check;
using check::Fault;
using exec::Status;

namespace {

// %r10: the address of word %t of tile, which has 256 words; %lane, %warp: of this thread.
const char* const kTile =
    ".shared .align 16 .b8 tile[1024];\n.reg .b32 %tile, %lane, %warp;\nmov.u32 %tile, tile;\n"
    "mad.lo.u32 %r10, %t, 4, %tile;\nand.b32 %lane, %t, 31;\nshr.u32 %warp, %t, 5;\n";
constexpr u32 kFirstLine = kBodyLine + 7;  // of what follows kTile

exec::Launch launched(const std::string& body, u32 threads = 64, const Setup& more = {}) {
    Setup setup = more;
    setup.block = {threads};
    return run(kTile + ("\n" + body), setup).launch;
}

// The race of the access at the one PTX line with the earlier one at the other, counted from kFirstLine; nullptr if none
// was reported. A read that comes too early in our order may have been reported as never written too.
const check::Finding* race(const exec::Launch& launch, u32 line, u32 other_line) {
    for (const check::Finding& found : launch.findings)
        if (found.fault == Fault::SharedRace && found.access.site.ptx_line == kFirstLine + line &&
            found.other.site.ptx_line == kFirstLine + other_line)
            return &found;
    return nullptr;
}

bool is_race(const exec::Launch& launch) {
    CHECK(launch.status == Status::Ok);
    return std::any_of(launch.findings.begin(), launch.findings.end(), [](const check::Finding& found) {
        return found.fault == Fault::SharedRace && found.has_other && !found.fatal;
    });
}

bool is_clean(const exec::Launch& launch) {
    CHECK(launch.status == Status::Ok);
    return launch.findings.empty();
}

// Thread t writes its word, then (behind `between`) reads that of thread (t + distance) % threads.
exec::Launch neighbour(const std::string& between, u32 distance, u32 threads = 64) {
    return launched(
        "st.shared.u32 [%r10], %t;\n" + between + "\nadd.u32 %r1, %t, " + std::to_string(distance) +
            ";\nrem.u32 %r1, %r1, %size;\nmad.lo.u32 %r1, %r1, 4, %tile;\nld.shared.u32 %r2, [%r1];",
        threads);
}

}  // namespace

TEST_CASE("shared memory out of bounds: past the static part, past the dynamic part, before the beginning") {
    const exec::Launch past = launched("st.shared.u32 [%r10+896], 1;");
    CHECK(past.status == Status::IllegalAddress);
    CHECK(only(past).fault == Fault::OutOfBounds);
    CHECK(only(past).space == check::Space::Shared);
    CHECK(only(past).access.thread == Dim3{32, 0, 0});
    CHECK(only(past).offset == 1024);
    CHECK(only(past).allocation == "1024 bytes of shared memory (1024 static, 0 dynamic)");
    CHECK(is_clean(launched("st.shared.u32 [%r10+768], %t;")));
    CHECK(launched("st.shared.u32 [%r10+-4], 1;").status == Status::IllegalAddress);
    CHECK(launched("st.shared.v4.u32 [%tile+1016], {%t, %t, %t, %t};", 1).status ==
          Status::MisalignedAddress);
    CHECK(launched("st.shared.v2.u32 [%tile+1016], {%t, %t};", 1).status == Status::Ok);

    Setup dynamic{
        .block = {64}, .dynamic_shared = 256, .declarations = ".extern .shared .align 16 .b8 pool[];\n"};
    const std::string fill = "mov.u32 %r1, pool;\nmad.lo.u32 %r1, %t, 4, %r1;\nst.shared.u32 [%r1+";
    CHECK(run(fill + "0], %t;", dynamic).launch.status == Status::Ok);
    const exec::Launch overrun = run(fill + "4], %t;", dynamic).launch;
    CHECK(overrun.status == Status::IllegalAddress);
    CHECK(only(overrun).access.thread == Dim3{63, 0, 0});
    CHECK(only(overrun).access.write);
    CHECK(only(overrun).allocation == "256 bytes of shared memory (0 static, 256 dynamic)");
}

TEST_CASE("generic and atomic accesses to shared memory are held to the same bounds") {
    const std::string generic = "cvt.u64.u32 %rd1, %r10;\ncvta.shared.u64 %rd1, %rd1;\n";
    CHECK(launched(generic + "st.u32 [%rd1+768], %t;").status == Status::Ok);
    const exec::Launch past = launched(generic + "st.u32 [%rd1+772], %t;");
    CHECK(past.status == Status::IllegalAddress);
    CHECK(only(past).space == check::Space::Shared);
    CHECK(only(past).offset == 1024);
    CHECK(launched("atom.shared.add.u32 %r1, [%r10+1024], 1;").status == Status::IllegalAddress);
    CHECK(launched("atom.shared.add.u64 %rd1, [%r10], 1;").status == Status::MisalignedAddress);
}

TEST_CASE("shared memory that nothing in the block has written is not to be read") {
    const std::string used = decide_by("%r1");
    const exec::Launch unwritten = launched("ld.shared.u32 %r1, [%r10];" + used, 32);
    CHECK(unwritten.status == Status::Ok);
    CHECK(only(unwritten).fault == Fault::UninitialisedRead);
    CHECK(only(unwritten).space == check::Space::Shared);
    CHECK(only(unwritten).access.site.ptx_line == kFirstLine);
    CHECK(is_clean(launched("st.shared.u32 [%r10], %t;\nld.shared.u32 %r1, [%r10];" + used, 32)));
    CHECK(is_clean(launched("ld.shared.u32 %r1, [%r10];", 32)));  // and thrown away
    // A later block finds what an earlier one left, but has not written it.
    const std::string first_block_writes =
        "setp.eq.u32 %p0, %block, 0;\n@%p0 st.shared.u32 [%r10], %t;\nld.shared.u32 %r1, [%r10];" + used;
    CHECK(only(launched(first_block_writes, 32, {.grid = {3}})).access.block == Dim3{1, 0, 0});
    CHECK(only(launched("atom.shared.add.u32 %r1, [%r10], 1;", 32)).fault == Fault::UninitialisedRead);
    const std::string both =
        "ld.shared.u64 %rd1, [%tile];\nshr.u64 %rd1, %rd1, 40;\ncvt.u32.u64 %r1, %rd1;" + used;
    CHECK(is_clean(launched("st.shared.v2.u32 [%tile], {%t, %t};\n" + both, 1)));
    CHECK(only(launched("st.shared.u32 [%tile], %t;\n" + both, 1)).fault == Fault::UninitialisedRead);
}

TEST_CASE(
    "what stands in never-written shared memory is the same for every block and number of host threads") {
    for (const int threads : {1, 4}) {
        const Ran ran = run(std::string(kTile) +
                                "ld.shared.u32 %r1, [%r10];\nst.shared.u32 [%r10], %block;\n"
                                "st.global.u32 [%mine], %r1;",
                            {.grid = {20}, .threads = threads});
        CHECK(ran.out == words(20 * 32, [](u32) { return 0xffffffff; }));
    }
}

TEST_CASE("a write and a read of two warps with no barrier between them") {
    const exec::Launch launch = neighbour("", 32);
    // Warp 0 comes first in our order: it reads before warp 1 has written, and warp 1 reads what warp 0 has written.
    const check::Finding* late_write = race(launch, 0, 5);
    REQUIRE(late_write != nullptr);
    CHECK(late_write->access.site.instruction == "st.shared.u32");
    CHECK(late_write->access.write);
    CHECK(late_write->access.thread == Dim3{32, 0, 0});
    CHECK(late_write->other.site.instruction == "ld.shared.u32");
    CHECK_FALSE(late_write->other.write);
    CHECK(late_write->other.thread == Dim3{0, 0, 0});
    CHECK(late_write->width == 4);
    CHECK(late_write->times == 32);
    const check::Finding* late_read = race(launch, 5, 0);
    REQUIRE(late_read != nullptr);
    CHECK_FALSE(late_read->access.write);
    CHECK(late_read->access.thread == Dim3{32, 0, 0});
    CHECK(late_read->other.write);
    CHECK(late_read->other.thread == Dim3{0, 0, 0});
    CHECK(late_read->other.block == Dim3{0, 0, 0});
    CHECK(is_clean(neighbour("bar.sync 0;", 32)));
}

TEST_CASE("a read before a write, and a write before a write, of two warps") {
    const std::string write_all = "st.shared.u32 [%r10], %t;\nbar.sync 0;\n";
    const std::string other = "xor.b32 %r1, %t, 32;\nmad.lo.u32 %r1, %r1, 4, %tile;\n";
    // Read the other warp's word, then overwrite one's own: the loop that forgets its second barrier.
    const exec::Launch read_write =
        launched(write_all + other + "ld.shared.u32 %r2, [%r1];\nst.shared.u32 [%r10], 5;");
    REQUIRE(race(read_write, 5, 4) != nullptr);
    CHECK(race(read_write, 5, 4)->access.write);
    CHECK_FALSE(race(read_write, 5, 4)->other.write);
    CHECK(is_clean(
        launched(write_all + other + "ld.shared.u32 %r2, [%r1];\nbar.sync 0;\nst.shared.u32 [%r10], 5;")));
    const exec::Launch write_write =
        launched(write_all + other + "st.shared.u32 [%r1], 1;\nst.shared.u32 [%r10], 5;");
    REQUIRE(race(write_write, 5, 4) != nullptr);
    CHECK(race(write_write, 5, 4)->other.write);
    CHECK(is_clean(
        launched(write_all + other + "st.shared.u32 [%r1], 1;\nbar.sync 0;\nst.shared.u32 [%r10], 5;")));
    CHECK(is_clean(launched(write_all + other + "ld.shared.u32 %r2, [%r1];\nld.shared.u32 %r2, [%r10];")));
}

TEST_CASE("lanes of one warp need __syncwarp between a write and a read, not a barrier of the block") {
    const exec::Launch launch = neighbour("", 1, 32);
    CHECK(only(launch).access.thread == Dim3{0, 0, 0});
    CHECK(only(launch).other.thread == Dim3{1, 0, 0});
    CHECK(race(launch, 5, 0) != nullptr);
    CHECK(is_clean(neighbour("bar.warp.sync -1;", 1, 32)));
    CHECK(is_clean(neighbour("bar.sync 0;", 1, 32)));
    CHECK(is_clean(neighbour("", 0, 32)));                   // its own word
    CHECK(is_race(neighbour("bar.warp.sync -1;", 32, 64)));  // not between warps
    CHECK(is_race(neighbour("membar.cta;", 1, 32)));         // a fence lets nobody wait
}

TEST_CASE("two lanes of one instruction write one place: different values are reported, equal ones are not") {
    const exec::Launch launch = launched("st.shared.u32 [%tile], %t;", 32);
    REQUIRE(race(launch, 0, 0) != nullptr);
    CHECK_FALSE(only(launch).access.thread == only(launch).other.thread);
    CHECK(is_clean(launched("st.shared.u32 [%tile], 7;", 32)));
    CHECK(is_clean(launched("setp.eq.u32 %p0, %t, 4;\n@%p0 st.shared.u32 [%tile], %t;", 32)));
    CHECK(
        is_race(launched("shr.u32 %r1, %t, 1;\nmad.lo.u32 %r1, %r1, 16, %tile;\nand.b32 %r2, %t, 1;\n"
                         "st.shared.v4.u32 [%r1], {%r1, %r1, %r1, %r2};",
                         32)));
    // The same through a generic address.
    const std::string generic = "mov.u64 %rd1, tile;\ncvta.shared.u64 %rd1, %rd1;\n";
    CHECK(is_race(launched(generic + "st.u32 [%rd1], %t;", 32)));
    CHECK(is_clean(launched(generic + "st.u32 [%rd1], 7;", 32)));
}

TEST_CASE("neighbouring bytes and half-words are different places") {
    const std::string read_back = "\nbar.sync 0;\nld.shared.u32 %r2, [%tile];";
    CHECK(is_clean(launched("add.u32 %r1, %tile, %t;\nst.shared.u8 [%r1], %t;" + read_back)));
    CHECK(is_clean(launched("mad.lo.u32 %r1, %t, 2, %tile;\nst.shared.u16 [%r1], %t;" + read_back)));
    CHECK(is_race(
        launched("shr.u32 %r1, %t, 1;\nadd.u32 %r1, %r1, %tile;\nst.shared.u8 [%r1], %t;" + read_back)));
    // Warps interleaved byte by byte: byte t/32 of word t%32.
    CHECK(is_clean(
        launched("mad.lo.u32 %r1, %lane, 4, %tile;\nadd.u32 %r1, %r1, %warp;\nst.shared.u8 [%r1], %t;\n"
                 "ld.shared.u8 %r3, [%r1];" +
                     read_back,
                 128)));
    CHECK(is_race(
        launched("mad.lo.u32 %r1, %lane, 4, %tile;\nadd.u32 %r1, %r1, %warp;\nst.shared.u8 [%r1], %t;\n"
                 "ld.shared.u32 %r3, [%tile];" +
                     read_back,
                 128)));
}

TEST_CASE("a vector beside a word: no race; a vector over a word: a race") {
    // Warp 0 writes words 0-127 by fours, warp 1 words 128-159; then one word earlier.
    const std::string body =
        "setp.eq.u32 %p0, %warp, 0;\nmad.lo.u32 %r1, %lane, 16, %tile;\nmov.f32 %f2, 0f3F800000;\n"
        "mad.lo.u32 %r2, %lane, 4, %tile;\n@%p0 st.shared.v4.f32 [%r1], {%f1, %f1, %f1, %f1};\n"
        "@!%p0 st.shared.f32 [%r2+";
    CHECK(is_clean(launched(body + "512], %f2;")));
    const exec::Launch over = launched(body + "508], %f2;");
    REQUIRE(is_race(over));
    CHECK(only(over).access.thread == Dim3{32, 0, 0});
    CHECK(only(over).other.thread == Dim3{31, 0, 0});
    CHECK(only(over).times == 1);
}

TEST_CASE("atomics do not race with atomics, but with everything else") {
    const std::string clear = "setp.eq.u32 %p0, %t, 0;\n@%p0 st.shared.u32 [%tile], 0;\nbar.sync 0;\n";
    const std::string add = "atom.shared.add.u32 %r1, [%tile], 1;\n";
    CHECK(is_clean(launched(clear + add + add)));
    CHECK(is_clean(launched(clear + add + "bar.sync 0;\nld.shared.u32 %r2, [%tile];")));
    const exec::Launch read = launched(clear + add + "ld.shared.u32 %r2, [%tile];");
    REQUIRE(is_race(read));
    CHECK(read.findings[0].other.atomic);
    CHECK_FALSE(read.findings[0].access.atomic);
    const exec::Launch after_read = launched(clear + "ld.shared.u32 %r2, [%tile];\n" + add);
    REQUIRE(is_race(after_read));
    CHECK(after_read.findings[0].access.atomic);
    CHECK(is_race(launched(clear + add + "setp.eq.u32 %p1, %t, 40;\n@%p1 st.shared.u32 [%tile], 0;")));
    CHECK(is_race(launched("setp.eq.u32 %p0, %t, 0;\n@%p0 st.shared.u32 [%tile], 0;\n" + add)));
    const std::string generic = "mov.u64 %rd1, tile;\ncvta.shared.u64 %rd1, %rd1;\n";
    CHECK(is_clean(launched(clear + generic + "red.add.u32 [%rd1], 1;\n" + add)));
}

TEST_CASE("a barrier orders what lies on either side of it and nothing else") {
    // Readers of two warps, then a writer of a third, each a barrier apart or not.
    const auto three = [](const std::string& first, const std::string& second) {
        return launched(
            "st.shared.u32 [%r10], %t;\nbar.sync 0;\nsetp.lt.u32 %p0, %warp, 2;\nsetp.eq.u32 %p1, %warp, 2;\n"
            "@%p0 ld.shared.u32 %r1, [%tile];\n" +
                first + "\nsetp.eq.u32 %p2, %t, 64;\n@%p2 st.shared.u32 [%tile], 1;\n" + second +
                "\n@%p0 ld.shared.u32 %r1, [%tile];",
            96);
    };
    CHECK(is_clean(three("bar.sync 0;", "bar.sync 0;")));
    CHECK(is_race(three("", "bar.sync 0;")));
    CHECK(is_race(three("bar.sync 0;", "")));
    CHECK(is_race(three("bar.sync 1, 96;", "bar.warp.sync -1;")));
    CHECK(is_clean(three("bar.sync 1, 96;", "bar.sync 2, 96;")));
}

TEST_CASE("each pair of instructions is one finding, with the number of times") {
    Setup setup{.grid = {6}};
    const std::string body =
        "xor.b32 %r1, %t, 32;\nmad.lo.u32 %r1, %r1, 4, %tile;\nst.shared.u32 [%r10], %t;\nld.shared.u32 %r2, "
        "[%r1];\n"
        "ld.shared.u32 %r3, [%r1];";
    const exec::Launch one = launched(body, 64, setup);
    REQUIRE(is_race(one));
    for (const int threads : {2, 4}) {
        setup.threads = threads;
        const exec::Launch more = launched(body, 64, setup);
        REQUIRE(more.findings.size() == one.findings.size());
        for (std::size_t k = 0; k < one.findings.size(); ++k) {
            CHECK(more.findings[k].fault == one.findings[k].fault);
            CHECK(more.findings[k].times == one.findings[k].times);
            CHECK(more.findings[k].address == one.findings[k].address);
            CHECK(more.findings[k].access.block == Dim3{0, 0, 0});
            CHECK(more.findings[k].access.thread == one.findings[k].access.thread);
            CHECK(more.findings[k].access.site.ptx_line == one.findings[k].access.site.ptx_line);
            CHECK(more.findings[k].other.thread == one.findings[k].other.thread);
        }
    }
}

TEST_CASE(
    "more synchronisations than the checks have numbers for: written stays written, races are still found") {
    // 2.2 million __syncwarps of one warp; then both warps go on.
    const std::string body = R"(
st.shared.u32 [%r10], %t;
mov.u32 %r1, 0;
setp.ne.u32 %p1, %warp, 0;
@%p1 bra AFTER;
LOOP:
bar.warp.sync -1;
add.u32 %r1, %r1, 1;
setp.lt.u32 %p0, %r1, 2200000;
@%p0 bra LOOP;
AFTER:
bar.sync 0;
xor.b32 %r2, %t, 32;
mad.lo.u32 %r2, %r2, 4, %tile;
ld.shared.u32 %r3, [%r2];
)";
    CHECK(is_clean(launched(body)));
    CHECK(is_race(launched(body + "st.shared.u32 [%r10], 1;")));
}

TEST_CASE("without checks nothing is reported, and bounds hold still") {
    CHECK(is_clean(
        launched("st.shared.u32 [%tile], %t;\nld.shared.u32 %r1, [%r10+64];", 64, {.checks = false})));
    CHECK(launched("st.shared.u32 [%tile+1024], %t;", 64, {.checks = false}).status ==
          Status::IllegalAddress);
}

TEST_CASE("each check runs without the others") {
    // A race, a word that nobody has written, and a mask that leaves out its caller.
    const std::string body =
        "shl.b32 %r1, %lane, 2;\nadd.u32 %r1, %r1, %tile;\nst.shared.u32 [%r1], %t;\nbar.sync 0;\n"
        "ld.shared.u32 %r2, [%r1];\nld.shared.u32 %r3, [%r10+256];\nst.shared.u8 [%tile+600], 1;\n"
        "atom.shared.add.u32 %r5, [%tile+700], 1;\nshfl.sync.idx.b32 %r4, %t, 3, 31, 0xffff;\n"
        "st.global.u32 [%out], %t;";
    const auto found = [&](bool races, bool initialisation, bool synchronisation) {
        check::Checks checks(false);
        checks.races = races;
        checks.initialisation = initialisation;
        checks.synchronisation = synchronisation;
        std::vector<Fault> kinds;
        for (const check::Finding& finding : launched(body, 64, {.checks = checks}).findings)
            if (std::find(kinds.begin(), kinds.end(), finding.fault) == kinds.end())
                kinds.push_back(finding.fault);
        std::sort(kinds.begin(), kinds.end());
        return kinds;
    };
    using Faults = std::vector<Fault>;
    CHECK(found(false, false, false).empty());
    CHECK(found(true, false, false) == Faults{Fault::SharedRace, Fault::GlobalRace});
    CHECK(found(false, true, false) == Faults{Fault::UninitialisedRead});
    CHECK(found(false, false, true) == Faults{Fault::MaskWithoutCaller});
    CHECK(found(true, true, true) ==
          Faults{Fault::UninitialisedRead, Fault::SharedRace, Fault::GlobalRace, Fault::MaskWithoutCaller});
}

TEST_CASE("never-written shared memory is found in every shape of access when nobody looks for races") {
    check::Checks only_initialisation(false);
    only_initialisation.initialisation = true;
    const Setup setup{.checks = only_initialisation};
    const auto clean = [&](const std::string& body) {
        return is_clean(launched(body + decide_by("%r1"), 32, setup));
    };
    const std::string fill = "st.shared.u32 [%r10], %t;\n";
    for (const char* load :
         {"ld.shared.u32 %r1, [%r10", "ld.shared.u8 %r1, [%r10", "atom.shared.add.u32 %r1, [%r10"}) {
        const std::string add = std::string(load).starts_with("atom") ? ", 1;" : ";";
        CHECK(clean(fill + load + "]" + add));
        CHECK_FALSE(clean(fill + load + "+128]" + add));
        CHECK_FALSE(clean(fill + load + "+4]" + add));  // the last lane's alone
        CHECK(clean(fill + "mov.u32 %r1, 0;\nsetp.lt.u32 %p0, %t, 31;\n@%p0 " + load + "+4]" + add));
    }
    CHECK(clean(fill + "ld.shared.u32 %r1, [%tile];"));
    CHECK_FALSE(clean(fill + "ld.shared.u32 %r1, [%tile+128];"));
    CHECK(clean(fill + "ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [%tile+112];"));
    CHECK_FALSE(clean(fill + "mov.u32 %r5, tile;\nld.shared.v2.u32 {%r1, %r2}, [%r5+128];"));
    CHECK(clean("mad.lo.u32 %r5, %t, 12, %tile;\nst.shared.u32 [%r5], %t;\nld.shared.u32 %r1, [%r5];"));
    CHECK_FALSE(
        clean("mad.lo.u32 %r5, %t, 12, %tile;\nst.shared.u32 [%r5], %t;\nld.shared.u32 %r1, [%r5+4];"));
    // The next block has written nothing yet.
    Setup two = setup;
    two.grid = {2};
    CHECK_FALSE(
        is_clean(launched(std::string("setp.eq.u32 %p0, %block, 0;\n@%p0 st.shared.u32 [%r10], %t;\n") +
                              "ld.shared.u32 %r1, [%r10];" + decide_by("%r1"),
                          32, two)));
}
