// The bound's rates against what they come from, and its arithmetic.
#include "emulator/report/bound.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "common/testing/words.hpp"
#include "emulator/runtime/device_properties.hpp"
#include "emulator/runtime/h200.hpp"

using namespace simt;
using namespace simt::report;
using ::testing::missing;

namespace {

// Fields of a CSV line, "…" quoted ones whole.
std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    return fields;
}

}  // namespace

TEST_CASE("the DRAM rate is the best copy in the committed results of an H200") {
    std::ifstream csv("chapters/02-transpose/results/h200.csv");
    std::string line;
    REQUIRE(std::getline(csv, line));
    const auto titles = fields_of(line);
    const auto column = [&](const char* title) {
        return static_cast<std::size_t>(std::find(titles.begin(), titles.end(), title) - titles.begin());
    };
    double best = 0;
    while (std::getline(csv, line)) {
        const auto fields = fields_of(line);
        if (fields.at(column("rung")) != "cudaMemcpy" || fields.at(column("on")) != "device") continue;
        REQUIRE(fields.at(column("metric")) == "gb_per_s");
        best = std::max(best, std::stod(fields.at(column("rate"))));
    }
    CHECK(best * 1e9 == doctest::Approx(machine::kCopyBytesPerSecond).epsilon(1e-9));
}

TEST_CASE("the other rates are the device's attributes") {
    CHECK(machine::kMultiprocessors == runtime::h200::kMultiprocessors);
    CHECK(machine::kClock == 1000.0 * *runtime::device_attribute(cudaDevAttrClockRate));
    CHECK(machine::kL2Bytes == *runtime::device_attribute(cudaDevAttrL2CacheSize));
}

TEST_CASE("the largest of the three bounds comes first, and a launch has its share of a group's counts") {
    cost::Counters counters;
    counters.dram_read_bytes = counters.dram_write_bytes = 4'299'960'000;
    counters.warp_instructions = 1'045'440'000;
    const auto bounds = bounds_of(counters, 1, 1000);
    REQUIRE(bounds.size() == 2);
    CHECK(bounds[0].seconds == doctest::Approx(2e-3));
    CHECK(bounds[1].seconds == doctest::Approx(1e-3));
    CHECK(bounds_of(counters, 4, 1000)[0].seconds == doctest::Approx(0.5e-3));
    CHECK(missing(bound_text(counters, 1, 1000),
                  {"2.00 ms on an H200", "8.60 GB of DRAM traffic", "1.00 ms for warp instructions*"}) == "");
    counters.shared_load_wavefronts = 100 * counters.warp_instructions;
    CHECK(missing(bound_text(counters, 4, 1000),
                  {"100 ms a launch", "shared-memory wavefronts*", "500 µs for 2.15 GB of DRAM traffic",
                   "250 µs for warp instructions*"}) == "");
    CHECK(bound_text({}, 1, 1000) == "");
}

TEST_CASE("few blocks have the instruction rate of few multiprocessors, and all of the DRAM") {
    cost::Counters counters;
    counters.dram_read_bytes = 4'299'960;
    counters.warp_instructions = 4 * 1'980'000;
    CHECK(bounds_of(counters, 1, 1)[0].what == "warp instructions* on 1 of 132 multiprocessors");
    CHECK(bounds_of(counters, 1, 132)[0].what == "warp instructions*");
    CHECK(bounds_of(counters, 1, 1)[0].seconds == doctest::Approx(1e-3));
    CHECK(bounds_of(counters, 1, 2)[0].seconds == doctest::Approx(0.5e-3));
    CHECK(bounds_of(counters, 1, 132)[0].seconds == doctest::Approx(1e-3 / 132));
    CHECK(bounds_of(counters, 1, 4000)[0].seconds == doctest::Approx(1e-3 / 132));
}

TEST_CASE("the legend names the rates") {
    CHECK(missing(rates_text(), {"4,298 GB/s of DRAM", "1,045 billion warp instructions",
                                 "261 billion wavefronts", "132 multiprocessors at 1.98 GHz"}) == "");
}
