// cp.async: bytes come to shared memory when the thread waits for them, and not before.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// Lane t copies `bytes` bytes from in to its place in tile, which was filled with 7s. %r10: its place; %rd10: its source.
std::string copying(u32 bytes) {
    const std::string n = std::to_string(bytes);
    std::string text = ".shared .align 16 .b8 tile[1024];\nmov.u32 %r0, tile;\nmad.lo.u32 %r10, %t, " + n +
                       ", %r0;\nmul.wide.u32 %rd10, %t, " + n + ";\nadd.u64 %rd10, %rd10, %in;\n";
    for (u32 k = 0; k < bytes; k += 4) text += "st.shared.u32 [%r10+" + std::to_string(k) + "], 7;\n";
    return text;
}

// Stores the first word of the lane's place to word `at` of its four words in out.
std::string look_at(u32 at) {
    return "ld.shared.u32 %r1, [%r10];\nmad.wide.u32 %rd1, %t, 16, %out;\nst.global.u32 [%rd1+" +
           std::to_string(4 * at) + "], %r1;\n";
}

const std::vector<u32> kIn = words(256, [](u32 k) { return k + 100; });

}  // namespace

TEST_CASE("before the wait shared memory holds what it held, after it the copy") {
    for (const u32 bytes : {4u, 8u, 16u}) {
        for (const std::string cache : {"ca", "cg"}) {
            if (cache == "cg" && bytes != 16) continue;
            CAPTURE(bytes);
            const Ran ran =
                run(copying(bytes) + "cp.async." + cache + ".shared.global [%r10], [%rd10], " +
                        std::to_string(bytes) + ";\n" + look_at(0) + "cp.async.commit_group;\n" + look_at(1) +
                        "cp.async.wait_group 0;\n" + look_at(2) + "cp.async.wait_all;\n" + look_at(3),
                    {.in = kIn, .words = 128});
            CHECK(ran.launch.status == exec::Status::Ok);
            CHECK(ran.out == words(128, [&](u32 k) { return k % 4 < 2 ? 7 : k / 4 * bytes / 4 + 100; }));
        }
    }
}

TEST_CASE("all bytes of a copy come, spelled with a prefetch size or a cluster-less space") {
    for (const char* spelling : {"cp.async.cg.shared.global.L2::128B [%r10], [%rd10], 16;",
                                 "cp.async.ca.shared::cta.global [%r10], [%rd10], 16, 16;"}) {
        const Ran ran =
            run(copying(16) + spelling +
                    "\ncp.async.wait_all;\nld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [%r10];\n"
                    "mad.wide.u32 %rd1, %t, 16, %out;\nst.global.v4.u32 [%rd1], {%r1, %r2, %r3, %r4};",
                {.in = kIn, .words = 128});
        CHECK(ran.out == words(128, [](u32 k) { return k + 100; }));
    }
}

TEST_CASE("wait_group n leaves the n newest groups on their way") {
    // Three groups into three words; after each wait all three are looked at.
    const auto after = [](u32 left) {
        return run(R"(
.shared .align 4 .b8 tile[12];
st.shared.u32 [tile], 1;
st.shared.u32 [tile+4], 2;
st.shared.u32 [tile+8], 3;
mov.u32 %r0, tile;
cp.async.ca.shared.global [%r0], [%in], 4;
cp.async.commit_group;
cp.async.ca.shared.global [%r0+4], [%in+4], 4;
cp.async.commit_group;
cp.async.ca.shared.global [%r0+8], [%in+8], 4;
cp.async.commit_group;
cp.async.wait_group )" +
                       std::to_string(left) + R"(;
ld.shared.u32 %r1, [tile];
ld.shared.u32 %r2, [tile+4];
ld.shared.u32 %r3, [tile+8];
st.global.u32 [%out], %r1;
st.global.u32 [%out+4], %r2;
st.global.u32 [%out+8], %r3;
)",
                   {.block = {1}, .in = {11, 12, 13}, .words = 3})
            .out;
    };
    CHECK(after(3) == std::vector<u32>{1, 2, 3});
    CHECK(after(2) == std::vector<u32>{11, 2, 3});
    CHECK(after(1) == std::vector<u32>{11, 12, 3});
    CHECK(after(0) == std::vector<u32>{11, 12, 13});
}

