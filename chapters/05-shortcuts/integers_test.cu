// The integers' rungs at every awkward size, with missing roads and with lengths that 16 bits do not hold.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/integers/versions.cuh"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"
#include "common/testing/skip.hpp"

namespace {

using forms::kLongest16;
using forms::kNoRoad32;

std::vector<std::int32_t> random_lengths(std::size_t n, std::int32_t longest, bool missing) {
    std::vector<std::int32_t> d(n * n);
    const std::uint64_t seed = ladder::fresh_seed();
    ladder::fill_random(d.data(), d.size(), seed, 0, longest);
    std::mt19937_64 random(seed);
    for (std::int32_t& length : d) {
        if (missing && random() % 3 == 0) length = kNoRoad32;
    }
    return d;
}

std::vector<std::int32_t> expected_of(const std::vector<std::int32_t>& d, std::size_t n) {
    std::vector<std::int32_t> r(n * n, kNoRoad32);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t j = 0; j < n; ++j)
                r[i * n + j] = std::min(r[i * n + j], d[i * n + k] + d[k * n + j]);
        }
    }
    return r;
}

std::string defect(const integers::Version& version, std::size_t n, const std::vector<std::int32_t>& d) {
    const gpu::Buffer<std::int32_t> device_d(d);
    gpu::Buffer<std::int32_t> device_r(d.size());
    gpu::Buffer<char> scratch(version.scratch_bytes(n));
    device_r.fill_bytes(0xff);
    version.run(device_r.data(), device_d.data(), n, scratch.data());
    const std::vector<std::int32_t> r = device_r.to_host();
    const std::vector<std::int32_t> expected = expected_of(d, n);
    return ladder::describe(ladder::compare(r.data(), expected.data(), r.size()), {n, n});
}

}  // namespace

TEST_CASE("all integer rungs are right at every size, with missing roads, short and long lengths") {
    for (const integers::Version& version : integers::kAll) {
        CAPTURE(version.name);
        for (const std::size_t n : {1, 2, 31, 64, 127, 130, 257}) {
            CAPTURE(n);
            CHECK(defect(version, n, random_lengths(n, kLongest16, false)) == "");
            CHECK(defect(version, n, random_lengths(n, kLongest16, true)) == "");
            CHECK(defect(version, n, random_lengths(n, kNoRoad32, true)) == "");
        }
    }
}

namespace {

static __global__ void relax_kernel(std::int32_t* out, std::int32_t first, std::int32_t second,
                                    std::int32_t best) {
    *out = forms::AddMin::relax(best, first, second, first, second);
}

std::int32_t relax(std::int32_t first, std::int32_t second, std::int32_t best) {
    gpu::Buffer<std::int32_t> out(1);
    relax_kernel<<<1, 1>>>(out.data(), first, second, best);
    CUDA_CHECK(cudaGetLastError());
    return out.to_host()[0];
}

}  // namespace

TEST_CASE(
    "the largest integer is no infinity: a step more and it is the smallest; half of it leaves room for a "
    "sum") {
    constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max();
    CHECK(relax(kLargest, 1, 100) == std::numeric_limits<std::int32_t>::min());
    CHECK(relax(kNoRoad32, 1, kNoRoad32) == kNoRoad32);
    CHECK(relax(kNoRoad32, kNoRoad32, kNoRoad32) == kNoRoad32);
    CHECK(relax(kNoRoad32 - 1, 0, kNoRoad32) == kNoRoad32 - 1);
}

TEST_CASE("the longest lengths for 16 bits make the longest sum, and no road stays none") {
    const std::vector<std::int32_t> d = {kLongest16, kNoRoad32, kLongest16, kNoRoad32};
    for (const integers::Version& version : integers::kAll) {
        CAPTURE(version.name);
        CHECK(defect(version, 2, d) == "");
    }
}

TEST_CASE(
    "pairs of 16 bits compute where all lengths fit, rung 1's kernel where one is too long by one or "
    "negative") {
    if (!gpu::emulator::present()) {
        testing::skip("counts come from the emulator");
        return;
    }
    constexpr std::size_t kN = 64;
    for (const std::int32_t odd : {kLongest16, kLongest16 + 1, kNoRoad32, kNoRoad32 - 1, 0, -1}) {
        CAPTURE(odd);
        const bool fits = odd == kNoRoad32 || (odd >= 0 && odd <= kLongest16);
        std::vector<std::int32_t> d(kN * kN, 5);
        d[100] = odd;
        const gpu::Buffer<std::int32_t> device_d(d);
        gpu::Buffer<std::int32_t> r(d.size());
        gpu::Buffer<char> scratch(integers::pairs_of_16_bits::scratch_bytes(kN));
        integers::pairs_of_16_bits::shortcuts(r.data(), device_d.data(), kN, scratch.data());
        const auto stored = [](std::uint64_t launch) {
            return gpu::emulator::counter(launch, "global_store_requests").value() > 0;
        };
        CUDA_CHECK(cudaDeviceSynchronize());
        CHECK(stored(gpu::emulator::launches()) == !fits);      // rung 1's kernel
        CHECK(stored(gpu::emulator::launches() - 1) == !fits);  // its padding
        CHECK(stored(gpu::emulator::launches() - 2) == fits);   // pairs
    }
}
