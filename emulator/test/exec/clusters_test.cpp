// Clusters: registers, barriers, distributed shared memory and its checks; setmaxnreg.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

const std::string kBarrier = "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n";
// %r1: the rank. %r2: the next block's rank. %r3: the tile. %r4: the address of this thread's word in it.
const std::string kTile =
    ".shared .align 16 .b8 tile[256];\nmov.u32 %r1, %cluster_ctarank;\nmov.u32 %r5, "
    "%cluster_nctarank;\nadd.u32 %r2, %r1, "
    "1;\nrem.u32 %r2, %r2, %r5;\nmov.u32 %r3, tile;\nmad.lo.u32 %r4, %t, 4, %r3;\n";
// The word becomes 100 times the rank plus the thread.
const std::string kFill = "mad.lo.u32 %r6, %r1, 100, %t;\nst.shared.u32 [%r4], %r6;\n";
const std::string kNext = "mapa.shared::cluster.u32 %r7, %r4, %r2;\n";
const std::string kRead = kNext + "ld.shared::cluster.u32 %r8, [%r7];\nst.global.u32 [%mine], %r8;\n";
const Setup kFour = {.grid = {8}, .cluster = {4}};

// The words of 8 blocks of 32 threads in clusters of 4, from the block's number and the thread.
template <class Value>
std::vector<u32> of_threads(Value value) {
    return words(256, [&](u32 k) { return value(k / 32, k % 32); });
}
u32 of_next(u32 block, u32 t) { return (block + 1) % 4 * 100 + t; }

}  // namespace

TEST_CASE("a launch without cluster dimensions is made of clusters of one block") {
    const Ran ran = run(R"(
mov.u32 %r1, %cluster_ctarank;
mov.u32 %r2, %cluster_nctarank;
mov.u32 %r3, %clusterid.x;
mov.u32 %r4, %nclusterid.x;
mov.pred %p1, %is_explicit_cluster;
selp.u32 %r5, 100, 0, %p1;
mad.lo.u32 %r1, %r1, 1000, %r2;
mad.lo.u32 %r3, %r3, 10, %r4;
add.u32 %r1, %r1, %r3;
add.u32 %r1, %r1, %r5;
st.global.u32 [%mine], %r1;
)",
                        {.grid = {3}, .block = {1}});
    CHECK(ran.out == words(3, [](u32 k) { return 1 + 10 * k + 3; }));
}

TEST_CASE("a cluster barrier parts arriving from waiting, and orders accesses") {
    const auto body = [](const std::string& wait) {
        return ".shared .align 4 .b8 tile[256];\nshl.b32 %r1, %t, 2;\nmov.u32 %r2, tile;\nxor.b32 %r3, %r1, "
               "128;\n"
               "add.u32 %r1, %r1, %r2;\nadd.u32 %r3, %r3, %r2;\nst.shared.u32 [%r1], "
               "%t;\nbarrier.cluster.arrive.aligned;\n" +
               wait + "ld.shared.u32 %r4, [%r3];\nst.global.u32 [%mine], %r4;\n";
    };
    const Ran right = run(body("barrier.cluster.wait.aligned;\n"), {.block = {64}});
    CHECK(right.launch.findings.empty());
    CHECK(right.out == words(64, [](u32 t) { return t ^ 32; }));
    CHECK(!run(body(""), {.block = {64}}).launch.findings.empty());
    // Threads that are gone are not waited for.
    CHECK(run("setp.ne.u32 %p1, %t, 5;\n@%p1 ret;\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n")
              .launch.status == exec::Status::Ok);
    const Ran twice = run("barrier.cluster.arrive;\nbarrier.cluster.arrive;\n", {.block = {64}});
    CHECK(twice.launch.message.find("barrier.cluster.arrive for the second time") == 0);
    const Ran stuck = run(
        "setp.lt.u32 %p1, %t, 32;\n@%p1 bra WAIT;\nbar.sync "
        "0;\nWAIT:\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n@%p1 bar.sync 1;\n@!%p1 bar.sync 2;\n",
        {.block = {64}});
    CHECK(stuck.launch.status == exec::Status::Trap);
}

