// Counters of whole launches, pinned by numbers worked out by hand. Single accesses are in test/cost/access_models_test.cpp.
#include <doctest/doctest.h>
#include <sys/mman.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

const std::vector<u32> kZeros(4096);

// Lane t accesses the word `index` of in or, if shared, of tile. `index` names a register.
cost::Counters access(const std::string& opcode, const std::string& index_code, bool shared, u32 width = 4) {
    const std::string n = std::to_string(width);
    const std::string registers = width == 8    ? "{%r20, %r21}"
                                  : width == 16 ? "{%r20, %r21, %r22, %r23}"
                                                : "%r20";
    const bool load = opcode.find("ld") == 0;
    std::string body = index_code;
    if (shared)
        body += ".shared .align 16 .b8 tile[16384];\nmov.u32 %r10, tile;\nmad.lo.u32 %r10, %r1, " + n +
                ", %r10;\n";
    else
        body += "mad.wide.u32 %rd10, %r1, " + n + ", %in;\n";
    const std::string place = shared ? "[%r10]" : "[%rd10]";
    body += opcode + " " + (load ? registers + ", " + place : place + ", " + registers) + ";";
    return run(body, {.checks = false, .in = kZeros}).launch.counters;
}

}  // namespace

TEST_CASE("floating-point instructions compute; comparisons, conversions and moves do not") {
    const cost::Counters counters = run(R"(
add.f32 %f1, %f2, %f3;
fma.rn.f64 %fd1, %fd2, %fd3, %fd1;
rcp.approx.f32 %f1, %f1;
min.f32 %f1, %f1, %f2;
add.u32 %r1, %r2, %r3;
setp.lt.f32 %p1, %f1, %f2;
cvt.rn.f32.u32 %f1, %r1;
mov.f32 %f2, %f1;)",
                                        {.block = {64}, .checks = false})
                                        .launch.counters;
    CHECK(counters.float_instructions == 2 * 4);
}

TEST_CASE("the longest warp is the one that executes most") {
    const auto longest = [](unsigned threads) {
        return run("setp.gt.u32 %p1, %t, 31;\n@%p1 exit;\nmov.u32 %r1, 0;\nA: add.u32 %r1, %r1, 1;\n"
                   "setp.lt.u32 %p2, %r1, 100;\n@%p2 bra A;",
                   {.block = {threads}, .checks = false})
            .launch.longest_warp;
    };
    CHECK(longest(32) >= 300);
    CHECK(longest(32) <= 330);
    CHECK(longest(128) == longest(32));
}

TEST_CASE("global accesses: requests and sectors by pattern") {
    const std::string contiguous = "mov.u32 %r1, %t;\n", stride2 = "shl.b32 %r1, %t, 1;\n",
                      column = "shl.b32 %r1, %t, 5;\n", same = "mov.u32 %r1, 5;\n",
                      shifted = "add.u32 %r1, %t, 1;\n",
                      reversed = "mov.u32 %r2, 31;\nsub.u32 %r1, %r2, %t;\n";
    const auto loads = [](const std::string& index, const std::string& opcode = "ld.global.u32",
                          u32 width = 4) {
        const cost::Counters counters = access(opcode, index, false, width);
        CHECK(counters.global_load_requests == 1);
        CHECK(counters.dram_read_bytes == 32 * counters.global_load_sectors);
        CHECK(counters.dram_write_bytes == 0);
        return counters.global_load_sectors;
    };
    CHECK(loads(contiguous) == 4);
    CHECK(loads(shifted) == 5);
    CHECK(loads(reversed) == 4);
    CHECK(loads(stride2) == 8);
    CHECK(loads(column) == 32);
    CHECK(loads(same) == 1);
    CHECK(loads(contiguous, "ld.global.nc.v2.u32", 8) == 8);
    CHECK(loads(contiguous, "ld.global.v4.u32", 16) == 16);
    CHECK(loads(contiguous, "ld.volatile.global.u8", 1) == 1);
    CHECK(loads(contiguous, "ld.global.u16", 2) == 2);
    const cost::Counters stored = access("st.global.u32", column, false);
    CHECK(stored.global_store_requests == 1);
    CHECK(stored.global_store_sectors == 32);
    CHECK(stored.dram_write_bytes == 32 * 32);
    CHECK(stored.dram_read_bytes == 0);
    CHECK(stored.global_load_requests == 0);
}