TEST_CASE("wait_all waits for copies that no group holds yet, wait_group does not") {
    const auto after = [](const std::string& wait) {
        return run(copying(4) + "cp.async.ca.shared.global [%r10], [%rd10], 4;\n" + wait + ";\n" + look_at(0),
                   {.block = {1}, .in = kIn, .words = 4})
            .out[0];
    };
    CHECK(after("cp.async.wait_group 0") == 7);
    CHECK(after("cp.async.wait_all") == 100);
}

TEST_CASE("bytes beyond the source size are zero, and are not read") {
    // Lane t copies (t % 5) * 4 bytes of 16; a source size of 0 may come with any address.
    const Ran ran = run(copying(16) + R"(
rem.u32 %r2, %t, 5;
shl.b32 %r2, %r2, 2;
setp.eq.u32 %p1, %r2, 0;
@%p1 mov.u64 %rd10, 0;
cp.async.cg.shared.global [%r10], [%rd10], 16, %r2;
cp.async.wait_all;
ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [%r10];
mad.wide.u32 %rd1, %t, 16, %out;
st.global.v4.u32 [%rd1], {%r1, %r2, %r3, %r4};
)",
                        {.in = words(128, [](u32 k) { return k + 100; }), .words = 128});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(128, [](u32 k) { return k % 4 < k / 4 % 5 ? k + 100 : 0; }));
    CHECK(ran.launch.counters.global_load_requests == 1);
    CHECK(ran.launch.counters.global_load_sectors == 16);  // every sector has a lane that reads from it
}

TEST_CASE("the source is held to its bounds and its alignment, as far as it is read") {
    const auto copy_at = [](u32 offset, const std::string& size) {
        return run(copying(16) + "cp.async.cg.shared.global [%r10], [%in+" + std::to_string(offset) +
                       "], 16" + size + ";\ncp.async.wait_all;",
                   {.block = {1}, .in = words(14, [](u32 k) { return k; })})
            .launch.status;
    };
    CHECK(copy_at(32, "") == exec::Status::Ok);
    CHECK(copy_at(48, "") == exec::Status::IllegalAddress);  // 8 of the 16 bytes are there
    CHECK(copy_at(48, ", 8") == exec::Status::Ok);
    CHECK(copy_at(48, ", 9") == exec::Status::IllegalAddress);
    CHECK(copy_at(36, "") == exec::Status::MisalignedAddress);
    CHECK(copy_at(36, ", 8") == exec::Status::MisalignedAddress);
}

TEST_CASE("a pipeline: the next tile is in flight while this one is summed") {
    // 8 tiles of 32 words, two stages; thread t sums what its neighbour copied.
    const Ran ran = run(R"(
.shared .align 16 .b8 stage[256];
mov.u32 %r0, stage;
mad.lo.u32 %r1, %t, 4, %r0;
xor.b32 %r2, %t, 1;
mad.lo.u32 %r2, %r2, 4, %r0;
mad.wide.u32 %rd1, %t, 4, %in;
mov.u32 %r3, 0;
mov.u32 %r4, 0;
cp.async.ca.shared.global [%r1], [%rd1], 4;
cp.async.commit_group;
LOOP:
add.u32 %r5, %r4, 1;
and.b32 %r6, %r5, 1;
mad.lo.u32 %r7, %r6, 128, %r1;
add.u64 %rd1, %rd1, 128;
setp.lt.u32 %p0, %r5, 8;
@%p0 cp.async.ca.shared.global [%r7], [%rd1], 4;
cp.async.commit_group;
cp.async.wait_group 1;
bar.sync 0;
and.b32 %r6, %r4, 1;
mad.lo.u32 %r7, %r6, 128, %r2;
ld.shared.u32 %r8, [%r7];
add.u32 %r3, %r3, %r8;
bar.sync 0;
mov.u32 %r4, %r5;
@%p0 bra LOOP;
st.global.u32 [%mine], %r3;
)",
                        {.in = kIn});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.launch.findings.empty());
    CHECK(ran.out == words(32, [](u32 t) {
              u32 sum = 0;
              for (u32 tile = 0; tile < 8; ++tile) sum += kIn[tile * 32 + (t ^ 1)];
              return sum;
          }));
}

