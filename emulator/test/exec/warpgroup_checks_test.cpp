// wgmma: what a program may do wrong is found.
#include <doctest/doctest.h>

#include "emulator/test/support/warpgroup_products.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::test;

namespace {

// The message of a body that has to end the launch, or the faults of its findings.
Ran run_body(const std::string& body, u32 threads = kThreads) {
    return run(body, {.block = {threads},
                      .dynamic_shared = 4 * kSharedWords,
                      .in = std::vector<u32>(kSums + kThreads * 128),
                      .words = kThreads * 128,
                      .declarations = kDeclarations});
}

bool says(const Ran& ran, const std::string& words) {
    CAPTURE(ran.launch.message);
    CHECK(ran.launch.message.find(words) != std::string::npos);
    return ran.launch.message.find(words) != std::string::npos;
}

const Case kPlain = make_case("f32", "f16", "f16", 16);

}  // namespace

TEST_CASE("wgmma needs a wgmma.fence behind writes of its registers") {
    const std::string all = product(kPlain) + kCommit + kWait + epilogue(8);
    says(run_body(prologue(8) + all), "there is no wgmma.fence before this wgmma.mma_async");
    says(run_body(prologue(8) + kFence + "add.u32 d3, d3, 1;\n" + all),
         "d3 of the accumulator was written after the last wgmma.fence");
    CHECK(run_body(prologue(8) + kFence + "mov.b32 d3, d2;\n" + all).launch.message == "");
}

TEST_CASE("wgmma's results belong to nobody before wgmma.wait_group") {
    const std::string begin = prologue(8) + kFence + product(kPlain);
    says(run_body(begin + kCommit + epilogue(8)),
         "this reads the result of a wgmma.mma_async that nothing has waited for");
    says(run_body(begin + kWait + epilogue(8)), "nothing has waited for");  // nothing was committed
    says(run_body(begin + kCommit + "wgmma.wait_group.sync.aligned 1;\n" + epilogue(8)),
         "nothing has waited for");
    says(run_body(begin + kCommit + "mov.b32 %r9, d0;\nadd.u32 %r9, %r9, 1;\n"), "nothing has waited for");
    // A group that is not the last may be waited for alone.
    const std::string other = kCommit + "wgmma.fence.sync.aligned;\n" + product(kPlain);
    CHECK(run_body(begin + other + kCommit + kWait + epilogue(8)).launch.message == "");
    CHECK(run_body(begin + kCommit + kCommit + "wgmma.wait_group.sync.aligned 1;\n" + epilogue(8))
              .launch.message == "");
}

TEST_CASE("wgmma's registers of A may get their next values at once, for which ptxas waits") {
    Case c = kPlain;
    c.a_in_registers = true;
    const Products right = multiply(c, 9);
    CHECK(right.found == right.expected);
    const std::string begin = prologue(8) + kFence + product(c) + kCommit;
    CHECK(run_body(begin + "add.u32 a0, a1, 1;\n" + kWait).launch.message == "");
    says(run_body(begin + kWait + "add.u32 a0, a1, 1;\n" + product(c)),
         "a0 of A was written after the last wgmma.fence");
}

TEST_CASE("wgmma reads shared memory until wgmma.wait_group, and through the asynchronous proxy") {
    const std::string begin = prologue(8) + kFence + product(kPlain) + kCommit;
    const std::string store = "mov.u32 %r3, tiles;\nst.shared.u32 [%r3], %r2;\n";
    const auto races = [](const Ran& ran) {
        for (const check::Finding& each : ran.launch.findings)
            if (each.fault == check::Fault::SharedRace) return true;
        return false;
    };
    const std::string one = "setp.eq.u32 more, %t, 0;\n@more st.shared.u32 [tiles], %r2;\n";
    CHECK(races(run_body(begin + one + kWait)));
    CHECK_FALSE(races(run_body(begin + kWait + one)));
    // Written by ordinary stores, with a barrier behind them but no fence.
    std::string unfenced = prologue(8);
    const std::string fence = "fence.proxy.async;\n";
    unfenced.erase(unfenced.find(fence), fence.size());
    CHECK(races(run_body(unfenced + kFence + product(kPlain) + kCommit + kWait)));
    // Fenced, but without a barrier.
    std::string unmet = prologue(8);
    const std::string barrier = "bar.sync 0;\n";
    unmet.erase(unmet.find(barrier), barrier.size());
    CHECK(races(run_body(unmet + kFence + product(kPlain) + kCommit + kWait)));
}