TEST_CASE("shared accesses: wavefronts and conflicts by pattern") {
    struct Pattern {
        const char* index;
        u32 wavefronts;
    };
    const Pattern patterns[] = {
        {"mov.u32 %r1, %t;\n", 1},       {"mov.u32 %r1, 7;\n", 1},      {"shl.b32 %r1, %t, 1;\n", 2},
        {"shl.b32 %r1, %t, 3;\n", 8},    {"shl.b32 %r1, %t, 5;\n", 32}, {"mul.lo.u32 %r1, %t, 33;\n", 1},
        {"mul.lo.u32 %r1, %t, 3;\n", 1}, {"shr.u32 %r1, %t, 1;\n", 1},  {"mul.lo.u32 %r1, %t, 34;\n", 2}};
    for (const Pattern& pattern : patterns) {
        CAPTURE(pattern.index);
        const cost::Counters load = access("ld.shared.u32", pattern.index, true);
        CHECK(load.shared_load_requests == 1);
        CHECK(load.shared_load_wavefronts == pattern.wavefronts);
        CHECK(load.shared_load_bank_conflicts == pattern.wavefronts - 1);
        CHECK(load.shared_store_requests == 0);
        CHECK(load.global_load_requests == 0);
        const cost::Counters store = access("st.shared.u32", pattern.index, true);
        CHECK(store.shared_store_requests == 1);
        CHECK(store.shared_store_wavefronts == pattern.wavefronts);
        CHECK(store.shared_store_bank_conflicts == pattern.wavefronts - 1);
    }
    const cost::Counters pairs = access("ld.shared.v2.u32", "mov.u32 %r1, %t;\n", true, 8);
    CHECK(pairs.shared_load_wavefronts == 2);
    CHECK(pairs.shared_load_bank_conflicts == 0);
    CHECK(access("ld.shared.v4.u32", "mov.u32 %r1, %t;\n", true, 16).shared_load_wavefronts == 4);
    CHECK(access("ld.shared.v4.u32", "shr.u32 %r1, %t, 1;\n", true, 16).shared_load_wavefronts == 2);
    CHECK(access("st.shared.v4.u32", "shr.u32 %r1, %t, 1;\n", true, 16).shared_store_wavefronts == 4);
}

TEST_CASE("a request is made by the lanes whose guard is true, and none if there are none") {
    // Warp 0: lanes 0-7 load (one sector); warp 1: nobody.
    const Ran ran = run(R"(
.shared .align 4 .b8 tile[256];
mov.u32 %r0, tile;
mad.lo.u32 %r0, %t, 4, %r0;
mad.wide.u32 %rd1, %t, 4, %in;
setp.lt.u32 %p0, %t, 8;
@%p0 ld.global.u32 %r1, [%rd1];
@%p0 st.shared.u32 [%r0], %r1;
@%p0 ld.shared.u32 %r2, [%r0];
@%p0 st.global.u32 [%mine], %r2;
@%p0 atom.global.add.u32 %r3, [%in], 0;
)",
                        {.block = {64}, .in = kZeros});
    const cost::Counters& counters = ran.launch.counters;
    CHECK(counters.global_load_requests == 1);
    CHECK(counters.global_load_sectors == 1);
    CHECK(counters.global_store_requests == 1);
    CHECK(counters.global_store_sectors == 1);
    CHECK(counters.shared_load_requests == 1);
    CHECK(counters.shared_load_wavefronts == 1);
    CHECK(counters.shared_store_requests == 1);
    CHECK(counters.atomics == 1);
    // Both warps issue all 20 instructions; lanes count where the guard is true.
    CHECK(counters.warp_instructions == 2 * (kPrologueInstructions + 10));
    CHECK(counters.thread_instructions == 64 * (kPrologueInstructions + 5) + 5 * 8);
}

