// mbarriers: phases, counts, bytes of copies, what orders accesses, and what is said of one that is misused.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

const std::string kBar = ".shared .align 8 .b8 bar[16];\n.shared .align 16 .b8 tile[256];\n";

// One thread initialises, all see it.
std::string init(u32 count) {
    return kBar + "setp.ne.u32 %p0, %t, 0;\n@!%p0 mbarrier.init.shared.b64 [bar], " + std::to_string(count) +
           ";\nbar.sync 0;\n";
}

// Stores the predicate %p1 as word `at` of out, one thread.
std::string show(u32 at) {
    return "selp.u32 %r1, 1, 0, %p1;\nst.global.u32 [%out+" + std::to_string(4 * at) + "], %r1;\n";
}

std::string test(u32 parity, u32 at) {
    return "mbarrier.test_wait.parity.shared::cta.b64 %p1, [bar], " + std::to_string(parity) + ";\n" +
           show(at);
}

Ran run_with_mbarrier(const std::string& body, u32 words = 8) {
    const Ran ran = run(body, {.block = {1}, .words = words});
    CAPTURE(ran.launch.message);
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.launch.findings.empty());
    return ran;
}

// What is said when one thread runs this.
std::string misuse(const std::string& body) {
    const Ran ran = run(body, {.block = {1}});
    CHECK(ran.launch.status == exec::Status::Trap);
    CHECK(ran.launch.message.find(", thread (0,0,0) of block (0,0,0)") != std::string::npos);
    return ran.launch.message;
}

// A loop that waits for a phase.
std::string wait_for(u32 parity, const std::string& label = "WAIT") {
    return label + ":\nmbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], " + std::to_string(parity) +
           ", 1000;\n@!%p1 bra " + label + ";\n";
}

}  // namespace

TEST_CASE("a phase is over when all have arrived, and the parity of the phase before counts as over") {
    const Ran ran =
        run_with_mbarrier(init(2) + test(0, 0) + test(1, 1) + "mbarrier.arrive.shared.b64 %rd1, [bar];\n" +
                          test(0, 2) + "mbarrier.arrive.shared.b64 %rd2, [bar];\n" + test(0, 3) + test(1, 4) +
                          "mbarrier.arrive.shared.b64 %rd3, [bar], 2;\n" + test(0, 5) + test(1, 6));
    CHECK(ran.out == std::vector<u32>{0, 1, 0, 1, 0, 0, 1, kPoison});
}

TEST_CASE("a state knows its phase and how many were to come before the arrival") {
    const Ran ran = run_with_mbarrier(init(3) + R"(
mbarrier.arrive.shared.b64 %rd1, [bar];
mbarrier.arrive.release.cta.shared::cta.b64 %rd2, [bar], 2;
mbarrier.arrive.noComplete.shared.b64 %rd3, [bar], 2;
mbarrier.pending_count.b64 %r1, %rd1;
mbarrier.pending_count.b64 %r2, %rd2;
mbarrier.pending_count.b64 %r3, %rd3;
st.global.u32 [%out], %r1;
st.global.u32 [%out+4], %r2;
st.global.u32 [%out+8], %r3;
mbarrier.test_wait.shared.b64 %p1, [bar], %rd2;
)" + show(3) + "mbarrier.try_wait.acquire.cta.shared::cta.b64 %p1, [bar], %rd3;\n" +
                                      show(4));
    CHECK(ran.out == std::vector<u32>{3, 2, 3, 1, 0, kPoison, kPoison, kPoison});
}

TEST_CASE("who drops out is not expected any more; a count says how many") {
    const Ran ran = run_with_mbarrier(init(4) + "mbarrier.arrive_drop.shared.b64 %rd1, [bar], 3;\n" +
                                      test(0, 0) + "mbarrier.arrive.shared.b64 _, [bar];\n" + test(0, 1) +
                                      "mbarrier.arrive.shared.b64 %rd1, [bar];\n" + test(1, 2));
    CHECK(ran.out == std::vector<u32>{0, 1, 1, kPoison, kPoison, kPoison, kPoison, kPoison});
}

TEST_CASE("a phase waits for the announced bytes, in any order of announcing and coming") {
    const Ran ran = run_with_mbarrier(
        init(1) + "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd1, [bar], 48;\n" + test(0, 0) +
        "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 32;\n" + test(0, 1) +
        "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 16;\n" + test(0, 2) +
        // bytes that come before they are announced
        "mbarrier.complete_tx.shared::cta.b64 [bar], 8;\nmbarrier.arrive.shared.b64 _, [bar];\n" +
        test(1, 3) + "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 16;\n" +
        "mbarrier.complete_tx.shared::cta.b64 [bar], 8;\n" + test(1, 4));
    CHECK(ran.out == std::vector<u32>{0, 0, 1, 0, 1, kPoison, kPoison, kPoison});
}

