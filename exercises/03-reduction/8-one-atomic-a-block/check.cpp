// Exercise 03.8: the positive elements, in any order, for one atomic a block.
#include <doctest/doctest.h>

#include <algorithm>

#include "exercises/03-reduction/trial.hpp"

void filter(int* out, unsigned* kept, const int* in, std::size_t n);

namespace {

constexpr std::size_t kBlock = 256;

// The kept elements are compared in the order of their values.
grading::Run run(const std::string& subject, const std::vector<int>& in) {
    if (!grading::device_usable()) return {};
    std::vector<int> expected;
    std::copy_if(in.begin(), in.end(), std::back_inserter(expected), [](int element) { return element > 0; });
    std::sort(expected.begin(), expected.end());
    const gpu::Buffer<int> device(in);
    gpu::Buffer<int> out(std::max<std::size_t>(in.size(), 1));
    gpu::Buffer<unsigned> kept(1);
    out.fill_bytes(testing::kPoisonByte);
    kept.fill_bytes(testing::kPoisonByte);
    simt::annotate(device.data(), in.size(), "in");
    simt::annotate(out.data(), out.size(), "out");
    simt::annotate(kept.data(), kept.size(), "kept");
    grading::Run run =
        grading::run(subject, [&] { filter(out.data(), kept.data(), device.data(), in.size()); });
    run.ok = grading::expect_no_copies(run);
    if (!run.ok) return run;
    const unsigned count = kept.to_host().front();
    if (count != expected.size()) {
        run.ok = false;
        grading::fail(subject + ": it keeps " + trial::counted(count, "element") + ", and " +
                      std::to_string(expected.size()) + (expected.size() == 1 ? " is" : " are") +
                      " positive.");
        return run;
    }
    std::vector<int> got = out.to_host();
    got.resize(count);
    std::sort(got.begin(), got.end());
    run.ok = grading::expect_right(run, testing::compare(got, expected, {}),
                                   "Both are sorted, so this is the element with that rank.");
    return run;
}

grading::Run run(std::size_t n) { return run(trial::counted(n, "element"), trial::whole_numbers<int>(n)); }

}  // namespace

TEST_CASE("the positive elements") {
    for (const std::size_t n : {256, 1, 31, 33, 255, 1003, 50'000}) {
        if (!run(n).ok) return;
    }
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run(draw.size(20'000, 256)).ok) return;
}

TEST_CASE("all of them, and none") {
    std::vector<int> all(1000);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i + 1);
    static_cast<void>(run("1000 positive elements", all).ok &&
                      run("1000 elements of zero", std::vector<int>(1000, 0)).ok);
}

TEST_CASE("one atomic a block") {
    if (!grading::counted_here()) return;
    grading::for_sizes({std::size_t{64}, grading::Draw("counted").number(10, 100)}, [](std::size_t blocks) {
        const grading::Run counted = run(blocks * kBlock);
        if (!counted.ok) return;
        grading::at_most(counted, "atomics", static_cast<double>(blocks),
                         "one a block, and none in shared memory, where they count as well.");
        grading::at_least(counted, "atomics", 1, "blocks have nothing else to agree on their places with.");
        const double sectors = trial::sectors(blocks * kBlock, sizeof(int));
        grading::at_most(counted, "global_load_sectors", 2 * sectors, "every sector once, or twice.");
        grading::at_least(counted, "global_load_sectors", sectors, "the kernel loads every element.");
        grading::expect_shape(counted, {static_cast<unsigned>(blocks), 1}, {kBlock, 1},
                              "the host function stays as it is.");
    });
}
