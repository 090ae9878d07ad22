// Misuse of barriers, shuffles and member masks, each beside a kernel that looks alike and is right.
#include <doctest/doctest.h>

#include "emulator/error.hpp"
#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::check;
using check::Fault;

namespace {

// The kinds of a body's findings, each once.
std::vector<Fault> faults(const std::string& body, const Setup& setup = {}) {
    const exec::Launch launch = run(body, setup).launch;
    CHECK(launch.status == exec::Status::Ok);
    std::vector<Fault> kinds;
    for (const check::Finding& found : launch.findings) {
        CHECK_FALSE(found.fatal);
        CHECK(found.space == check::Space::None);
        if (std::find(kinds.begin(), kinds.end(), found.fault) == kinds.end()) kinds.push_back(found.fault);
    }
    return kinds;
}

using Faults = std::vector<Fault>;
const Faults kNone;
const std::string kLow16 =
    "setp.lt.u32 %p0, %t, 16;\nmov.u32 %r2, 0;\nmov.u32 %r3, 0;\nsetp.ne.u32 %p3, %t, %t;\n";

}  // namespace

TEST_CASE("a shuffle that takes its value from a lane outside the mask") {
    const std::string shuffle = "@%p0 shfl.sync.idx.b32 %r2, %t, ", store = "\nst.global.u32 [%mine], %r2;";
    CHECK(faults(kLow16 + shuffle + "20, 31, 0xffff;" + store) == Faults{Fault::AbsentLaneRead});
    CHECK(faults(kLow16 + shuffle + "5, 31, 0xffff;" + store) == kNone);
    // Where the segment ends, a lane keeps its own value.
    CHECK(faults("shfl.sync.down.b32 %r2, %t, 16, 31, -1;" + store) == kNone);
    CHECK(faults("shfl.sync.up.b32 %r2, %t, 1, 0, -1;" + store) == kNone);
    CHECK(faults(kLow16 + "@%p0 shfl.sync.down.b32 %r2, %t, 1, 31, 0xffff;" + store) ==
          Faults{Fault::AbsentLaneRead});
    CHECK(faults(kLow16 + "@%p0 shfl.sync.down.b32 %r2, %t, 1, 0x100f, 0xffff;" + store) == kNone);
}

