// Every rung at every awkward size, on edges that are missing, of length zero or negative: each element right, none
// unwritten.
#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/ladder.hpp"
#include "chapters/05-shortcuts/test/defect.hpp"
#include "common/baseline/shortcuts/shortcuts.hpp"
#include "common/cuda/buffer.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"
#include "common/testing/lesson_program.hpp"
#include "common/testing/temporary_folder.hpp"

namespace {

constexpr int kPoison = 0xff;     // in every byte: NaN
constexpr std::size_t kSlab = 8;  // ks that a block with a small tile loads at a time
constexpr float kInfinitelyFar = std::numeric_limits<float>::infinity();

using shortcuts::defect;
using shortcuts::Edges;
using shortcuts::random_edges;

}  // namespace

TEST_CASE("every rung is right at every size") {
    for (const rungs::Rung& rung : rungs::kAll) {
        CAPTURE(rung.name);
        for (const std::size_t n : {1, 2, 3, 7, 8, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 131}) {
            CAPTURE(n);
            for (const Edges kind : {Edges::Missing, Edges::Negative})
                CHECK(defect(rung, n, random_edges(n, kind)) == "");
        }
    }
}

TEST_CASE("enough_blocks has large tiles where they come out even, else small ones in four parts") {
    using enough_blocks::depth_of_part;
    const auto parts = [](std::size_t n) { return (n + depth_of_part(n, 132) - 1) / depth_of_part(n, 132); };
    CHECK(depth_of_part(6300, 132) == 0);
    CHECK(depth_of_part(2000, 132) == 0);  // 16 × 16 tiles; 264 would divide evenly among 132
    CHECK(parts(1900) == 4);               // 15 × 15
    CHECK(depth_of_part(1400, 132) == 0);  // 11 × 11; 132 would divide evenly
    CHECK(parts(1000) == 4);
    CHECK(depth_of_part(1000, 132) == 256);
    CHECK(parts(200) == 3);  // at least 64 ks for each
    CHECK(parts(1) == 1);
    CHECK(depth_of_part(1000, 16) == 0);
    for (std::size_t n = 1; n < 2000; ++n) {
        CAPTURE(n);
        REQUIRE(depth_of_part(n, 132) % kSlab == 0);
    }
}

using ShortcutsFor = void (*)(std::size_t, float*, const float*, std::size_t, void*);

// What shortcuts_for() of a rung computes from d, n × n, if the device has this many multiprocessors.
std::vector<float> result(ShortcutsFor shortcuts_for, const char* rung, std::size_t multiprocessors,
                          std::size_t n, const std::vector<float>& d) {
    const gpu::Buffer<float> device_d(d);
    gpu::Buffer<float> r(n * n);
    gpu::Buffer<char> scratch(ladder::named(rung, rungs::kAll).scratch_bytes(n));
    r.fill_bytes(kPoison);
    shortcuts_for(multiprocessors, r.data(), device_d.data(), n, scratch.data());
    return r.to_host();
}

// Checks shortcuts_for() of a rung with lengths of this kind.
void check_divided(ShortcutsFor shortcuts_for, const char* rung, std::size_t multiprocessors, std::size_t n,
                   Edges kind) {
    const std::vector<float> d = random_edges(n, kind);
    std::vector<float> expected(n * n);
    baseline::shortcuts::serial(expected.data(), d.data(), n);
    REQUIRE(result(shortcuts_for, rung, multiprocessors, n, d) == expected);
}

TEST_CASE("enough_blocks is right with any number of parts, of which the last one is shorter") {
    for (const std::size_t multiprocessors : {1, 3, 1000}) {
        CAPTURE(multiprocessors);
        for (const std::size_t n : {60, 130, 193, 257, 300}) {
            CAPTURE(n);
            for (const Edges kind : {Edges::Missing, Edges::Negative})
                check_divided(enough_blocks::shortcuts_for, "enough_blocks", multiprocessors, n, kind);
        }
    }
}

// Around each multiple of 16 after one and after two tiles, so with zero to three rows of thin tiles.
const std::vector<std::size_t> kAroundThinTiles = {64,  65,  66,  67,  79,  80,  81,  96,  97,
                                                   112, 113, 120, 127, 128, 129, 143, 144, 145,
                                                   160, 161, 176, 177, 191, 192, 193, 257, 300};

