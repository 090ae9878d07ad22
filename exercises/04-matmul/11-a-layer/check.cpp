// Exercise 04.11: a layer of a network, from host to host.
#include <doctest/doctest.h>

#include "common/grading/allocations.hpp"
#include "exercises/04-matmul/trial.hpp"

void layer(float* y, const float* x, const float* w, const float* bias, std::size_t samples,
           std::size_t inputs, std::size_t outputs);

namespace {

// The product is samples × inputs times inputs × outputs.
grading::Run run(const trial::Product& p) {
    if (!grading::device_usable()) return {};
    const std::vector<float> x = trial::whole_numbers(p.m * p.k, p.m * 65537 + p.k);
    const std::vector<float> w = trial::whole_numbers(p.n * p.k, p.n * 65537 + p.k);
    const std::vector<float> bias = trial::whole_numbers(p.n, p.n);
    std::vector<float> expected = trial::product_of(x, w, p, trial::Turned::kB);
    for (std::size_t i = 0; i < expected.size(); ++i)
        expected[i] = std::max(0.f, expected[i] + bias[i % p.n]);
    std::vector<float> y(expected.size());
    std::memset(y.data(), testing::kPoisonByte, y.size() * sizeof(float));
    grading::Run run = grading::run(trial::counted(p.m, "sample") + ", " + trial::counted(p.k, "input") +
                                        ", " + trial::counted(p.n, "output"),
                                    [&] { layer(y.data(), x.data(), w.data(), bias.data(), p.m, p.k, p.n); });
    testing::Rules rules;
    rules.columns = p.n;
    rules.poisoned = true;
    run.ok = grading::expect_right(run, testing::compare(y, expected, rules));
    return run;
}

constexpr trial::Product kCounted{64, 128, 96};  // samples, outputs, inputs

}  // namespace

TEST_CASE("whole tiles") { static_cast<void>(run({16, 16, 16}).ok && run({32, 64, 48}).ok); }

TEST_CASE("any size") {
    for (const trial::Product& p : {trial::Product{1, 1, 1}, {1, 33, 17}, {31, 2, 5}, {33, 47, 101}})
        if (!run(p).ok) return;
}

TEST_CASE("loads are shared by blocks and coalesced") {
    if (!grading::counted_here()) return;
    const grading::Run counted = run(kCounted);
    const double bias =
        kCounted.m * kCounted.n / trial::kSectorFloats;  // at most one load for each element of y
    grading::at_most(counted, "global_load_sectors", kCounted.sectors_with_tiles(16, 16) + bias,
                     "with tiles of 16 x 16 each element is loaded by every sixteenth row or column.");
    grading::at_least(counted, "global_load_sectors",
                      (kCounted.m + kCounted.n) * kCounted.k / trial::kSectorFloats,
                      "the kernel reads x and w.");
    grading::at_most(counted, "global_store_sectors", kCounted.c_sectors(), "every sector of y once.");
    grading::at_least(counted, "global_store_sectors", kCounted.c_sectors(), "the kernel writes y.");
}

TEST_CASE("the inner loop has no bank conflicts") {
    if (!grading::counted_here()) return;
    grading::at_most(run(kCounted), "shared_load_bank_conflicts", 0, "32 lanes can use 32 banks.");
}

TEST_CASE("nothing is moved or kept for nothing") {
    const std::size_t before = grading::allocated();
    const grading::Run counted = run(kCounted);
    grading::expect_few_copies(counted, 4, "x, w and bias to the device, y back.");
    grading::expect_one_launch(counted, "bias and maximum belong into the kernel of the product.");
    if (counted.ok) grading::expect_freed(counted.subject, before);
}
