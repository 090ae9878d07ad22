// Exercise 03.12: the range of an array in one launch, again and again with the same scratch.
#include <doctest/doctest.h>

#include <algorithm>

#include "common/grading/seed.hpp"
#include "exercises/03-reduction/12-one-launch/range.hpp"
#include "exercises/03-reduction/trial.hpp"

namespace {

// What the caller keeps from call to call.
struct Caller {
    gpu::Buffer<Scratch> scratch{1};
    gpu::Buffer<Range> out{1};
    Caller() { scratch.fill_bytes(0); }

    grading::Run run(const std::vector<int>& in, const std::string& note = "") {
        const auto [smallest, largest] = std::minmax_element(in.begin(), in.end());
        const gpu::Buffer<int> device(in);
        out.fill_bytes(testing::kPoisonByte);
        simt::annotate(device.data(), in.size(), "in");
        simt::annotate(out.data(), 1, "out");
        simt::annotate(scratch.data(), 1, "scratch");
        grading::Run run = grading::run(trial::counted(in.size(), "element") + note,
                                        [&] { range(out.data(), device.data(), in.size(), scratch.data()); });
        run.ok = grading::expect_no_copies(run);
        if (!run.ok) return run;
        const Range got = out.to_host().front();
        run.ok = got.smallest == *smallest && got.largest == *largest;
        if (!run.ok)
            grading::fail(run.subject + ": the range is " + std::to_string(got.smallest) + " to " +
                          std::to_string(got.largest) + ", expected " + std::to_string(*smallest) + " to " +
                          std::to_string(*largest) + ".");
        return run;
    }
};

}  // namespace

TEST_CASE("the smallest and the largest element") {
    grading::Draw draw("range");
    for (const std::size_t n : {std::size_t{16384}, std::size_t{1}, std::size_t{31}, std::size_t{257},
                                std::size_t{100'003}, draw.size(50'000, 256)}) {
        if (!grading::device_usable()) return;
        if (!Caller().run(trial::whole_numbers<int>(n)).ok) return;
    }
}

TEST_CASE("the next call finds everything as it has to be") {
    if (!grading::device_usable()) return;
    Caller caller;
    for (const std::size_t n : {50'000, 1000, 7}) {
        // Each range lies within the one before: what a call leaves behind would show.
        std::vector<int> in = trial::whole_numbers<int>(n);
        for (int& element : in) element = element * static_cast<int>(n) / 1000 + 500;
        if (!caller.run(in, " with the scratch of the call before").ok) return;
    }
}

TEST_CASE("one launch, in which all blocks share the array") {
    if (!grading::counted_here()) return;
    constexpr std::size_t kElements = 262'144, kThreads = 256;
    const grading::Run counted = Caller().run(trial::whole_numbers<int>(kElements));
    if (!counted.ok) return;
    if (!grading::expect_one_launch(counted, "the last block of the first launch can do the rest.")) return;
    grading::expect_shape(counted, {kBlocks, 1}, {kThreads, 1}, "64 blocks of 256 threads share the array.");
    grading::at_most(counted, "atomics", kBlocks, "a ticket for each block.");
    grading::at_most(counted, "global_load_sectors", 1.05 * trial::sectors(kElements, sizeof(int)),
                     "every sector of the array once, and the ranges of the blocks.");
    grading::at_most(counted, "longest_warp", 700,
                     "16 elements for each thread, two reductions of the block, and the blocks' ranges.");
}
