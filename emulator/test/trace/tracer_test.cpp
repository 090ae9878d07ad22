// What --trace records of a kernel, against addresses and costs worked out by hand.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <sstream>
#include <string>
#include <vector>

#include "emulator/test/support/run_ptx.hpp"
#include "emulator/trace/reader.hpp"
#include "emulator/trace/writer.hpp"

using namespace simt;
using namespace simt::exec;
using trace::Space;

namespace {

const std::string kShared = ".shared .align 16 .b8 tile[4096];\n";

// The trace of a kernel's only launch.
trace::Launch traced(const std::string& body, Setup setup, const trace::Selection& selection = {}) {
    std::ostringstream out;
    trace::Writer writer(out, 0);
    const TraceOptions options{&writer, selection};
    setup.trace = &options;
    run(body, setup);
    writer.end();
    std::istringstream in(out.str());
    trace::Trace trace = trace::read(in);
    REQUIRE(trace.launches.size() == 1);
    return trace.launches[0];
}

// "global load 4: 4", "block barrier": what each access is, with its cost.
std::vector<std::string> summary(const trace::Launch& launch) {
    std::vector<std::string> rows;
    for (const trace::Access& access : launch.accesses) {
        const trace::Instruction& one = launch.instructions[access.instruction];
        std::string row = std::string(trace::kSpaces[static_cast<int>(one.space)]) + " " +
                          trace::kKinds[static_cast<int>(one.kind)];
        if (one.space != Space::Block)
            row += " " + std::to_string(one.width) + ": " + std::to_string(access.cost);
        rows.push_back(row);
    }
    return rows;
}

using Rows = std::vector<std::string>;

}  // namespace

TEST_CASE("a trace holds a warp's accesses in order, with what each cost") {
    const trace::Launch launch = traced(R"(
        mul.lo.u32 %r1, %t, 128;
        mov.u32 %r2, tile;
        add.u32 %r3, %r2, %r1;
        st.shared.u32 [%r3], %t;
        bar.sync 0;
        ld.shared.u32 %r4, [%r2+8];
        st.global.u32 [%mine], %r4;
        ld.global.v2.u32 {%r5, %r6}, [%out];
        atom.global.add.u32 %r7, [%out+4], %r4;)",
                                        {.words = 64, .declarations = kShared});
    CHECK(summary(launch) == Rows{"shared store 4: 32", "block barrier", "shared load 4: 1",
                                  "global store 4: 4", "global load 8: 1", "global atomic 4: 32"});
    const auto& accesses = launch.accesses;
    REQUIRE(accesses.size() == 6);
    for (u32 lane = 0; lane < 32; ++lane) {
        CHECK(accesses[0].at[lane] == 128 * s64{lane});
        CHECK(accesses[2].at[lane] == 8);
        CHECK(accesses[3].at[lane] == 4 * s64{lane});
        CHECK(accesses[5].at[lane] == 4);
    }
    for (std::size_t k = 1; k < accesses.size(); ++k) CHECK(accesses[k].clock > accesses[k - 1].clock);
    REQUIRE(launch.arrays.size() == 1);
    CHECK(launch.arrays[0].name == "out");
    CHECK(launch.arrays[0].bytes == 256);
    CHECK(accesses[3].array == launch.arrays[0].number);
    CHECK(launch.block == Dim3{32, 1, 1});
}

namespace {

const std::string kFile = ".file 1 \"k.cu\"\n.file 2 \"/usr/local/cuda/include/crt/a.h\"\n";

// "12: ffffffff": where the warp was, with which lanes.
Rows way(const trace::Launch& launch) {
    Rows rows;
    for (const trace::Arrival& arrival : launch.arrivals)
        rows.push_back(fmt::format("{}: {:x}", launch.places.at(arrival.place).line, arrival.mask));
    return rows;
}

}  // namespace

