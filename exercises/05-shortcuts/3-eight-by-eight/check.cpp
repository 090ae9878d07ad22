// Exercise 05.3: 8 × 8 elements for each thread.
#include <doctest/doctest.h>

#include "exercises/05-shortcuts/trial.hpp"

void shortcuts(float* r, const float* d, const float* t, std::size_t n);

namespace {

// Of a counted run; the other one is drawn.
constexpr std::size_t kVertices = 128;
std::size_t drawn() { return 64 * grading::Draw("counted").number(4, 5); }

grading::Run run(std::size_t n) { return trial::run_with_transpose(n, shortcuts); }

// A warp does 32 × 64 relaxations with 8 requests for each factor.
double requests(std::size_t n) { return trial::relaxations(n) / (trial::kWarp * 64) * 16; }

}  // namespace

TEST_CASE("every element is right") {
    grading::Draw draw("sizes");
    for (const std::size_t n :
         {std::size_t{64}, std::size_t{128}, std::size_t{192}, 64 * draw.number(1, 5)}) {
        if (!run(n).ok) return;
    }
}

TEST_CASE("16 loads serve 64 relaxations") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kVertices, drawn()}, [](std::size_t n) {
        grading::at_most(run(n), "global_load_requests", requests(n),
                         "a thread has 8 x 8 elements: 8 of a column and 8 of a row, for 64 relaxations.");
    });
}

TEST_CASE("lanes beside each other load neighbours") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kVertices, drawn()}, [](std::size_t n) {
        const grading::Run r = run(n);
        const char* const why =
            "8 lanes and 4 lanes read neighbours: a sector for each load of a float, four for a float4.";
        grading::at_most(r, "global_load_sectors", requests(n), why);
        grading::at_least(r, "global_load_sectors", requests(n),
                          "a thread loads 16 floats for 64 relaxations.");
    });
}

TEST_CASE("the elements stay in registers, and are stored once") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kVertices, drawn()}, [](std::size_t n) {
        const grading::Run r = run(n);
        grading::at_most(r, "global_store_requests", static_cast<double>(n * n) / trial::kWarp,
                         "each element once, at the end.");
        trial::expect_all_sectors(r, 2 * trial::sectors_of(n), trial::sectors_of(n));
        const char* const why = "this rung has no tiles in shared memory.";
        grading::at_most(r, "shared_load_wavefronts", 0, why);
        grading::at_most(r, "shared_store_wavefronts", 0, why);
        const unsigned blocks = static_cast<unsigned>(n / 64);
        grading::expect_shape(r, {blocks, blocks}, {8, 8},
                              "8 x 8 threads with 8 x 8 elements each are a tile of 64 x 64.");
    });
}