TEST_CASE("a copy counts as a global load and not as a shared store, as an H200's counters have it") {
    const Ran ran = run(
        ".shared .align 16 .b8 tile[512];\nmov.u32 %r0, tile;\nmad.lo.u32 %r1, %t, 16, %r0;\n"
        "mad.wide.u32 %rd1, %t, 16, %in;\ncp.async.cg.shared.global [%r1], [%rd1], 16;\ncp.async.wait_all;",
        {.in = words(128, [](u32) { return 0; })});
    const cost::Counters& counters = ran.launch.counters;
    CHECK(counters.warp_instructions == kPrologueInstructions + 6);
    CHECK(counters.global_load_requests == 1);
    CHECK(counters.global_load_sectors == 16);
    CHECK(counters.shared_store_requests == 0);
    CHECK(counters.shared_store_wavefronts == 0);
    CHECK(counters.shared_store_bank_conflicts == 0);
    CHECK(counters.dram_read_bytes == 512);
}

TEST_CASE(
    "a place that a copy is on its way to is not to be read: the race is reported, for the issuing thread "
    "too") {
    const std::string copy = copying(4) + "cp.async.ca.shared.global [%r10], [%rd10], 4;\n";
    const auto findings = [](const std::string& body) {
        return run(body, {.in = kIn, .words = 128}).launch.findings;
    };
    const std::vector<check::Finding> found = findings(copy + "bar.sync 0;\n" + look_at(0));
    REQUIRE(found.size() == 1);
    CHECK(found[0].fault == check::Fault::SharedRace);
    CHECK(found[0].other.site.instruction == "cp.async.ca.shared.global");
    CHECK(found[0].access.site.instruction == "ld.shared.u32");
    CHECK(findings(copy + "cp.async.wait_all;\nbar.sync 0;\n" + look_at(0)).empty());
    // Nobody but the copying thread may look without a barrier.
    const std::string neighbour = "xor.b32 %r10, %r10, 4;\n" + look_at(0);
    CHECK(findings(copy + "cp.async.wait_all;\nbar.warp.sync -1;\n" + neighbour).empty());
    CHECK(findings(copy + "cp.async.wait_all;\n" + neighbour).size() == 1);
}

TEST_CASE("copies that a block did not wait for are no race with the next block's accesses") {
    const std::string copy = copying(4) + look_at(0) + "cp.async.ca.shared.global [%r10], [%rd10], 4;\n";
    for (const char* end : {"", "cp.async.commit_group;\n", "cp.async.wait_all;\n"}) {
        CAPTURE(end);
        const Ran ran = run(copy + end, {.grid = {5, 1, 1}, .in = kIn, .words = 128});
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.launch.findings.empty());
    }
}

TEST_CASE("a true predicate in the place of the source size reads nothing and writes zeros") {
    const Ran ran = run(copying(4) + R"(
and.b32 %r2, %t, 1;
setp.ne.u32 %p1, %r2, 0;
@%p1 mov.u64 %rd10, 0;
cp.async.ca.shared.global [%r10], [%rd10], 4, %p1;
cp.async.wait_all;
)" + look_at(0),
                        {.in = kIn, .words = 128});
    CHECK(ran.launch.status == exec::Status::Ok);
    for (u32 t = 0; t < 32; ++t) CHECK(ran.out[4 * t] == (t % 2 == 1 ? 0 : t + 100));
}
