// Exercise 05.3: 8 × 8 elements for each thread.
#include <doctest/doctest.h>

#include "exercises/05-shortcuts/trial.hpp"

void shortcuts(float* r, const float* d, const float* t, std::size_t n);

namespace {

constexpr std::size_t kVertices = 128;

grading::Run run(std::size_t n) { return trial::run_with_transpose(n, shortcuts); }

// A warp does 32 × 64 relaxations with 8 requests for each factor.
double requests() { return trial::relaxations(kVertices) / (trial::kWarp * 64) * 16; }

}  // namespace

TEST_CASE("every element is right") {
    for (const std::size_t n : {64, 128, 192}) {
        if (!run(n).ok) return;
    }
}

TEST_CASE("16 loads serve 64 relaxations") {
    if (!grading::counted_here()) return;
    grading::at_most(run(kVertices), "global_load_requests", requests(),
                     "a thread has 8 x 8 elements: 8 of a column and 8 of a row, for 64 relaxations.");
}

TEST_CASE("lanes beside each other load neighbours") {
    if (!grading::counted_here()) return;
    const grading::Run r = run(kVertices);
    const char* const why =
        "8 lanes and 4 lanes read neighbours: a sector for each load of a float, four for a float4.";
    grading::at_most(r, "global_load_sectors", requests(), why);
    grading::at_least(r, "global_load_sectors", requests(), "a thread loads 16 floats for 64 relaxations.");
}

TEST_CASE("the elements stay in registers, and are stored once") {
    if (!grading::counted_here()) return;
    const grading::Run r = run(kVertices);
    grading::at_most(r, "global_store_requests", static_cast<double>(kVertices * kVertices) / trial::kWarp,
                     "each element once, at the end.");
    const char* const why = "this rung has no tiles in shared memory.";
    grading::at_most(r, "shared_load_wavefronts", 0, why);
    grading::at_most(r, "shared_store_wavefronts", 0, why);
    grading::expect_shape(r, {kVertices / 64, kVertices / 64}, {8, 8},
                          "8 x 8 threads with 8 x 8 elements each are a tile of 64 x 64.");
}