TEST_CASE("another block of the cluster, and other misuse, is named") {
    const Ran other = run("mov.u32 %r1, 0;\nmapa.shared::cluster.u32 %r2, %r1, 1;\n");
    CHECK(other.launch.message.find("mapa names block 1 of a cluster that has one block") == 0);
    CHECK(run("mov.u32 %r1, 0;\nmapa.shared::cluster.u32 %r2, %r1, 4;\n", kFour)
              .launch.message.find("mapa names block 4 of a cluster that has 4 blocks") == 0);
    CHECK(run("setmaxnreg.inc.sync.aligned.u32 232;\n").launch.status == exec::Status::Ok);
    CHECK(run("setmaxnreg.dec.sync.aligned.u32 23;\n").launch.status == exec::Status::Unsupported);
}

TEST_CASE("blocks know their place in a cluster of three dimensions") {
    const std::string registers[] = {"%cluster_ctarank", "%cluster_nctarank", "%cluster_ctaid.x",
                                     "%cluster_ctaid.y", "%cluster_nctaid.y", "%clusterid.x",
                                     "%clusterid.y",     "%nclusterid.x",     "%nclusterid.y",
                                     "%ctaid.x",         "%ctaid.y"};
    std::string body =
        "mov.u32 %r2, %ctaid.y;\nmov.u32 %r3, %ctaid.x;\nmad.lo.u32 %r2, %r2, 6, %r3;\nmad.wide.u32 %rd1, "
        "%r2, 48, "
        "%out;\nmov.pred %p1, %is_explicit_cluster;\nselp.u32 %r4, 1, 0, %p1;\nst.global.u32 [%rd1+44], "
        "%r4;\n";
    for (u32 k = 0; k < 11; ++k)
        body +=
            "mov.u32 %r1, " + registers[k] + ";\nst.global.u32 [%rd1+" + std::to_string(4 * k) + "], %r1;\n";
    const Ran ran = run(body, {.grid = {6, 4}, .block = {1}, .cluster = {3, 2}, .words = 6 * 4 * 12});
    std::vector<u32> expected;
    for (u32 y = 0; y < 4; ++y)
        for (u32 x = 0; x < 6; ++x)
            for (const u32 value : {y % 2 * 3 + x % 3, 6u, x % 3, y % 2, 2u, x / 3, y / 2, 2u, 2u, x, y, 1u})
                expected.push_back(value);
    CHECK(ran.out == expected);
}

TEST_CASE("a block reads and writes the shared memory of the next one in its cluster") {
    for (const bool random : {false, true}) {
        Setup setup = kFour;
        setup.random_schedule = random;
        const Ran read = run(kTile + kFill + kBarrier + kRead + kBarrier, setup);
        CAPTURE(read.launch.message);
        CHECK(read.launch.findings.empty());
        CHECK(read.out == of_threads(of_next));
        const Ran generic =
            run(kTile + kFill + kBarrier +
                    "cvt.u64.u32 %rd1, %r4;\ncvta.shared.u64 %rd1, %rd1;\nmapa.u64 %rd2, %rd1, "
                    "%r2;\nld.u32 %r8, [%rd2];\nst.global.u32 [%mine], %r8;\n" +
                    kBarrier,
                setup);
        CHECK(generic.launch.findings.empty());
        CHECK(generic.out == of_threads(of_next));
        const Ran written = run(kTile + kBarrier + kNext +
                                    "mad.lo.u32 %r6, %r1, 100, %t;\nst.shared::cluster.u32 [%r7], %r6;\n" +
                                    kBarrier + "ld.shared.u32 %r8, [%r4];\nst.global.u32 [%mine], %r8;\n",
                                setup);
        CHECK(written.launch.findings.empty());
        CHECK(written.out == of_threads([](u32 block, u32 t) { return (block + 3) % 4 * 100 + t; }));
    }
}

TEST_CASE("atomics of all blocks of a cluster meet in one block's shared memory") {
    const Ran ran = run(kTile + "mov.u32 %r6, 0;\nst.shared.u32 [%r4], %r6;\n" + kBarrier +
                            "mov.u32 %r6, 2;\nmapa.shared::cluster.u32 %r7, %r4, %r6;\nadd.u32 %r6, %r1, "
                            "1;\nred.relaxed.cluster.shared::cluster.add.u32 [%r7], %r6;\n" +
                            kBarrier + "ld.shared.u32 %r8, [%r4];\nst.global.u32 [%mine], %r8;\n",
                        kFour);
    CHECK(ran.launch.findings.empty());
    CHECK(ran.out == of_threads([](u32 block, u32) { return block % 4 == 2 ? 10 : 0; }));
}