TEST_CASE("a warp's way is recorded line by line, with the lanes at work at each") {
    const trace::Launch launch = traced(R"(
        .loc 1 10 1
        add.u32 %r1, %t, 1;
        setp.lt.u32 %p1, %t, 8;
        @%p1 bra LOW;
        .loc 1 13 1
        mul.lo.u32 %r1, %t, 3;
        add.u32 %r1, %r1, 3;
        bra JOIN;
        LOW:
        .loc 1 11 1
        st.global.u32 [%mine], %r1;
        JOIN:
        .loc 1 15 1
        setp.gt.u32 %p2, %t, 30;
        @%p2 exit;
        st.global.u32 [%mine], %r1;
        .loc 2 99 1, function_name $info, inlined_at 1 15 9
        add.u32 %r2, %r1, 1;
        .loc 1 10 1
        st.global.u32 [%mine], %r2;)",
                                        {.declarations = kFile});
    CAPTURE(fmt::format("{}", fmt::join(way(launch), ", ")));
    CHECK(way(launch) == Rows{"10: ffffffff", "13: ffffff00", "11: ff", "15: ffffffff", "15: 80000000",
                              "15: 7fffffff", "10: 7fffffff"});
    REQUIRE(launch.places.size() == 4);
    CHECK(launch.places[0] == trace::Place{10, "k.cu"});
    REQUIRE(launch.accesses.size() == 3);
    CHECK(launch.accesses[0].clock == launch.arrivals.at(2).clock);
    CHECK(launch.accesses[1].clock == launch.arrivals.at(5).clock);
    CHECK(launch.accesses[2].clock == launch.arrivals.at(6).clock);
}

TEST_CASE("each warp of each block has a way of its own") {
    const trace::Launch launch = traced(".loc 1 10 1\nadd.u32 %r1, %t, 1;\nbar.sync 0;\n.loc 1 11 1",
                                        {.grid = {2}, .block = {48}, .declarations = kFile}, {.all = true});
    Rows rows;
    for (const trace::Arrival& arrival : launch.arrivals)
        rows.push_back(
            fmt::format("{} {} {} {:x}", arrival.block, arrival.warp, arrival.place, arrival.mask));
    CHECK(rows == Rows{"0 0 0 ffffffff", "0 1 0 ffff", "0 0 1 ffffffff", "0 1 1 ffff", "1 0 0 ffffffff",
                       "1 1 0 ffff", "1 0 1 ffffffff", "1 1 1 ffff"});
}

TEST_CASE("without line information a trace has no way") {
    const trace::Launch launch = traced("st.global.u32 [%mine], %t;", {});
    CHECK(launch.arrivals.empty());
    CHECK(launch.places.empty());
}

TEST_CASE("a trace names the arrays in shared memory") {
    const trace::Launch launch =
        traced("mov.u32 %r1, tile; mov.u32 %r2, _ZZ1kE5other; mov.u32 %r3, rest; st.shared.u32 [%r1], %t;",
               {.dynamic_shared = 64,
                .declarations = kShared + ".shared .align 4 .b8 _ZZ1kE5other[12];\n"
                                          ".shared .align 4 .b8 unused[16];\n"
                                          ".extern .shared .align 4 .b8 rest[];\n"});
    Rows rows;
    for (const trace::SharedArray& array : launch.shared_arrays)
        rows.push_back(fmt::format("{} {} {}", array.offset, array.bytes, array.name));
    CAPTURE(fmt::format("{}", fmt::join(rows, ", ")));
    CHECK(rows == Rows{"0 4096 tile", "4096 12 other", "4112 64 rest"});
}

TEST_CASE("only lanes that take part are recorded") {
    const trace::Launch launch = traced("setp.lt.u32 %p1, %t, 5; @%p1 st.global.u32 [%mine], %t;", {});
    REQUIRE(launch.accesses.size() == 1);
    CHECK(launch.accesses[0].mask == 0x1f);
    CHECK(launch.accesses[0].cost == 1);
}