TEST_CASE("what a shuffle took from an absent lane is a fault where it is used, and nowhere else") {
    // Lanes 12 to 15 take from lanes 16 to 19, which take no part; %p1 holds for the others.
    const std::string take = kLow16 +
                             "setp.lt.u32 %p1, %t, 12;\n@!%p0 bra END;\n"
                             "shfl.sync.down.b32 %r2|%p2, %t, 4, 31, 0xffff;\n";
    const auto used = [&](const std::string& then, const std::string& declarations = "") {
        Setup setup;
        setup.declarations = declarations;
        return faults(take + then + "\nEND:", setup);
    };
    const Faults found{Fault::AbsentLaneRead};
    CHECK(used("") == kNone);
    CHECK(used("st.global.u32 [%mine], %r2;") == found);
    CHECK(used("@%p1 st.global.u32 [%mine], %r2;") == kNone);
    CHECK(used("@!%p1 st.global.u32 [%mine], %r2;") == found);
    // Carried on, thrown away, chosen.
    CHECK(used("add.u32 %r3, %r2, 1;\nmov.u32 %r2, 0;\nst.global.u32 [%mine], %r2;") == kNone);
    CHECK(used("add.u32 %r3, %r2, 1;\nmov.u32 %r2, 0;\nst.global.u32 [%mine], %r3;") == found);
    CHECK(used("mov.u32 %r3, %t;\n@%p1 add.u32 %r3, %r3, %r2;\nst.global.u32 [%mine], %r3;") == kNone);
    CHECK(used("mov.u32 %r3, %t;\n@!%p1 add.u32 %r3, %r3, %r2;\nst.global.u32 [%mine], %r3;") == found);
    CHECK(used("selp.b32 %r3, %r2, 0, %p1;\nst.global.u32 [%mine], %r3;") == kNone);
    CHECK(used("selp.b32 %r3, 0, %r2, %p1;\nst.global.u32 [%mine], %r3;") == found);
    // A branch, a predicate, an address, another operation of the warp, memory of the block, the thread's own.
    CHECK(used("setp.eq.u32 %p3, %r2, 3;\n@%p3 bra END;\nadd.u32 %r4, %r3, 1;") == found);
    CHECK(used("setp.eq.u32 %p3, %r2, 3;\n@%p3 exit;") == found);
    CHECK(used("@%p1 setp.eq.u32 %p3, %r2, 3;\n@%p3 bra END;\nadd.u32 %r4, %r3, 1;") == kNone);
    CHECK(used("setp.eq.u32 %p3, %r2, 3;\n@%p3 mov.u32 %r3, 1;\nst.global.u32 [%mine], %r3;") == found);
    CHECK(used("and.b32 %r3, %r2, 4;\ncvt.u64.u32 %rd1, %r3;\nadd.u64 %rd1, %rd1, %out;\nld.global.u32 %r4, "
               "[%rd1];") == found);
    CHECK(used("vote.sync.any.pred %p3, %p2, 0xffff;\nredux.sync.add.u32 %r3, %r2, 0xffff;") == found);
    CHECK(used("mov.u32 %r9, tile;\nmad.lo.u32 %r9, %t, 4, %r9;\nst.shared.u32 [%r9], %r2;",
               ".shared .align 4 .b8 tile[256];\n") == found);
    CHECK(used("atom.global.add.u32 %r4, [%out], %r2;") == found);
    const std::string own =
        "{ .local .align 8 .b8 own[16];\nst.local.u32 [own+4], %r2;\nst.local.u32 [own], %t;\n";
    CHECK(used(own + "ld.local.u32 %r3, [own];\nst.global.u32 [%mine], %r3; }") == kNone);
    CHECK(used(own + "ld.local.u32 %r3, [own+4];\nst.global.u32 [%mine], %r3; }") == found);
    CHECK(used(own + "st.local.u32 [own+4], 0;\nld.local.u32 %r3, [own+4];\nst.global.u32 [%mine], %r3; }") ==
          kNone);
    CHECK(used(own + "mov.u64 %rd1, own;\ncvta.local.u64 %rd1, %rd1;\nld.u32 %r3, [%rd1+4];\n"
                     "st.global.u32 [%mine], %r3; }") == found);
    // From lane to lane: lane 0 gets lane 12's.
    const std::string pass = "shfl.sync.down.b32 %r3, %r2, 12, 31, 0xffff;\nsetp.eq.u32 %p3, %t, 0;\n";
    CHECK(used(pass + "@%p3 st.global.u32 [%mine], %r3;") == found);
    CHECK(used("shfl.sync.down.b32 %r3, %r2, 11, 31, 0xffff;\nsetp.eq.u32 %p3, %t, 0;\n"
               "@%p3 st.global.u32 [%mine], %r3;") == kNone);
    // Through a function and back.
    const std::string next =
        ".func (.param .b32 result) next(.param .b32 value)\n{\n.reg .b32 %a;\nld.param.b32 %a, [value];\n"
        "add.u32 %a, %a, 1;\nst.param.b32 [result], %a;\nret;\n}\n";
    const std::string call =
        "{ .param .b32 p0;\n.param .b32 p1;\nst.param.b32 [p0], %r2;\ncall.uni (p1), next, (p0);\n"
        "ld.param.b32 %r3, [p1]; }\n";
    CHECK(used(call + "@%p1 st.global.u32 [%mine], %r3;", next) == kNone);
    CHECK(used(call + "st.global.u32 [%mine], %r3;", next) == found);
}

