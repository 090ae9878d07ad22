// Exercise 01.3: a kernel that is right in every grid, and coalesced in all of them. The harness launches it, so that the
// grid is the one that it says.
#include <doctest/doctest.h>

#include "exercises/01-first-kernel/trial.hpp"

__global__ void add_kernel(float* c, const float* a, const float* b, std::size_t n);

namespace {

struct Grid {
    unsigned blocks, threads;
};

grading::Run run(std::size_t n, const Grid& shape) {
    if (!grading::device_usable()) return {};
    const std::vector<float> a = trial::random_elements<float>(n, 2 * n + 1);
    const std::vector<float> b = trial::random_elements<float>(n, 2 * n + 2);
    std::vector<float> sum(n);
    for (std::size_t i = 0; i < n; ++i) sum[i] = a[i] + b[i];
    const gpu::Buffer<float> device_a(a), device_b(b);
    const std::string subject = std::to_string(n) + " elements, " + std::to_string(shape.blocks) +
                                " blocks of " + std::to_string(shape.threads);
    return trial::run(subject, sum, {}, [&](float* c) {
        const dim3 grid(shape.blocks), block(shape.threads);
        add_kernel<<<grid, block>>>(c, device_a.data(), device_b.data(), n);
        CUDA_CHECK(cudaGetLastError());
    });
}

}  // namespace

TEST_CASE("a thread for every element") {
    for (const std::size_t n : {256, 255, 1}) {
        if (!run(n, {2, 128}).ok) return;
    }
}

TEST_CASE("fewer threads than elements") {
    for (const std::size_t n : {1000, 1003, 257, 100'003}) {
        for (const Grid& grid : {Grid{2, 128}, {1, 32}, {7, 96}, {1, 1}}) {
            if (n > 2000 && grid.threads == 1) continue;
            if (!run(n, grid).ok) return;
        }
    }
}

TEST_CASE("loads and stores are coalesced in a small grid") {
    if (!grading::counted_here()) return;
    constexpr std::size_t kElements = 1 << 15;
    const double sectors = trial::sectors(kElements, sizeof(float));
    const grading::Run grid = run(kElements, {8, 128});
    trial::expect_sectors(grid, 2 * sectors, sectors);
    grading::at_most(grid, "divergent_warps", 0, "all lanes of these warps go round equally often.");
}
