// What is shown once: equal findings and launches of one configuration.
#include "emulator/report/merge.hpp"

#include <doctest/doctest.h>

#include <array>
#include <bit>

using namespace simt;
using namespace simt::check;
using namespace simt::cost;
using simt::exec::Launch;
using simt::exec::Status;
using simt::report::LaunchGroups;

namespace {

Finding finding_at(u32 ptx_line, u32 block) {
    Finding finding{};
    finding.fault = Fault::OutOfBounds;
    finding.access.site.ptx_line = ptx_line;
    finding.access.block = {block, 0, 0};
    return finding;
}

Launch launch_of(const char* kernel, u32 grid, u64 sectors) {
    Launch launch;
    launch.kernel = launch.mangled = kernel;
    launch.grid = {grid, 1, 1};
    launch.counters.global_load_sectors = sectors;
    return launch;
}

LineCounters line_at(const char* file, u32 line, u64 sectors) {
    LineCounters counters;
    counters.file = file;
    counters.line = line;
    counters.global_load_sectors = sectors;
    return counters;
}

}  // namespace

TEST_CASE("findings of one instruction become one, the first, with their times summed") {
    std::vector<Finding> findings = {finding_at(10, 0), finding_at(20, 0), finding_at(10, 1),
                                     finding_at(10, 2)};
    findings[2].times = 5;
    findings[3].fatal = true;
    report::merge_findings(findings);
    REQUIRE(findings.size() == 2);
    CHECK(findings[0].access.block.x == 0);
    CHECK(findings[0].times == 7);
    CHECK(findings[0].fatal);
    CHECK(findings[1].times == 1);
}

TEST_CASE("copies of one allocation become one finding, those of two stay apart") {
    std::vector<Finding> findings(3, finding_at(0, 0));
    for (Finding& finding : findings) finding.allocation = "a";
    findings[2].allocation = "b";
    report::merge_findings(findings);
    REQUIRE(findings.size() == 2);
    CHECK(findings[0].times == 2);
}

TEST_CASE("races with different other sides, and different faults of one instruction, stay apart") {
    std::vector<Finding> findings = {finding_at(10, 0), finding_at(10, 0), finding_at(10, 0),
                                     finding_at(10, 0)};
    findings[1].fault = Fault::SharedRace;
    findings[1].has_other = true;
    findings[1].other.site.ptx_line = 11;
    findings[2] = findings[1];
    findings[2].other.site.ptx_line = 12;
    findings[3].space = Space::Shared;
    report::merge_findings(findings);
    CHECK(findings.size() == 4);
}

TEST_CASE("launches of one kernel and configuration are one group with summed counters and lines") {
    LaunchGroups groups;
    Launch launch = launch_of("a", 8, 100);
    launch.lines = {line_at("a.cu", 3, 60), line_at("a.cu", 9, 40)};
    launch.findings = {finding_at(10, 0), finding_at(10, 1)};
    groups.add(launch);
    groups.add(launch_of("b", 8, 7));
    launch.lines = {line_at("a.cu", 3, 1), line_at("a.cu", 5, 2)};
    groups.add(launch);
    groups.add(launch_of("a", 9, 1));
    REQUIRE(groups.groups().size() == 3);
    const report::LaunchGroup& group = groups.groups()[0];
    CHECK(group.launches == 2);
    CHECK(group.first.counters.global_load_sectors == 200);
    CHECK(group.first.findings.size() == 1);
    CHECK(group.first.findings[0].times == 4);
    REQUIRE(group.first.lines.size() == 3);
    CHECK(group.first.lines[0].global_load_sectors == 61);
    CHECK(group.first.lines[1].line == 5);
    CHECK(group.first.lines[2].global_load_sectors == 40);
    CHECK(groups.groups()[1].first.kernel == "b");
    CHECK(groups.groups()[2].first.grid.x == 9);
}

