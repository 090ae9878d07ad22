// What each rung's header predicts, counted. Every claim comes with the rung before, which has what this one removes.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "chapters/05-shortcuts/padding/versions.cuh"
#include "chapters/05-shortcuts/versions.cuh"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/testing/skip.hpp"

namespace {

constexpr std::size_t kN = 256;

bool counted() {
    if (gpu::emulator::present()) return true;
    testing::skip("counts come from the emulator");
    return false;
}

// The counters of one launch: those that the claims are about.
class Counters {
  public:
    explicit Counters(std::uint64_t launch) : launch_(launch) {}

    double operator()(const char* key) const { return gpu::emulator::counter(launch_, key).value(); }
    double ratio(const char* numerator, const char* denominator) const {
        return (*this)(numerator) / (*this)(denominator);
    }
    double sectors_per_load() const { return ratio("global_load_sectors", "global_load_requests"); }
    double sectors_per_store() const { return ratio("global_store_sectors", "global_store_requests"); }
    double bank_conflicts() const {
        return (*this)("shared_load_bank_conflicts") + (*this)("shared_store_bank_conflicts");
    }

  private:
    std::uint64_t launch_;
};

// The counters of the rung's last launch, which computes; the one before, if there is one, pads.
Counters count(const char* name, std::size_t n = kN) {
    for (const versions::Version& version : versions::kAll) {
        if (std::string(version.name) != name) continue;
        gpu::Buffer<float> d(n * n);
        gpu::Buffer<float> r(n * n);
        gpu::Buffer<char> scratch(version.scratch_bytes(n));
        d.fill_bytes(0);
        version.run(r.data(), d.data(), n, scratch.data());
        CUDA_CHECK(cudaDeviceSynchronize());
        return Counters(gpu::emulator::launches());
    }
    FAIL("there is no such rung");
    return Counters(0);
}

Counters count(void (*pad)(float*, const float*, std::size_t, std::size_t)) {
    gpu::Buffer<float> d(kN * kN);
    gpu::Buffer<float> out(padding::elements(kN));
    d.fill_bytes(0);
    pad(out.data(), d.data(), kN, kN);
    CUDA_CHECK(cudaDeviceSynchronize());
    return Counters(gpu::emulator::launches());
}

constexpr double kRelaxationsOfAWarp = 32.0;  // of one instruction

}  // namespace

TEST_CASE("naive: 16 and 1 sectors for the two loads, 16 for the store; two loads for each relaxation") {
    if (!counted()) return;
    const Counters naive = count("naive");
    CHECK(naive.sectors_per_load() == (16 + 1) / 2.0);
    CHECK(naive.sectors_per_store() == 16);
    CHECK(naive("global_load_requests") == 2.0 * kN * kN * kN / kRelaxationsOfAWarp);
}

TEST_CASE("coalesced: 2 and 2 sectors for the two loads, 4 for the store, where naive has 17 and 16") {
    if (!counted()) return;
    const Counters before = count("naive");
    const Counters after = count("coalesced");
    CHECK(before.sectors_per_load() == 8.5);
    CHECK(after.sectors_per_load() == 2);
    CHECK(after.sectors_per_store() == 4);
    CHECK(after("global_load_requests") == before("global_load_requests"));
}

TEST_CASE("register_blocked: an eighth of the loads, of one sector each; its store uses half of 8 sectors") {
    if (!counted()) return;
    const Counters before = count("coalesced");
    const Counters after = count("register_blocked");
    CHECK(after("global_load_requests") == before("global_load_requests") / 8);
    CHECK(after.sectors_per_load() == 1);
    CHECK(after.sectors_per_store() == 8);
    CHECK(after("warp_instructions") < before("warp_instructions") / 2);
}

TEST_CASE("padding a row per block stores the transpose with 32 sectors per request, in tiles with 4") {
    if (!counted()) return;
    const Counters before = count(padding::row_per_block::pad);
    const Counters after = count(padding::tiled::pad);
    CHECK(before.sectors_per_load() == 4);
    CHECK(before.sectors_per_store() == (4 + 32) / 2);
    CHECK(after.sectors_per_load() == 4);
    CHECK(after.sectors_per_store() == 4);
    CHECK(after.bank_conflicts() == 0);
    CHECK(after("global_store_requests") == before("global_store_requests"));
}

TEST_CASE("no rung has a divergent branch where tiles are full") {
    if (!counted()) return;
    for (const versions::Version& version : versions::kAll) {
        CAPTURE(version.name);
        CHECK(count(version.name)("divergent_branches") == 0);
    }
}
