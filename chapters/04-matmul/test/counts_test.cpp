// The predictions of each rung's header, counted. For every claim, the test shows that the rung before has what this
// one removes.
#include <doctest/doctest.h>

#include <map>
#include <string>
#include <utility>

#include "chapters/04-matmul/ladder.hpp"
#include "chapters/04-matmul/more/c1060/figures.hpp"
#include "chapters/04-matmul/more/statistics/counting.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/counters.hpp"
#include "common/testing/device.hpp"

namespace {

using Counters = std::map<std::string, double>;

constexpr std::size_t kN = 256;  // all rungs' tiles divide it
constexpr double kProducts = double{kN} * kN * kN;
constexpr double kElements = double{kN} * kN;
constexpr double kLanes = 32;

// The counters of multiply(gemm) on m x k and k x n matrices.
template <class Multiply>
Counters count_product(const Multiply& multiply, std::size_t m, std::size_t n, std::size_t k) {
    gpu::Buffer<float> a(m * k), b(k * n), c(m * n);
    a.fill_bytes(0);
    b.fill_bytes(0);
    const Gemm gemm{m, n, k, 1, a.data(), k, b.data(), n, 0, c.data(), n};
    const auto before = gpu::emulator::launches();
    multiply(gemm);
    CUDA_CHECK(cudaDeviceSynchronize());
    Counters counters = ladder::counters_since(before);
    for (const char* key : {"cc1.3.shared_load_bank_conflicts", "cc1.3.shared_store_bank_conflicts"})
        if (const auto value = gpu::emulator::counter(before + 1, key)) counters[key] = *value;
    return counters;
}

template <class Multiply>
Counters count(const Multiply& multiply, std::size_t n = kN) {
    return count_product(multiply, n, n, n);
}

Counters count_rung(const char* name, std::size_t n = kN) {
    return count(ladder::named(name, rungs::kAll).run, n);
}

double conflicts(const Counters& counters) {
    return counters.at("shared_load_bank_conflicts") + counters.at("shared_store_bank_conflicts");
}

// During its lifetime, launches are also counted by the rules of compute capability 1.3.
struct ModelOf13 {
    ModelOf13() { REQUIRE(gpu::emulator::count_models("cc1.3")); }
    ~ModelOf13() { gpu::emulator::count_models(""); }
};

Counters coalesced_in(dim3 block) {
    return count([&](const Gemm& gemm) { coalesced::multiply(gemm, block); });
}

}  // namespace

TEST_CASE(
    "naive asks for 33 sectors for 32 multiplications, and stores each element to a sector of its own") {
    if (!testing::counted()) return;
    Counters counters = count_rung("naive");
    CHECK(counters.at("global_load_requests") == 2 * kProducts / kLanes);
    CHECK(counters.at("global_load_sectors") == 33 * kProducts / kLanes);
    CHECK(counters.at("global_store_sectors") == 32 * kElements / kLanes);
}

TEST_CASE("coalesced asks for 5 sectors for 32 multiplications, in blocks a warp wide or more") {
    if (!testing::counted()) return;
    for (const dim3& block : {dim3(256, 1), dim3(32, 8), dim3(64, 2)}) {
        Counters counters = coalesced_in(block);
        CHECK(counters.at("global_load_requests") == 2 * kProducts / kLanes);
        CHECK(counters.at("global_load_sectors") == 5 * kProducts / kLanes);
        CHECK(counters.at("global_store_sectors") == 4 * kElements / kLanes);
    }
}

TEST_CASE("the same kernel in blocks of one column asks for as many as naive") {
    if (!testing::counted()) return;
    Counters counters = coalesced_in({1, 256});
    CHECK(counters.at("global_load_requests") == 2 * kProducts / kLanes);
    CHECK(counters.at("global_load_sectors") == 33 * kProducts / kLanes);
    CHECK(counters.at("global_store_sectors") == 32 * kElements / kLanes);
}

TEST_CASE("one_by_two takes 5 loads where coalesced takes 16, and fewer than half of its sectors") {
    if (!testing::counted()) return;
    Counters before = coalesced_in({8, 8});
    Counters after = count_rung("one_by_two");
    CHECK(before.at("global_load_requests") == 2 * kProducts / kLanes);
    CHECK(after.at("global_load_requests") == 5 * kProducts / 8 / kLanes);
    // For four steps of k, a warp with four rows and eight pairs of columns needs 4 sectors of A, and 2 of each row
    // of B.
    CHECK(after.at("global_load_sectors") == (4 + 4 * 2) * kProducts / 8 / kLanes);
    CHECK(before.at("global_load_sectors") == 5 * kProducts / kLanes);
}