TEST_CASE("wgmma finds unwritten shared memory, and descriptors that lead out of it") {
    const std::string head = ".reg .b32 a<4>, d<128>;\n.reg .b64 da, db;\n" + kFence;
    const Ran unwritten = run_body(head + product(kPlain) + kCommit + kWait);
    REQUIRE(!unwritten.launch.findings.empty());
    CHECK(unwritten.launch.findings[0].fault == check::Fault::UninitialisedRead);
    Case c = kPlain;
    c.tile_b.start = 4 * kSharedWords - 128;
    const Ran outside = run_body(prologue(8) + kFence + product(c));
    REQUIRE(!outside.launch.findings.empty());
    CHECK(outside.launch.findings[0].fault == check::Fault::OutOfBounds);
}

TEST_CASE("wgmma's descriptors: what is wrong with one is said") {
    const auto with = [](u64 descriptor) {
        return run_body(prologue(8) + kFence + "mov.b64 da, " + std::to_string(descriptor) +
                        ";\nmov.b64 db, " + std::to_string(kPlain.tile_b.descriptor()) +
                        ";\nwgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 " + registers("d", 8) +
                        ", da, db, 1, 1, 1, 0, 0;\n");
    };
    says(with(u64{1} << 14), "the descriptor of A sets bits that mean nothing");
    says(with(u64{1} << 49), "has the base offset 1 without a swizzle mode");
    says(with(u64{1} << 62 | u64{2} << 49 | 128 >> 4),
         "where its base offset 2 is not that of a swizzle pattern");
    says(with(u64{1} << 62 | 112 >> 4),
         "begins 112 bytes into a row of the 128-byte swizzle and needs 32 bytes");
    says(run_body(prologue(8) + kFence + "cvt.u64.u32 da, %t;\nmov.b64 db, 0;\n" +
                  "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 " + registers("d", 8) +
                  ", da, db, 1, 1, 1, 0, 0;\n"),
         "the descriptor of A is not the same in all threads of the warpgroup");
}

TEST_CASE("wgmma needs all four warps of a warpgroup, at one instruction") {
    const std::string all = kFence + product(kPlain) + kCommit + kWait;
    says(run_body(prologue(8) + "setp.gt.u32 %p1, %t, 95;\n@%p1 exit;\n" + all),
         "some of the four warps of a warpgroup wait for the others at wgmma.mma_async");
    says(run_body(prologue(8) + kFence + "setp.gt.u32 %p1, %t, 95;\n@%p1 bra OTHER;\n" + product(kPlain) +
                  "bra DONE;\nOTHER:\n" + product(kPlain) + "DONE:\n"),
         "have to come to the same wgmma.mma_async");
    says(run_body(prologue(8) + kFence + "setp.gt.u32 %p1, %t, 99;\n@%p1 bra DONE;\n" + product(kPlain) +
                  "DONE:\n"),
         "needs all 32 threads of the warp");
    says(run_body(prologue(8) + all, 96), "needs the 128 threads of a warpgroup");
    const std::string body =
        all.substr(0, all.find("db, 1")) + "db, more" + all.substr(all.find("db, 1") + 5);
    CHECK(run_body(prologue(8) + "setp.lt.u32 more, %t, 128;\n" + body).launch.message == "");
    says(run_body(prologue(8) + "setp.lt.u32 more, %t, 100;\n" + body), "the predicate scale-d");
}
