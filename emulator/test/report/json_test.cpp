// The JSON that other programs read: exact keys, exact order, and text that any parser takes.
#include "emulator/report/json.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "emulator/report/counter_keys.hpp"

using namespace simt;
using namespace simt::check;
using namespace simt::cost;
using nlohmann::ordered_json;
using simt::exec::Launch;
using simt::exec::Status;

namespace {

Launch small_launch() {
    Launch launch;
    launch.kernel = "copy(float*, int)";
    launch.mangled = "_Z4copyPfi";
    launch.grid = {4, 2, 1};
    launch.block = {32, 8, 1};
    launch.registers = 12;
    launch.static_shared = 4096;
    launch.dynamic_shared = 16;
    launch.occupancy = 0.75;
    launch.counters.warp_instructions = 10;
    launch.counters.thread_instructions = 240;
    launch.counters.global_load_sectors = 32;
    return launch;
}

Finding race() {
    Finding finding{};
    finding.fault = Fault::SharedRace;
    finding.space = Space::Shared;
    finding.address = 132;
    finding.width = 4;
    finding.access.site = {"copy(float*, int)", "copy.cu", 7, 40, "ld.shared.f32"};
    finding.access.thread = {1, 2, 3};
    finding.has_other = true;
    finding.other.write = true;
    finding.times = 5;
    return finding;
}

}  // namespace

TEST_CASE("the counter keys are those that graders rely on, each once") {
    const char* const expected[] = {"warp_instructions",
                                    "thread_instructions",
                                    "active_lanes_pct",
                                    "branches",
                                    "divergent_branches",
                                    "divergent_warps",
                                    "barriers",
                                    "global_load_requests",
                                    "global_load_sectors",
                                    "global_store_requests",
                                    "global_store_sectors",
                                    "dram_read_bytes",
                                    "dram_write_bytes",
                                    "shared_load_requests",
                                    "shared_load_wavefronts",
                                    "shared_load_bank_conflicts",
                                    "shared_store_requests",
                                    "shared_store_wavefronts",
                                    "shared_store_bank_conflicts",
                                    "atomics",
                                    "registers",
                                    "static_shared",
                                    "dynamic_shared",
                                    "occupancy"};
    CHECK(report::counter_keys().size() == std::size(expected));
    for (const char* key : expected) CHECK(report::counter(Launch{}, key).has_value());
    CHECK(!report::counter(Launch{}, "sectors").has_value());
    CHECK(!report::counter(Launch{}, "").has_value());
}

TEST_CASE("each counter key reads its own counter") {
    Launch launch;
    u64 next = 1;
    using C = Counters;
    for (u64 C::*member :
         {&C::warp_instructions, &C::thread_instructions, &C::branches, &C::divergent_branches,
          &C::divergent_warps, &C::barriers, &C::global_load_requests, &C::global_load_sectors,
          &C::global_store_requests, &C::global_store_sectors, &C::dram_read_bytes, &C::dram_write_bytes,
          &C::shared_load_requests, &C::shared_load_wavefronts, &C::shared_load_bank_conflicts,
          &C::shared_store_requests, &C::shared_store_wavefronts, &C::shared_store_bank_conflicts,
          &C::atomics})
        launch.counters.*member = next++;
    launch.registers = 101;
    launch.static_shared = 102;
    launch.dynamic_shared = 103;
    launch.occupancy = 0.5;
    std::set<double> values;
    for (const report::CounterKey& key : report::counter_keys()) values.insert(key.value(launch));
    CHECK(values.size() == report::counter_keys().size());
    CHECK(report::counter(launch, "global_load_sectors") == 8);
    CHECK(report::counter(launch, "shared_store_bank_conflicts") == 18);
    CHECK(report::counter(launch, "active_lanes_pct") == 100.0 * 2 / 32);
    CHECK(report::counter(Launch{}, "active_lanes_pct") == 0);
}