TEST_CASE("distinct sectors count once for the memory, however often they are read") {
    // 4 blocks read the same 128 words twice and write 8 bytes apart: 32 lanes × 8 bytes = 8 sectors a block.
    const Ran ran = run(R"(
mad.wide.u32 %rd1, %t, 16, %in;
ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];
ld.global.u32 %r5, [%rd1];
mad.wide.u32 %rd2, %g, 8, %out;
st.global.u32 [%rd2], %r5;
)",
                        {.grid = {4}, .in = kZeros, .words = 256});
    const cost::Counters& counters = ran.launch.counters;
    CHECK(counters.global_load_requests == 8);
    CHECK(counters.global_load_sectors == 4 * 16 + 4 * 16);
    CHECK(counters.dram_read_bytes == 512);
    CHECK(counters.global_store_sectors == 4 * 8);
    CHECK(counters.dram_write_bytes == 4 * 8 * 32);
}

TEST_CASE("an atomic reads and writes its sector, and is neither a load nor a store") {
    const cost::Counters counters =
        run("atom.global.add.u32 %r1, [%out], 1;\nred.global.add.u32 [%out+64], 1;").launch.counters;
    CHECK(counters.atomics == 2);
    CHECK(counters.global_load_requests == 0);
    CHECK(counters.global_store_requests == 0);
    CHECK(counters.dram_read_bytes == 64);
    CHECK(counters.dram_write_bytes == 64);
}

TEST_CASE("a sector counts once for each lane that updates one address in it") {
    const auto sectors = [](const std::string& offset) {
        const Ran ran = run(
            "and.b32 %r1, %t, 3;\n" + offset + "\nadd.u64 %rd1, %out, %rd1;\nred.global.add.u32 [%rd1], 1;",
            {.words = 1024});
        CHECK(ran.launch.counters.global_atomic_requests == 1);
        u64 of_lines = 0;
        for (const cost::LineCounters& line : ran.launch.lines) of_lines += line.global_atomic_sectors;
        CHECK(of_lines == ran.launch.counters.global_atomic_sectors);
        return of_lines;
    };
    CHECK(sectors("mul.wide.u32 %rd1, %t, 4;") == 4);     // neighbours
    CHECK(sectors("mul.wide.u32 %rd1, %t, 32;") == 32);   // a sector for each lane
    CHECK(sectors("mov.u64 %rd1, 0;") == 32);             // one word: 32 lanes in turn
    CHECK(sectors("mul.wide.u32 %rd1, %r1, 4;") == 8);    // four words of a sector, each for 8 lanes
    CHECK(sectors("mul.wide.u32 %rd1, %r1, 32;") == 32);  // four sectors, each for 8 lanes
}

TEST_CASE("atomics in shared memory have no sectors; a generic one counts the lanes in global memory") {
    const cost::Counters shared =
        run(".shared .align 4 .b8 tile[4];\nst.shared.u32 [tile], 0;\nred.shared.add.u32 [tile], 1;")
            .launch.counters;
    CHECK(shared.atomics == 1);
    CHECK(shared.global_atomic_requests == 0);
    CHECK(shared.global_atomic_sectors == 0);
    const cost::Counters both = run(R"(
.shared .align 4 .b8 tile[64];
mov.u64 %rd1, tile;
cvta.shared.u64 %rd1, %rd1;
mul.wide.u32 %rd2, %t, 4;
add.u64 %rd2, %out, %rd2;
setp.lt.u32 %p0, %t, 16;
@%p0 st.shared.u32 [tile], %t;
selp.b64 %rd1, %rd1, %rd2, %p0;
red.add.u32 [%rd1], 5;
)",
                                    {.checks = false})
                                    .launch.counters;
    CHECK(both.atomics == 2);
    CHECK(both.global_atomic_requests == 1);
    CHECK(both.global_atomic_sectors == 2);  // lanes 16 to 31, side by side
}

TEST_CASE("bulk copies and bulk reductions count as requests of their own") {
    const cost::Counters counters = run(R"(
.shared .align 16 .b8 tile[16];
st.shared.u32 [tile], %t;
mov.u32 %r2, tile;
fence.proxy.async;
cp.async.bulk.global.shared::cta.bulk_group [%out], [%r2], 16;
cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%out], [%r2], 16;
cp.async.bulk.commit_group;
cp.async.bulk.wait_group 0;
)",
                                        {.checks = false})
                                        .launch.counters;
    CHECK(counters.bulk_requests == 2);
    CHECK(counters.global_store_requests == 0);
    CHECK(run("st.global.u32 [%out], %t;").launch.counters.bulk_requests == 0);
}

