// Every rung at every awkward size, on roads that are missing, of length zero or negative: each element right, none left
// unwritten.
#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/padding/versions.cuh"
#include "chapters/05-shortcuts/versions.cuh"
#include "common/baseline/shortcuts/shortcuts.hpp"
#include "common/cuda/buffer.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"

namespace {

constexpr int kPoison = 0xff;  // in every byte: NaN
constexpr float kNoRoad = std::numeric_limits<float>::infinity();

enum class Roads { All, Missing, Negative };

std::vector<float> random_roads(std::size_t n, Roads kind) {
    std::vector<float> d(n * n);
    const std::uint64_t seed = ladder::fresh_seed();
    ladder::fill_random(d.data(), d.size(), seed, kind == Roads::Negative ? -100.0f : 0.0f, 1000);
    if (kind == Roads::All) return d;
    std::mt19937_64 random(seed);
    for (float& road : d) {
        if (random() % 3 == 0) road = kNoRoad;
        if (random() % 16 == 0) road = 0;
    }
    return d;
}

// Runs the version on d, both matrices `offset` elements behind the start of an allocation, and says what is wrong with r; empty
// if nothing is.
std::string defect(const versions::Version& version, std::size_t n, const std::vector<float>& d,
                   std::size_t offset = 0) {
    gpu::Buffer<float> device_d(offset + d.size());
    gpu::Buffer<float> device_r(offset + d.size());
    gpu::Buffer<char> scratch(version.scratch_bytes(n));
    device_d.upload(d.data(), d.size(), offset);
    device_r.fill_bytes(kPoison);
    version.run(device_r.data() + offset, device_d.data() + offset, n, scratch.data());
    std::vector<float> r(d.size());
    device_r.download(r.data(), r.size(), offset);
    std::vector<float> expected(d.size());
    baseline::shortcuts::serial(expected.data(), d.data(), n);
    return ladder::describe(ladder::compare(r.data(), expected.data(), r.size()), {n, n});
}

void check_all_sizes(const char* name) {
    for (const versions::Version& version : versions::kAll) {
        if (std::string(version.name) != name) continue;
        for (const std::size_t n : {1, 2, 3, 7, 8, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 131}) {
            CAPTURE(n);
            for (const Roads kind : {Roads::Missing, Roads::Negative})
                REQUIRE(defect(version, n, random_roads(n, kind)) == "");
        }
        return;
    }
    FAIL("there is no such rung");
}

}  // namespace

TEST_CASE("naive is right at every size") { check_all_sizes("naive"); }
TEST_CASE("coalesced is right at every size") { check_all_sizes("coalesced"); }
TEST_CASE("register_blocked is right at every size") { check_all_sizes("register_blocked"); }
TEST_CASE("shared_memory is right at every size") { check_all_sizes("shared_memory"); }
TEST_CASE("bank_conflict_free is right at every size") { check_all_sizes("bank_conflict_free"); }
TEST_CASE("double_buffered is right at every size") { check_all_sizes("double_buffered"); }
TEST_CASE("three_input_minimum is right at every size") { check_all_sizes("three_input_minimum"); }
TEST_CASE("enough_blocks is right at every size") { check_all_sizes("enough_blocks"); }

TEST_CASE("enough_blocks has large tiles where they come out even, else small ones in four pieces") {
    CHECK(enough_blocks::pieces(6300, 132).count == 0);
    CHECK(enough_blocks::pieces(2000, 132).count == 0);  // 16 × 16 tiles, 264 would come out even
    CHECK(enough_blocks::pieces(1900, 132).count == 4);  // 15 × 15
    CHECK(enough_blocks::pieces(1400, 132).count == 0);  // 11 × 11, 132 would
    CHECK(enough_blocks::pieces(1000, 132).count == 4);
    CHECK(enough_blocks::pieces(1000, 132).depth == 256);
    CHECK(enough_blocks::pieces(200, 132).count == 3);  // no fewer than 64 ks for each
    CHECK(enough_blocks::pieces(1, 132).count == 1);
    CHECK(enough_blocks::pieces(1000, 16).count == 0);
    for (std::size_t n = 1; n < 2000; ++n) {
        const enough_blocks::Pieces pieces = enough_blocks::pieces(n, 132);
        if (pieces.count == 0) continue;
        CAPTURE(n);
        REQUIRE(pieces.count * pieces.depth >= n);
        REQUIRE((pieces.count - 1) * pieces.depth < n);
        REQUIRE(pieces.depth % enough_blocks::SmallTiles::kDepth == 0);
    }
}

