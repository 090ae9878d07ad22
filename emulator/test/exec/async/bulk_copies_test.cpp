// Bulk copies: what comes when, what is checked, what is counted; st.async and red.async.
#include <doctest/doctest.h>

#include <bit>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

const std::string kShared =
    ".shared .align 8 .b8 bar[8];\n.shared .align 128 .b8 tile[256];\n.shared .align 128 .b8 other[256];\n";
const std::string kInit = kShared + "mbarrier.init.shared.b64 [bar], 1;\n";
const std::string kWait = "WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;\n@!%p1 bra WAIT;\n";

std::string load(const std::string& to, const std::string& from, u32 bytes, u32 announced) {
    return "mov.u32 %r1, " + std::to_string(bytes) + ";\n" +
           "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [" + to + "], [" + from +
           "], %r1, [bar];\nmbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], " +
           std::to_string(announced) + ";\n";
}

// The tile's words k = k + 1, by one thread.
std::string fill(u32 count) {
    std::string text;
    for (u32 k = 0; k < count; ++k)
        text += "st.shared.u32 [tile+" + std::to_string(4 * k) + "], " + std::to_string(k + 1) + ";\n";
    return text + "fence.proxy.async.shared::cta;\n";
}

std::string look(u32 at, const std::string& place = "tile") {
    return "ld.shared.u32 %r9, [" + place + "];\nst.global.u32 [%out+" + std::to_string(4 * at) + "], %r9;\n";
}

Ran run_one(const std::string& body, u32 words = 64) {
    return run(body,
               {.block = {1}, .in = simt::exec::words(64, [](u32 k) { return k + 100; }), .words = words});
}

// The reducing copy of four elements at out from the tile, which holds `operand` each.
std::vector<u32> reduced(const std::string& operation, u32 initial, u32 operand) {
    std::string body = kShared;
    for (u32 at = 0; at < 16; at += 4)
        body += "st.shared.u32 [tile+" + std::to_string(at) + "], " + std::to_string(operand) +
                ";\nst.global.u32 [%out+" + std::to_string(at) + "], " + std::to_string(initial) + ";\n";
    body += "fence.proxy.async;\nmov.u32 %r2, tile;\ncp.reduce.async.bulk.global.shared::cta.bulk_group." +
            operation + " [%out], [%r2], 16;\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n";
    const Ran ran = run(body, {.block = {1}, .words = 4});
    CAPTURE(ran.launch.message);
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.launch.findings.empty());
    return ran.out;
}

u32 bits(float value) { return std::bit_cast<u32>(value); }

}  // namespace

TEST_CASE("a bulk copy is in shared memory when its mbarrier says so, and not before") {
    const Ran ran = run_one(kInit + "st.shared.u32 [tile], 7;\nst.shared.u32 [tile+60], 8;\n" +
                            load("tile", "%in+32", 64, 64) + look(0) + kWait + look(1) + look(2, "tile+60"));
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out[0] == 7);
    CHECK(ran.out[1] == 108);
    CHECK(ran.out[2] == 123);
    // Reading it before is the race that the program must not have.
    REQUIRE(ran.launch.findings.size() == 1);
    CHECK(ran.launch.findings[0].fault == check::Fault::SharedRace);
    CHECK(ran.launch.findings[0].other.site.instruction.starts_with("cp.async.bulk.shared::cluster.global"));
    CHECK(ran.launch.findings[0].other.write);
}

TEST_CASE("a bulk copy that a block did not wait for is no race with the next block's accesses") {
    const std::string in_every_block = "st.shared.u32 [tile], 7;\nfence.proxy.async.shared::cta;\n";
    const Ran ran = run(kInit + in_every_block + load("tile", "%in+32", 64, 64),
                        {.grid = {5, 1, 1}, .block = {1}, .in = words(64, [](u32 k) { return k; })});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.launch.findings.empty());
}

TEST_CASE("a barrier of the block is no wait for a copy") {
    const std::string body =
        kShared + R"(
setp.ne.u32 %p0, %t, 0;
@%p0 bra ALL;
mbarrier.init.shared.b64 [bar], 1;
)" + load("tile", "%in", 256, 256) +
        "ALL:\nbar.sync 0;\n%WAIT%shl.b32 %r2, %t, 2;\nmov.u32 %r3, tile;\nadd.u32 %r2, %r2, %r3;\n"
        "ld.shared.u32 %r4, [%r2];\nst.global.u32 [%mine], %r4;\n";
    const auto with = [&](const std::string& wait) {
        std::string text = body;
        text.replace(text.find("%WAIT%"), 6, wait);
        return run(text, {.block = {64}, .in = words(64, [](u32 k) { return k; })});
    };
    const Ran right = with(kWait), wrong = with("");
    CHECK(right.launch.findings.empty());
    CHECK(right.out == words(64, [](u32 k) { return k; }));
    REQUIRE(!wrong.launch.findings.empty());
    CHECK(wrong.launch.findings[0].fault == check::Fault::SharedRace);
}

