// Exercise 01.2: each prediction against the count; on a GPU, which does not count, against the rule.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "common/cuda/annotate.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/grading/grading.hpp"
#include "exercises/01-first-kernel/2-predict-divergence/launches.cuh"
#include "exercises/01-first-kernel/2-predict-divergence/predictions.hpp"

namespace {

constexpr unsigned kWarp = 32;

// By the rule: warps whose threads do not all write equally often.
template <class Launch>
int modelled() {
    const dim3 grid = Launch::grid(), block = Launch::block();
    const unsigned threads = block.x * block.y;
    int divergent = 0;
    for (unsigned b = 0; b < grid.x * grid.y; ++b) {
        const auto times = [&](unsigned t) {
            return Launch::times({t % block.x, t / block.x, b % grid.x, b / grid.x, block.x, block.y});
        };
        for (unsigned first = 0; first < threads; first += kWarp) {
            bool differ = false;
            for (unsigned t = first; t < first + kWarp && t < threads; ++t)
                differ |= times(t) != times(first);
            divergent += differ;
        }
    }
    return divergent;
}

// Counted: warps that diverge; -1 if the launch failed.
template <class Launch>
int counted() {
    if (!grading::device_usable()) return -1;
    const dim3 grid = Launch::grid(), block = Launch::block();
    gpu::Buffer<unsigned> out(static_cast<std::size_t>(grid.x) * grid.y * block.x * block.y);
    simt::annotate(out.data(), out.size(), "out");
    const grading::Run run = grading::run("the launch", [&] { launches::launch<Launch>(out.data()); });
    return run.ok ? static_cast<int>(run.counters.at("divergent_warps")) : -1;
}

// `code`: the deciding condition, as on the page.
template <class Launch>
void judge(const std::string& code, int prediction) {
    grading::expect_predicted(code, prediction,
                              gpu::emulator::present() ? counted<Launch>() : modelled<Launch>());
}

template <class Launch>
bool rule_equals_count() {
    return modelled<Launch>() == counted<Launch>();
}

}  // namespace

TEST_CASE("vectors") {
    judge<launches::Vector1000>("vector_1000: 1,000 elements, blocks of 256", predicted::vector_1000);
    judge<launches::Vector960>("vector_960: 960 elements, blocks of 256", predicted::vector_960);
    judge<launches::Vector1003>("vector_1003: 1,003 elements, blocks of 96", predicted::vector_1003);
}

TEST_CASE("conditions in one dimension") {
    judge<launches::First48>("first_48: if (threadIdx.x < 48)", predicted::first_48);
    judge<launches::First64>("first_64: if (threadIdx.x < 64)", predicted::first_64);
    judge<launches::EvenThreads>("even_threads: if (threadIdx.x % 2 == 0)", predicted::even_threads);
    judge<launches::EvenWarps>("even_warps: if (threadIdx.x / 32 % 2 == 0)", predicted::even_warps);
    judge<launches::EvenBlocks>("even_blocks: if (blockIdx.x % 2 == 0)", predicted::even_blocks);
}

TEST_CASE("conditions in two dimensions") {
    judge<launches::LeftHalf>("left_half: if (threadIdx.x < 8)", predicted::left_half);
    judge<launches::UpperHalf>("upper_half: if (threadIdx.y < 8)", predicted::upper_half);
    judge<launches::TopRow>("top_row: if (threadIdx.y == 0)", predicted::top_row);
    judge<launches::Picture100x50>("picture: 100 x 50 pixels, blocks of 16 x 16", predicted::picture);
    judge<launches::WidePicture100x50>("wide_picture: 100 x 50 pixels, blocks of 32 x 8",
                                       predicted::wide_picture);
}

TEST_CASE("loops") {
    judge<launches::TripsByThread>("trips_by_thread: threadIdx.x % 4 trips", predicted::trips_by_thread);
    judge<launches::TripsByWarp>("trips_by_warp: threadIdx.x / 32 trips", predicted::trips_by_warp);
    judge<launches::Stride>("stride: for (i = threadIdx.x; i < 1000; i += 256)", predicted::stride);
}

TEST_CASE("the rule that a GPU's check uses gives what is counted") {
    if (!grading::counted_here()) return;
    CHECK(rule_equals_count<launches::Vector1000>());
    CHECK(rule_equals_count<launches::Vector960>());
    CHECK(rule_equals_count<launches::Vector1003>());
    CHECK(rule_equals_count<launches::First48>());
    CHECK(rule_equals_count<launches::First64>());
    CHECK(rule_equals_count<launches::EvenThreads>());
    CHECK(rule_equals_count<launches::EvenWarps>());
    CHECK(rule_equals_count<launches::EvenBlocks>());
    CHECK(rule_equals_count<launches::LeftHalf>());
    CHECK(rule_equals_count<launches::UpperHalf>());
    CHECK(rule_equals_count<launches::TopRow>());
    CHECK(rule_equals_count<launches::Picture100x50>());
    CHECK(rule_equals_count<launches::WidePicture100x50>());
    CHECK(rule_equals_count<launches::TripsByThread>());
    CHECK(rule_equals_count<launches::TripsByWarp>());
    CHECK(rule_equals_count<launches::Stride>());
}
