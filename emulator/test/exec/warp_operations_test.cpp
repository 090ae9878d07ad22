// Warp-level operations: shuffles, votes, matches, reductions and __syncwarp, whole warps and partial ones.
#include <doctest/doctest.h>

#include <bit>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// The PTX ISA's definition: result in the low half, the predicate in bit 31.
u32 shuffled(const std::string& mode, u32 lane, u32 b, u32 c) {
    const u32 clamp = c & 31, segment = c >> 8 & 31;
    const int last = static_cast<int>((lane & segment) | (clamp & ~segment)),
              first = static_cast<int>(lane & segment);
    int j = static_cast<int>(lane);
    bool valid;
    if (mode == "up") {
        j -= static_cast<int>(b);
        valid = j >= last;
    } else if (mode == "down") {
        j += static_cast<int>(b);
        valid = j <= last;
    } else if (mode == "bfly") {
        j ^= static_cast<int>(b);
        valid = j <= last;
    } else {
        j = first | static_cast<int>(b & ~segment);
        valid = j <= last;
    }
    if (!valid) j = static_cast<int>(lane);
    return static_cast<u32>(3 * j + 1) | (valid ? 1u << 31 : 0);
}

std::vector<u32> one_warp(const std::string& body) {
    const Ran ran = run(body + "\nst.global.u32 [%mine], %r1;");
    CHECK(ran.launch.status == exec::Status::Ok);
    return ran.out;
}

}  // namespace

TEST_CASE("shuffles of every mode, distance and segment width") {
    for (const std::string mode : {"up", "down", "bfly", "idx"}) {
        for (const u32 width : {32u, 16u, 8u, 4u, 2u, 1u}) {
            for (const u32 distance : {0u, 1u, 2u, 7u, 15u, 16u, 31u}) {
                // As __shfl_sync and its kin encode it: clamp 31 or 0, the segment's mask above.
                const u32 control = (32 - width) << 8 | (mode == "up" ? 0 : 31);
                CAPTURE(mode);
                CAPTURE(width);
                CAPTURE(distance);
                CHECK(one_warp("mad.lo.u32 %r2, %t, 3, 1;\nshfl.sync." + mode + ".b32 %r1|%p1, %r2, " +
                               std::to_string(distance) + ", " + std::to_string(control) +
                               ", -1;\n@%p1 or.b32 %r1, %r1, 0x80000000;") ==
                      words(32, [&](u32 lane) { return shuffled(mode, lane, distance, control); }));
            }
        }
    }
}

TEST_CASE("every lane of a shuffle may ask for another lane, and the result may replace the value") {
    CHECK(one_warp("mul.lo.u32 %r1, %t, 10;\nmad.lo.u32 %r2, %t, 7, 3;\nshfl.sync.idx.b32 %r1, %r1, %r2, 31, "
                   "0xffffffff;") == words(32, [](u32 lane) { return 10 * ((7 * lane + 3) % 32); }));
}

TEST_CASE("a shuffle under a mask concerns its members alone") {
    // What a lane gets from one that does not take part is undefined, so the last four look at themselves.
    CHECK(
        one_warp(
            "mov.u32 %r1, 77;\nsetp.lt.u32 %p1, %t, 16;\nsetp.lt.u32 %p2, %t, 12;\nselp.u32 %r2, 4, 0, %p2;\n"
            "@%p1 shfl.sync.down.b32 %r1, %t, %r2, 31, 0xffff;") == words(32, [](u32 lane) {
            return lane < 12 ? lane + 4 : lane < 16 ? lane : 77;
        }));
}

