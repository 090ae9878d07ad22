// Races in global memory: each fault beside a kernel that looks alike and is right.
#include <doctest/doctest.h>

#include <random>

#include "common/simt/exec/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;
using observe::Fault;

namespace {

// The races of a body on 4096 words of out and of in, which count as written; grid 4 blocks of 64 threads.
std::vector<observe::Finding> races(const std::string& body, Setup setup = {.grid = {4}, .block = {64}}) {
    setup.words = 4096;
    setup.in = std::vector<u32>(4096);
    const observe::Launch launch = run(body, setup).launch;
    CHECK(launch.status == observe::Status::Ok);
    std::vector<observe::Finding> found;
    for (const observe::Finding& finding : launch.findings)
        if (finding.fault == Fault::GlobalRace) found.push_back(finding);
    CHECK(found.size() == launch.findings.size());
    return found;
}

bool is_clean(const std::string& body, const Setup& setup = {.grid = {4}, .block = {64}}) {
    return races(body, setup).empty();
}

bool is_race(const std::string& body, const Setup& setup = {.grid = {4}, .block = {64}}) {
    return !races(body, setup).empty();
}

const Setup kOneBlock{.grid = {1}, .block = {64}};
const Setup kOneWarp{.grid = {1}, .block = {32}};

// %rd1: the address of word %r1 of out.
const std::string kWord = "mad.wide.u32 %rd1, %r1, 4, %out;\n";
const std::string kThread0 = "setp.ne.u32 %p9, %t, 0;\n@%p9 bra DONE;\n";

// Thread t of the block writes word t, then, behind `between`, reads that of thread t + distance.
std::string neighbour(const std::string& between, u32 distance) {
    return "mov.u32 %r1, %t;\n" + kWord + "st.global.u32 [%rd1], %t;\n" + between + "\nadd.u32 %r1, %t, " +
           std::to_string(distance) + ";\nrem.u32 %r1, %r1, %size;\n" + kWord + "ld.global.u32 %r2, [%rd1];";
}

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

TEST_CASE("each thread its own word, and words that all only read, are no races") {
    CHECK(
        is_clean("ld.global.u32 %r1, [%in];\nld.global.u32 %r2, [%mine];\nadd.u32 %r1, %r1, %r2;\n"
                 "st.global.u32 [%mine], %r1;\nld.global.u32 %r1, [%mine];\nst.global.u32 [%mine], 3;"));
}

TEST_CASE("two blocks write one word: the second to come names the first") {
    // Block b writes words 64 b to 64 b + 64: one more than it should.
    const std::string body =
        "st.global.u32 [%mine], %g;\nadd.u32 %r2, %g, 1000;\nsetp.eq.u32 %p1, %t, 63;\n"
        "@%p1 st.global.u32 [%mine+4], %r2;";
    for (const int threads : {1, 2, 4}) {
        const auto found = races(body, {.grid = {4}, .block = {64}, .threads = threads});
        REQUIRE(found.size() == 1);
        CHECK(found[0].access.block == Dim3{1, 0, 0});
        CHECK(found[0].access.thread == Dim3{0, 0, 0});
        CHECK(found[0].access.write);
        CHECK(found[0].access.site.ptx_line == kBodyLine);
        CHECK(found[0].other.block == Dim3{0, 0, 0});
        CHECK(found[0].other.thread == Dim3{63, 0, 0});
        CHECK(found[0].other.write);
        CHECK(found[0].other.site.ptx_line == kBodyLine + 3);
        CHECK(found[0].offset == 256);
        CHECK(found[0].width == 4);
        CHECK(found[0].times == 3);
        CHECK_FALSE(found[0].fatal);
    }
    CHECK(
        is_clean("st.global.u32 [%mine], %g;\nadd.u32 %r2, %g, 1000;\nsetp.eq.u32 %p1, %t, 62;\n"
                 "@%p1 st.global.u32 [%mine], %r2;"));
}

TEST_CASE("several threads store the same value to one word: no report, a flag that all raise is right") {
    CHECK(is_clean("st.global.u32 [%out], 1;"));
    CHECK(is_race("st.global.u32 [%out], %block;"));
    CHECK(is_race("st.global.u32 [%out], %t;", kOneWarp));
    CHECK(is_race("st.global.u32 [%out], %t;", kOneBlock));
    CHECK(is_clean("st.global.u32 [%out], 1;", kOneBlock));
    CHECK(is_race("shr.u32 %r1, %t, 5;\nst.global.u32 [%out], %r1;", kOneBlock));
    // One of the words is another.
    CHECK(is_race("st.global.v2.u32 [%out], {%n, %block};"));
    CHECK(is_clean("st.global.v2.u32 [%out], {%n, %n};"));
}

TEST_CASE("a block reads what another writes") {
    const auto found = races(
        "setp.eq.u32 %p1, %g, 128;\n@%p1 st.global.u32 [%out], 7;\nsetp.lt.u32 %p2, %g, 64;\n"
        "@%p2 ld.global.u32 %r2, [%out];");
    REQUIRE(found.size() == 1);
    CHECK(found[0].access.block == Dim3{2, 0, 0});
    CHECK(found[0].access.write);
    CHECK_FALSE(found[0].other.write);
    CHECK(found[0].other.block == Dim3{0, 0, 0});
    // A barrier reaches no other block.
    CHECK(is_race(
        "setp.eq.u32 %p1, %g, 0;\n@%p1 st.global.u32 [%out], 7;\nbar.sync 0;\nld.global.u32 %r2, [%out];"));
    CHECK(is_clean(
        "setp.eq.u32 %p1, %g, 0;\n@%p1 st.global.u32 [%out], 7;\nbar.sync 0;\nld.global.u32 %r2, [%in];"));
}

TEST_CASE("within a block, a barrier orders; within a warp, __syncwarp does") {
    CHECK(is_race(neighbour("", 32), kOneBlock));
    CHECK(is_clean(neighbour("bar.sync 0;", 32), kOneBlock));
    CHECK(is_race(neighbour("membar.gl;", 32), kOneBlock));
    CHECK(is_race(neighbour("bar.warp.sync -1;", 32), kOneBlock));
    CHECK(is_race(neighbour("", 1), kOneWarp));
    CHECK(is_clean(neighbour("", 0), kOneWarp));
    CHECK(is_clean(neighbour("bar.warp.sync -1;", 1), kOneWarp));
    CHECK(is_clean(neighbour("bar.sync 0;", 1), kOneWarp));
    const auto found = races(neighbour("", 32), kOneBlock);
    REQUIRE(found.size() == 2);  // warp 0 reads too early, warp 1 without having waited
    CHECK(found[0].access.block == found[0].other.block);
}

TEST_CASE("a read before a write needs a barrier too, whoever of several readers it is") {
    const std::string read_all = "ld.global.u32 %r2, [%out];\n";
    const std::string write = "setp.eq.u32 %p1, %t, 33;\n@%p1 st.global.u32 [%out], 5;";
    CHECK(is_race(read_all + write, kOneBlock));
    CHECK(is_clean(read_all + "bar.sync 0;\n" + write, kOneBlock));
    CHECK(is_race(read_all + "bar.warp.sync -1;\n" + write, kOneBlock));
    CHECK(is_race(read_all + "setp.eq.u32 %p1, %t, 0;\n@%p1 st.global.u32 [%out], 5;", kOneWarp));
    CHECK(is_clean(read_all + "bar.warp.sync -1;\nsetp.eq.u32 %p1, %t, 0;\n@%p1 st.global.u32 [%out], 5;",
                   kOneWarp));
}

TEST_CASE("a named barrier orders those who take part, bar.arrive those who do not wait") {
    const std::string write = "setp.eq.u32 %p1, %t, 0;\n@%p1 st.global.u32 [%out], 5;\n";
    const std::string read = "setp.eq.u32 %p2, %t, 40;\n@%p2 ld.global.u32 %r2, [%out];\n";
    const Setup three{.grid = {1}, .block = {96}};
    CHECK(is_clean(write + "setp.lt.u32 %p3, %t, 64;\n@%p3 bar.sync 1, 64;\n" + read, three));
    CHECK(is_race(write + "setp.ge.u32 %p3, %t, 32;\n@%p3 bar.sync 1, 64;\n" + read, three));
    const std::string producer = "setp.lt.u32 %p3, %t, 32;\n@%p3 bar.arrive 1, 64;\n@!%p3 bar.sync 1, 64;\n";
    CHECK(is_clean(write + producer + read, kOneBlock));
    CHECK(is_race(
        "setp.lt.u32 %p3, %t, 32;\n@%p3 bar.arrive 1, 64;\n" + write + "@!%p3 bar.sync 1, 64;\n" + read,
        kOneBlock));
}

TEST_CASE("atomics race with what is not atomic, not with each other") {
    const std::string count = "red.global.add.u32 [%out], 1;\n";
    CHECK(is_clean(count));
    CHECK(is_clean(count, kOneBlock));
    CHECK(is_clean("atom.global.add.u32 %r1, [%out], 1;\n"));
    CHECK(is_race(count + "ld.global.u32 %r1, [%out];"));
    CHECK(is_race(count + "ld.global.u32 %r1, [%out];", kOneWarp));
    CHECK(is_race(count + "ld.global.u32 %r1, [%out];", kOneBlock));
    CHECK(is_clean(count + "bar.sync 0;\nld.global.u32 %r1, [%out];", kOneBlock));
    CHECK(is_clean(count + "bar.warp.sync -1;\nld.global.u32 %r1, [%out];", kOneWarp));
    CHECK(is_clean(count + "ld.volatile.global.u32 %r1, [%out];"));
    // Block 0 clears the counter in the launch that counts.
    const std::string clear = "setp.eq.u32 %p1, %g, 0;\n@%p1 st.global.u32 [%out], 0;\nbar.sync 0;\n";
    CHECK(is_race(clear + count));
    CHECK(is_clean(clear + count, kOneBlock));
    const auto found = races(clear + count);
    REQUIRE(found.size() == 1);
    CHECK(found[0].access.atomic);
    CHECK_FALSE(found[0].other.atomic);
    CHECK(found[0].other.write);
}

TEST_CASE("an atomic within the block is no atomic to other blocks") {
    CHECK(is_race("red.relaxed.cta.global.add.u32 [%out], 1;"));
    CHECK(is_clean("red.relaxed.gpu.global.add.u32 [%out], 1;"));
    CHECK(is_clean("red.relaxed.cta.global.add.u32 [%out], 1;", kOneBlock));
    CHECK(
        is_race("setp.eq.u32 %p1, %block, 1;\n@%p1 red.relaxed.cta.global.add.u32 [%out], 1;\n"
                "@!%p1 red.relaxed.gpu.global.add.u32 [%out], 1;"));
}

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
        const auto found = races(last_block(kWriteAll, "bar.sync 0;\n"), setup);
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
    const auto global_races = [&](const std::string& text) {
        setup.words = 64;
        u32 count = 0;
        for (const observe::Finding& found : run(text, setup).launch.findings)
            count += found.fault == Fault::GlobalRace;
        return count;
    };
    CHECK(global_races(body("membar.cta;")) == 0);
    CHECK(global_races(body("")) != 0);
}