TEST_CASE("getctarank tells the block of an address") {
    const Ran ran = run(
        kTile + kNext +
            "getctarank.shared::cluster.u32 %r8, %r7;\ngetctarank.shared::cluster.u32 %r9, %r4;\nmad.lo.u32 "
            "%r8, %r8, 10, %r9;\nst.global.u32 [%mine], %r8;\n",
        kFour);
    CHECK(ran.out == of_threads([](u32 block, u32) { return (block + 1) % 4 * 10 + block % 4; }));
}

TEST_CASE("without a barrier of the cluster, accesses to another block's shared memory race") {
    const auto races = [](const std::string& body) {
        const Ran ran = run(kTile + body, kFour);
        u32 count = 0;
        for (const check::Finding& each : ran.launch.findings)
            if (each.fault == check::Fault::SharedRace) {
                CHECK(each.access.block != each.other.block);
                ++count;
            }
        return count;
    };
    CHECK(races(kFill + kRead + kBarrier) != 0);  // the other block's word may come later
    CHECK(races(kFill + "bar.sync 0;\n" + kRead + kBarrier) != 0);
    CHECK(races(kFill + kBarrier + kRead + kFill + kBarrier) != 0);  // the next block still reads
    CHECK(races(kFill + kBarrier + kNext + "st.shared::cluster.u32 [%r7], %t;\nld.shared.u32 %r8, [%r4];\n" +
                decide_by("%r8") + kBarrier) != 0);
    CHECK(races(kFill + kBarrier +
                "mov.u32 %r6, 0;\nmapa.shared::cluster.u32 %r7, %r4, %r6;\nst.shared::cluster.u32 "
                "[%r7], %r1;\n" +
                kBarrier) != 0);  // all write the same word
    CHECK(races(kFill + kBarrier + kRead + kBarrier + kFill) == 0);
}

TEST_CASE("another block's shared memory has bounds, needs to be written, and ends with its block") {
    const Ran beyond =
        run(kTile + kFill + kBarrier + kNext + "ld.shared::cluster.u32 %r8, [%r7+256];\n" + kBarrier, kFour);
    CHECK(beyond.launch.status == exec::Status::IllegalAddress);
    CHECK(only(beyond.launch).fault == check::Fault::OutOfBounds);
    const Ran own_only =
        run(kTile + kFill + kBarrier + kNext + "ld.shared::cta.u32 %r8, [%r7];\n" + kBarrier, kFour);
    CHECK(own_only.launch.status == exec::Status::IllegalAddress);
    const Ran unwritten = run(kTile + kRead + kBarrier, kFour);
    CHECK(only(unwritten.launch).fault == check::Fault::UninitialisedRead);
    const Ran gone =
        run(kTile + kFill + kBarrier + "setp.eq.u32 %p1, %r1, 1;\n@%p1 exit;\nbar.sync 0;\n" +
                "mov.u32 %r9, 0;\nLOOP:\nadd.u32 %r9, %r9, 1;\nsetp.lt.u32 %p2, %r9, 40000;\n@%p2 bra "
                "LOOP;\n" +
                kRead,
            {.grid = {4}, .cluster = {4}});
    CHECK(gone.launch.status == exec::Status::IllegalAddress);
    CHECK(gone.launch.message.find("whose threads have all exited") != std::string::npos);
    CHECK(gone.launch.message.find("cluster.sync()") != std::string::npos);
}

TEST_CASE("a barrier of the cluster orders accesses to global memory, and waits for every block") {
    const std::string exchange =
        kTile +
        "st.global.u32 [%mine], %g;\n%B%xor.b32 %r6, %g, 32;\nmad.wide.u32 %rd1, %r6, 4, "
        "%out;\nld.global.u32 %r7, [%rd1];\n" +
        decide_by("%r7");
    const auto with = [&](const std::string& barrier) {
        std::string body = exchange;
        body.replace(body.find("%B%"), 3, barrier);
        return run(body, kFour).launch.findings.size();
    };
    CHECK(with(kBarrier) == 0);
    CHECK(with("") != 0);
    const Ran stuck =
        run(kTile + "setp.eq.u32 %p1, %r1, 1;\n@%p1 bra OTHER;\n" + kBarrier +
                "bra END;\nOTHER:\nsetp.lt.u32 %p2, %t, 16;\n@%p2 bar.sync 0;\n@!%p2 bar.sync 1;\nEND:\n",
            {.grid = {2}, .cluster = {2}});
    CHECK(stuck.launch.status == exec::Status::Trap);
    CHECK(stuck.launch.message.find("deadlock in block") == 0);
}

