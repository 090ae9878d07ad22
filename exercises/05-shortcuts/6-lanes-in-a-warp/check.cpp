// Exercise 05.6: the positions of a warp's lanes, judged by wavefronts and sectors.
#include <doctest/doctest.h>

#include "exercises/05-shortcuts/6-lanes-in-a-warp/predictions.hpp"
#include "exercises/05-shortcuts/trial.hpp"

void shortcuts(float* r, const float* d, const float* t, std::size_t n);

namespace {

// Of a counted run; the other one is drawn.
constexpr std::size_t kVertices = 256;
std::size_t drawn() { return 256 * grading::Draw("counted").number(1, 2); }

grading::Run run(std::size_t n) { return trial::run_with_transpose(n, shortcuts); }

// Steps of all warps: in each, a warp does 32 × 64 relaxations for one value of k.
double steps(std::size_t n) { return trial::relaxations(n) / (trial::kWarp * 64); }

}  // namespace

TEST_CASE("every element is right") {
    for (const std::size_t n : {256, 512}) {
        if (!run(n).ok) return;
    }
}

TEST_CASE("what three placements cost is predicted") {
    grading::expect_predicted("32 x 1 lanes, wavefronts of a load from `to`", predicted::down_to, 4);
    grading::expect_predicted("32 x 1 lanes, wavefronts of a load from `from`", predicted::down_from, 2);
    grading::expect_predicted("32 x 1 lanes, sectors of a store", predicted::down_store, 32);
    grading::expect_predicted("1 x 32 lanes, wavefronts of a load from `to`", predicted::across_to, 2);
    grading::expect_predicted("1 x 32 lanes, wavefronts of a load from `from`", predicted::across_from, 4);
    grading::expect_predicted("1 x 32 lanes, sectors of a store", predicted::across_store, 16);
    grading::expect_predicted("4 x 8 lanes column by column, wavefronts of a load from `to`",
                              predicted::by_columns_to, 4);
    grading::expect_predicted("4 x 8 lanes column by column, wavefronts of a load from `from`",
                              predicted::by_columns_from, 2);
    grading::expect_predicted("4 x 8 lanes column by column, sectors of a store", predicted::by_columns_store,
                              16);
}

TEST_CASE("16 bytes for each lane take two wavefronts, from either factor") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kVertices, drawn()}, [](std::size_t n) {
        const grading::Run r = run(n);
        grading::at_least(r, "shared_load_requests", 4 * steps(n),
                          "for each k a lane reads two pieces of either factor from shared memory.");
        grading::at_most(r, "shared_load_wavefronts", 4 * steps(n) * 2,
                         "half a warp a wavefront, where n and n ^ 1 or n and n ^ 2 read the same.");
    });
}

TEST_CASE("the warp's tile is nearly square") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kVertices, drawn()}, [](std::size_t n) {
        const grading::Run r = run(n);
        grading::at_most(r, "global_load_sectors", steps(n) * (32 + 64) / trial::kSectorFloats,
                         "32 x 64 elements want 32 floats of one factor and 64 of the other for each k.");
        trial::expect_all_sectors(r, 2 * trial::sectors_of(n), trial::sectors_of(n));
    });
}

TEST_CASE("stores fill their sectors") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kVertices, drawn()}, [](std::size_t n) {
        grading::at_most(run(n), "global_store_sectors", trial::sectors_of(n), "every sector of r once.");
    });
}
