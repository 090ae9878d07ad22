// Exercise 01.3: a kernel that is right, and coalesced, in every grid. The harness launches it, so it chooses the
// grid.
#include <doctest/doctest.h>

#include "common/grading/source_lines.hpp"
#include "exercises/01-first-kernel/trial.hpp"

// The answer's kernel. To code that nvcc does not compile it is a function of this name, for cudaLaunchKernel.
void add_kernel(float* c, const float* a, const float* b, std::size_t n);

namespace {

struct Grid {
    unsigned blocks, threads;
};

// add_kernel<<<shape.blocks, shape.threads>>>(c, a, b, n)
void launch(const Grid& shape, float* c, const float* a, const float* b, std::size_t n) {
    void* arguments[] = {&c, &a, &b, &n};
    const dim3 grid(shape.blocks), block(shape.threads);
    CUDA_CHECK(
        cudaLaunchKernel(reinterpret_cast<const void*>(add_kernel), grid, block, arguments, 0, nullptr));
}

grading::Run run(std::size_t n, const Grid& shape) {
    if (!grading::device_usable()) return {};
    const std::vector<float> a = trial::random_elements<float>(n, 2 * n + 1);
    const std::vector<float> b = trial::random_elements<float>(n, 2 * n + 2);
    std::vector<float> sum(n);
    for (std::size_t i = 0; i < n; ++i) sum[i] = a[i] + b[i];
    const gpu::Buffer<float> device_a(a), device_b(b);
    simt::annotate(device_a.data(), n, "a");
    simt::annotate(device_b.data(), n, "b");
    const std::string subject = trial::counted(n, "element") + ", " + trial::counted(shape.blocks, "block") +
                                " of " + std::to_string(shape.threads);
    return trial::run(
        subject, sum, {}, [&](float* c) { launch(shape, c, device_a.data(), device_b.data(), n); }, "c");
}

// A counted run: every thread has `each` elements.
struct Counted {
    Grid grid;
    std::size_t each;

    std::size_t elements() const { return std::size_t{grid.blocks} * grid.threads * each; }
};
constexpr Counted kCounted{{8, 128}, 32};
Counted drawn() {
    grading::Draw draw("counted");
    return {{static_cast<unsigned>(draw.number(2, 9)), 32 * static_cast<unsigned>(draw.number(2, 8))},
            draw.number(8, 20)};
}

}  // namespace

TEST_CASE("a thread for every element") {
    for (const std::size_t n : {256, 255, 1}) {
        if (!run(n, {2, 128}).ok) return;
    }
    grading::Draw draw("a thread each");
    run(draw.size(640), {5, 128});
}

TEST_CASE("fewer threads than elements") {
    for (const std::size_t n : {1000, 1003, 257, 100'003}) {
        for (const Grid& grid : {Grid{2, 128}, {1, 32}, {7, 96}, {1, 1}}) {
            if (n > 2000 && grid.threads == 1) continue;
            if (!run(n, grid).ok) return;
        }
    }
    grading::Draw draw("fewer threads");
    for (int k = 0; k < 4; ++k) {
        const Grid grid{static_cast<unsigned>(draw.number(1, 9)),
                        static_cast<unsigned>(draw.number(1, 8)) * 32};
        if (!run(grid.blocks * grid.threads + draw.size(5000), grid).ok) return;
    }
}

TEST_CASE("loads and stores are coalesced in a small grid") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const Counted& counted) {
        const double sectors = trial::sectors(counted.elements(), sizeof(float));
        const grading::Run grid = run(counted.elements(), counted.grid);
        const double bytes = sectors * trial::kSectorBytes;
        const double stored =
            grading::sum_of_lines("global_store_bytes", "", grid.first_launch, grid.last_launch);
        if (grid.ok && stored > bytes) {
            grading::fail(grid.subject + ": the kernel stores " + trial::times(stored / bytes) +
                          " as much as the sum has: different threads add the same elements. " +
                          "By how much must a thread go on, so that no other one takes the same element?");
            return;
        }
        trial::expect_sectors(grid, 2 * sectors, sectors);
        grading::at_most(
            grid, "divergent_warps", 0,
            "here the elements can be divided so that all lanes of a warp make the same number of trips.");
    });
}

TEST_CASE("all threads of the grid work") {
    if (!grading::counted_here()) return;
    constexpr double kMargin = 1.5;  // half of the warps idle would be 2
    grading::for_sizes({kCounted, drawn()}, [](const Counted& counted) {
        const grading::Run grid = run(counted.elements(), counted.grid);
        if (!grid.ok) return;
        const unsigned warps = counted.grid.blocks * counted.grid.threads / 32;
        grading::at_most(grid, "longest_warp", kMargin * grid.counters.at("warp_instructions") / warps,
                         "the grid has " + std::to_string(warps) +
                             " warps, and the busiest has hardly more than its share of the work.");
    });
}
