// The report of a kernel: its facts, within 80 and 120 columns.
#include "emulator/report/explanation.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "common/testing/words.hpp"
#include "emulator/report/costly_lines.hpp"
#include "emulator/report/names.hpp"

using namespace simt;
using namespace simt::check;
using namespace simt::cost;
using simt::exec::Launch;
using simt::exec::Status;
using namespace simt::report;
using ::testing::contains;
using ::testing::missing;

namespace {

constexpr u64 kRequests = 131072;  // of a 2048x2048 matrix of floats

LineAccess access(OpClass op_class, const char* instruction, u64 units, u64 conflicts, s64 stride) {
    LineAccess made;
    made.op_class = op_class;
    made.instruction = instruction;
    made.requests = kRequests;
    made.units = units;
    made.conflicts = conflicts;
    made.bytes = 128 * kRequests;
    made.worst.mask = ~0u;
    made.worst.width = 4;
    made.worst.units = static_cast<u32>(units / kRequests);
    made.worst.conflicts = static_cast<u32>(conflicts / kRequests);
    for (int lane = 0; lane < 32; ++lane) made.worst.relative[lane] = stride * lane;
    return made;
}

// A transpose that stores columns.
Launch naive() {
    Launch launch;
    launch.kernel = "naive(float*, const float*, int, int)";
    launch.mangled = "naive";
    launch.grid = {64, 64, 1};
    launch.block = {32, 32, 1};
    launch.registers = 40;
    launch.occupancy = 0.5;
    launch.resident_blocks = 1;
    launch.occupancy_limit = "registers";
    Counters& c = launch.counters;
    c.warps = kRequests;
    c.warp_instructions = 36 * kRequests;
    c.thread_instructions = 36 * 32 * kRequests;
    c.branches = kRequests;
    c.global_load_requests = c.global_store_requests = kRequests;
    c.global_load_sectors = 4 * kRequests;
    c.global_store_sectors = 32 * kRequests;
    c.dram_read_bytes = c.dram_write_bytes = 16777216;
    LineCounters line;
    line.file = "naive.cuh";
    line.line = 18;
    line.warp_instructions = 9 * kRequests;
    line.global_load_requests = line.global_store_requests = kRequests;
    line.global_load_sectors = 4 * kRequests;
    line.global_store_sectors = 32 * kRequests;
    line.global_load_bytes = line.global_store_bytes = 128 * kRequests;
    line.accesses = {access(OpClass::GlobalLoad, "ld.global.f32", 4 * kRequests, 0, 4),
                     access(OpClass::GlobalStore, "st.global.f32", 32 * kRequests, 0, 8192)};
    launch.lines = {line};
    return launch;
}

std::string explained(const Launch& launch, const Wanted& wanted = {80, false}) {
    return explanation({launch, 1}, wanted);
}

int widest(const std::string& text) {
    std::istringstream lines(text);
    int width = 0;
    for (std::string line; std::getline(lines, line);) width = std::max(width, display_width(line));
    return width;
}

}  // namespace

TEST_CASE("a kernel that stores columns is told so, with the line and one warp's pattern") {
    CHECK(missing(explained(naive(), {200, false}),
                  {"naive | grid 64x64, block 32x32, 1 launch\n",
                   "4,718,592 warp instructions*, 32.0 of 32 lanes", "131,072 branches*",
                   "always went the same way", "global loads    131,072 requests of 4.0 sectors",
                   "global stores   131,072 requests of 32.0 sectors, where 4.0 would do", "12.5 %",
                   "16.8 MB read, 16.8 MB written", "50 %", "1 block of 32 warps", "64 warps",
                   "registers (40 registers",
                   "28.8 µs on an H200, for stored sectors; 6.97 µs for 33.6 MB of DRAM traffic",
                   "4.51 µs for warp instructions*", "naive.cuh:18\n",
                   "store: 32 lanes, stride 8192 B: 32 sectors, 4 would do, in all 131,072 requests"}) == "");
    CHECK(widest(explained(naive())) <= 80);
}

TEST_CASE("the share of arithmetic and the loads under way meanwhile are said where there are any") {
    Launch launch = naive();
    CHECK(!contains(explained(launch), "arithmetic"));
    CHECK(!contains(explained(launch), "under way"));
    launch.counters.float_instructions = 9 * kRequests;
    launch.counters.overlapped_load_requests = kRequests / 2;
    CHECK(missing(explained(launch, {200, false}),
                  {"4,718,592 warp instructions*, 25 % of them floating-point arithmetic, 32.0 of 32 lanes",
                   "50 % of them are under way while the warp computes*."}) == "");
}

TEST_CASE("atomics are told apart by space, with the sectors of those in global memory") {
    Launch launch = naive();
    CHECK(!contains(explained(launch), "atomics"));
    launch.counters.atomics = 2000;
    CHECK(contains(explained(launch), "2,000 requests in shared memory."));
    launch.counters.global_atomic_requests = 500;
    launch.counters.global_atomic_sectors = 16000;
    CHECK(contains(explained(launch, {200, false}),
                   "1,500 requests in shared memory, 500 in global memory, of 32.0 sectors."));
    launch.counters.global_atomic_requests = 2000;
    CHECK(contains(explained(launch), "2,000 requests of 8.0 sectors."));
}

