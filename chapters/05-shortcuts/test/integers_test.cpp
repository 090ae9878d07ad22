// The integers' rungs at every awkward size, with missing edges and with lengths that do not fit 16 bits.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/ladder.hpp"
#include "chapters/05-shortcuts/parts/forms.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"
#include "common/testing/skip.hpp"

namespace {

using forms::kLongest16;
using forms::kNoEdge32;

std::vector<std::int32_t> random_lengths(std::size_t n, std::int32_t longest, bool missing) {
    std::vector<std::int32_t> d(n * n);
    const std::uint64_t seed = ladder::fresh_seed();
    ladder::fill_random(d.data(), d.size(), seed, 0, longest);
    std::mt19937_64 random(seed);
    for (std::int32_t& length : d) {
        if (missing && random() % 3 == 0) length = kNoEdge32;
    }
    return d;
}

std::vector<std::int32_t> expected_of(const std::vector<std::int32_t>& d, std::size_t n) {
    std::vector<std::int32_t> r(n * n, kNoEdge32);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t j = 0; j < n; ++j)
                r[i * n + j] = std::min(r[i * n + j], d[i * n + k] + d[k * n + j]);
        }
    }
    return r;
}

std::string defect(const integers::Rung& rung, std::size_t n, const std::vector<std::int32_t>& d) {
    const gpu::Buffer<std::int32_t> device_d(d);
    gpu::Buffer<std::int32_t> device_r(d.size());
    gpu::Buffer<char> scratch(rung.scratch_bytes(n));
    device_r.fill_bytes(0xff);
    rung.run(device_r.data(), device_d.data(), n, scratch.data());
    const std::vector<std::int32_t> r = device_r.to_host();
    const std::vector<std::int32_t> expected = expected_of(d, n);
    return ladder::describe(ladder::compare(r.data(), expected.data(), r.size()), {n, n});
}

}  // namespace

TEST_CASE("all integer rungs are right at every size, with missing edges, short and long lengths") {
    for (const integers::Rung& rung : integers::kAll) {
        CAPTURE(rung.name);
        for (const std::size_t n : {1, 2, 31, 64, 127, 130, 257}) {
            CAPTURE(n);
            CHECK(defect(rung, n, random_lengths(n, kLongest16, false)) == "");
            CHECK(defect(rung, n, random_lengths(n, kLongest16, true)) == "");
            CHECK(defect(rung, n, random_lengths(n, kNoEdge32, true)) == "");
        }
    }
}

TEST_CASE("the longest lengths for 16 bits make the longest sum, and no edge stays none") {
    const std::vector<std::int32_t> d = {kLongest16, kNoEdge32, kLongest16, kNoEdge32};
    for (const integers::Rung& rung : integers::kAll) {
        CAPTURE(rung.name);
        CHECK(defect(rung, 2, d) == "");
    }
}

TEST_CASE(
    "pairs of 16 bits compute where all lengths fit, rung 1's form where one is too long by one or "
    "negative") {
    if (!gpu::emulator::present()) {
        testing::skip("counts come from the emulator");
        return;
    }
    constexpr std::size_t kN = 64;
    for (const std::int32_t odd : {kLongest16, kLongest16 + 1, kNoEdge32, kNoEdge32 - 1, 0, -1}) {
        CAPTURE(odd);
        const bool fits = odd == kNoEdge32 || (odd >= 0 && odd <= kLongest16);
        std::vector<std::int32_t> d(kN * kN, 5);
        d[100] = odd;
        const gpu::Buffer<std::int32_t> device_d(d);
        gpu::Buffer<std::int32_t> r(d.size());
        const integers::Rung& pairs = integers::kAll.back();
        gpu::Buffer<char> scratch(pairs.scratch_bytes(kN));
        pairs.run(r.data(), device_d.data(), kN, scratch.data());
        const auto stored = [](std::uint64_t launch) {
            return gpu::emulator::counter(launch, "global_store_requests").value() > 0;
        };
        CUDA_CHECK(cudaDeviceSynchronize());
        CHECK(stored(gpu::emulator::launches()) == !fits);      // rung 1's form
        CHECK(stored(gpu::emulator::launches() - 1) == !fits);  // its padding
        CHECK(stored(gpu::emulator::launches() - 2) == fits);   // pairs
    }
}
