// The predictions of each rung's header, counted. For every claim, the test shows that the rung before has what this
// one removes.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "chapters/05-shortcuts/ladder.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/testing/device.hpp"

namespace {

constexpr std::size_t kN = 256;

// The counters of one launch that the claims need.
class Counters {
  public:
    explicit Counters(std::uint64_t launch) : launch_(launch) {}

    double operator()(const char* key) const { return gpu::emulator::counter(launch_, key).value(); }
    double ratio(const char* numerator, const char* denominator) const {
        return (*this)(numerator) / (*this)(denominator);
    }
    double sectors_per_load() const { return ratio("global_load_sectors", "global_load_requests"); }
    double sectors_per_store() const { return ratio("global_store_sectors", "global_store_requests"); }
    double wavefronts_per_shared_load() const {
        return ratio("shared_load_wavefronts", "shared_load_requests");
    }
    double bank_conflicts() const {
        return (*this)("shared_load_bank_conflicts") + (*this)("shared_store_bank_conflicts");
    }

  private:
    std::uint64_t launch_;
};

// The counters of the rung's last launch, which computes; the launch before, if there is one, pads.
Counters count(const rungs::Rung& rung, std::size_t n) {
    gpu::Buffer<float> d(n * n);
    gpu::Buffer<float> r(n * n);
    gpu::Buffer<char> scratch(rung.scratch_bytes(n));
    d.fill_bytes(0);
    rung.run(r.data(), d.data(), n, scratch.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    return Counters(gpu::emulator::launches());
}

Counters count(const char* name, std::size_t n = kN) { return count(ladder::named(name, rungs::kAll), n); }

Counters count(void (*pad)(float*, const float*, std::size_t, std::size_t)) {
    gpu::Buffer<float> d(kN * kN);
    gpu::Buffer<float> out(padding::elements(kN));
    d.fill_bytes(0);
    pad(out.data(), d.data(), kN, kN);
    CUDA_CHECK(cudaDeviceSynchronize());
    return Counters(gpu::emulator::launches());
}

constexpr double kRelaxationsOfAWarp = 32.0;  // of one instruction

// The last two launches of a rung with kN vertices, one of whose lengths may be negative.
std::pair<Counters, Counters> last_two_launches(void (*run)(float*, const float*, std::size_t, void*),
                                                bool negative) {
    std::vector<float> lengths(kN * kN, 1.0f);
    if (negative) lengths[77] = -1;
    const gpu::Buffer<float> d(lengths);
    gpu::Buffer<float> r(lengths.size());
    gpu::Buffer<char> scratch(3 * kN * kN * sizeof(float));  // more than a rung needs
    run(r.data(), d.data(), kN, scratch.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::uint64_t last = gpu::emulator::launches();
    return {Counters(last - 1), Counters(last)};
}

// in_strips for a device with one multiprocessor, which holds three tiles at once.
rungs::Rung strips_for_one() {
    rungs::Rung rung = ladder::named("in_strips", rungs::kAll);
    rung.run = [](float* r, const float* d, std::size_t n, void* scratch) {
        in_strips::shortcuts_for(1, r, d, n, scratch);
    };
    return rung;
}

// The launches of a rung with n vertices.
std::vector<Counters> launches_of(const rungs::Rung& rung, std::size_t n) {
    const std::uint64_t before = gpu::emulator::launches();
    count(rung, n);
    std::vector<Counters> launches;
    for (std::uint64_t launch = before + 1; launch <= gpu::emulator::launches(); ++launch)
        launches.emplace_back(launch);
    return launches;
}

double instructions(const rungs::Rung& rung, std::size_t n) {
    double sum = 0;
    for (const Counters& launch : launches_of(rung, n)) sum += launch("warp_instructions");
    return sum;
}

}  // namespace

TEST_CASE("naive: 16 and 1 sectors for the two loads, 16 for the store; two loads for each relaxation") {
    if (!testing::counted()) return;
    const Counters naive = count("naive");
    CHECK(naive.sectors_per_load() == (16 + 1) / 2.0);
    CHECK(naive.sectors_per_store() == 16);
    CHECK(naive("global_load_requests") == 2.0 * kN * kN * kN / kRelaxationsOfAWarp);
}

TEST_CASE("coalesced: 2 and 2 sectors for the two loads, 4 for the store, where naive has 17 and 16") {
    if (!testing::counted()) return;
    const Counters before = count("naive");
    const Counters after = count("coalesced");
    CHECK(before.sectors_per_load() == 8.5);
    CHECK(after.sectors_per_load() == 2);
    CHECK(after.sectors_per_store() == 4);
    CHECK(after("global_load_requests") == before("global_load_requests"));
}

TEST_CASE("register_blocked: an eighth of the loads, of one sector each; its store uses half of 8 sectors") {
    if (!testing::counted()) return;
    const Counters before = count("coalesced");
    const Counters after = count("register_blocked");
    CHECK(after("global_load_requests") == before("global_load_requests") / 8);
    CHECK(after.sectors_per_load() == 1);
    CHECK(after.sectors_per_store() == 8);
    CHECK(after("warp_instructions") < before("warp_instructions") / 2);
}

TEST_CASE(
    "shared_memory: an eighth of the global loads, of 4 sectors; conflicts, and 32 sectors for each store") {
    if (!testing::counted()) return;
    const Counters before = count("register_blocked");
    const Counters after = count("shared_memory");
    CHECK(after("global_load_requests") == before("global_load_requests") / 8);
    CHECK(after.sectors_per_load() == 4);
    CHECK(after.sectors_per_store() == 32);
    CHECK(after.wavefronts_per_shared_load() == 1.5);
    // Of 16 loads of a warp for each k, the 8 of the second edge take one more wavefront.
    CHECK(after.bank_conflicts() == 8.0 * kN * (kN / 64) * (kN / 64) * 2);
}

TEST_CASE(
    "bank_conflict_free: no conflicts where shared_memory has them, a quarter of the requests, whole "
    "sectors") {
    if (!testing::counted()) return;
    const Counters before = count("shared_memory");
    const Counters after = count("bank_conflict_free");
    CHECK(before.bank_conflicts() > 0);
    CHECK(after.bank_conflicts() == 0);
    CHECK(after("global_load_requests") == before("global_load_requests") / 4);
    CHECK(after("shared_load_requests") == before("shared_load_requests") / 4);
    CHECK(after("global_store_requests") == before("global_store_requests") / 4);
    CHECK(after.sectors_per_store() == 16);
}

TEST_CASE("double_buffered: half of the barriers, and no store of a thread into shared memory") {
    if (!testing::counted()) return;
    const Counters before = count("bank_conflict_free");
    const Counters after = count("double_buffered");
    CHECK(after("barriers") == before("barriers") / 2);
    CHECK(before("shared_store_requests") > 0);
    CHECK(after("shared_store_requests") == 0);
    CHECK(after("global_load_sectors") == before("global_load_sectors"));
    CHECK(after("shared_load_wavefronts") == before("shared_load_wavefronts"));
    CHECK(after.bank_conflicts() == 0);
}

TEST_CASE(
    "warp_tiled: half of the bytes from global memory, three quarters of the shared loads, 2 wavefronts "
    "each") {
    if (!testing::counted()) return;
    const Counters before = count("double_buffered");
    const Counters after = count("warp_tiled");
    CHECK(after("global_load_sectors") == before("global_load_sectors") / 2);
    CHECK(after("shared_load_requests") == before("shared_load_requests") * 3 / 4);
    CHECK(before.wavefronts_per_shared_load() == 3);
    CHECK(after.wavefronts_per_shared_load() == 2);
    CHECK(after.bank_conflicts() == 0);
}

TEST_CASE(
    "three_input_minimum: where a length is negative, the launch with float minima computes, else the "
    "other") {
    if (!testing::counted()) return;
    for (const bool negative : {false, true}) {
        CAPTURE(negative);
        const auto [by_integer, by_float] =
            last_two_launches(ladder::named("three_input_minimum", rungs::kAll).run, negative);
        CHECK(by_float("global_store_requests") == (negative ? kN * kN / 128 : 0));
        CHECK(by_integer("global_store_requests") == (negative ? 0 : kN * kN / 128));
    }
}

TEST_CASE(
    "enough_blocks: four atomic minima for each result where no length is negative, rung 6's kernel "
    "otherwise") {
    if (!testing::counted()) return;
    for (const bool negative : {false, true}) {
        CAPTURE(negative);
        const auto [small, large] =
            last_two_launches([](float* r, const float* d, std::size_t n,
                                 void* scratch) { enough_blocks::shortcuts_for(132, r, d, n, scratch); },
                              negative);
        CHECK(small("atomics") == (negative ? 0 : 4.0 * kN * kN / 32));
        CHECK(small.bank_conflicts() == 0);
        CHECK(large("global_store_requests") == (negative ? kN * kN / 128 : 0));
    }
}

TEST_CASE("divided_k: two groups of warps have half of the slabs each, no atomics, no conflicts") {
    if (!testing::counted()) return;
    for (const bool negative : {false, true}) {
        CAPTURE(negative);
        const auto [by_integer, by_float] =
            last_two_launches(ladder::named("divided_k", rungs::kAll).run, negative);
        const Counters& wanted = negative ? by_float : by_integer;
        const Counters& other = negative ? by_integer : by_float;
        CHECK(other("global_store_requests") == 0);
        CHECK(wanted("global_store_requests") == kN * kN / 128);
        CHECK(wanted("atomics") == 0);
        CHECK(wanted.bank_conflicts() == 0);
        constexpr std::size_t kTile = 64;
        constexpr std::size_t kDepth = 16;
        CHECK(wanted("barriers") == (kN / kTile) * (kN / kTile) * 4 * (kN / 2 / kDepth + 2));  // a warp's
    }
}

TEST_CASE("in_strips: rung 9's loads with half of the barriers and fewer instructions, no conflicts") {
    if (!testing::counted()) return;
    const auto of = [](const char* rung) {
        return last_two_launches(ladder::named(rung, rungs::kAll).run, false).first;
    };
    const Counters before = of("divided_k");
    const Counters after = of("in_strips");
    constexpr std::size_t kTile = 64;
    constexpr std::size_t kDepth = 32;
    CHECK(after("barriers") == (kN / kTile) * (kN / kTile) * 4 * (kN / 2 / kDepth + 2));  // a warp's
    CHECK(after("global_load_requests") == before("global_load_requests"));
    CHECK(after("warp_instructions") < before("warp_instructions"));
    CHECK(after("atomics") == 0);
    CHECK(after.bank_conflicts() == 0);
}

TEST_CASE("in_strips: four atomic minima for each result of the tiles that blocks share") {
    if (!testing::counted()) return;
    for (const bool negative : {false, true}) {
        CAPTURE(negative);
        // Half of three tiles, rounded down, is the one that is shared.
        const auto [by_integer, by_float] = last_two_launches(strips_for_one().run, negative);
        constexpr double kShared = 64 * 64;
        CHECK(by_integer("atomics") == (negative ? 0 : 4 * kShared / 32));
        CHECK(by_integer("global_store_requests") == (negative ? 0 : (kN * kN - kShared) / 128));
        CHECK(by_float("atomics") == 0);
        CHECK(by_float("global_store_requests") == (negative ? kN * kN / 128 : 0));
        CHECK(by_integer.bank_conflicts() == 0);
    }
}

TEST_CASE("in_strips: thin tiles save instructions at the border, where divided_k has whole tiles") {
    if (!testing::counted()) return;
    // Instructions with n vertices, as a share of those with 128 or 192, where tiles are full.
    const auto share = [](const rungs::Rung& rung, std::size_t n, std::size_t full) {
        return instructions(rung, n) / instructions(rung, full);
    };
    const rungs::Rung divided_k = ladder::named("divided_k", rungs::kAll);
    CHECK(share(divided_k, 80, 128) > 0.6);
    CHECK(share(strips_for_one(), 80, 128) < 0.45);
    CHECK(share(divided_k, 144, 192) > 0.75);
    CHECK(share(strips_for_one(), 144, 192) < 0.6);
}

TEST_CASE("in_strips: with 80 vertices a tile takes 48 ks for each group, a thin tile 32 for each warp") {
    if (!testing::counted()) return;
    const std::vector<Counters> launches = launches_of(strips_for_one(), 80);
    REQUIRE(launches.size() == 4);
    const Counters& border = launches[1];
    const Counters& tile = launches[2];
    // Four warps. For two ks, a lane of a tile reads 8 pieces, and of a thin tile 6. At the end 16 pieces of minima for each of two warps, and
    // 8 from each of three.
    CHECK(launches[0]("global_store_requests") == 2 * 128 * 128 / 32);  // d and t, and nothing of r
    CHECK(tile("shared_load_requests") == 4 * 48 / 2 * 8 + 2 * 16);
    CHECK(border("shared_load_requests") ==
          3 * (4 * 32 / 2 * 6 + 3 * 8));  // two tiles below, one on the right
    CHECK(border.bank_conflicts() == 0);
    CHECK(border("atomics") == 0);
    CHECK(launches[3]("global_store_requests") == 0);
}

TEST_CASE(
    "in_strips: thin tiles only where three rows of them reach the end, and never where all tiles run at "
    "once") {
    if (!testing::counted()) return;
    const auto launches = [](const rungs::Rung& rung, std::size_t n) { return launches_of(rung, n).size(); };
    for (const std::size_t n : {1, 16, 63, 64, 113, 127, 128, 177}) {
        CAPTURE(n);
        CHECK(launches(strips_for_one(), n) == 3);
    }
    for (const std::size_t n : {65, 112, 129, 176}) {
        CAPTURE(n);
        CHECK(launches(strips_for_one(), n) == 4);
        CHECK(launches(ladder::named("in_strips", rungs::kAll), n) ==
              3);  // 132 multiprocessors hold 396 tiles
    }
}

TEST_CASE("padding a row per block stores the transpose with 32 sectors per request, in tiles with 4") {
    if (!testing::counted()) return;
    const Counters before = count(padding::kAll[0].run);
    const Counters after = count(padding::kAll[1].run);
    CHECK(before.sectors_per_load() == 4);
    CHECK(before.sectors_per_store() == (4 + 32) / 2);
    CHECK(after.sectors_per_load() == 4);
    CHECK(after.sectors_per_store() == 4);
    CHECK(after.bank_conflicts() == 0);
    CHECK(after("global_store_requests") == before("global_store_requests"));
}

TEST_CASE("no rung has a divergent branch where tiles are full") {
    if (!testing::counted()) return;
    for (const rungs::Rung& rung : rungs::kAll) {
        CAPTURE(rung.name);
        CHECK(count(rung.name)("divergent_branches") == 0);
    }
}
