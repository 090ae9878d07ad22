// Exercise 04.11: a layer of a network, from host to host.
#include <doctest/doctest.h>

#include "common/grading/allocations.hpp"
#include "common/grading/decoys.hpp"
#include "common/grading/host_array.hpp"
#include "exercises/04-matmul/trial.hpp"

void layer(float* y, const float* x, const float* w, const float* bias, std::size_t samples,
           std::size_t inputs, std::size_t outputs);

namespace {

// The product is samples × inputs times inputs × outputs.
struct Arrays {
    std::vector<float> x, w, bias;

    std::vector<float> result(const trial::Product& p) const {
        std::vector<float> y = trial::product_of(x, w, p, trial::Turned::kB);
        for (std::size_t i = 0; i < y.size(); ++i) y[i] = std::max(0.f, y[i] + bias[i % p.n]);
        return y;
    }
};

Arrays arrays(const trial::Product& p, std::uint64_t seed) {
    return {trial::whole_numbers(p.m * p.k, seed + p.m * 65537 + p.k),
            trial::whole_numbers(p.n * p.k, seed + p.n * 65537 + p.k), trial::whole_numbers(p.n, seed + p.n)};
}

// One call with the arrays `given`, where the device gets `real`.
grading::Run run(const trial::Product& p, const Arrays& given, const Arrays& real) {
    if (!grading::device_usable()) return {};
    const std::vector<float> expected = real.result(p);
    std::vector<float> poison(expected.size());
    std::memset(poison.data(), testing::kPoisonByte, poison.size() * sizeof(float));
    const grading::HostArray<float> host_x(given.x), host_w(given.w), host_bias(given.bias);
    grading::HostArray<float> y(poison);
    grading::Run run =
        grading::run(trial::counted(p.m, "sample") + ", " + trial::counted(p.k, "input") + ", " +
                         trial::counted(p.n, "output"),
                     [&] { layer(y.data(), host_x.data(), host_w.data(), host_bias.data(), p.m, p.k, p.n); });
    testing::Rules rules;
    rules.columns = p.n;
    rules.poisoned = true;
    const std::vector<float> result = y.copy();
    const bool of_given = &given != &real && result == given.result(p);
    run.ok = grading::expect_right(run, testing::compare(result, expected, rules),
                                   of_given ? grading::kOfTheDecoys : "");
    return run;
}

grading::Run run(const trial::Product& p) {
    const Arrays same = arrays(p, 0);
    return run(p, same, same);
}

void expect_few_copies(const grading::Run& run) {
    grading::expect_few_copies(run, 4, "x, w and bias to the device, y back.");
}

// Samples, outputs and inputs of a counted run; the other one is drawn.
constexpr trial::Product kCounted{64, 128, 96};
trial::Product drawn() { return trial::kTilesOf16("counted"); }

}  // namespace

TEST_CASE("whole tiles") { static_cast<void>(run({16, 16, 16}).ok && run({32, 64, 48}).ok); }

TEST_CASE("any size") {
    for (const trial::Product& p : {trial::Product{1, 1, 1}, {1, 33, 17}, {31, 2, 5}, {33, 47, 101}})
        if (!run(p).ok) return;
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run({draw.size(70, 16), draw.size(70, 16), draw.size(120, 16)}).ok) return;
}

TEST_CASE("loads are shared by blocks and coalesced") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const trial::Product& p) {
        const grading::Run counted = run(p);
        const double bias = p.c_sectors();  // at most one load for each element of y
        grading::at_most(counted, "global_load_sectors", p.sectors_with_tiles(16, 16) + bias,
                         "with tiles of 16 x 16 each element is loaded by every sixteenth row or column.");
        trial::expect_all_moved(counted, p);
    });
}

TEST_CASE("the inner loop has no bank conflicts") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const trial::Product& p) {
        grading::at_most(run(p), "shared_load_bank_conflicts", 0, "32 lanes can use 32 banks.");
    });
}

TEST_CASE("the result is what the GPU has computed") {
    if (!grading::counted_here()) return;
    grading::Draw draw("decoys");
    const trial::Product ragged{20 + draw.size(50, 16), 20 + draw.size(50, 16), 20 + draw.size(80, 16)};
    grading::for_sizes({kCounted, ragged}, [](const trial::Product& p) {
        constexpr std::uint64_t kOther = 1 << 30;
        const Arrays given = arrays(p, kOther), real = arrays(p, 0);
        grading::Decoys decoys;
        decoys.add(given.x, real.x, p.k);
        decoys.add(given.w, real.w, p.k);
        decoys.add(given.bias, real.bias);
        const grading::Run counted = run(p, given, real);
        decoys.expect_copied(counted, real.result(p), p.n);
        expect_few_copies(counted);
    });
}

TEST_CASE("nothing is moved or kept for nothing") {
    grading::for_sizes({kCounted, drawn()}, [](const trial::Product& p) {
        const std::size_t before = grading::allocated();
        const grading::Run counted = run(p);
        expect_few_copies(counted);
        grading::expect_one_launch(counted, "bias and maximum belong into the kernel of the product.");
        if (counted.ok) grading::expect_freed(counted.subject, before);
    });
}