TEST_CASE("a load that overwrites its own address register is recorded with the address") {
    const trace::Launch launch = traced("ld.global.u64 %mine, [%mine];", {.words = 64});
    REQUIRE(launch.accesses.size() == 1);
    CHECK(launch.accesses[0].at[3] == 12);
}

TEST_CASE("an access that ends the launch is recorded without a cost") {
    const trace::Launch launch = traced("st.global.u32 [%mine+4096], %t;", {});
    REQUIRE(launch.accesses.size() == 1);
    CHECK(launch.accesses[0].cost == 0);
}

TEST_CASE("a generic access is recorded for each space that its lanes are in") {
    const trace::Launch launch = traced(R"(
        mov.u32 %r1, tile;
        cvta.shared.u64 %rd1, tile;
        setp.lt.u32 %p1, %t, 8;
        selp.b64 %rd2, %rd1, %mine, %p1;
        st.u32 [%rd2], %t;)",
                                        {.declarations = kShared});
    CHECK(summary(launch) == Rows{"global store 4: 3", "shared store 4: 1"});
    CHECK(launch.accesses[0].mask == 0xffffff00);
    CHECK(launch.accesses[1].mask == 0xff);
    CHECK(launch.accesses[1].at[2] == 0);
}

TEST_CASE("local memory is recorded by the thread's own offsets") {
    const trace::Launch launch = traced(R"(
        .local .align 4 .b8 mine[16];
        mov.u32 %r1, mine;
        st.local.u32 [%r1+8], %t;)",
                                        {});
    CHECK(summary(launch) == Rows{"local store 4: 0"});
    CHECK(launch.accesses[0].at[31] == 8);
}

TEST_CASE("a selection is a warp, a block, all blocks, or every so-many-th") {
    const auto recorded = [](const trace::Selection& selection) {
        std::vector<std::pair<u64, u32>> warps;
        for (const trace::Access& access :
             traced("st.global.u32 [%mine], %t;", {.grid = {3, 2}, .block = {64}, .words = 1024}, selection)
                 .accesses)
            warps.emplace_back(access.block, access.warp);
        return warps;
    };
    using Warps = std::vector<std::pair<u64, u32>>;
    CHECK(recorded({}) == Warps{{0, 0}});
    CHECK(recorded({.block = {1, 1, 0}, .warp = 1}) == Warps{{4, 1}});
    CHECK(recorded({.block = {1, 1, 0}, .one_warp = false}) == Warps{{4, 0}, {4, 1}});
    CHECK(recorded({.all = true, .every = 4}) == Warps{{0, 0}, {0, 1}, {4, 0}, {4, 1}});
    CHECK(recorded({.all = true}).size() == 12);
}

TEST_CASE("recording changes no count, and the costs in the trace add up to the counts") {
    const std::string body =
        "mul.lo.u32 %r1, %t, 64; cvt.u64.u32 %rd1, %r1; add.u64 %rd1, %rd1, %out; "
        "st.global.u32 [%rd1], %t; bar.sync 0; ld.global.u32 %r2, [%mine];";
    Setup setup{.grid = {4}, .block = {96}, .threads = 2, .words = 8192};
    const exec::Launch plain = run(body, setup).launch;
    std::ostringstream out;
    trace::Writer writer(out, 0);
    const TraceOptions options{&writer, {.all = true}};
    setup.trace = &options;
    CHECK(run(body, setup).launch.counters == plain.counters);
    writer.end();
    std::istringstream in(out.str());
    const trace::Launch launch = trace::read(in).launches.at(0);
    u64 loaded = 0, stored = 0, barriers = 0;
    for (const trace::Access& access : launch.accesses) {
        const trace::Instruction& one = launch.instructions[access.instruction];
        barriers += one.kind == trace::Kind::Barrier;
        (one.kind == trace::Kind::Store ? stored : loaded) += access.cost;
    }
    CHECK(loaded == plain.counters.global_load_sectors);
    CHECK(stored == plain.counters.global_store_sectors);
    CHECK(barriers == plain.counters.barriers);
    CHECK(barriers == 12);
}