TEST_CASE("shared accesses are marked as written, with the bank that serves") {
    Launch launch = naive();
    launch.counters.shared_load_requests = kRequests;
    launch.counters.joined_load_requests = kRequests;
    launch.counters.shared_load_wavefronts = 32 * kRequests;
    launch.counters.joined_load_wavefronts = 32 * kRequests;
    launch.counters.shared_load_bank_conflicts = 31 * kRequests;
    launch.counters.joined_load_bank_conflicts = 31 * kRequests;
    LineCounters line;
    line.file = "tile.cuh";
    line.line = 30;
    line.shared_load_requests = kRequests;
    line.joined_load_requests = kRequests;
    line.shared_load_wavefronts = 32 * kRequests;
    line.joined_load_wavefronts = 32 * kRequests;
    line.shared_load_bank_conflicts = 31 * kRequests;
    line.joined_load_bank_conflicts = 31 * kRequests;
    line.accesses = {access(OpClass::SharedLoad, "ld.shared.f32", 32 * kRequests, 31 * kRequests, 128)};
    line.accesses[0].instructions = 4;
    launch.lines.push_back(line);
    const std::string text = explained(launch, {200, false});
    CHECK(contains(text, "shared loads    131,072 requests* of 32.0 wavefronts: 4,063,232 bank conflicts"));
    CHECK(contains(
        text,
        "shared load*: 32 lanes, stride 128 B: bank 0 serves all, 32 wavefronts, 1 would do, in all 131,072 "
        "requests"));
    CHECK(contains(text, "(by 4 instructions of the PTX)"));
    CHECK(contains(text, "The lines that waste most:\n    tile.cuh:30"));
    CHECK(widest(explained(launch, {120, false})) <= 120);
}

TEST_CASE("accesses that ptxas joined are the machine code's, without an asterisk") {
    Launch launch = naive();
    launch.counters.shared_load_requests = 4 * kRequests;
    launch.counters.shared_load_wavefronts = 16 * kRequests;
    launch.counters.shared_load_bank_conflicts = 12 * kRequests;
    launch.counters.joined_load_requests = kRequests;
    launch.counters.joined_load_wavefronts = 4 * kRequests;
    LineCounters line;
    line.accesses = {access(OpClass::SharedLoad, "ld.shared.f32", 8 * kRequests, 4 * kRequests, 128)};
    line.accesses[0].joined = 16;
    line.accesses[0].instructions = 2;
    launch.lines.push_back(line);
    const std::string text = explained(launch, {200, false});
    CHECK(contains(text,
                   "shared loads    131,072 requests of 4.0 wavefronts, into which ptxas joined 524,288 of "
                   "the PTX: no bank conflict."));
    CHECK(contains(text, "shared load: 32 lanes"));
    CHECK(contains(text, "(by 2 instructions of the machine code)"));
}

TEST_CASE("a pattern that only some requests have is told with whose it is and the average") {
    Launch launch = naive();
    launch.lines[0].accesses[1].units -= 1000;
    launch.lines[0].accesses[1].worst.block = {3, 2, 0};
    launch.lines[0].accesses[1].worst.warp = 5;
    CHECK(contains(explained(launch, {200, false}),
                   "The worst of 131,072 requests: block (3, 2, 0), warp 5; 32.0 sectors on average."));
}

TEST_CASE(
    "an array that ends within a sector wastes nothing, and the costliest request is not blamed for others") {
    Launch launch = naive();
    launch.lines[0].accesses.pop_back();  // loads of 4 sectors side by side are left
    LineAccess& loads = launch.lines[0].accesses[0];
    loads.instructions = 2;
    loads.bytes -= 2 * 20;  // of the last warp of each instruction
    CHECK_FALSE(contains(explained(launch, {200, false}), "waste"));
    launch.lines[0].divergent_branches = 1;
    const std::string divided = explained(launch, {200, false});
    CHECK(contains(divided,
                   "A line that wastes less than one per cent:\n    naive.cuh:18\n      branch*: the lanes"));
    CHECK_FALSE(contains(divided, "      load:"));
    loads.bytes /= 2;
    CHECK(missing(explained(launch, {200, false}),
                  {"load: 131,072 requests of 4.0 sectors on average",
                   "The costliest is none of these: 32 lanes side by side: 4 sectors"}) == "");
}

TEST_CASE("idle lanes and divided warps are counted in words") {
    Launch launch = naive();
    launch.counters.thread_instructions = 36 * 8 * kRequests;
    launch.counters.divergent_branches = 96;
    launch.counters.divergent_warps = 48;
    const std::string text = explained(launch, {200, false});
    CHECK(contains(text, "8.0 of 32 lanes at work in them. The other lanes are switched off"));
    CHECK(contains(text, "96 of 131,072 branches* divide a warp"));
    CHECK(contains(text, "48 of 131,072 warps were divided."));
}

