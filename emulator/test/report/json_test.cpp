// The JSON that other programs read: its keys, its values, and text that any parser takes.
#include "emulator/report/json.hpp"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <nlohmann/json.hpp>
#include <numeric>
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

TEST_CASE("every counter of a launch has its own name") {
    std::array<u64, sizeof(Counters) / sizeof(u64)> values;
    std::iota(values.begin(), values.end(), 1);
    Launch launch;
    launch.counters = std::bit_cast<Counters>(values);
    std::set<double> named;
    for (const auto& [name, value] : kCounters) {
        CAPTURE(name);
        CHECK(report::counter(launch, name) == static_cast<double>(launch.counters.*value));
        named.insert(*report::counter(launch, name));
    }
    CHECK(named.size() == values.size() - 1);  // all but `warps`, which the report alone shows
    CHECK(!named.contains(static_cast<double>(launch.counters.warps)));
    CHECK(!report::counter(Launch{}, "sectors").has_value());
    CHECK(!report::counter(Launch{}, "").has_value());
}

TEST_CASE("the share of active lanes is of all lanes that instructions had") {
    Launch launch;
    CHECK(report::counter(launch, "active_lanes_pct") == 0);
    launch.counters.warp_instructions = 1;
    launch.counters.thread_instructions = 2;
    CHECK(report::counter(launch, "active_lanes_pct") == 100.0 * 2 / 32);
}

TEST_CASE("a launch is one object on one line") {
    const std::string text = report::launch_json(small_launch());
    CHECK(text.find('\n') == std::string::npos);
    const ordered_json json = ordered_json::parse(text);
    CHECK(json["kernel"] == "copy(float*, int)");
    CHECK(json["mangled"] == "_Z4copyPfi");
    CHECK(json["grid"] == ordered_json::array({4, 2, 1}));
    CHECK(json["block"] == ordered_json::array({32, 8, 1}));
    CHECK(json["status"] == "ok");
    CHECK(!json.contains("message"));
    const ordered_json& counters = json["counters"];
    for (const auto& [name, value] : kCounters) CHECK(counters[name].is_number_integer());
    CHECK(counters["warp_instructions"] == 10);
    CHECK(counters["global_load_sectors"] == 32);
    CHECK(counters["active_lanes_pct"] == 75.0);
    CHECK(counters["registers"] == 12);
    CHECK(counters["static_shared"] == 4096);
    CHECK(counters["dynamic_shared"] == 16);
    CHECK(counters["occupancy"] == 0.75);
    CHECK(json["lines"].empty());
    CHECK(json["findings"].empty());
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