TEST_CASE(
    "in_strips is right whether blocks share tiles or not, wherever the parts of k and the border begin") {
    for (const std::size_t multiprocessors : {1, 3, 1000}) {
        CAPTURE(multiprocessors);
        for (const std::size_t n : kAroundThinTiles) {
            CAPTURE(n);
            for (const Edges kind : {Edges::Missing, Edges::Negative})
                check_divided(in_strips::shortcuts_for, "in_strips", multiprocessors, n, kind);
        }
    }
}

TEST_CASE("in_strips: where there is no edge at all, the border is infinite, too") {
    for (const std::size_t n : {80, 100, 176}) {
        CAPTURE(n);
        const std::vector<float> d(n * n, kInfinitelyFar);
        CHECK(result(in_strips::shortcuts_for, "in_strips", 1, n, d) == d);
    }
}

TEST_CASE("in_strips: a NaN is no edge, in a tile and at the border") {
    for (const std::size_t n : {80, 100, 176}) {
        CAPTURE(n);
        for (const std::size_t row : {std::size_t{0}, n - 1}) {
            CAPTURE(row);
            std::vector<float> d = random_edges(n, Edges::Missing);
            d[row * n + row / 2] = kInfinitelyFar;
            std::vector<float> expected(n * n);
            baseline::shortcuts::serial(expected.data(), d.data(), n);
            d[row * n + row / 2] = std::numeric_limits<float>::quiet_NaN();
            CHECK(result(in_strips::shortcuts_for, "in_strips", 1, n, d) == expected);
        }
    }
}

TEST_CASE("matrices that start at no multiple of 16 bytes are right in every rung") {
    for (const rungs::Rung& rung : rungs::kAll) {
        CAPTURE(rung.name);
        CHECK(defect(rung, 64, random_edges(64, Edges::Missing), 1) == "");
        CHECK(defect(rung, 132, random_edges(132, Edges::Missing), 3) == "");
    }
}

TEST_CASE("no vertices at all are no launch in any rung") {
    for (const rungs::Rung& rung : rungs::kAll) {
        CAPTURE(rung.name);
        CHECK_NOTHROW(rung.run(nullptr, nullptr, 0, nullptr));
    }
}

TEST_CASE("where there is no edge at all, every rung says infinity") {
    for (const rungs::Rung& rung : rungs::kAll) {
        CAPTURE(rung.name);
        CHECK(defect(rung, 40, std::vector<float>(40 * 40, kInfinitelyFar)) == "");
    }
}

TEST_CASE(
    "both kernels that pad put every element and its mirror image where they belong, and infinity "
    "elsewhere") {
    for (const padding::Rung& rung : padding::kAll) {
        CAPTURE(rung.name);
        for (const std::size_t n : {1, 31, 63, 64, 65, 100, 128, 150}) {
            CAPTURE(n);
            const std::size_t nn = padding::padded(n);
            const std::vector<float> d = random_edges(n, Edges::Missing);
            const gpu::Buffer<float> device_d(d);
            gpu::Buffer<float> out(padding::elements(nn));
            out.fill_bytes(kPoison);
            rung.run(out.data(), device_d.data(), n, nn);
            std::vector<float> expected(out.size(), kInfinitelyFar);
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

TEST_CASE(
    "in a trace the padded matrix is called d, and its transpose t; those in strips have names of their "
    "own") {
    for (const rungs::Rung& rung : rungs::kAll) {
        const std::size_t n = 65;
        if (rung.scratch_bytes(n) < 2 * n * n * sizeof(float)) continue;  // it pads nothing
        CAPTURE(rung.name);
        const testing::TemporaryFolder folder;
        const std::string file = folder / "trace";
        lesson::run_built(
            "05-shortcuts --ladder float --skip-cpu --reps 1 --size 65 --rung " + std::string(rung.name),
            "--quiet --trace " + file);
        const std::string trace = lesson::text_of(file);
        const bool in_strips = std::string(rung.name) == "in_strips";
        const char* const d = in_strips ? " 256 64 64 4 0 d_strips\n" : " 128 128 128 4 0 d\n";
        const char* const t = in_strips ? " 256 64 64 4 65536 t_strips\n" : " 128 128 128 4 65536 t\n";
        CHECK(trace.find(d) != std::string::npos);
        CHECK(trace.find(t) != std::string::npos);
    }
}