TEST_CASE("one_by_four takes 5 loads for 16 products, of 8 and 2 sectors") {
    if (!testing::counted()) return;
    Counters before = count_rung("one_by_two");
    Counters after = count_rung("one_by_four");
    CHECK(after.at("global_load_requests") == 5 * kProducts / 16 / kLanes);
    CHECK(after.at("global_load_requests") == before.at("global_load_requests") / 2);
    CHECK(after.at("global_load_sectors") == (8 + 4 * 2) * kProducts / 16 / kLanes);
    CHECK(after.at("registers") > before.at("registers"));
}

TEST_CASE(
    "shared_memory brings a sixteenth of what coalesced does, and reads it from shared memory without a "
    "conflict") {
    if (!testing::counted()) return;
    Counters before = coalesced_in({16, 16});
    Counters after = count_rung("shared_memory");
    CHECK(after.at("global_load_requests") == before.at("global_load_requests") / 16);
    CHECK(after.at("global_load_sectors") == 4 * after.at("global_load_requests"));
    CHECK(after.at("shared_load_requests") == 2 * kProducts / kLanes);
    CHECK(after.at("shared_load_wavefronts") == after.at("shared_load_requests"));
    CHECK(conflicts(after) == 0);
}

TEST_CASE(
    "a transposed tile that is not padded costs 8 wavefronts for each access, which the tile before does "
    "not") {
    if (!testing::counted()) return;
    Counters before = count_rung("shared_memory");
    Counters after = count_rung("transposed_tile");
    CHECK(conflicts(before) == 0);
    CHECK(after.at("global_load_sectors") == before.at("global_load_sectors"));
    CHECK(after.at("shared_load_requests") == before.at("shared_load_requests"));
    // Half of the loads and of the stores belong to B's tile.
    CHECK(after.at("shared_load_bank_conflicts") == 7 * after.at("shared_load_requests") / 2);
    CHECK(after.at("shared_store_bank_conflicts") == 7 * after.at("shared_store_requests") / 2);
}

TEST_CASE("on the 16 banks of compute capability 1.3 it costs 16 steps for each half-warp") {
    if (!testing::counted()) return;
    const ModelOf13 model;
    Counters tile = count_rung("transposed_tile");
    CHECK(tile.at("cc1.3.shared_load_bank_conflicts") == 2 * 15 * tile.at("shared_load_requests") / 2);
    CHECK(tile.at("cc1.3.shared_store_bank_conflicts") == 2 * 15 * tile.at("shared_store_requests") / 2);
}

TEST_CASE("padding takes the conflicts away: rows of 18 words for 32 banks, of 17 for 16") {
    if (!testing::counted()) return;
    const ModelOf13 model;
    Counters before = count_rung("transposed_tile");
    Counters for_32 = count_rung("bank_conflict_free");
    Counters for_16 = count(bank_conflict_free::multiply_for_16_banks);
    CHECK(conflicts(before) > 0);
    CHECK(conflicts(for_32) == 0);
    CHECK(for_16.at("cc1.3.shared_load_bank_conflicts") == 0);
    CHECK(for_16.at("cc1.3.shared_store_bank_conflicts") == 0);
    // Each on the other's number of banks.
    CHECK(for_16.at("shared_load_bank_conflicts") == 0);
    CHECK(for_16.at("shared_store_bank_conflicts") == for_16.at("shared_store_requests") / 2);
    CHECK(for_32.at("cc1.3.shared_load_bank_conflicts") == 2 * for_32.at("shared_load_requests") / 2);
}

TEST_CASE(
    "a column of sixteen for each thread: 9/16 of the volume of shared_memory, half of its shared loads") {
    if (!testing::counted()) return;
    Counters before = count_rung("shared_memory");
    Counters after = count_rung("column_per_thread");
    CHECK(after.at("global_load_sectors") == 9 * before.at("global_load_sectors") / 16);
    CHECK(after.at("shared_load_requests") == before.at("shared_load_requests") / 2);
    CHECK(after.at("shared_load_wavefronts") == after.at("shared_load_requests"));
    CHECK(after.at("registers") > before.at("registers"));
}

TEST_CASE("its turned stores are free of conflicts on 32 banks, and take two steps each on 16") {
    if (!testing::counted()) return;
    const ModelOf13 model;
    Counters columns = count_rung("column_per_thread");
    CHECK(conflicts(columns) == 0);
    CHECK(columns.at("cc1.3.shared_store_bank_conflicts") == 2 * columns.at("shared_store_requests"));
}