TEST_CASE("enough_blocks is right with any number of pieces, of which the last one is shorter") {
    for (const std::size_t multiprocessors : {1, 3, 1000}) {
        CAPTURE(multiprocessors);
        for (const std::size_t n : {60, 130, 193, 257, 300}) {
            CAPTURE(n);
            for (const Roads kind : {Roads::Missing, Roads::Negative}) {
                const std::vector<float> d = random_roads(n, kind);
                const gpu::Buffer<float> device_d(d);
                gpu::Buffer<float> r(n * n);
                gpu::Buffer<char> scratch(enough_blocks::scratch_bytes(n));
                r.fill_bytes(kPoison);
                enough_blocks::shortcuts_for(multiprocessors, r.data(), device_d.data(), n, scratch.data());
                std::vector<float> expected(n * n);
                baseline::shortcuts::serial(expected.data(), d.data(), n);
                REQUIRE(r.to_host() == expected);
            }
        }
    }
}

TEST_CASE("matrices that start at no multiple of 16 bytes are right in every rung") {
    for (const versions::Version& version : versions::kAll) {
        CAPTURE(version.name);
        CHECK(defect(version, 64, random_roads(64, Roads::Missing), 1) == "");
        CHECK(defect(version, 132, random_roads(132, Roads::Missing), 3) == "");
    }
}

TEST_CASE("no places at all are no launch in any rung") {
    for (const versions::Version& version : versions::kAll) {
        CAPTURE(version.name);
        CHECK_NOTHROW(version.run(nullptr, nullptr, 0, nullptr));
    }
}

TEST_CASE("where there is no road at all, every rung says infinity") {
    for (const versions::Version& version : versions::kAll) {
        CAPTURE(version.name);
        CHECK(defect(version, 40, std::vector<float>(40 * 40, kNoRoad)) == "");
    }
}

TEST_CASE(
    "both kernels that pad put every element and its mirror image where they belong, and infinity "
    "elsewhere") {
    for (const padding::Version& version : padding::kAll) {
        CAPTURE(version.name);
        for (const std::size_t n : {1, 31, 63, 64, 65, 100, 128, 150}) {
            CAPTURE(n);
            const std::size_t nn = padding::padded(n, padding::kTileOfVersions);
            const std::vector<float> d = random_roads(n, Roads::Missing);
            const gpu::Buffer<float> device_d(d);
            gpu::Buffer<float> out(padding::elements(nn));
            out.fill_bytes(kPoison);
            version.run(out.data(), device_d.data(), n, nn);
            std::vector<float> expected(out.size(), kNoRoad);
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < n; ++j)
                    expected[i * nn + j] = expected[nn * nn + j * nn + i] = d[i * n + j];
            }
            const std::vector<float> got = out.to_host();
            REQUIRE(ladder::describe(ladder::compare(got.data(), expected.data(), got.size()),
                                     {2 * nn, nn}) == "");
        }
    }
}

namespace {

// The seed's stride: r has rows of nn elements here, though it is n × n.
static __global__ void stores_with_the_padded_stride(float* r, const float* d, std::size_t n,
                                                     std::size_t nn) {
    const std::size_t i = blockIdx.x, j = threadIdx.x;
    float best = HUGE_VALF;
    for (std::size_t k = 0; k < n; ++k) best = fminf(best, d[n * i + k] + d[n * k + j]);
    if (nn * i + j < n * n) r[nn * i + j] = best;
}

void seeds_stride(float* r, const float* d, std::size_t n, void*) {
    const dim3 grid(static_cast<unsigned>(n));
    const dim3 block(static_cast<unsigned>(n));
    stores_with_the_padded_stride<<<grid, block>>>(r, d, n, padding::padded(n, 64));
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace

TEST_CASE("the padded stride on a result without padding passes only where n is a multiple of 64") {
    const versions::Version wrong{"the seed's stride", seeds_stride, naive::scratch_bytes};
    CHECK(defect(wrong, 64, random_roads(64, Roads::All)) == "");
    CHECK(defect(wrong, 60, random_roads(60, Roads::All)) != "");
}
