// Each rung's claims, counted by the emulator. If a rung claims to remove a defect, the test shows that the rung
// before has it.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "chapters/01-first-kernel/ladder.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/counters.hpp"
#include "common/ladder/rung.hpp"
#include "common/testing/device.hpp"

namespace {

constexpr std::size_t kWhole = 1 << 16;  // a multiple of every block
constexpr std::size_t kOdd = 100'003;    // of none

struct Counts {
    std::map<std::string, double> counters;
    std::uint64_t launches = 0;

    double operator()(const char* key) const { return counters.at(key); }
    double per(const char* key, const char* of) const { return counters.at(key) / counters.at(of); }
    double sectors_per_load() const { return per("global_load_sectors", "global_load_requests"); }
    double sectors_per_store() const { return per("global_store_sectors", "global_store_requests"); }
    double lanes() const { return per("thread_instructions", "warp_instructions"); }
};

template <class Body>
Counts count(const Body& body) {
    const std::uint64_t before = gpu::emulator::launches();
    body();
    return {ladder::counters_since(before), gpu::emulator::launches() - before};
}

Counts count_add(const char* name, std::size_t n) {
    const rungs::Add rung = ladder::named(name, rungs::kAdd);
    gpu::Buffer<float> a(n), b(n), sum(n);
    a.fill_bytes(0);
    b.fill_bytes(0);
    return count([&] { rung.run(sum.data(), a.data(), b.data(), n); });
}

Counts count_grey(const char* name, std::size_t rows, std::size_t cols) {
    const rungs::Grey rung = ladder::named(name, rungs::kGrey);
    gpu::Buffer<std::uint8_t> rgb(3 * rows * cols), out(rows * cols);
    rgb.fill_bytes(100);
    return count([&] { rung.run(out.data(), rgb.data(), rows, cols); });
}

}  // namespace

TEST_CASE("add: one thread keeps one lane of 32 busy and asks for a sector for each element") {
    if (!testing::counted()) return;
    const Counts counts = count_add("one_thread", kOdd);
    CHECK(counts.lanes() == 1);
    CHECK(counts("global_load_requests") == 2 * kOdd);
    CHECK(counts.sectors_per_load() == 1);
    CHECK(counts("global_store_requests") == kOdd);
}

TEST_CASE("add: from one block on all lanes work, and a request of 32 floats is 4 sectors") {
    if (!testing::counted()) return;
    for (const char* const name : {"one_block", "many_blocks", "guarded", "grid_stride"}) {
        CAPTURE(name);
        const Counts counts = count_add(name, kWhole);
        CHECK(counts.lanes() == 32);
        CHECK(counts("global_load_requests") == 2 * kWhole / 32);
        CHECK(counts.sectors_per_load() == 4);
        CHECK(counts.sectors_per_store() == 4);
    }
}

TEST_CASE("add: without a guard the rest needs a second launch; with one a single warp diverges") {
    if (!testing::counted()) return;
    CHECK(count_add("many_blocks", kWhole).launches == 1);
    const Counts unguarded = count_add("many_blocks", kOdd);
    CHECK(unguarded.launches == 2);
    CHECK(unguarded("divergent_warps") == 0);
    const Counts guarded = count_add("guarded", kOdd);
    CHECK(guarded.launches == 1);
    CHECK(guarded("divergent_warps") == 1);
    CHECK(count_add("guarded", kWhole)("divergent_warps") == 0);
    CHECK(count_add("guarded", kWhole + 32)("divergent_warps") == 0);  // the end falls between two warps
}

TEST_CASE("add: the grid-stride loop asks for the same sectors with fewer instructions") {
    if (!testing::counted()) return;
    constexpr std::size_t kLong = 1 << 20;  // several rounds of all multiprocessors
    const Counts guarded = count_add("guarded", kLong);
    const Counts strided = count_add("grid_stride", kLong);
    CHECK(strided("global_load_sectors") == guarded("global_load_sectors"));
    CHECK(strided("warp_instructions") < 0.8 * guarded("warp_instructions"));
}

TEST_CASE("add: a float4 makes a quarter of the requests for the same sectors") {
    if (!testing::counted()) return;
    const Counts scalar = count_add("grid_stride", kWhole);
    const Counts vectors = count_add("vectorised", kWhole);
    CHECK(4 * vectors("global_load_requests") == scalar("global_load_requests"));
    CHECK(4 * vectors("global_store_requests") == scalar("global_store_requests"));
    CHECK(vectors("global_load_sectors") == scalar("global_load_sectors"));
    CHECK(vectors("global_store_sectors") == scalar("global_store_sectors"));
    CHECK(vectors("warp_instructions") < 0.7 * scalar("warp_instructions"));
}

TEST_CASE("add: every rung brings each byte from DRAM once") {
    if (!testing::counted()) return;
    for (const rungs::Add& rung : rungs::kAdd) {
        CAPTURE(rung.name);
        const Counts counts = count_add(rung.name, kWhole);
        CHECK(counts("dram_read_bytes") == 2 * sizeof(float) * kWhole);
        CHECK(counts("dram_write_bytes") == sizeof(float) * kWhole);
    }
}

TEST_CASE("grey: one thread keeps one lane busy") {
    if (!testing::counted()) return;
    const Counts counts = count_grey("one_thread", 64, 96);
    CHECK(counts.lanes() == 1);
    CHECK(counts("global_load_requests") == 3 * 64 * 96);
}

TEST_CASE(
    "grey: a warp of two short rows costs 4 sectors per load and 2 per store, of one long row 3 and 1") {
    if (!testing::counted()) return;
    const Counts square = count_grey("guarded", 64, 96);
    CHECK(square.sectors_per_load() == 4);
    CHECK(square.sectors_per_store() == 2);
    for (const char* const name : {"one_block", "wide_blocks", "grid_stride"}) {
        CAPTURE(name);
        const Counts wide = count_grey(name, 64, 96);
        CHECK(wide.sectors_per_load() == 3);
        CHECK(wide.sectors_per_store() == 1);
    }
}

TEST_CASE(
    "grey: at an odd width square blocks diverge in every second row, wide ones in every row's last warp, a "
    "vector once") {
    if (!testing::counted()) return;
    constexpr std::size_t kRows = 48, kCols = 101;
    CHECK(count_grey("guarded", kRows, kCols)("divergent_warps") == kRows / 2);
    CHECK(count_grey("wide_blocks", kRows, kCols)("divergent_warps") == kRows);
    CHECK(count_grey("grid_stride", kRows, kCols)("divergent_warps") == 1);
}

TEST_CASE(
    "grey: 16 bytes at a time make a sixteenth of the requests, and lanes that lie 48 bytes apart 32 "
    "sectors") {
    if (!testing::counted()) return;
    const Counts bytes = count_grey("grid_stride", 64, 96);
    const Counts vectors = count_grey("vectorised", 64, 96);
    CHECK(16 * vectors("global_load_requests") == bytes("global_load_requests"));
    CHECK(16 * vectors("global_store_requests") == bytes("global_store_requests"));
    CHECK(vectors.sectors_per_load() == 32);
    CHECK(vectors.sectors_per_store() == 16);
}

TEST_CASE("grey: every rung brings each byte from DRAM once") {
    if (!testing::counted()) return;
    for (const rungs::Grey& rung : rungs::kGrey) {
        CAPTURE(rung.name);
        const Counts counts = count_grey(rung.name, 64, 96);
        CHECK(counts("dram_read_bytes") == 3 * 64 * 96);
        CHECK(counts("dram_write_bytes") == 64 * 96);
    }
}