TEST_CASE("round_robin moves what column_per_thread moves") {
    if (!testing::counted()) return;
    Counters before = count_rung("column_per_thread");
    Counters after = count_rung("round_robin");
    for (const char* key : {"global_load_requests", "global_load_sectors", "shared_load_wavefronts",
                            "shared_store_wavefronts", "barriers"}) {
        CAPTURE(key);
        CHECK(after.at(key) == before.at(key));
    }
}

TEST_CASE("wide_tile has half the barriers, whole float4 both ways, and no conflict on 32 banks") {
    if (!testing::counted()) return;
    Counters before = count_rung("round_robin");
    Counters after = count_rung("wide_tile");
    CHECK(after.at("global_load_sectors") == before.at("global_load_sectors"));
    CHECK(after.at("barriers") == before.at("barriers") / 2);
    CHECK(after.at("shared_store_requests") == before.at("shared_store_requests") / 4);
    CHECK(conflicts(after) == 0);
    // Rows that start at multiples of a float4 let the compiler load four steps of k at once.
    CHECK(after.at("shared_load_requests") == before.at("shared_load_requests") / 4);
    CHECK(after.at("shared_load_wavefronts") == before.at("shared_load_wavefronts") / 2);
}

// Shared loads per k and warp: register_blocked's 16, of one wavefront each, serve as many products as vectorised's
// 4.
TEST_CASE("a square of 8 x 8 for each thread takes 16 shared loads for 64 products, without conflicts") {
    if (!testing::counted()) return;
    Counters before = count_rung("wide_tile");
    Counters after = count_rung("register_blocked");
    CHECK(after.at("shared_load_requests") == 16 * kProducts / 64 / kLanes);
    CHECK(after.at("shared_load_wavefronts") == after.at("shared_load_requests"));
    CHECK(conflicts(after) == 0);
    CHECK(after.at("global_load_sectors") == kProducts / 64 / 8);  // n^3 / 64 elements, 8 in a sector
    CHECK(after.at("global_load_sectors") < before.at("global_load_sectors") / 2);
}

TEST_CASE("in float4 they are 4 loads, and no quarter-warp meets a conflict") {
    if (!testing::counted()) return;
    Counters before = count_rung("register_blocked");
    Counters after = count_rung("vectorised");
    CHECK(after.at("shared_load_requests") == before.at("shared_load_requests") / 4);
    CHECK(after.at("shared_load_wavefronts") == (2 * 2 + 2 * 4) * kProducts / 64 / kLanes);
    CHECK(conflicts(after) == 0);
    CHECK(after.at("global_load_requests") == before.at("global_load_requests") / 4);
    CHECK(after.at("global_load_sectors") == before.at("global_load_sectors"));
}

TEST_CASE("double_buffered has half the barriers, and no store of a thread into shared memory") {
    if (!testing::counted()) return;
    Counters before = count_rung("vectorised");
    Counters after = count_rung("double_buffered");
    CHECK(after.at("barriers") == before.at("barriers") / 2);
    CHECK(before.at("shared_store_requests") > 0);
    CHECK(after.at("shared_store_requests") == 0);
    CHECK(after.at("shared_load_wavefronts") == before.at("shared_load_wavefronts"));
    CHECK(after.at("global_load_sectors") == before.at("global_load_sectors"));
    CHECK(conflicts(after) == 0);
}

TEST_CASE("warp_tiled loads 6 float4 for 128 products, of 2 wavefronts each, and one k more than there is") {
    if (!testing::counted()) return;
    constexpr double kWarps = kElements / 128 / kLanes;
    Counters before = count_rung("double_buffered");
    Counters after = count_rung("warp_tiled");
    CHECK(after.at("shared_load_requests") == 6 * kWarps * (kN + 1));
    CHECK(after.at("shared_load_wavefronts") == 2 * after.at("shared_load_requests"));
    CHECK(after.at("shared_load_wavefronts") < 0.51 * before.at("shared_load_wavefronts"));
    CHECK(after.at("global_load_sectors") == 3 * before.at("global_load_sectors") / 4);
    CHECK(conflicts(after) == 0);
}

TEST_CASE("the modern rungs keep free of conflicts where tiles hang over and rows are not aligned") {
    if (!testing::counted()) return;
    for (const char* rung :
         {"register_blocked", "vectorised", "double_buffered", "warp_tiled", "divided_k", "in_strips"}) {
        CHECK(conflicts(count_rung(rung, 67)) == 0);
        CHECK(conflicts(count_rung(rung, 100)) == 0);
    }
}