TEST_CASE("a launch is one object on one line") {
    CHECK(
        report::launch_json(small_launch()) ==
        R"-({"kernel":"copy(float*, int)","mangled":"_Z4copyPfi","grid":[4,2,1],"block":[32,8,1],"status":"ok",)-"
        R"-("counters":{"warp_instructions":10,"thread_instructions":240,"active_lanes_pct":75.0,"branches":0,)-"
        R"-("divergent_branches":0,"divergent_warps":0,"barriers":0,"global_load_requests":0,"global_load_sectors":32,)-"
        R"-("global_store_requests":0,"global_store_sectors":0,"dram_read_bytes":0,"dram_write_bytes":0,)-"
        R"-("shared_load_requests":0,"shared_load_wavefronts":0,"shared_load_bank_conflicts":0,)-"
        R"-("shared_store_requests":0,"shared_store_wavefronts":0,"shared_store_bank_conflicts":0,"atomics":0,)-"
        R"-("registers":12,"static_shared":4096,"dynamic_shared":16,"occupancy":0.75},"lines":[],"findings":[]})-");
}

TEST_CASE("lines and findings are objects of their launch") {
    Launch launch = small_launch();
    LineCounters line;
    line.file = "copy.cu";
    line.line = 7;
    line.global_load_sectors = 32;
    launch.lines = {line};
    launch.findings = {race()};
    launch.status = Status::IllegalAddress;
    launch.message = "an illegal memory access was encountered";
    const ordered_json json = ordered_json::parse(report::launch_json(launch));
    CHECK(json["status"] == "illegal_address");
    CHECK(json["message"] == "an illegal memory access was encountered");
    CHECK(json["lines"][0]["file"] == "copy.cu");
    CHECK(json["lines"][0]["global_load_sectors"] == 32);
    const ordered_json& finding = json["findings"][0];
    CHECK(finding["fault"] == "shared_race");
    CHECK(finding["space"] == "shared");
    CHECK(finding["address"] == "0x84");
    CHECK(finding["access"]["thread"] == ordered_json::array({1, 2, 3}));
    CHECK(finding["access"]["write"] == false);
    CHECK(finding["other"]["write"] == true);
    CHECK(finding["times"] == 5);
    CHECK(!finding.contains("allocation"));
}

TEST_CASE("a read of what nothing has written says how much of it, and where it was used") {
    Launch launch = small_launch();
    launch.findings = {race()};
    Finding& finding = launch.findings[0];
    finding.fault = Fault::UninitialisedRead;
    finding.missing = finding.width;
    const auto json = [&] { return ordered_json::parse(report::launch_json(launch))["findings"][0]; };
    CHECK(!json().contains("missing"));
    CHECK(!json().contains("used"));
    finding.missing = 1;
    finding.has_use = true;
    finding.used = {"copy(float*, int)", "copy.cu", 9, 44, "st.global.f32"};
    CHECK(json()["missing"] == 1);
    CHECK(json()["used"]["file"] == "copy.cu");
    CHECK(json()["used"]["line"] == 9);
}

TEST_CASE("the document holds the program and its launches in order") {
    std::ostringstream out;
    report::write_json(out, "build/\"x\"", 3,
                       [](u64 id) {
                           Launch launch = small_launch();
                           launch.grid.x = static_cast<u32>(id);
                           return launch;
                       },
                       {race()});
    const ordered_json json = ordered_json::parse(out.str());
    CHECK(json["program"] == "build/\"x\"");
    REQUIRE(json["findings"].size() == 1);
    CHECK(json["findings"][0]["fault"] == "shared_race");
    REQUIRE(json["launches"].size() == 3);
    CHECK(json["launches"][2]["grid"][0] == 3);
}

TEST_CASE("a program without launches and a path that is no UTF-8 still make a document") {
    std::ostringstream out;
    report::write_json(out, "bad\xff", 0, [](u64) { return Launch{}; }, {});
    CHECK(ordered_json::parse(out.str())["launches"].empty());
    CHECK(ordered_json::parse(out.str())["findings"].empty());
}
