// Rung 14's parts: every tile with any number of parts is right, equal calls give equal bits, and the choice is as
// its header describes. Compare with rungs_test.cpp, where the rung chooses for itself.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "chapters/04-matmul/parts/choice.hpp"
#include "chapters/04-matmul/test/product.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/random_input.hpp"

namespace {

using divided_k::Choice;
using divided_k::kLastRound;
using divided_k::kTiles;
using matmul::defect;
using matmul::Shape;

constexpr unsigned kMultiprocessors = 132;

Choice current;  // for multiply_as_told, which must be a plain function
void multiply_as_told(const Gemm& gemm) { divided_k::multiply(gemm, current.tile, current.parts); }

// Calls check for every tile with each of these numbers of parts.
template <class Check>
void for_each_choice(const std::vector<unsigned>& all_parts, const Check& check) {
    for (std::size_t tile = 0; tile < kTiles.size(); ++tile) {
        for (const unsigned parts : all_parts) {
            current = {tile, parts, 0};
            CAPTURE(kTiles[tile].rows);
            CAPTURE(kTiles[tile].cols);
            CAPTURE(parts);
            check();
        }
    }
}

Choice chosen(std::size_t m, std::size_t n, std::size_t k) {
    return divided_k::choose(divided_k::packed(m, n, k), kMultiprocessors);
}

// The number of launches that a call takes.
int launches_of(const Choice& choice, std::size_t n) {
    gpu::Buffer<float> a(n * n), b(n * n), c(n * n);
    a.fill_bytes(0);
    b.fill_bytes(0);
    const auto before = gpu::emulator::launches();
    divided_k::multiply({n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n}, choice.tile, choice.parts);
    CUDA_CHECK(cudaDeviceSynchronize());
    return static_cast<int>(gpu::emulator::launches() - before);
}

}  // namespace

TEST_CASE("every tile of rung 14 multiplies matrices of any size with any number of parts") {
    for_each_choice({kLastRound, 1, 2, 3, 7}, [] {
        for (const Shape& shape : {Shape{129, 257, 131}, Shape{64, 128, 256}, Shape{1, 1, 1000},
                                   Shape{33, 1, 65}, Shape{1, 1, 1}, Shape{5, 3, 0}})
            CHECK(defect(multiply_as_told, shape) == "");
    });
}

TEST_CASE("with pads, unaligned starts, alpha and beta, too") {
    for_each_choice({kLastRound, 1, 3}, [] {
        CHECK(defect(multiply_as_told, {70, 132, 100, -2.5f, 0.75f, 1}) == "");
        CHECK(defect(multiply_as_told, {70, 132, 100, 2, 0.5f, 4, 1, "C"}) == "");
        CHECK(defect(multiply_as_told, {70, 132, 100, 2, 0.5f, 4, 2, "AB"}) == "");
        CHECK(defect(multiply_as_told, {70, 130, 100, 1, -1, 0}) == "");
    });
}

TEST_CASE("more parts than k has steps are as many as there are steps") {
    for_each_choice({1000}, [] { CHECK(defect(multiply_as_told, {20, 20, 130}) == ""); });
}

TEST_CASE("rung 14 gives the same bits each time, whatever was in its workspace before") {
    constexpr std::size_t kN = 150;
    std::vector<float> a(kN * kN), b(kN * kN);
    ladder::fill_random(a.data(), a.size(), 1, -1, 1);
    ladder::fill_random(b.data(), b.size(), 2, -1, 1);
    const gpu::Buffer<float> device_a(a), device_b(b);
    gpu::Buffer<float> device_c(kN * kN);
    const auto product = [&] {
        device_c.fill_bytes(0xff);
        multiply_as_told({kN, kN, kN, 1, device_a.data(), kN, device_b.data(), kN, 0, device_c.data(), kN});
        return device_c.to_host();
    };
    for_each_choice({kLastRound, 1, 4}, [&] {
        const std::vector<float> first = product();
        const Choice told = current;
        current = {2, 9, 0};  // other sheets
        product();
        current = told;
        const std::vector<float> second = product();
        CHECK(std::memcmp(first.data(), second.data(), first.size() * sizeof(float)) == 0);
    });
}

TEST_CASE("a last round divides the tiles after the full rounds, and no others") {
    constexpr std::size_t kTile = 4;  // 32 x 32, and two blocks on a multiprocessor
    constexpr std::size_t kM = 12 * 32, kN = 24 * 32, kK = 300;
    const std::size_t divided = divided_k::in_last_round(12 * 24, kTile, kMultiprocessors);
    REQUIRE(divided == 12 * 24 - 2 * kMultiprocessors);
    std::vector<float> a(kM * kK), b(kK * kN);
    ladder::fill_random(a.data(), a.size(), 1, -1, 1);
    ladder::fill_random(b.data(), b.size(), 2, -1, 1);
    const gpu::Buffer<float> device_a(a), device_b(b);
    gpu::Buffer<float> device_c(kM * kN);
    const auto product = [&](unsigned parts) {
        device_c.fill_bytes(0xff);
        divided_k::multiply({kM, kN, kK, 1, device_a.data(), kK, device_b.data(), kN, 0, device_c.data(), kN},
                            kTile, parts);
        return device_c.to_host();
    };
    const std::vector<float> whole = product(1), last_round = product(kLastRound);
    std::size_t different_before = 0, different_after = 0;
    for (std::size_t row = 0; row < kM; ++row)
        for (std::size_t col = 0; col < kN; ++col) {
            const bool different =
                std::memcmp(&whole[row * kN + col], &last_round[row * kN + col], sizeof(float)) != 0;
            (row / 32 * 24 + col / 32 < 12 * 24 - divided ? different_before : different_after) += different;
        }
    CHECK(different_before == 0);
    CHECK(different_after > 0);  // added up in pieces
    current = {kTile, kLastRound, 0};
    CHECK(defect(multiply_as_told, {kM, kN, kK}) == "");
}