TEST_CASE("launches that count differently are not added up, as long as they are few") {
    LaunchGroups groups;
    for (const u64 sectors : {4, 8, 4, 16, 8, 4}) groups.add(launch_of("a", 8, sectors));
    REQUIRE(groups.groups().size() == 3);
    CHECK(groups.groups()[0].launches == 3);
    CHECK(groups.groups()[0].first.counters.global_load_sectors == 12);
    CHECK(groups.groups()[1].first.counters.global_load_sectors == 16);
    CHECK(groups.groups()[2].launches == 1);
    // Of very many, the later ones are one group that says so.
    for (u64 sectors = 100; sectors < 200; ++sectors) groups.add(launch_of("a", 8, sectors));
    groups.add(launch_of("a", 8, 4));
    REQUIRE(groups.groups().size() == 5);
    CHECK(groups.groups()[0].launches == 4);
    CHECK(groups.groups()[3].launches == 1);
    CHECK(!groups.groups()[3].differ);
    CHECK(groups.groups()[4].launches == 99);
    CHECK(groups.groups()[4].differ);
}

TEST_CASE("every counter of a group is the sum over its launches") {
    using Values = std::array<u64, sizeof(Counters) / sizeof(u64)>;
    Values values;
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = 10 + k;
    Launch launch = launch_of("a", 1, 0);
    launch.counters = std::bit_cast<Counters>(values);
    LaunchGroups groups;
    for (int time = 0; time < 3; ++time) groups.add(launch);
    const auto sums = std::bit_cast<Values>(groups.groups()[0].first.counters);
    for (std::size_t k = 0; k < values.size(); ++k) CHECK(sums[k] == 3 * (10 + k));
}

TEST_CASE("every counter of a line is the sum over its group's launches") {
    LineCounters line = line_at("a.cu", 3, 0);
    u64 next = 10;
    for (const auto& [name, value] : kLineCounters) line.*value = next++;
    Launch launch = launch_of("a", 1, 0);
    launch.lines = {line};
    LaunchGroups groups;
    groups.add(launch);
    groups.add(launch);
    const LineCounters& sum = groups.groups()[0].first.lines[0];
    for (const auto& [name, value] : kLineCounters) {
        CAPTURE(name);
        CHECK(sum.*value == 2 * (line.*value));
    }
    CHECK(sum.line == 3);
}

TEST_CASE("an instruction's requests add up over a group, and its costliest pattern stays") {
    LineCounters line = line_at("a.cu", 3, 0);
    line.accesses.resize(2);
    line.accesses[0].requests = 7;
    line.accesses[0].units = 28;
    line.accesses[0].worst.units = 4;
    Launch launch = launch_of("a", 1, 0);
    launch.lines = {line};
    LaunchGroups groups;
    groups.add(launch);
    launch.lines[0].accesses[0].worst.units = 9;
    groups.add(launch);
    launch.lines[0].accesses[0].worst.units = 5;
    groups.add(launch);
    const auto& accesses = groups.groups()[0].first.lines[0].accesses;
    REQUIRE(accesses.size() == 2);
    CHECK(accesses[0].requests == 21);
    CHECK(accesses[0].units == 84);
    CHECK(accesses[0].worst.units == 9);
}

TEST_CASE("a group keeps the first bad status") {
    LaunchGroups groups;
    Launch launch = launch_of("a", 8, 1);
    groups.add(launch);
    launch.status = Status::Trap;
    launch.message = "trap";
    groups.add(launch);
    launch.message = "another";
    groups.add(launch);
    CHECK(groups.groups()[0].first.status == Status::Trap);
    CHECK(groups.groups()[0].first.message == "trap");
}

TEST_CASE("one line of two instances of a template is one finding for a reader, two lines are two") {
    Finding a{}, b{};
    a.fault = b.fault = Fault::SharedRace;
    a.has_other = b.has_other = true;
    a.access.site = {"scan<4>", "scan.cu", 7, 100, "ld.shared.u32"};
    b.access.site = {"scan<8>", "scan.cu", 7, 300, "ld.shared.u32"};
    a.other.site = b.other.site = {"", "scan.cu", 8, 100, "st.shared.u32"};
    CHECK_FALSE(report::same_fault(a, b));
    CHECK(report::same_lines(a, b));
    b.other.site.line = 9;
    CHECK_FALSE(report::same_lines(a, b));
    b.other.site.line = 8;
    b.access.write = true;
    CHECK_FALSE(report::same_lines(a, b));
    b.access.write = false;
    b.access.site.line = a.access.site.line = 0;  // one line says which
    CHECK(report::same_lines(a, b));
    b.other.site.line = a.other.site.line = 0;
    CHECK_FALSE(report::same_lines(a, b));
}