TEST_CASE("arrivals, stores and copies that another block's mbarrier counts") {
    const std::string init =
        ".shared .align 8 .b8 bar[8];\n.shared .align 128 .b8 copy[512];\n" + kTile +
        "mov.u32 %r10, bar;\nsetp.eq.u32 %p1, %t, 0;\n@%p1 mbarrier.init.shared.b64 [%r10], "
        "%C%;\nmapa.shared::cluster.u32 %r11, %r10, %r2;\n" +
        kFill + "fence.proxy.async;\n" + kBarrier;
    const std::string wait =
        "WAIT:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [%r10], 0;\n@!%p2 bra "
        "WAIT;\n";
    const auto after = [&](const std::string& count, const std::string& body, const std::string& look) {
        std::string text = init + body + wait + look + "st.global.u32 [%mine], %r8;\n" + kBarrier;
        text.replace(text.find("%C%"), 3, count);
        const Ran ran = run(text, kFour);
        CAPTURE(ran.launch.message);
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.launch.findings.empty());
        return ran.out;
    };
    const auto of_previous = [](u32 block, u32 t) { return (block + 3) % 4 * 100 + t; };
    const std::string own = "ld.shared.u32 %r8, [%r4];\n";
    CHECK(
        after(
            "32",
            kNext +
                "st.shared::cluster.u32 [%r7], %r6;\nmbarrier.arrive.release.cluster.shared::cluster.b64 _, "
                "[%r11];\n",
            own) == of_threads(of_previous));
    const std::string expect = "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r10], 128;\n";
    CHECK(after("1",
                expect + kNext +
                    "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r7], %r6, [%r11];\n",
                own) == of_threads(of_previous));
    const std::string copied =
        "mov.u32 %r12, copy;\nmad.lo.u32 %r13, %t, 4, %r12;\nld.shared.u32 %r8, [%r13];\n";
    CHECK(
        after(
            "1",
            expect +
                "mov.u32 %r12, copy;\nmapa.shared::cluster.u32 %r13, %r12, %r2;\n@%p1 "
                "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r13], [%r3], 128, "
                "[%r11];\n",
            copied) == of_threads(of_previous));
}

TEST_CASE("a multicast brings the same bytes to several blocks, and each one's mbarrier counts them") {
    const std::string body =
        ".shared .align 8 .b8 bar[8];\n.shared .align 128 .b8 tile[128];\nmov.u32 %r1, "
        "%cluster_ctarank;\nmov.u32 %r3, "
        "tile;\nmov.u32 %r10, bar;\nsetp.eq.u32 %p1, %t, 0;\n@%p1 mbarrier.init.shared.b64 [%r10], 1;\n@%p1 "
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r10], 128;\n" +
        kBarrier +
        "setp.eq.and.u32 %p2, %r1, 1, %p1;\nmov.u16 %rs1, 13;\n@%p2 "
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r3], [%in], "
        "128, [%r10], "
        "%rs1;\nmov.u32 %r8, 7;\nsetp.eq.u32 %p3, %r1, 1;\n@%p3 bra "
        "END;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 "
        "%p2, [%r10], 0;\n@!%p2 bra WAIT;\nmad.lo.u32 %r4, %t, 4, %r3;\nld.shared.u32 %r8, "
        "[%r4];\nEND:\nst.global.u32 [%mine], %r8;\n" +
        kBarrier;
    Setup setup = kFour;
    setup.in = words(32, [](u32 k) { return k + 1000; });
    const Ran ran = run(body, setup);
    CAPTURE(ran.launch.message);
    CHECK(ran.launch.findings.empty());
    CHECK(ran.out == of_threads([](u32 block, u32 t) { return block % 4 == 1 ? 7 : t + 1000; }));
    std::string wrong = body;
    wrong.replace(wrong.find("%rs1, 13"), 8, "%rs1, 29");
    CHECK(run(wrong, setup).launch.message.find("a multicast to block 4 of a cluster of 4") == 0);
}
