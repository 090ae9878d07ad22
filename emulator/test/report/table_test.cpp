// The table of launches, word for word and within its width.
#include "emulator/report/table.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "emulator/report/names.hpp"

using namespace simt;
using namespace simt::check;
using namespace simt::cost;
using simt::exec::Launch;
using simt::exec::Status;
using simt::report::LaunchGroups;
using simt::report::table;

namespace {

constexpr u64 kRequestsInTable = 131072;  // of a 2048x2048 matrix of floats

Launch copy() {
    Launch launch;
    launch.kernel = "copy(float*, const float*, int, int)";
    launch.mangled = "copy";
    launch.grid = {64, 64, 1};
    launch.block = {32, 8, 1};
    launch.registers = 12;
    launch.occupancy = 1;
    launch.counters.global_load_requests = launch.counters.global_store_requests = kRequestsInTable;
    launch.counters.global_load_sectors = launch.counters.global_store_sectors = 4 * kRequestsInTable;
    return launch;
}

Launch naive_row() {
    Launch launch = copy();
    launch.kernel = launch.mangled = "transpose_naive";
    launch.counters.global_store_sectors = 32 * kRequestsInTable;
    LineCounters line;
    line.file = "naive.cuh";
    line.line = 18;
    line.global_load_requests = line.global_store_requests = kRequestsInTable;
    line.global_load_sectors = 4 * kRequestsInTable;
    line.global_store_sectors = 32 * kRequestsInTable;
    line.global_load_bytes = line.global_store_bytes = 128 * kRequestsInTable;
    launch.lines = {line};
    return launch;
}

Launch tiled() {
    Launch launch = copy();
    launch.kernel = "void tiled<32>(float*, const float*, int, int)";
    launch.mangled = "tiled";
    launch.static_shared = 4096;
    launch.occupancy = 0.5;
    launch.counters.divergent_branches = 7;
    launch.counters.shared_load_requests = launch.counters.shared_store_requests = kRequestsInTable;
    launch.counters.joined_load_requests = launch.counters.joined_store_requests = kRequestsInTable;
    launch.counters.shared_load_wavefronts = 32 * kRequestsInTable;
    launch.counters.joined_load_wavefronts = 32 * kRequestsInTable;
    launch.counters.shared_load_bank_conflicts = 31 * kRequestsInTable;
    launch.counters.joined_load_bank_conflicts = 31 * kRequestsInTable;
    launch.counters.shared_store_wavefronts = kRequestsInTable;
    launch.counters.joined_store_wavefronts = kRequestsInTable;
    LineCounters line;
    line.file = "tiled.cuh";
    line.line = 30;
    line.shared_load_requests = kRequestsInTable;
    line.joined_load_requests = kRequestsInTable;
    line.shared_load_wavefronts = 32 * kRequestsInTable;
    line.joined_load_wavefronts = 32 * kRequestsInTable;
    line.shared_load_bank_conflicts = 31 * kRequestsInTable;
    line.joined_load_bank_conflicts = 31 * kRequestsInTable;
    line.divergent_branches = 7;
    launch.lines = {line};
    return launch;
}

int widest_line(const std::string& text) {
    std::istringstream lines(text);
    int width = 0;
    for (std::string line; std::getline(lines, line);) width = std::max(width, report::display_width(line));
    return width;
}

}  // namespace

TEST_CASE("no launches, no table") { CHECK(table(LaunchGroups{}).empty()); }

TEST_CASE("a ladder is a row a rung") {
    LaunchGroups launches;
    for (const Launch& launch : {copy(), naive_row(), tiled(), copy()}) launches.add(launch);
    CHECK(table(launches) == R"(simt: 4 launches; sectors and wavefronts are per request
                                   sectors wavefronts*     bank* branches*
kernel          grid x block    load store  load store conflicts divergent regs shared occ.
copy            64x64 x 32x8 ×2  4.0   4.0     -     -         -         0   12      0 100%
transpose_naive 64x64 x 32x8 ×1  4.0  32.0     -     -         -         0   12      0 100%
tiled<32>       64x64 x 32x8 ×1  4.0   4.0  32.0   1.0     4.06M         7   12  4,096  50%
)");
    CHECK(widest_line(table(launches)) <= 100);
}