TEST_CASE("copies to global memory come with their group, and the block's end waits for all") {
    const std::string store =
        "mov.u32 %r2, tile;\ncp.async.bulk.global.shared::cta.bulk_group [%out], [%r2], 32;\n"
        "cp.async.bulk.commit_group;\ncp.async.bulk.global.shared::cta.bulk_group [%out+32], "
        "[%r2+32], 32;\ncp.async.bulk.commit_group;\n";
    for (const char* wait : {"cp.async.bulk.wait_group 0;", "cp.async.bulk.wait_group.read 0;", ""}) {
        const Ran ran = run_one(kShared + fill(16) + store + wait, 16);
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.launch.findings.empty());
        CHECK(ran.out == words(16, [](u32 k) { return k + 1; }));
    }
    // The newest group may stay on its way: its source must not be written yet, that of the other may.
    const auto overwriting = [&](const std::string& place) {
        return run_one(kShared + fill(16) + store + "cp.async.bulk.wait_group.read 1;\nst.shared.u32 [" +
                           place + "], 99;\n",
                       16);
    };
    CHECK(overwriting("tile").launch.findings.empty());
    CHECK(overwriting("tile").out == words(16, [](u32 k) { return k + 1; }));
    const Ran early = overwriting("tile+32");
    REQUIRE(early.launch.findings.size() == 1);
    CHECK(early.launch.findings[0].access.write);
    CHECK(early.launch.findings[0].other.site.instruction == "cp.async.bulk.global.shared::cta.bulk_group");
    CHECK(early.out[8] == 99);
}

TEST_CASE("a copy of what ordinary stores wrote needs a proxy fence behind them, a barrier alone is a race") {
    const auto findings = [](const std::string& fence, const std::string& late) {
        return run_one(kShared + "mov.u32 %r1, 0;\nst.shared.v4.u32 [tile], {%r1, %r1, %r1, %r1};\n" + fence +
                           late +
                           "bar.sync 0;\nmov.u32 %r2, tile;\n"
                           "cp.async.bulk.global.shared::cta.bulk_group [%out], [%r2], 16;\n",
                       4)
            .launch.findings;
    };
    CHECK(findings("fence.proxy.async.shared::cta;\n", "").empty());
    for (const auto& [fence, late] : {std::pair{"", ""}, std::pair{"fence.acq_rel.gpu;\n", ""},
                                      std::pair{"fence.proxy.async;\n", "st.shared.u32 [tile], 5;\n"}}) {
        const auto found = findings(fence, late);
        REQUIRE(found.size() == 1);
        CHECK(found[0].fault == check::Fault::SharedRace);
        CHECK(found[0].access.site.instruction == "cp.async.bulk.global.shared::cta.bulk_group");
        CHECK(found[0].other.site.instruction.starts_with("st.shared."));
    }
    // What a bulk copy brought may be copied on as it is.
    CHECK(run_one(kInit + load("tile", "%in", 64, 64) + kWait +
                  "mov.u32 %r2, tile;\ncp.async.bulk.global.shared::cta.bulk_group [%out], [%r2], 64;\n")
              .launch.findings.empty());
}

TEST_CASE("a copy within shared memory lands at its mbarrier too, plain or reducing") {
    const auto copied = [](const std::string& opcode) {
        const Ran ran = run_one(
            kInit + fill(8) +
            "st.shared.u32 [other], 40;\nst.shared.u32 [other+4], 40;\nst.shared.u32 "
            "[other+8], 40;\nst.shared.u32 [other+12], 40;\n" +
            opcode +
            " [other], [tile], 16, [bar];\nmbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;\n" +
            kWait + look(0, "other") + look(1, "other+12"));
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.launch.findings.empty());
        return std::vector<u32>{ran.out[0], ran.out[1]};
    };
    const std::string places = ".shared::cluster.shared::cta.mbarrier::complete_tx::bytes";
    CHECK(copied("cp.async.bulk" + places) == std::vector<u32>{1, 4});
    CHECK(copied("cp.reduce.async.bulk" + places + ".add.u32") == std::vector<u32>{41, 44});
    CHECK(copied("cp.reduce.async.bulk" + places + ".max.s32") == std::vector<u32>{40, 40});
    CHECK(copied("cp.reduce.async.bulk" + places + ".inc.u32") == std::vector<u32>{0, 0});
}

