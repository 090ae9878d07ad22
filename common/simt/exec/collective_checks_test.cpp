// Misuse of barriers, shuffles and member masks, each beside a kernel that looks alike and is right.
#include <doctest/doctest.h>

#include "common/simt/exec/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;
using observe::Fault;

namespace {

// The kinds of a body's findings, each once.
std::vector<Fault> faults(const std::string& body, const Setup& setup = {}) {
    const observe::Launch launch = run(body, setup).launch;
    CHECK(launch.status == observe::Status::Ok);
    std::vector<Fault> kinds;
    for (const observe::Finding& found : launch.findings) {
        CHECK_FALSE(found.fatal);
        CHECK(found.space == observe::Space::None);
        if (std::find(kinds.begin(), kinds.end(), found.fault) == kinds.end()) kinds.push_back(found.fault);
    }
    return kinds;
}

using Faults = std::vector<Fault>;
const Faults kNone;
const std::string kLow16 = "setp.lt.u32 %p0, %t, 16;\n";

}  // namespace

TEST_CASE("a shuffle that takes its value from a lane outside the mask") {
    const std::string shuffle = "@%p0 shfl.sync.idx.b32 %r2, %t, ";
    CHECK(faults(kLow16 + shuffle + "20, 31, 0xffff;") == Faults{Fault::AbsentLaneRead});
    CHECK(faults(kLow16 + shuffle + "5, 31, 0xffff;") == kNone);
    // Where the segment ends, a lane keeps its own value.
    CHECK(faults("shfl.sync.down.b32 %r2, %t, 16, 31, -1;") == kNone);
    CHECK(faults("shfl.sync.up.b32 %r2, %t, 1, 0, -1;") == kNone);
    CHECK(faults(kLow16 + "@%p0 shfl.sync.down.b32 %r2, %t, 1, 31, 0xffff;") ==
          Faults{Fault::AbsentLaneRead});
    CHECK(faults(kLow16 + "@%p0 shfl.sync.down.b32 %r2, %t, 1, 0x100f, 0xffff;") == kNone);
}

TEST_CASE("lanes that have exited are not to be named, lanes that the block never had may be") {
    const std::string leave = "setp.ge.u32 %p0, %t, 20;\n@%p0 exit;\n";
    CHECK(faults(leave + "vote.sync.ballot.b32 %r2, %p0, -1;") == Faults{Fault::MaskOfExitedLanes});
    CHECK(faults(leave + "vote.sync.ballot.b32 %r2, %p0, 0xfffff;") == kNone);
    CHECK(faults("vote.sync.ballot.b32 %r2, %p0, -1;", {.block = {20}}) == kNone);
    CHECK(faults(leave + "bar.warp.sync -1;") == Faults{Fault::WarpBarrierMask});
    CHECK(faults(leave + "bar.warp.sync 0xfffff;") == kNone);
    CHECK(faults(leave + "redux.sync.add.s32 %r2, %t, -1;") == Faults{Fault::MaskOfExitedLanes});
}

TEST_CASE("a mask has to name its caller") {
    CHECK(faults("shfl.sync.idx.b32 %r2, %t, 3, 31, 0xffff;") == Faults{Fault::MaskWithoutCaller});
    CHECK(faults("shfl.sync.idx.b32 %r2, %t, 3, 31, -1;") == kNone);
    CHECK(faults("bar.warp.sync 0xffff;") == Faults{Fault::WarpBarrierMask});
    CHECK(faults("bar.warp.sync -1;") == kNone);
    CHECK(faults(kLow16 + "@%p0 match.any.sync.b32 %r2, %t, 0xffff;") == kNone);
    CHECK(faults(kLow16 + "@%p0 match.any.sync.b32 %r2, %t, 0xfff;") == Faults{Fault::MaskWithoutCaller});
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
    CHECK(faults("bar.sync 1, 40;", two) == Faults{Fault::BarrierCount});
    CHECK(faults("shr.u32 %r1, %t, 5;\nmad.lo.u32 %r1, %r1, 32, 32;\nbar.sync 1, %r1;", two) ==
          Faults{Fault::BarrierCount});
}

TEST_CASE("a named barrier does not count threads that exit: who waits there waits for ever") {
    const std::string body = "setp.lt.u32 %p0, %t, 32;\n@%p0 exit;\nbar.sync 1, ";
    CHECK(run(body + "64;", {.block = {64}}).launch.status == observe::Status::Trap);
    CHECK(run(body + "32;", {.block = {64}}).launch.status == observe::Status::Ok);
    CHECK(run("setp.lt.u32 %p0, %t, 32;\n@%p0 exit;\nbar.sync 0;", {.block = {64}}).launch.status ==
          observe::Status::Ok);
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
    CHECK(faults(body("10"), setup) == kNone);  // one barrier of the program, of which the compiler made two
    const observe::Launch launch = run(body("20"), setup).launch;
    REQUIRE(launch.findings.size() == 1);
    CHECK(launch.findings[0].has_other);
    CHECK(launch.findings[0].access.site.line + launch.findings[0].other.site.line == 30);
}