TEST_CASE("reports are the same for any number of host threads") {
    const std::string body = "shr.u32 %r1, %g, 1;\n" + kWord +
                             "st.global.u32 [%rd1], %g;\n"
                             "xor.b32 %r1, %r1, 40;\n" +
                             kWord + "ld.global.u32 %r2, [%rd1];";
    const auto one = races(body, {.grid = {40}, .block = {48}});
    REQUIRE(one.size() > 1);
    for (const int threads : {2, 3, 8}) {
        const auto more = races(body, {.grid = {40}, .block = {48}, .threads = threads});
        REQUIRE(more.size() == one.size());
        for (std::size_t k = 0; k < one.size(); ++k) {
            CHECK(more[k].address - more[k].offset == one[k].address - one[k].offset);
            CHECK(more[k].offset == one[k].offset);
            CHECK(more[k].times == one[k].times);
            CHECK(more[k].access.block == one[k].access.block);
            CHECK(more[k].access.thread == one[k].access.thread);
            CHECK(more[k].other.block == one[k].other.block);
            CHECK(more[k].other.thread == one[k].other.thread);
        }
    }
}

TEST_CASE("without checks nothing is looked for") {
    CHECK(is_clean("st.global.u32 [%out], %block;", {.grid = {4}, .block = {64}, .checks = false}));
}