TEST_CASE("generic and cluster addresses reach the same mbarrier") {
    const Ran ran = run_with_mbarrier(init(1) + R"(
mov.u64 %rd1, bar;
cvta.shared.u64 %rd1, %rd1;
mapa.u64 %rd2, %rd1, 0;
mov.u32 %r2, bar;
mapa.shared::cluster.u32 %r3, %r2, 0;
mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r3];
mbarrier.test_wait.parity.b64 %p1, [%rd2], 0;
)" + show(0));
    CHECK(ran.out[0] == 1);
}

TEST_CASE("warps that wait let those run that they wait for, and what was written before is seen after") {
    // Every warp in turn adds to a word: warp w waits for phase w - 1, of one arrival each.
    const Ran ran = run(init(32) + R"(
shr.u32 %r10, %t, 5;
mov.u32 %r11, 0;
setp.eq.u32 %p2, %r10, 3;
@%p2 mov.u32 %r12, tile;
@%p2 st.shared.u32 [tile], %t;
@%p2 bra ARRIVE;
)" + wait_for(0) + R"(
ld.shared.u32 %r13, [tile];
st.global.u32 [%mine], %r13;
bra END;
ARRIVE:
mbarrier.arrive.shared.b64 %rd1, [bar];
END:
)",
                        {.block = {128}});
    CHECK(ran.launch.status == exec::Status::Ok);
    for (u32 t = 0; t < 96; ++t) CHECK(ran.out[t] >= 96);
    // The lanes of warp 3 write one word: that race is real, and the only one.
    REQUIRE(ran.launch.findings.size() == 1);
    CHECK(ran.launch.findings[0].access.write);
    CHECK(ran.launch.findings[0].other.write);
}

TEST_CASE("who reads without waiting races with who wrote before arriving") {
    const auto findings = [](const std::string& middle) {
        return run(init(64) +
                       "shl.b32 %r1, %t, 2;\nxor.b32 %r2, %r1, 128;\nmov.u32 %r3, tile;\nadd.u32 %r1, %r1, "
                       "%r3;\n"
                       "add.u32 %r2, %r2, %r3;\nst.shared.u32 [%r1], %t;\nmbarrier.arrive.shared.b64 %rd1, "
                       "[bar];\n" +
                       middle + "ld.shared.u32 %r4, [%r2];\nst.global.u32 [%mine], %r4;\n",
                   {.block = {64}})
            .launch.findings;
    };
    CHECK(findings(wait_for(0)).empty());
    const auto found = findings("");
    REQUIRE(!found.empty());
    CHECK(found[0].fault == check::Fault::SharedRace);
}

TEST_CASE("an mbarrier that some warps meet at orders what those did before, and nothing else") {
    // Warps 1 and 2 of three meet; warp 2 then reads what warp `writer` has stored.
    const auto findings = [](u32 writer, const std::string& arrive_and_store, const std::string& then) {
        return run(init(64) +
                       "shr.u32 %r10, %t, 5;\nand.b32 %r11, %t, 31;\nshl.b32 %r11, %r11, 2;\nmov.u32 %r12, "
                       "tile;\n"
                       "add.u32 %r11, %r11, %r12;\nsetp.eq.u32 %p2, %r10, " +
                       std::to_string(writer) + ";\nsetp.eq.u32 %p3, %r10, 0;\nsetp.eq.u32 %p4, %r10, 2;\n" +
                       arrive_and_store + "@%p3 bra END;\n" + wait_for(0) + "@!%p4 bra END;\n" + then +
                       "END:\n",
                   {.block = {96}})
            .launch.findings.size();
    };
    const std::string store = "@%p2 st.shared.u32 [%r11], %t;\n", load = "ld.shared.u32 %r13, [%r11];\n";
    const std::string arrive = "@!%p3 mbarrier.arrive.shared.b64 %rd1, [bar];\n";
    CHECK(findings(1, store + arrive, load) == 0);
    CHECK(findings(0, store + arrive, load) == 1);
    CHECK(findings(1, arrive + store, load) == 1);
    // What all lanes have read may be overwritten, if they have all arrived.
    const std::string read = "@%p2 ld.shared.u32 %r13, [tile];\n", write = "st.shared.u32 [tile], 9;\n";
    const std::string fill = "setp.eq.u32 %p5, %t, 0;\n@%p5 st.shared.u32 [tile], 3;\nbar.sync 0;\n";
    CHECK(findings(1, fill + read + arrive, write) == 0);
    CHECK(findings(0, fill + read + arrive, write) == 1);
    CHECK(findings(1, fill + arrive + read, write) == 1);
}