TEST_CASE(
    "the tiles that the choice reckons with are the kernel's: a row, a column or a k more takes another "
    "block or step") {
    if (!gpu::emulator::present()) return;
    const auto barriers = [](std::size_t tile, std::size_t m, std::size_t n, std::size_t k) {
        gpu::Buffer<float> a(m * k), b(k * n), c(m * n);
        a.fill_bytes(0);
        b.fill_bytes(0);
        divided_k::multiply({m, n, k, 1, a.data(), k, b.data(), n, 0, c.data(), n}, tile, 1);
        CUDA_CHECK(cudaDeviceSynchronize());
        return gpu::emulator::counter(gpu::emulator::launches(), "barriers").value();
    };
    for (std::size_t tile = 0; tile < kTiles.size(); ++tile) {
        CAPTURE(tile);
        const auto [rows, cols, slices, depth, blocks, rate, rate_unaligned, alone, start] = kTiles[tile];
        const double one = barriers(tile, rows, cols, depth);
        CHECK(barriers(tile, rows + 1, cols, depth) == 2 * one);
        CHECK(barriers(tile, rows, cols + 1, depth) == 2 * one);
        CHECK(barriers(tile, rows, cols, depth + 1) > one);
        CHECK(depth == 8 * slices);
    }
}

TEST_CASE("only parts of k take a second kernel") {
    if (!gpu::emulator::present()) return;
    CHECK(launches_of({0, 1, 0}, 256) == 1);
    CHECK(launches_of({0, 2, 0}, 256) == 2);
    CHECK(launches_of({0, kLastRound, 0}, 256) == 2);
}

TEST_CASE("the choice is the shortest time expected") {
    for (const auto& [m, n, k] :
         {std::array<std::size_t, 3>{512, 512, 512}, {256, 256, 16384}, {64, 8192, 4096}}) {
        const Choice best = chosen(m, n, k);
        const divided_k::Problem problem = divided_k::packed(m, n, k);
        CHECK(best.expected_us == divided_k::expected_us(problem, best.tile, best.parts, kMultiprocessors));
        for (std::size_t tile = 0; tile < kTiles.size(); ++tile)
            for (unsigned parts = kLastRound; parts <= 32; ++parts)
                CHECK(best.expected_us <= divided_k::expected_us(problem, tile, parts, kMultiprocessors));
    }
}

TEST_CASE(
    "large squares take rung 13's tile, divided in the last round, thin matrices smaller tiles, few tiles "
    "with many k's parts") {
    CHECK(chosen(2048, 2048, 2048).tile == 0);
    CHECK(chosen(2048, 2048, 2048).parts == 1);  // 128 tiles: one round, nearly full
    CHECK(chosen(8192, 8192, 8192).tile == 0);
    CHECK(chosen(8192, 8192, 8192).parts == kLastRound);
    CHECK(kTiles[chosen(64, 8192, 4096).tile].rows <= 64);
    CHECK(kTiles[chosen(4096, 17, 4096).tile].cols <= 32);
    CHECK(chosen(256, 256, 16384).parts > 8);
    CHECK(chosen(512, 512, 512).parts * kTiles[chosen(512, 512, 512).tile].slices >= 4);
}

TEST_CASE("rows of B or C that start anywhere take the tile that loses least by it") {
    constexpr std::size_t kN = 4096, kTile = 128;
    const auto chosen_with = [](bool aligned) {
        return divided_k::choose({kN, kN, kN, aligned}, kMultiprocessors);
    };
    CHECK(kTiles[chosen_with(true).tile].cols == 2 * kTile);
    CHECK(kTiles[chosen_with(false).tile].cols == kTile);

    if (!gpu::emulator::present()) return;
    // The launches of a product whose k is divided among blocks only if it is unaligned: a second kernel adds the parts.
    constexpr std::size_t kM = 32, kCols = 384, kK = 512;
    CHECK(divided_k::choose({kM, kCols, kK, true}, kMultiprocessors).parts == 1);
    CHECK(divided_k::choose({kM, kCols, kK, false}, kMultiprocessors).parts > 1);
    const auto launches = [&](std::size_t ldb, std::size_t ldc, std::size_t first_b, std::size_t first_c) {
        gpu::Buffer<float> a(kM * kK), b(kK * ldb + first_b), c(kM * ldc + first_c);
        a.fill_bytes(0);
        b.fill_bytes(0);
        const auto before = gpu::emulator::launches();
        divided_k::multiply(
            {kM, kCols, kK, 1, a.data(), kK, b.data() + first_b, ldb, 0, c.data() + first_c, ldc});
        CUDA_CHECK(cudaDeviceSynchronize());
        return gpu::emulator::launches() - before;
    };
    CHECK(launches(kCols, kCols, 0, 0) == 1);
    CHECK(launches(kCols + 4, kCols + 8, 4, 8) == 1);
    CHECK(launches(kCols + 1, kCols, 0, 0) == 2);
    CHECK(launches(kCols, kCols + 1, 0, 0) == 2);
    CHECK(launches(kCols, kCols, 1, 0) == 2);
    CHECK(launches(kCols, kCols, 0, 1) == 2);
}

TEST_CASE("there is a choice for matrices of one element and of none") {
    for (const Choice& choice :
         {chosen(1, 1, 1), chosen(1, 1, 0), chosen(0, 5, 7), chosen(1, 1, std::size_t{1} << 31)})
        CHECK(choice.tile < kTiles.size());
    CHECK(chosen(1, 1, 1).parts == 1);
}
