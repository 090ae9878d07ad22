// Exercise 03.13: sums of floats against exact ones, where large elements cancel.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "common/grading/seed.hpp"
#include "exercises/03-reduction/13-nothing-lost/sum.hpp"
#include "exercises/03-reduction/trial.hpp"

namespace {

grading::Run run(const std::vector<float>& in, const std::string& what) {
    if (!grading::device_usable()) return {};
    double exact = 0;  // the elements are multiples of 1/1024, so nothing is rounded here
    for (const float element : in) exact += element;
    const gpu::Buffer<float> device(in);
    gpu::Buffer<float> out(1);
    gpu::Buffer<float2> of_block(kBlocks);
    out.fill_bytes(testing::kPoisonByte);
    of_block.fill_bytes(testing::kPoisonByte);
    simt::annotate(device.data(), in.size(), "in");
    simt::annotate(out.data(), 1, "out");
    simt::annotate(of_block.data(), kBlocks, "of_block");
    grading::Run run = grading::run(trial::counted(in.size(), "element") + what,
                                    [&] { sum(out.data(), device.data(), in.size(), of_block.data()); });
    run.ok = grading::expect_no_copies(run);
    if (!run.ok) return run;
    const float got = out.to_host().front();
    const auto nearest = static_cast<float>(exact);
    const float place = std::nextafter(std::fabs(nearest), HUGE_VALF) - std::fabs(nearest);
    run.ok = std::fabs(got - exact) <= place;
    if (!run.ok) {
        char text[200];
        std::snprintf(
            text, sizeof text,
            ": the sum is %.9g, expected %.9g. Near it, floats are %.3g apart, and it is wrong by %.3g.", got,
            nearest, place, std::fabs(got - exact));
        grading::fail(run.subject + text);
    }
    return run;
}

// Multiples of 1/1024 between 0 and 1.
std::vector<float> small_ones(std::size_t n) {
    std::vector<std::int32_t> numbers(n);
    grading::fill_random(numbers.data(), n, n, 0, 1023);
    std::vector<float> in(numbers.begin(), numbers.end());
    for (float& element : in) element /= 1024;
    return in;
}

// The same, with one element of `every` replaced by a large number, half of them by the negatives of the others.
std::vector<float> with_large_ones(std::size_t n, std::size_t every) {
    std::vector<float> in = small_ones(n);
    grading::Draw draw("large ones");
    std::vector<std::size_t> places(n);
    for (std::size_t i = 0; i < n; ++i) places[i] = i;
    for (std::size_t i = 0; i < n; ++i) std::swap(places[i], places[draw.number(i, n - 1)]);
    for (std::size_t pair = 0; pair < n / every / 2; ++pair) {
        const auto large = static_cast<float>(draw.number(1 << 20, 1 << 24));
        in[places[2 * pair]] = large;
        in[places[2 * pair + 1]] = -large;
    }
    return in;
}

}  // namespace

TEST_CASE("numbers between 0 and 1") {
    grading::Draw draw("lengths");
    for (const std::size_t n : {std::size_t{16384}, std::size_t{1}, std::size_t{31}, std::size_t{257},
                                std::size_t{300'003}, draw.size(100'000, kThreads)})
        if (!run(small_ones(n), "").ok) return;
}

TEST_CASE("large numbers that cancel") {
    grading::Draw draw("lengths with large ones");
    for (const std::size_t n : {std::size_t{1000}, std::size_t{100'003}, draw.size(100'000, kThreads)})
        if (!run(with_large_ones(std::max<std::size_t>(n, 100), 16), ", some large").ok) return;
}

TEST_CASE("one pass, in floats") {
    if (!grading::counted_here()) return;
    // For each thread. Many enough that the loop outweighs the tree.
    grading::for_sizes({std::size_t{64}, grading::Draw("counted").number(40, 80)}, [](std::size_t of_thread) {
        const std::size_t n = of_thread * kBlocks * kThreads;
        const grading::Run counted = run(with_large_ones(n, 64), ", some large");
        if (!counted.ok) return;
        grading::at_most(counted, "global_load_sectors", 1.01 * trial::sectors(n, sizeof(float)),
                         "every sector of the array once, and a pair for each block.");
        grading::at_most(counted, "longest_warp", 300 + 26 * static_cast<double>(of_thread),
                         std::to_string(of_thread) +
                             " elements for each thread of 64 blocks, and the reduction of a block.");
        grading::at_least(
            counted, "float_instructions", 3.5 * static_cast<double>(n) / trial::kWarp,
            "keeping what is lost takes four operations on floats or more for each element. One on "
            "doubles would do, and many GPUs have 1/64 as many units for them.");
    });
}