TEST_CASE("constants and parameters are not global memory") {
    const cost::Counters counters = run("mov.u64 %rd1, table;\nmad.wide.u32 %rd1, %t, 4, "
                                        "%rd1;\nld.const.u32 %r1, [%rd1];\nld.const.u32 %r2, [table];\n"
                                        "ld.param.u32 %r3, [param_n];",
                                        {.declarations = ".const .align 4 .b8 table[128];\n"})
                                        .launch.counters;
    CHECK(counters.global_load_requests == 0);
    CHECK(counters.global_load_sectors == 0);
    CHECK(counters.dram_read_bytes == 0);
}

TEST_CASE("module variables are global memory") {
    const cost::Counters counters = run("ld.global.u32 %r1, [table];\nst.global.u32 [table], %r1;",
                                        {.declarations = ".global .align 4 .b8 table[128];\n"})
                                        .launch.counters;
    CHECK(counters.global_load_requests == 1);
    CHECK(counters.global_store_sectors == 1);
    CHECK(counters.dram_read_bytes == 32);
}

TEST_CASE("a cost is not carried over from one access pattern of an instruction to another") {
    // One load instruction; the round changes the pattern: rounds 0-3 stride 1, 2, 32 and 0 words, then stride 1 again.
    const Ran ran = run(R"(
.shared .align 4 .b8 tile[4096];
mov.u32 %r9, tile;
mov.u32 %r1, 0;
LOOP:
setp.eq.u32 %p1, %r1, 1;
setp.eq.u32 %p2, %r1, 2;
setp.eq.u32 %p3, %r1, 3;
selp.u32 %r2, 2, 1, %p1;
selp.u32 %r2, 32, %r2, %p2;
selp.u32 %r2, 0, %r2, %p3;
mul.lo.u32 %r3, %t, %r2;
mad.wide.u32 %rd1, %r3, 4, %in;
ld.global.u32 %r4, [%rd1];
mad.lo.u32 %r5, %r3, 4, %r9;
ld.shared.u32 %r6, [%r5];
add.u32 %r1, %r1, 1;
setp.lt.u32 %p0, %r1, 5;
@%p0 bra LOOP;
)",
                        {.checks = false, .in = kZeros});
    CHECK(ran.launch.counters.global_load_requests == 5);
    CHECK(ran.launch.counters.global_load_sectors == 4 + 8 + 32 + 1 + 4);
    CHECK(ran.launch.counters.shared_load_wavefronts == 1 + 2 + 32 + 1 + 1);
    CHECK(ran.launch.counters.shared_load_bank_conflicts == 1 + 31);
}