TEST_CASE("what costs less than one per cent comes last, however often it happens") {
    Launch launch = naive();
    Counters& c = launch.counters;
    // A branch for one thread of each block, and of fewer requests a part that brings too many sectors.
    LineCounters branch;
    branch.file = "naive.cuh";
    branch.line = 9;
    branch.divergent_branches = c.divergent_branches = kRequests;
    c.thread_instructions = 32 * c.warp_instructions - 31 * kRequests / 4;  // 0.7 % of the lanes wait
    LineAccess& stores = launch.lines[0].accesses[1];
    stores.units = 4 * kRequests + kRequests / 2;
    c.global_store_sectors = launch.lines[0].global_store_sectors = stores.units;
    launch.lines.push_back(branch);
    CHECK(missing(explained(launch, {200, false}),
                  {"The line that wastes something:\n    naive.cuh:18", "store:",
                   "A line that wastes less than one per cent:\n    naive.cuh:9\n      branch*"}) == "");
    c.thread_instructions /= 2;
    CHECK(missing(explained(launch, {200, false}),
                  {"The lines that waste most:\n    naive.cuh:9\n", "naive.cuh:18"}) == "");
}

TEST_CASE("one lane that stores one word wastes nothing: a sector is the least that moves") {
    Launch launch = naive();
    launch.counters.global_store_sectors = kRequests;
    LineCounters& line = launch.lines[0];
    line.global_store_sectors = kRequests;
    line.global_store_bytes = 4 * kRequests;
    line.accesses[1].units = kRequests;
    line.accesses[1].bytes = 4 * kRequests;
    const std::string text = explained(launch, {200, false});
    CHECK(contains(text, "131,072 requests of 1.0 sectors: lanes ask for 12.5 % of what moves."));
    CHECK_FALSE(contains(text, "waste"));
}

TEST_CASE("a grid that leaves multiprocessors empty is told so") {
    Launch launch = naive();
    CHECK_FALSE(contains(explained(launch, {200, false}), "The grid has"));
    launch.grid = {5, 3, 1};
    CHECK(contains(explained(launch, {400, false}),
                   "The grid has 15 blocks: 117 of an H200's 132 multiprocessors get none."));
}

TEST_CASE("lanes that share what they load are no waste") {
    Launch launch = naive();
    launch.counters.global_load_sectors = kRequests;
    CHECK(contains(explained(launch, {200, false}),
                   "of 1.0 sectors; lanes ask for 4 times as much, several for the same bytes."));
}

TEST_CASE("a launch that ended early has no counters to explain") {
    Launch launch = naive();
    launch.status = Status::Trap;
    launch.message = "trap.";
    const std::string text = explained(launch, {200, false});
    CHECK(contains(text, "ended early     trap. Nothing is counted of a launch that did not finish."));
    CHECK_FALSE(contains(text, "instructions"));
    launch.message = "misaligned address";
    CHECK(
        contains(explained(launch, {200, false}),
                 "ended early     misaligned address. Nothing is counted of a launch that did not finish."));
}

TEST_CASE("historical models have a sentence each") {
    Launch launch = naive();
    launch.models.emplace_back().model = Model::Cc13;
    launch.models[0].loads[0] = 16;
    launch.models[0].used[0] = 64;
    launch.models[0].stores[1] = 2;
    CHECK(contains(explained(launch, {200, false}),
                   "cc1.3           18 global memory transactions (16 of 32 B, 2 of 64 B), 640 bytes in all; "
                   "loads use 12.50 % "
                   "of their bandwidth on average."));
}

TEST_CASE("--lines is a table of all lines, at 80 and 120 columns") {
    Launch launch = naive();
    LineCounters quiet;
    quiet.file = "emulator/test/report/explanation_test.cpp";
    quiet.line = 1;
    quiet.warp_instructions = 5;
    launch.lines.push_back(quiet);
    for (const int width : {80, 120}) {
        const std::string text = explained(launch, {width, true});
        CHECK(widest(text) <= width);
        CHECK(contains(text, "     18      1.18M    4.0   32.0      -      -         -         -\n"));
        CHECK(contains(text, "      1          5      -      -      -      -         -         -"));
        CHECK(contains(text, "// The report of a kernel"));
        CHECK_FALSE(contains(text, "wastes"));
    }
}

TEST_CASE(
    "one kernel is explained at once, several after a table, too many are chosen by what they execute") {
    LaunchGroups launches;
    launches.add(naive());
    CHECK(report::report(launches, {80, false}).starts_with("simt: naive | grid"));
    CHECK(
        contains(report::report(launches, {80, false}), "A request is one memory instruction of one warp."));
    for (u32 size = 1; size <= 20; ++size) {
        Launch launch = naive();
        launch.grid.x = size;
        launch.counters.warp_instructions = size;
        launches.add(launch);
    }
    const std::string text = report::report(launches, {80, false});
    CHECK(text.starts_with("simt: 21 launches"));
    CHECK(contains(text, "\nnaive | grid 20x64"));
    CHECK_FALSE(contains(text, "\nnaive | grid 3x64"));
    CHECK(contains(text, "13 more rows of the table are not explained here"));
    CHECK(widest(text) <= 80);
    CHECK(report::report(LaunchGroups{}, {80, false}).empty());
}