TEST_CASE("shuffles in both arms of a branch, each under its own mask") {
    CHECK(one_warp(R"(
setp.lt.u32 %p1, %t, 8;
@%p1 bra LOW;
shfl.sync.idx.b32 %r1, %t, 20, 31, 0xffffff00;
bra JOIN;
LOW:
shfl.sync.bfly.b32 %r1, %t, 7, 31, 0xff;
JOIN:
)") == words(32, [](u32 lane) { return lane < 8 ? 7 - lane : 20; }));
}

TEST_CASE("members of one mask in both arms of a branch exchange with each other") {
    CHECK(one_warp(R"(
setp.lt.u32 %p1, %t, 16;
@%p1 bra LOW;
add.u32 %r2, %t, 100;
shfl.sync.bfly.b32 %r1, %r2, 16, 31, -1;
bra JOIN;
LOW:
shfl.sync.bfly.b32 %r1, %t, 16, 31, -1;
add.u32 %r1, %r1, 1000;
JOIN:
)") == words(32, [](u32 lane) { return lane < 16 ? 1000 + 100 + lane + 16 : lane - 16; }));
}

TEST_CASE("lanes that have exited are not waited for, whether they went before the others came or after") {
    for (const char* first : {"lt", "ge"}) {
        const Ran ran = run(std::string("setp.") + first +
                            ".u32 %p1, %t, 16;\n@%p1 bra OUT;\nvote.sync.ballot.b32 %r1, 1, -1;\n"
                            "st.global.u32 [%mine], %r1;\nbra END;\nOUT: add.u32 %r1, %t, 1; exit;\nEND:");
        CHECK(ran.launch.status == exec::Status::Ok);
        const bool low_goes = std::string(first) == "lt";
        CHECK(ran.out == words(32, [&](u32 t) {
                  return (t < 16) == low_goes ? kPoison : low_goes ? 0xffff0000 : 0xffffu;
              }));
    }
}

TEST_CASE("a partial last warp votes with the lanes it has") {
    const Ran ran = run("vote.sync.ballot.b32 %r1, 1, -1;\nst.global.u32 [%mine], %r1;", {.block = {45}});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(45, [](u32 t) { return t < 32 ? 0xffffffff : (1u << 13) - 1; }));
}

TEST_CASE("votes: all, any, uniform and ballot, of predicates, their opposites and constants") {
    const auto vote = [](u32 limit, const std::string& instruction) {
        return one_warp(
            "setp.lt.u32 %p1, %t, " + std::to_string(limit) + ";\n" + instruction +
            (instruction.find("ballot") == std::string::npos ? "\nselp.u32 %r1, 1, 0, %p2;" : ""));
    };
    const auto all = [](u32 value) { return words(32, [&](u32) { return value; }); };
    CHECK(vote(32, "vote.sync.all.pred %p2, %p1, -1;") == all(1));
    CHECK(vote(31, "vote.sync.all.pred %p2, %p1, -1;") == all(0));
    CHECK(vote(0, "vote.sync.all.pred %p2, !%p1, -1;") == all(1));
    CHECK(vote(1, "vote.sync.any.pred %p2, %p1, -1;") == all(1));
    CHECK(vote(0, "vote.sync.any.pred %p2, %p1, -1;") == all(0));
    CHECK(vote(0, "vote.sync.uni.pred %p2, %p1, -1;") == all(1));
    CHECK(vote(32, "vote.sync.uni.pred %p2, %p1, -1;") == all(1));
    CHECK(vote(5, "vote.sync.uni.pred %p2, %p1, -1;") == all(0));
    CHECK(vote(5, "vote.sync.ballot.b32 %r1, %p1, -1;") == all(0x1f));
    CHECK(vote(5, "vote.sync.ballot.b32 %r1, !%p1, -1;") == all(~0x1fu));
    // Under a mask the others' predicates do not matter.
    CHECK(one_warp("mov.u32 %r1, 5;\nsetp.lt.u32 %p1, %t, 8;\n@%p1 vote.sync.all.pred %p1, %p1, 0xff;\n"
                   "selp.u32 %r1, 1, 0, %p1;") == words(32, [](u32 lane) { return lane < 8; }));
}

TEST_CASE("match.any finds equals, match.all asks whether all are equal") {
    CHECK(one_warp("and.b32 %r2, %t, 3;\nmatch.any.sync.b32 %r1, %r2, -1;") ==
          words(32, [](u32 lane) { return 0x11111111u << lane % 4; }));
    CHECK(one_warp("shr.u32 %r2, %t, 4;\ncvt.u64.u32 %rd1, %r2;\nshl.b64 %rd1, %rd1, 40;\nmatch.any.sync.b64 "
                   "%r1, %rd1, -1;") ==
          words(32, [](u32 lane) { return lane < 16 ? 0xffffu : 0xffff0000u; }));
    CHECK(one_warp("mov.u32 %r2, 9;\nmatch.all.sync.b32 %r1|%p1, %r2, -1;\n@!%p1 mov.u32 %r1, 1;") ==
          words(32, [](u32) { return 0xffffffff; }));
    CHECK(one_warp("match.all.sync.b32 %r1|%p1, %t, -1;\n@!%p1 add.u32 %r1, %r1, 1;") ==
          words(32, [](u32) { return 1; }));
    CHECK(one_warp("mov.u32 %r1, 3;\nsetp.ge.u32 %p1, %t, 24;\nand.b32 %r2, %t, 1;\n"
                   "@%p1 match.any.sync.b32 %r1, %r2, 0xff000000;") ==
          words(32, [](u32 lane) { return lane < 24 ? 3 : 0x55000000u << lane % 2; }));
}

TEST_CASE("reductions over the members of a mask") {
    const auto reduce = [](const std::string& operation) {
        return one_warp("sub.u32 %r2, %t, 5;\nredux.sync." + operation + " %r1, %r2, -1;")[17];
    };
    CHECK(reduce("add.u32") == 31 * 32 / 2 - 5 * 32);
    CHECK(reduce("add.s32") == 31 * 32 / 2 - 5 * 32);
    CHECK(reduce("min.u32") == 0);
    CHECK(reduce("max.u32") == 0xffffffff);
    CHECK(reduce("min.s32") == static_cast<u32>(-5));
    CHECK(reduce("max.s32") == 26);
    CHECK(reduce("and.b32") == 0);
    CHECK(reduce("or.b32") == 0xffffffff);
    u32 odd = 0;
    for (u32 lane = 0; lane < 32; ++lane) odd ^= lane - 5;
    CHECK(reduce("xor.b32") == odd);
    CHECK(
        one_warp("mov.u32 %r1, 9;\nsetp.ge.u32 %p1, %t, 30;\n@%p1 redux.sync.max.u32 %r1, %t, 0xc0000000;") ==
        words(32, [](u32 lane) { return lane < 30 ? 9 : 31; }));
}

TEST_CASE("elect.sync picks one lane of the members and tells it so") {
    CHECK(one_warp("mov.u32 %r1, 50;\nsetp.gt.u32 %p1, %t, 4;\n@%p1 elect.sync %r1|%p2, 0xffffffe0;\n"
                   "@%p1 selp.u32 %r2, 100, 0, %p2;\n@%p1 add.u32 %r1, %r1, %r2;") == words(32, [](u32 lane) {
              return lane < 5 ? 50 : lane == 5 ? 105 : 5;
          }));
}

TEST_CASE("activemask tells which lanes run together") {
    CHECK(one_warp("mov.u32 %r1, 0;\nsetp.lt.u32 %p1, %t, 8;\n@%p1 bra LOW;\nactivemask.b32 %r1;\nbra JOIN;\n"
                   "LOW: activemask.b32 %r1;\nJOIN: activemask.b32 %r2;\nnot.b32 %r2, %r2;\nadd.u32 %r1, "
                   "%r1, %r2;") == words(32, [](u32 lane) { return lane < 8 ? 0xff : 0xffffff00; }));
}

TEST_CASE("bar.warp.sync lets lanes of different arms meet, once or in a loop") {
    const Ran ran = run(R"(
.shared .align 4 .b8 tile[128];
mov.u32 %r0, tile;
mad.lo.u32 %r1, %t, 4, %r0;
setp.lt.u32 %p1, %t, 16;
@%p1 bra LOW;
st.shared.u32 [%r1], %t;
bar.warp.sync -1;
mov.u32 %r2, 0;
bra JOIN;
LOW:
bar.warp.sync 0xffffffff;
ld.shared.u32 %r2, [%r1+64];
JOIN:
st.global.u32 [%mine], %r2;
)");
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.launch.findings.empty());
    CHECK(ran.out == words(32, [](u32 t) { return t < 16 ? t + 16 : 0; }));
    CHECK(ran.launch.counters.barriers == 0);
}

TEST_CASE("an operation that waits for lanes that never come is a deadlock") {
    const Ran ran = run(
        "setp.lt.u32 %p1, %t, 16;\n@%p1 bra END;\nshfl.sync.idx.b32 %r1, %t, 0, 31, -1;\nEND:\nbar.sync 0;");
    CHECK(ran.launch.status == exec::Status::Trap);
    CHECK(ran.launch.message.find("16 threads of warp 0 wait for other lanes of the mask at PTX line " +
                                  std::to_string(kBodyLine + 2)) != std::string::npos);
}

TEST_CASE("the forms without .sync are refused") {
    const Ran ran = run("shfl.idx.b32 %r1, %t, 0, 31;");
    CHECK(ran.launch.status == exec::Status::Unsupported);
    CHECK(ran.launch.message.find("without .sync does not exist on this architecture") != std::string::npos);
}