TEST_CASE(
    "in_strips: 16 bytes a copy, fewer instructions than warp_tiled, as many shared loads, no conflicts") {
    if (!testing::counted()) return;
    // One multiprocessor, so that no tile is divided: one tile, whose A is laid if it lacks a row. What the kernel that lays A does is
    // subtracted.
    const auto count_rows = [](std::size_t m) {
        return [m](std::size_t k) {
            return count_product([](const Gemm& gemm) { in_strips::multiply_for(1, gemm); }, m, 256, k);
        };
    };
    const auto count_strips = count_rows(127);
    const auto count_in_place = count_rows(128);
    const auto count_tiled = [](std::size_t k) {
        return count_product(ladder::named("warp_tiled", rungs::kAll).run, 128, 256, k);
    };
    constexpr std::size_t kMore = 512;  // k's beyond the first 32
    const auto of_more = [&](const auto& count, const char* key) {
        return count(32 + kMore).at(key) - count(32).at(key);
    };
    constexpr double kWarps = 8;
    // A warp's copies of a slab are 3 instead of 6. Laying 32 k's of A takes 127 loads of 32 elements, and a k of it 4 requests of 128 bytes
    // to store.
    CHECK(of_more(count_tiled, "global_load_requests") == kWarps * 6 * kMore / 8);
    CHECK(of_more(count_in_place, "global_load_requests") == kWarps * 6 * kMore / 8);
    CHECK(of_more(count_strips, "global_load_requests") == kWarps * 3 * kMore / 8 + 127 * kMore / 32);
    CHECK(of_more(count_strips, "global_store_requests") == 4 * kMore);
    CHECK(of_more(count_in_place, "global_store_requests") == 0);
    // Laying reads a k of 128 rows back from shared memory in 4 requests.
    CHECK(of_more(count_in_place, "shared_load_requests") == of_more(count_tiled, "shared_load_requests"));
    CHECK(of_more(count_strips, "shared_load_requests") ==
          of_more(count_tiled, "shared_load_requests") + 4 * kMore);
    for (const auto& count : {count_strips(64), count_in_place(64), count_tiled(64)})
        CHECK(conflicts(count) == 0);
}

TEST_CASE(
    "no rung has a divergent branch where tiles are full, and each writes C once, but in_strips A's strips, "
    "too") {
    if (!testing::counted()) return;
    for (const rungs::Rung& rung : rungs::kAll) {
        if (rung.run == in_strips::multiply) continue;
        CAPTURE(rung.name);
        Counters counters = count(rung.run);
        CHECK(counters.at("divergent_branches") == 0);
        CHECK(counters.at("dram_write_bytes") == kElements * sizeof(float));
    }
    const auto in_strips = [](const Gemm& gemm) { in_strips::multiply_for(1, gemm); };
    Counters in_place = count_product(in_strips, 256, 256, 64);
    CHECK(in_place.at("divergent_branches") == 0);
    CHECK(in_place.at("dram_write_bytes") == 256 * 256 * sizeof(float));
    Counters laid = count_product(in_strips, 128, 16 * 256, 64);  // for 16 tiles
    CHECK(laid.at("divergent_branches") == 0);
    // Of the product's launch, not of the one that lays A.
    CHECK(laid.at("block_shared") == 128 << 10);
    CHECK(laid.at("occupancy") == 0.125);
    CHECK(laid.at("dram_write_bytes") == (128 * 16 * 256 + 128 * 64) * sizeof(float));
}

TEST_CASE("launches can be counted as other generations would, and no longer when they need not") {
    if (!testing::counted()) return;
    CHECK_FALSE(gpu::emulator::count_models("cc1.3,cc7.7"));
    Counters without = count_rung("shared_memory");
    CHECK(without.count("cc1.3.shared_load_bank_conflicts") == 0);
    {
        const ModelOf13 model;
        CHECK(count_rung("shared_memory").count("cc1.3.shared_load_bank_conflicts") == 1);
    }
    CHECK(count_rung("shared_memory").count("cc1.3.shared_load_bank_conflicts") == 0);
}

TEST_CASE("the volumes that then and now are compared by are those that are counted") {
    if (!testing::counted()) return;
    const auto shape_of = [](const std::string& kernel) -> std::pair<unsigned, unsigned> {
        if (kernel == "GPU1") return {256, 1};
        if (kernel == "GPU2") return {8, 8};
        return {4, 16};  // GPU3's; the others have only one
    };
    for (const c1060::Version& version : c1060::kVersions) {
        if (version.name == "CUBLAS") continue;  // nobody knows
        CAPTURE(version.name);
        const auto [x, y] = shape_of(version.name);
        const statistics::Counted counted = statistics::count(version.name, x, y);
        CHECK(counted.row.at("cc1.3").transactions().text() == version.transactions.text());
        CHECK(counted.row.at("cc1.3").volume.text() == version.volume.text());
        CHECK(counted.row.at("cc9.0").volume.text() == version.volume_on_90.text());
    }
}