TEST_CASE("the first guess of a compare-and-swap loop is no race; the same load without the loop is one") {
    const std::string loop = R"(
mov.u64 %rd1, %out;
ld.global.u32 %r1, [%rd1];
LOOP:
mov.u32 %r2, %r1;
add.u32 %r3, %r2, 1;
atom.global.cas.b32 %r1, [%rd1], %r2, %r3;
setp.ne.u32 %p0, %r1, %r2;
@%p0 bra LOOP;
)";
    CHECK(is_clean(loop));
    CHECK(is_race(
        "ld.global.u32 %r1, [%out];\natom.global.add.u32 %r2, [%out], 1;\nst.global.u32 [%mine+1024], %r1;"));
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

TEST_CASE("the thread of a race is the one that accessed") {
    // Thread 37 reads what thread 5 wrote; the others of its warp read something else.
    const auto found = races(
        "setp.ne.u32 %p1, %t, 5;\n@!%p1 st.global.u32 [%out], 7;\nsetp.ne.u32 %p2, %t, 37;\n"
        "@!%p2 ld.global.u32 %r1, [%out];",
        kOneBlock);
    REQUIRE(found.size() == 1);
    CHECK(found[0].access.thread == Dim3{37, 0, 0});
    CHECK(found[0].other.thread == Dim3{5, 0, 0});
}