TEST_CASE("a sum of half a warp whose other lanes hold nothing is right in its first lane") {
    const auto sum = [](u32 lanes, const std::string& result_of) {
        std::string body =
            "setp.lt.u32 %p0, %t, " + std::to_string(lanes) + ";\n@!%p0 bra END;\nmov.u32 %r1, %t;\n";
        for (const char* distance : {"8", "4", "2", "1"})
            body += "shfl.sync.down.b32 %r2, %r1, " + std::string(distance) + ", 31, " +
                    std::to_string((1u << lanes) - 1) + ";\nadd.u32 %r1, %r1, %r2;\n";
        return faults(body + "setp.eq.u32 %p1, %t, " + result_of +
                      ";\n@%p1 st.global.u32 [%mine], %r1;\nEND:");
    };
    CHECK(sum(16, "0") == kNone);
    CHECK(sum(16, "1") == Faults{Fault::AbsentLaneRead});
    CHECK(sum(12, "0") == Faults{Fault::AbsentLaneRead});
}

TEST_CASE("a mask may name lanes that have exited, but no value may come from one") {
    const std::string leave = "setp.ge.u32 %p0, %t, 20;\n@%p0 exit;\n";
    for (const char* mask : {"-1", "0xfffff"}) {
        CAPTURE(mask);
        CHECK(faults(leave + "vote.sync.ballot.b32 %r2, %p0, " + mask + ";") == kNone);
        CHECK(faults(leave + "bar.warp.sync " + mask + ";") == kNone);
        CHECK(faults(leave + "redux.sync.add.s32 %r2, %t, " + mask + ";") == kNone);
        const std::string shuffle = leave + "shfl.sync.down.b32 %r2, %t, 1, 31, " + mask + ";\n";
        CHECK(faults(shuffle + "setp.lt.u32 %p1, %t, 19;\n@%p1 st.global.u32 [%mine], %r2;") == kNone);
        CHECK(faults(shuffle + "st.global.u32 [%mine], %r2;") == Faults{Fault::AbsentLaneRead});
    }
    CHECK(faults("setp.ne.u32 %p0, %t, %t;\nvote.sync.ballot.b32 %r2, %p0, -1;", {.block = {20}}) == kNone);
}

TEST_CASE(
    "a shuffle waits for lanes that have left its loop until they exit, and its value is undefined only if "
    "it is used") {
    // for (r = t % 4; r < 1; r += 4) v += shfl_down(~0, v, 1, 4), as nvcc writes it
    const std::string loop = R"(
and.b32 %r3, %t, 3;
mov.u32 %r1, %t;
LOOP:
setp.ge.u32 %p0, %r3, 1;
@%p0 bra DONE;
shfl.sync.down.b32 %r2, %r1, 1, 0x1c1f, -1;
add.u32 %r1, %r1, %r2;
add.u32 %r3, %r3, 4;
bra LOOP;
DONE:
)";
    CHECK(faults(loop + "setp.ne.u32 %p1, %r3, 4;\n@%p1 st.global.u32 [%mine], %r1;") == kNone);
    CHECK(faults(loop + "st.global.u32 [%mine], %r1;") == Faults{Fault::AbsentLaneRead});
    // They do not exit: they wait at a barrier for the others.
    CHECK(run(loop + "bar.sync 0;").launch.message.find("deadlock in block") != std::string::npos);
}

TEST_CASE("a mask may not name lanes that take another way or give another mask") {
    const Faults found{Fault::MaskOfAbsentLanes};
    for (const char* operation :
         {"vote.sync.ballot.b32 %r2, %p0, ", "bar.warp.sync ", "redux.sync.add.s32 %r2, %t, ",
          "match.any.sync.b32 %r2, %t, ", "shfl.sync.bfly.b32 %r2, %t, 1, 31, "}) {
        CAPTURE(operation);
        const auto in_branch = [&](const std::string& mask) {
            return faults(kLow16 + "@!%p0 bra END;\n" + operation + mask +
                          ";\nEND: st.global.u32 [%mine], %t;");
        };
        CHECK(in_branch("-1") == found);
        CHECK(in_branch("0xffff") == kNone);
        const std::string mask = kLow16 + "selp.u32 %r3, 0xffff, ";
        CHECK(faults(mask + "-1, %p0;\n" + operation + "%r3;") == found);
        CHECK(faults(mask + "0xffff0000, %p0;\n" + operation + "%r3;") == kNone);
    }
}

