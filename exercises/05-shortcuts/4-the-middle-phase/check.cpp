// Exercise 05.4: the middle phase of blocked Floyd-Warshall.
#include <doctest/doctest.h>

#include "exercises/05-shortcuts/trial.hpp"

void middle_phase(float* d, std::size_t n, std::size_t round);

namespace {

constexpr std::size_t kTile = 32;

// Allows the round's vertices on paths, in rows first_i … end_i - 1 and columns first_j … end_j - 1.
void relax(std::vector<float>& d, std::size_t n, std::size_t round, std::size_t first_i, std::size_t end_i,
           std::size_t first_j, std::size_t end_j) {
    for (std::size_t k = round * kTile; k < (round + 1) * kTile; ++k) {
        for (std::size_t i = first_i; i < end_i; ++i) {
            for (std::size_t j = first_j; j < end_j; ++j)
                d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
        }
    }
}

grading::Run run(std::size_t n, std::size_t round) {
    if (!grading::device_usable()) return {};
    std::vector<float> d = trial::lengths(n);
    for (float& length : d) length = std::fabs(length);  // no negative cycle
    for (std::size_t i = 0; i < n; ++i) d[i * n + i] = 0;
    const std::size_t first = round * kTile, end = first + kTile;
    relax(d, n, round, first, end, first, end);  // the first phase is done already
    std::vector<float> expected = d;
    relax(expected, n, round, first, end, 0, n);
    relax(expected, n, round, 0, n, first, end);
    testing::Rules rules;
    rules.columns = n;
    return trial::run_in_place(
        trial::vertices(n) + ", round " + std::to_string(round), d, expected, rules,
        [&](float* data) { middle_phase(data, n, round); }, "d");
}

// Of a counted run; the other one is drawn.
struct Counted {
    std::size_t vertices, round;

    double tiles() const { return 2.0 * static_cast<double>(vertices / kTile - 1); }
};
constexpr Counted kCounted{128, 1};
Counted drawn() {
    grading::Draw draw("counted");
    const std::size_t tiles = draw.number(2, 12);
    return {kTile * tiles, draw.number(0, tiles - 1)};
}

}  // namespace

TEST_CASE("every element is right, beside the round's tile, above and below it") {
    for (const std::size_t n : {64, 32, 96, 160}) {
        for (std::size_t round = 0; round < n / kTile; ++round) {
            if (!run(n, round).ok) return;
        }
    }
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k) {
        const std::size_t tiles = draw.number(1, 12);
        if (!run(kTile * tiles, draw.number(0, tiles - 1)).ok) return;
    }
}

TEST_CASE("each tile is loaded once and stored once, and the round's with it") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const Counted& size) {
        const grading::Run r = run(size.vertices, size.round);
        const double sectors = trial::sectors_of(kTile);
        const std::string tiles = trial::counted(static_cast<std::size_t>(size.tiles()), "tile");
        grading::at_most(r, "global_load_sectors", size.tiles() * 2 * sectors,
                         "each of " + tiles + " once, and the round's own for each.");
        grading::at_most(r, "global_store_sectors", size.tiles() * sectors, "each of " + tiles + " once.");
        trial::expect_all_sectors(r, (size.tiles() + 1) * sectors, size.tiles() * sectors);
        grading::expect_one_launch(r, "no tile of this phase waits for another.");
    });
}

TEST_CASE("the factors come from shared memory, without bank conflicts") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const Counted& size) {
        const grading::Run r = run(size.vertices, size.round);
        const double relaxations = trial::relaxations(kTile) / trial::kWarp;  // of a tile
        grading::at_least(r, "shared_load_wavefronts", size.tiles() * relaxations / 4,
                          "each of " + trial::counted(static_cast<std::size_t>(size.tiles()), "tile") +
                              " takes 32 x 32 relaxations of a warp, and for four of them a wavefront.");
        const char* const why = "32 lanes can use 32 banks.";
        grading::at_most(r, "shared_store_bank_conflicts", 0, why);
        grading::at_most(r, "shared_load_bank_conflicts", 0, why);
    });
}
