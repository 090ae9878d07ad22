// Clusters of one block, setmaxnreg.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

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
    CHECK(run("setmaxnreg.inc.sync.aligned.u32 232;\n").launch.status == exec::Status::Ok);
    CHECK(run("setmaxnreg.dec.sync.aligned.u32 23;\n").launch.status == exec::Status::Unsupported);
}