TEST_CASE("addresses that differ by multiples of 4 GiB are not one address") {
    Device device;
    const u64 first = device.upload(std::vector<u32>(8, 0));
    // Registered host memory keeps its host address: this one has the low 32 bits of the other's.
    const u64 wanted = (u64{0x6000} << 32) + (first & 0xffffffff);
    void* const host = mmap(reinterpret_cast<void*>(wanted), 4096, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    REQUIRE(host == reinterpret_cast<void*>(wanted));
    const u64 second = device.space.adopt(host, 4096, "registered")->address;
    REQUIRE((second - first) % (u64{1} << 32) == 0);
    // Even lanes read the first and odd lanes the second; then all the first.
    const std::string text = kernel_text(R"(
and.b32 %r1, %t, 1;
setp.eq.u32 %p1, %r1, 0;
mov.u32 %r2, 0;
LOOP:
setp.eq.or.u32 %p2, %r2, 1, %p1;
selp.b64 %rd1, %out, %in, %p2;
ld.global.u32 %r3, [%rd1];
add.u32 %r2, %r2, 1;
setp.lt.u32 %p0, %r2, 2;
@%p0 bra LOOP;
)");
    const exec::Launch launch = device.launch(text, {}, {first, second, 0});
    CHECK(launch.counters.global_load_requests == 2);
    CHECK(launch.counters.global_load_sectors == 2 + 1);
    CHECK(launch.counters.dram_read_bytes == 64);
    device.space.free(second);
    munmap(host, 4096);
}

TEST_CASE("a lane may access one allocation and its neighbour another in one instruction") {
    const Ran ran =
        run("setp.lt.u32 %p1, %t, 8;\nselp.b64 %rd1, %in, %out, %p1;\nmad.wide.u32 %rd1, %t, 4, %rd1;\n"
            "ld.global.u32 %r1, [%rd1];\nst.global.u32 [%mine], %r1;",
            {.in = words(32, [](u32 k) { return k; })});
    CHECK(ran.out == words(32, [](u32 t) { return t < 8 ? t : kPoison; }));
    CHECK(ran.launch.counters.global_load_sectors == 4);
}

TEST_CASE("totals do not depend on the number of host threads") {
    // Divergence, barriers, conflicts, several blocks on the same sectors.
    const std::string body = R"(
.shared .align 4 .b8 tile[4224];
mov.u32 %r0, tile;
and.b32 %r1, %t, 31;
shr.u32 %r2, %t, 5;
mad.lo.u32 %r3, %r1, 32, %r2;
mad.lo.u32 %r3, %r3, 4, %r0;
st.shared.u32 [%r3], %t;
bar.sync 0;
rem.u32 %r4, %g, 7;
mov.u32 %r5, 0;
LOOP:
setp.gt.u32 %p0, %r5, %r4;
@%p0 bra OUT;
ld.shared.u32 %r6, [%r3];
mad.wide.u32 %rd1, %r6, 8, %in;
ld.global.u32 %r7, [%rd1];
red.global.add.u32 [%in], 1;
add.u32 %r5, %r5, 1;
bra LOOP;
OUT:
st.global.u32 [%mine], %r5;
)";
    Setup setup{.grid = {37}, .block = {96}, .in = kZeros};
    const Ran one = run(body, setup);
    CHECK(one.launch.status == exec::Status::Ok);
    CHECK(one.launch.counters.divergent_warps == 37 * 3);
    CHECK(one.launch.counters.barriers == 37 * 3);
    CHECK(one.launch.counters.shared_store_bank_conflicts == 37 * 3 * 31);
    for (const int threads : {2, 4, 0}) {
        setup.threads = threads;
        const Ran more = run(body, setup);
        CHECK(more.launch.counters == one.launch.counters);
        CHECK(more.out == one.out);
    }
}

TEST_CASE("turning the checks off changes no counter") {
    Setup setup{.grid = {5}, .block = {70}, .in = kZeros};
    const std::string body =
        ".shared .align 4 .b8 tile[400];\nmov.u32 %r0, tile;\nmad.lo.u32 %r0, %t, 4, %r0;\nst.shared.u32 "
        "[%r0], %t;\n"
        "bar.sync 0;\nld.shared.u32 %r1, [%r0];\nmad.wide.u32 %rd1, %r1, 4, %in;\nld.global.u32 %r2, "
        "[%rd1];\n"
        "st.global.u32 [%mine], %r2;";
    const Ran with = run(body, setup);
    setup.checks = false;
    CHECK(run(body, setup).launch.counters == with.launch.counters);
}

TEST_CASE("costs by source line add up to the launch's") {
    const Ran ran = run(R"(
.loc 1 10 1
mad.wide.u32 %rd1, %t, 4, %in;
ld.global.u32 %r1, [%rd1];
.loc 1 20 1
st.global.u32 [%mine], %r1;
setp.lt.u32 %p0, %t, 5;
@%p0 bra END;
.loc 1 10 9
ld.global.u32 %r1, [%in];
END:
)",
                        {.in = kZeros, .declarations = ".file 1 \"my.cu\"\n"});
    const auto line = [&](u32 number) {
        for (const cost::LineCounters& counters : ran.launch.lines)
            if (counters.file == "my.cu" && counters.line == number) return counters;
        return cost::LineCounters{};
    };
    CHECK(line(10).global_load_requests == 2);
    CHECK(line(10).global_load_sectors == 5);
    CHECK(line(10).global_load_bytes == 4 * 32 + 4 * 27);
    CHECK(line(10).thread_instructions == 2 * 32 + 27 + 32);  // the final ret goes with the line before it
    CHECK(line(20).global_store_requests == 1);
    CHECK(line(20).global_store_bytes == 128);
    CHECK(line(20).divergent_branches == 1);
    CHECK(line(20).warp_instructions == 3);
    u64 sum = 0;
    for (const cost::LineCounters& counters : ran.launch.lines) sum += counters.warp_instructions;
    CHECK(sum == ran.launch.counters.warp_instructions);
}