TEST_CASE("every reduction of a copy to global memory") {
    const auto four = [](u32 value) { return std::vector<u32>(4, value); };
    CHECK(reduced("add.u32", 5, 7) == four(12));
    CHECK(reduced("add.s32", 5, ~0u) == four(4));
    CHECK(reduced("min.u32", 5, ~0u) == four(5));
    CHECK(reduced("min.s32", 5, ~0u) == four(~0u));
    CHECK(reduced("max.u32", 5, ~0u) == four(~0u));
    CHECK(reduced("max.s32", 5, ~0u) == four(5));
    CHECK(reduced("and.b32", 12, 10) == four(8));
    CHECK(reduced("or.b32", 12, 10) == four(14));
    CHECK(reduced("xor.b32", 12, 10) == four(6));
    CHECK(reduced("inc.u32", 9, 10) == four(10));
    CHECK(reduced("inc.u32", 10, 10) == four(0));
    CHECK(reduced("dec.u32", 0, 10) == four(10));
    CHECK(reduced("add.f32", bits(1.5f), bits(0.25f)) == four(bits(1.75f)));
    CHECK(reduced("add.u64", ~0u, 1) == std::vector<u32>{0, 1, 0, 1});
    CHECK(reduced("add.noftz.f16", 0x3c003c00, 0x40003c00) == four(0x42004000));  // 1 + 1, 1 + 2
    CHECK(reduced("add.noftz.bf16", 0x3f803f80, 0x40003f80) == four(0x40404000));
    CHECK(reduced("min.f16", 0x3c003c00, 0xbc007e00) == four(0xbc003c00));  // -1; a NaN is no minimum
    CHECK(reduced("max.bf16", 0x3f803f80, 0x40003f80) == four(0x40003f80));
}

TEST_CASE("addresses and sizes are multiples of 16, and both sides are held to their bounds") {
    const auto status = [](const std::string& body) { return run_one(kInit + body).launch.status; };
    CHECK(status(load("tile", "%in", 64, 64) + kWait) == exec::Status::Ok);
    CHECK(status(load("tile", "%in", 0, 0)) == exec::Status::Ok);
    CHECK(status(load("tile", "%in+8", 64, 64)) == exec::Status::MisalignedAddress);
    CHECK(status(load("tile+8", "%in", 64, 64)) == exec::Status::MisalignedAddress);
    CHECK(status(load("tile", "%in+224", 64, 64)) == exec::Status::IllegalAddress);
    CHECK(status(load("other+240", "%in", 64, 64)) == exec::Status::IllegalAddress);
    const Ran odd = run_one(kInit + load("tile", "%in", 60, 60));
    CHECK(odd.launch.status == exec::Status::Trap);
    CHECK(odd.launch.message.find("a bulk copy of 60 bytes: the size must be a multiple of 16") == 0);
    const Ran without = run_one(kShared + load("tile", "%in", 16, 16));
    CHECK(without.launch.message.find("there is no mbarrier at byte 0") == 0);
    // A source that nobody has written.
    const Ran unwritten = run_one(
        kShared + "mov.u32 %r2, tile;\ncp.async.bulk.global.shared::cta.bulk_group [%out], [%r2], 16;\n");
    REQUIRE(unwritten.launch.findings.size() == 1);
    CHECK(unwritten.launch.findings[0].fault == check::Fault::UninitialisedRead);
}

TEST_CASE("bytes that never come are named when the wait does not end") {
    const Ran ran = run_one(kInit + load("tile", "%in", 64, 80) + kWait);
    CHECK(ran.launch.status == exec::Status::Trap);
    CHECK(ran.launch.message.find("has 0 arrivals of 1 to come and 16 bytes of copies") != std::string::npos);
    const Ran more = run_one(kInit + load("tile", "%in", 64, 48) + kWait);
    CHECK(more.launch.message.find("and 16 bytes more of copies than were announced") != std::string::npos);
}

TEST_CASE("bulk copies make traffic but no requests of loads and stores") {
    const Ran ran =
        run_one(kInit + load("tile", "%in", 256, 256) + kWait +
                "mov.u32 %r2, tile;\ncp.async.bulk.global.shared::cta.bulk_group [%out], [%r2], 256;\n"
                "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n");
    const cost::Counters& counters = ran.launch.counters;
    CHECK(counters.global_load_requests == 0);
    CHECK(counters.global_store_requests == 0);
    CHECK(counters.shared_load_requests == 0);
    CHECK(counters.shared_store_requests == 0);
    CHECK(counters.dram_read_bytes == 256);
    CHECK(counters.dram_write_bytes == 256);
    CHECK(ran.out == words(64, [](u32 k) { return k + 100; }));
}

TEST_CASE("st.async and red.async store to the block's own shared memory and tell the mbarrier") {
    const Ran ran = run_one(kInit + R"(
st.shared.u32 [other], 5;
mov.u32 %r2, tile;
mov.u32 %r3, bar;
mov.u32 %r4, other;
st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%r2+8], {%r3, %r2}, [%r3];
red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r4], 37, [%r3];
mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 12;
)" + kWait + look(0, "tile+12") +
                            look(1, "other"));
    CAPTURE(ran.launch.message);
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.launch.findings.empty());
    CHECK(ran.out[0] == 128);
    CHECK(ran.out[1] == 42);
}

TEST_CASE("what copies cannot do here is an error") {
    for (const char* instruction :
         {"cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%r1], [%rd1, "
          "{%r1, %r2, %r3}], [%r2], {%rs1};",
          "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s8 [%out], [%r1], 16;"}) {
        const Ran ran = run(instruction);
        CHECK(ran.launch.status == exec::Status::Unsupported);
        CHECK(ran.launch.message.find("PTX line " + std::to_string(kBodyLine)) != std::string::npos);
    }
}