TEST_CASE("launches that differ in nothing that the table shows are one row") {
    LaunchGroups launches;
    Launch other = copy(), third = copy();
    other.counters.warp_instructions = 1;
    third.counters.global_load_sectors *= 2;
    for (const Launch& launch : {copy(), other, third}) launches.add(launch);
    CHECK(launches.groups().size() == 3);
    const std::string text = table(launches);
    CHECK(text.starts_with("simt: 3 launches;"));
    CAPTURE(text);
    CHECK(text.find(" ×2   4.0") != std::string::npos);
    CHECK(text.find(" ×1   8.0") != std::string::npos);
    CHECK(std::ranges::count(text, '\n') == 5);
}

TEST_CASE("findings and early ends show in their launch's row") {
    LaunchGroups launches;
    Launch launch = naive_row();
    Finding finding{};
    finding.times = 3;
    launch.findings = {finding};
    launch.status = Status::IllegalAddress;
    launch.message = "an illegal memory access was encountered";
    launches.add(launch);
    const std::string text = table(launches);
    CHECK(text.find("occ. found\n") != std::string::npos);
    CHECK(text.find("100%     3\n  ended early: an illegal memory access was encountered\n") !=
          std::string::npos);
}

TEST_CASE("long kernel names give way before the table is wider than asked for") {
    LaunchGroups launches;
    Launch launch = tiled();
    launch.kernel = "a_kernel_with_a_name_that_nobody_would_want_to_type_more_than_once(float*)";
    launch.grid = {2048, 2048, 16};
    launch.lines.clear();
    launches.add(launch);
    for (int width : {100, 110, 120, 160}) CHECK(widest_line(table(launches, width)) <= width);
    CHECK(table(launches, 100).find("a_kernel_with_a_…") != std::string::npos);
}

TEST_CASE("namespaces go before names are cut, unless they are what tells kernels apart") {
    const auto names = [](const char* one, const char* other) {
        LaunchGroups launches;
        for (const char* name : {one, other}) {
            Launch launch = tiled();
            launch.kernel = launch.mangled = name;
            launches.add(launch);
        }
        return table(launches, 80);
    };
    CHECK(names("kernels::saturate_bytes<4>(int*)", "kernels::saturate_words<4>(int*)")
              .find("\nsaturate_bytes<") != std::string::npos);
    CHECK(names("first_rung::transpose(int*)", "second_rung::transpose(int*)").find("\nsecond_rung::tr") !=
          std::string::npos);
    CHECK(names("a::k(int*)", "a::l(int*)").find("\na::k ") != std::string::npos);
}

TEST_CASE("a narrow terminal gets no registers and shared memory, and the rest fits") {
    LaunchGroups launches;
    Launch launch = tiled();
    launch.kernel = "a_kernel_with_a_long_name(float*)";
    launches.add(launch);
    const std::string text = table(launches, 80);
    CHECK(widest_line(text) <= 80);
    CHECK(text.find("regs") == std::string::npos);
    CHECK(text.find("divergent occ.") != std::string::npos);
    CHECK(text.find(" 50%") != std::string::npos);
    CHECK(table(launches, 100).find("regs") != std::string::npos);
}

TEST_CASE("a long list of rows is cut, and says so") {
    LaunchGroups launches;
    for (u32 size = 1; size <= 70; ++size) {
        Launch launch = copy();
        launch.grid.x = size;
        launches.add(launch);
    }
    CHECK(table(launches).find("and 10 more rows, which --json writes too\n") != std::string::npos);
}