TEST_CASE("a mask has to name its caller") {
    CHECK(faults("shfl.sync.idx.b32 %r2, %t, 3, 31, 0xffff;") == Faults{Fault::MaskWithoutCaller});
    CHECK(faults("shfl.sync.idx.b32 %r2, %t, 3, 31, -1;") == kNone);
    CHECK(faults("bar.warp.sync 0xffff;") == Faults{Fault::MaskWithoutCaller});
    CHECK(faults("bar.warp.sync -1;") == kNone);
    CHECK(faults(kLow16 + "@%p0 match.any.sync.b32 %r2, %t, 0xffff;") == kNone);
    CHECK(faults(kLow16 + "@%p0 match.any.sync.b32 %r2, %t, 0xfff;") == Faults{Fault::MaskWithoutCaller});
}

// Found by the fuzzer, in what follows values that came from absent lanes.
TEST_CASE("instructions without operands behind a shuffle from an absent lane are refused as anywhere") {
    for (const char* broken : {"ld.const.b32 ;", "st.global.u32 [%mine];", "shfl.sync.idx.b32 ;"}) {
        CAPTURE(broken);
        try {
            const Ran ran = run(kLow16 + "@%p0 shfl.sync.idx.b32 %r2, %t, 20, 31, 0xffff;\n" + broken);
            CHECK(ran.launch.status == exec::Status::Unsupported);
        } catch (const Error& error) {
            CHECK(std::string(error.what()) != "");
        }
    }
}

TEST_CASE("lanes that bring different masks to one instruction are groups of their own") {
    const Ran ran = run(kLow16 +
                        "selp.b32 %r1, 0xffff, 0xffff0000, %p0;\nredux.sync.add.u32 %r2, %t, %r1;\n"
                        "st.global.u32 [%mine], %r2;");
    CHECK(ran.launch.findings.empty());
    CHECK(ran.out == words(32, [](u32 t) { return t < 16 ? 120 : 376; }));
}

TEST_CASE("a barrier's count is a number of whole warps, and the same for all who meet") {
    const Setup two{.block = {64}};
    CHECK(faults("bar.sync 1, 64;", two) == kNone);
    CHECK(faults("bar.sync 1, 0;", two) == kNone);
    // A GPU takes these for no instructions.
    for (const char* wrong : {"bar.sync 1, 40;", "bar.arrive 1, 0;",
                              "shr.u32 %r1, %t, 5;\nmad.lo.u32 %r1, %r1, 32, 32;\nbar.sync 1, %r1;"}) {
        const exec::Launch launch = run(wrong, two).launch;
        CHECK(launch.status == exec::Status::IllegalInstruction);
        REQUIRE(launch.findings.size() == 1);
        CHECK(launch.findings[0].fault == Fault::BarrierCount);
    }
}

TEST_CASE("a named barrier does not count threads that exit: who waits there waits for ever") {
    const std::string body = "setp.lt.u32 %p0, %t, 32;\n@%p0 exit;\nbar.sync 1, ";
    CHECK(run(body + "64;", {.block = {64}}).launch.status == exec::Status::Trap);
    CHECK(run(body + "32;", {.block = {64}}).launch.status == exec::Status::Ok);
    CHECK(run("setp.lt.u32 %p0, %t, 32;\n@%p0 exit;\nbar.sync 0;", {.block = {64}}).launch.status ==
          exec::Status::Ok);
}

TEST_CASE("threads of one warp at two barriers of the program go on together and are reported") {
    const std::string lines = ".file 1 \"k.cu\"\n";
    const auto body = [](const char* second) {
        return "and.b32 %r1, %t, 1;\nsetp.eq.u32 %p0, %r1, 0;\n@%p0 bra EVEN;\n.loc 1 10 0\nbar.sync 0;\n"
               "bra DONE;\nEVEN:\n.loc 1 " +
               std::string(second) + " 0\nbar.sync 0;\nDONE:\n.loc 1 30 0\n";
    };
    const Setup setup{.block = {64}, .declarations = lines};
    CHECK(faults(body("20"), setup) == Faults{Fault::DivergentBarrier});
    CHECK(faults(body("10"), setup) == Faults{Fault::DivergentBarrier});  // both on one line
    CHECK(faults(body("20")) == Faults{Fault::DivergentBarrier});         // of no known line
    const exec::Launch launch = run(body("20"), setup).launch;
    REQUIRE(launch.findings.size() == 1);
    CHECK(launch.findings[0].has_other);
    CHECK(launch.findings[0].access.site.line + launch.findings[0].other.site.line == 30);
}

