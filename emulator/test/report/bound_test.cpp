// The rates of bounds against the device's attributes, and the arithmetic. Measured rates are in test/hardware/bounds_test.cpp.
#include "emulator/report/bound.hpp"

#include <doctest/doctest.h>

#include "common/testing/words.hpp"
#include "emulator/runtime/device_properties.hpp"
#include "emulator/runtime/h200.hpp"

using namespace simt;
using namespace simt::report;
using ::testing::missing;

TEST_CASE("multiprocessors, clocks, wires and cache are the device's attributes") {
    CHECK(machine::kMultiprocessors == runtime::h200::kMultiprocessors);
    CHECK(machine::kClock == 1000.0 * *runtime::device_attribute(cudaDevAttrClockRate));
    CHECK(machine::kMemoryClock == 1000.0 * *runtime::device_attribute(cudaDevAttrMemoryClockRate));
    CHECK(machine::kMemoryWires == *runtime::device_attribute(cudaDevAttrGlobalMemoryBusWidth));
    CHECK(machine::kL2Bytes == *runtime::device_attribute(cudaDevAttrL2CacheSize));
}

TEST_CASE("the largest bound comes first, and a launch has its share of a group's counts") {
    cost::Counters counters;
    counters.dram_read_bytes = counters.dram_write_bytes = 4'814'304'000;
    counters.warp_instructions = 1'045'440'000;
    const auto bounds = bounds_of(counters, 1, 1000);
    REQUIRE(bounds.size() == 2);
    CHECK(bounds[0].seconds == doctest::Approx(2e-3));
    CHECK(bounds[1].seconds == doctest::Approx(1e-3));
    CHECK(bounds_of(counters, 4, 1000)[0].seconds == doctest::Approx(0.5e-3));
    CHECK(missing(bound_text(counters, 1, 1000),
                  {"2.00 ms on an H200", "9.63 GB of DRAM traffic", "1.00 ms for warp instructions*"}) == "");
    counters.joined_load_wavefronts = 100 * counters.warp_instructions;
    CHECK(missing(bound_text(counters, 4, 1000),
                  {"100 ms a launch", "shared-memory wavefronts*", "500 µs for 2.41 GB of DRAM traffic",
                   "250 µs for warp instructions*"}) == "");
    CHECK(bound_text({}, 1, 1000) == "");
}

TEST_CASE("few blocks have the instruction rate of few multiprocessors, and all of the DRAM") {
    cost::Counters counters;
    counters.dram_read_bytes = 4'814'304;
    counters.warp_instructions = 4 * 1'980'000;
    CHECK(bounds_of(counters, 1, 1)[0].what == "warp instructions* on 1 of 132 multiprocessors");
    CHECK(bounds_of(counters, 1, 132)[0].what == "warp instructions*");
    CHECK(bounds_of(counters, 1, 1)[0].seconds == doctest::Approx(1e-3));
    CHECK(bounds_of(counters, 1, 2)[0].seconds == doctest::Approx(0.5e-3));
    CHECK(bounds_of(counters, 1, 132)[0].seconds == doctest::Approx(1e-3 / 132));
    CHECK(bounds_of(counters, 1, 4000)[0].seconds == doctest::Approx(1e-3 / 132));
}

TEST_CASE("a filled GPU has the rates of all its multiprocessors, for any number of blocks") {
    cost::Counters counters;
    counters.dram_read_bytes = 4'814'304;
    counters.warp_instructions = 4 * 132 * 3'960;
    const auto filled = filled_bounds_of(counters, 1);
    REQUIRE(filled.size() == 2);
    CHECK(filled[0].what == "warp instructions*");
    CHECK(filled[0].seconds == doctest::Approx(2e-6));
    CHECK(filled[1].seconds == doctest::Approx(1e-6));
    CHECK(largest(filled) == filled[0].seconds);
    CHECK(largest({}) == 0);
    CHECK(
        bound_text(counters, 1, 66) ==
        "at least 4.00 µs on an H200, for warp instructions* on 66 of 132 multiprocessors. If all 132 shared "
        "the work: 2.00 µs for warp instructions*, 1.00 µs for 4.81 MB of DRAM traffic.");
}

TEST_CASE("a stored sector is bound by the L2 cache, a global load by its request or by 128 bytes") {
    cost::Counters counters;
    counters.global_store_sectors = 145'700;
    counters.global_load_requests = 2 * 132 * 1'980;
    const auto requests = bounds_of(counters, 1, 132);
    REQUIRE(requests.size() == 2);
    CHECK(requests[0].what == "global loads");
    CHECK(requests[0].seconds == doctest::Approx(2e-6));
    CHECK(requests[1].what == "stored sectors");
    CHECK(requests[1].seconds == doctest::Approx(1e-6));
    counters.global_load_sectors = 16 * counters.global_load_requests;
    CHECK(bounds_of(counters, 1, 132)[0].seconds == doctest::Approx(8e-6));
}

TEST_CASE("the legend names the rates") {
    CHECK(missing(rates_text(),
                  {"4,814 GB/s of DRAM", "146 billion stored sectors", "1,045 billion warp instructions",
                   "261 billion wavefronts", "132 multiprocessors at 1.98 GHz"}) == "");
}
