// Exercise 04.5: tiles in two buffers, one barrier for each pair of tiles.
#include <doctest/doctest.h>

#include <cmath>

#include "exercises/04-matmul/trial.hpp"

void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k);

namespace {

constexpr std::size_t kTile = 16;
constexpr trial::Product kProduct{32, 48, 96};

// The barriers of all warps for this product with another k, or -1 after a failure that says what is wrong.
double barriers(const trial::Product& product, std::size_t k) {
    const grading::Run run = trial::run(multiply, {product.m, product.n, k});
    return run.ok ? run.counters.at("barriers") : -1;
}

// Of a counted run; the other one is drawn.
trial::Product drawn() { return trial::kTilesOf16("counted"); }

}  // namespace

TEST_CASE("every element is right") {
    trial::run_all(multiply, {{16, 16, 16}, {32, 32, 32}, {16, 48, 48}, {48, 16, 64}, {32, 32, 112}});
}

TEST_CASE("every step of 16 takes one barrier") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kProduct, drawn()}, [](const trial::Product& product) {
        const double warps = static_cast<double>(product.m * product.n) / 32;
        double before = barriers(product, kTile);
        for (std::size_t k = 2 * kTile; before >= 0 && k <= product.k; k += kTile) {
            const double now = barriers(product, k);
            const double each = (now - before) / warps;
            before = now;
            if (now < 0 || each == 1) continue;
            grading::fail("With k = " + std::to_string(k) + " each warp waits at " +
                          trial::counted(static_cast<std::size_t>(std::abs(each)), "barrier") +
                          (each < 0 ? " less" : " more") + " than with k = " + std::to_string(k - kTile) +
                          "; with two buffers it is one for each step of 16.");
            return;
        }
        if (before < 0) return;
        grading::at_most(trial::run(multiply, product), "barriers",
                         warps * static_cast<double>(product.k / kTile + 1),
                         "one for each step of 16, and one to begin with.");
    });
}

TEST_CASE("the next step's loads are under way while this step is multiplied") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kProduct, drawn()}, [](const trial::Product& product) {
        const grading::Run run = trial::run(multiply, product);
        if (!run.ok) return;
        const double loads = run.counters.at("global_load_requests"),
                     steps = static_cast<double>(product.k) / kTile;
        grading::at_least(
            run, "overlapped_load_requests", loads * (steps - 1) / steps,
            "after the load of an element of a later step, the warp multiplies this step's tiles before it "
            "needs the element. A value is needed where it is stored, that of a cp.async at the wait. Only "
            "the first step's loads have nothing to hide behind.");
    });
}

TEST_CASE("shared memory has room for two buffers at most, and every factor comes out of it") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kProduct, drawn()}, [](const trial::Product& product) {
        const grading::Run run = trial::run(multiply, product);
        grading::at_most(run, "static_shared", 2 * 2 * kTile * kTile * sizeof(float),
                         "two tiles, two buffers for each.");
        grading::at_most(run, "dynamic_shared", 0, "all of it has its size when the kernel is compiled.");
        grading::at_most(run, "global_load_sectors", product.sectors_with_tiles(16, 16),
                         "a tile of 16 x 16 is loaded once, and serves 16 rows or columns of C.");
        trial::expect_all_moved(run, product);
        trial::expect_from_tiles(run, product);
    });
}