TEST_CASE("warps of one block at two barriers of the program are reported, as synccheck does on an H200") {
    const auto body = [](const char* barrier) {
        return "setp.lt.u32 %p0, %t, 32;\n@%p0 bra LOW;\n.loc 1 10 0\n" + std::string(barrier) +
               "\nbra DONE;\nLOW:\n.loc 1 20 0\n" + barrier + "\nDONE:\n.loc 1 30 0\n";
    };
    const Setup setup{.block = {64}, .declarations = ".file 1 \"k.cu\"\n"};
    CHECK(faults(body("bar.sync 0;"), setup) == Faults{Fault::WarpsApart});
    CHECK(faults(body("barrier.sync 0;"), setup) == kNone);  // asks for no common call
    CHECK(faults(body("bar.sync 1, 64;"), setup) == kNone);  // a barrier of the program's own count
}

TEST_CASE("warps that leave out a barrier that others reach are reported; those that have returned are not") {
    // Two rounds; `way` may lead a warp around the barrier.
    const auto rounds = [](const std::string& way) {
        return "mov.u32 %r1, 0;\nLOOP:\n" + way +
               "bar.sync 0;\nSKIP:\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 2;\n@%p1 bra LOOP;\n"
               "st.global.u32 [%mine], %r1;";
    };
    const std::string low = "setp.lt.u32 %p0, %t, 32;\n";
    const Setup setup{.block = {64}};
    CHECK(faults(rounds(low + "@!%p0 bra SKIP;\n"), setup) == Faults{Fault::SkippedBarrier});
    CHECK(faults(rounds("setp.lt.u32 %p0, %r1, 1;\n@%p0 bra SKIP;\n"), setup) == kNone);  // all threads alike
    CHECK(faults(rounds(low + "@!%p0 exit;\n"), setup) == kNone);
    CHECK(faults(rounds("setp.ge.u32 %p0, %r1, 1;\nsetp.gt.and.u32 %p0, %t, 31, %p0;\n@%p0 exit;\n"),
                 setup) == kNone);
    CHECK(faults(low + "@!%p0 bra END;\n" + rounds("") + "\nEND:", setup) == kNone);
}

TEST_CASE(
    "two barriers on one line are one, which the compiler made two of, if a way leads from one to the "
    "other") {
    const auto body = [](const std::string& barrier, int second_line) {
        return "and.b32 %r1, %t, 1;\nsetp.eq.u32 %p0, %r1, 0;\nsetp.gt.u32 %p1, %r1, 7;\n@%p0 bra "
               "SECOND;\n.loc 1 10 0\n" +
               barrier + "\n@%p1 bra SECOND;\nbra DONE;\nSECOND:\n.loc 1 " + std::to_string(second_line) +
               " 0\n" + barrier + "\nDONE:\n.loc 1 30 0\n";
    };
    const Setup setup{.block = {64}, .declarations = ".file 1 \"k.cu\"\n"};
    CHECK(faults(body("bar.sync 0;", 10), setup) == kNone);
    CHECK(faults(body("bar.sync 0;", 20), setup) == Faults{Fault::DivergentBarrier});
    // Not aligned: each lane may come to one of its own, on one line.
    CHECK(
        faults("and.b32 %r1, %t, 1;\nsetp.eq.u32 %p0, %r1, 0;\n@%p0 bra EVEN;\n.loc 1 10 0\nbarrier.sync 0;\n"
               "bra DONE;\nEVEN:\n.loc 1 10 0\nbarrier.sync 0;\nDONE:\n.loc 1 30 0\n",
               setup) == kNone);
}