TEST_CASE("what a thread does between its arrival and its wait is ordered by the next phase only") {
    // Warp 0 stores before or behind its arrival, warp 1 reads when the phase is over.
    const auto findings = [](const std::string& first, const std::string& second) {
        return run(init(64) +
                       "setp.ge.u32 %p2, %t, 32;\nand.b32 %r11, %t, 31;\nshl.b32 %r11, %r11, 2;\nmov.u32 "
                       "%r12, tile;\n"
                       "add.u32 %r11, %r11, %r12;\n" +
                       first + second + wait_for(0) + "@%p2 ld.shared.u32 %r13, [%r11];\n",
                   {.block = {64}})
            .launch.findings.size();
    };
    const std::string store = "@!%p2 st.shared.u32 [%r11], %t;\n",
                      arrive = "mbarrier.arrive.shared.b64 %rd1, [bar];\n";
    CHECK(findings(store, arrive) == 0);
    CHECK(findings(arrive, store) == 1);
}

TEST_CASE("what one thread initialises is another's only behind a barrier") {
    const Ran ran = run(kBar + R"(
setp.ne.u32 %p0, %t, 0;
@!%p0 mbarrier.init.shared.b64 [bar], 64;
mbarrier.arrive.shared.b64 %rd1, [bar];
)",
                        {.block = {64}});
    REQUIRE(!ran.launch.findings.empty());
    CHECK(ran.launch.findings[0].fault == check::Fault::SharedRace);
}

TEST_CASE("misuse ends the launch and is named") {
    CHECK(misuse(kBar + "mbarrier.arrive.shared.b64 %rd1, [bar];").find("there is no mbarrier at byte 0") ==
          0);
    CHECK(misuse(init(1) + "mbarrier.inval.shared.b64 [bar];\nmbarrier.arrive.shared.b64 %rd1, [bar];")
              .find("there is no mbarrier at byte 0") == 0);
    CHECK(misuse(init(2) + "st.shared.u32 [bar], 7;\nmbarrier.arrive.shared.b64 %rd1, [bar];")
              .find("the mbarrier at byte 0 of shared memory was overwritten") == 0);
    CHECK(
        misuse(init(2) + "mbarrier.arrive.shared.b64 %rd1, [bar], 3;")
            .find(
                "3 arrivals at the mbarrier at byte 0 of shared memory, which has 2 arrivals of 2 to come") ==
        0);
    CHECK(misuse(kBar + "mbarrier.init.shared.b64 [bar], 0;").find("mbarrier.init with a count of 0") == 0);
    CHECK(misuse(kBar + "mbarrier.init.shared.b64 [bar], 1048576;")
              .find("mbarrier.init with a count of 1048576") == 0);
    CHECK(misuse(init(1) + "mbarrier.arrive.noComplete.shared.b64 %rd1, [bar], 1;")
              .find("mbarrier.arrive.noComplete completes the phase") == 0);
    CHECK(misuse(init(1) + "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 1048576;")
              .find("would wait for") != std::string::npos);
    CHECK(run(kBar + "mbarrier.init.shared.b64 [bar+4], 1;").launch.status ==
          exec::Status::MisalignedAddress);
    CHECK(run(kBar + "mov.u32 %r1, 100000;\nmbarrier.init.shared.b64 [%r1], 1;").launch.status ==
          exec::Status::IllegalAddress);
}

TEST_CASE("a wait that nobody ends is a deadlock: which mbarrier, what it lacks, where it is waited for") {
    const Ran ran = run(init(65) + "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 1;\n" + wait_for(0),
                        {.block = {64}});
    CHECK(ran.launch.status == exec::Status::Trap);
    const std::string& message = ran.launch.message;
    CAPTURE(message);
    CHECK(message.find("block (0,0,0) waits for ever: 64 threads in the loop at PTX line ") == 0);
    CHECK(message.find(
              "The mbarrier at byte 0 of shared memory, initialised at PTX line " +
              std::to_string(kBodyLine + 3) +
              ", has 1 arrival of 65 to come and 64 bytes of copies, in a phase of parity 0; it is waited "
              "for at PTX line " +
              std::to_string(kBodyLine + 7)) != std::string::npos);
}

TEST_CASE("an arrival of cp.async comes when the thread's copies have landed, counted once or not at all") {
    for (const bool counted : {true, false}) {
        // With .noinc the arrival is one of those that init counts, otherwise one more.
        const Ran ran =
            run(init(counted ? 1 : 32) + R"(
shl.b32 %r1, %t, 2;
mov.u32 %r2, tile;
add.u32 %r1, %r1, %r2;
mul.wide.u32 %rd1, %t, 4;
add.u64 %rd1, %rd1, %in;
cp.async.ca.shared.global [%r1], [%rd1], 4;
)" +
                    std::string(counted ? "cp.async.mbarrier.arrive.shared.b64 [bar];\nbar.sync 0;\n@!%p0 "
                                          "mbarrier.arrive.shared.b64 _, [bar];\n"
                                        : "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [bar];\n") +
                    wait_for(0) +
                    "xor.b32 %r1, %r1, 4;\nld.shared.u32 %r3, [%r1];\nst.global.u32 [%mine], %r3;\n",
                {.in = words(32, [](u32 k) { return k + 100; })});
        CAPTURE(ran.launch.message);
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.launch.findings.empty());
        CHECK(ran.out == words(32, [](u32 t) { return (t ^ 1) + 100; }));
    }
}
