// Exercise 01.1: every voxel of a volume once, with neighbouring threads on neighbouring addresses.
#include <doctest/doctest.h>

#include "exercises/01-first-kernel/trial.hpp"

void brighten(float* volume, std::size_t width, std::size_t height, std::size_t depth);

namespace {

struct Size {
    std::size_t width, height, depth;

    std::size_t voxels() const { return width * height * depth; }
};

grading::Run run(const Size& size) {
    const std::vector<float> before =
        trial::random_elements<float>(size.voxels(), size.width * 65537 + size.height);
    std::vector<float> expected(before);
    for (float& voxel : expected) voxel += 1;
    const std::string subject = std::to_string(size.width) + " x " + std::to_string(size.height) + " x " +
                                std::to_string(size.depth) + " volume";
    grading::Run run = trial::run_in_place(subject, before, expected, {}, [&](float* volume) {
        simt::annotate(volume, size.height * size.depth, size.width, "volume");
        brighten(volume, size.width, size.height, size.depth);
    });
    const char* const why = "the launch stays as it was, and the kernel finds its voxels.";
    const auto blocks = [](std::size_t extent, unsigned threads) {
        return static_cast<unsigned>((extent + threads - 1) / threads);
    };
    run.ok = grading::expect_one_launch(run, why);
    run.ok = grading::expect_shape(
        run, {blocks(size.width, 32), blocks(size.height, 4), blocks(size.depth, 2)}, {32, 4, 2}, why);
    return run;
}

}  // namespace

TEST_CASE("one block") { run({32, 4, 2}); }

TEST_CASE("many blocks") {
    for (const Size& size : {Size{64, 4, 2}, {32, 8, 2}, {32, 4, 4}, {96, 12, 6}}) {
        if (!run(size).ok) return;
    }
}

TEST_CASE("volumes that do not fill their blocks") {
    for (const Size& size : {Size{33, 5, 3},
                             {31, 4, 2},
                             {32, 3, 2},
                             {32, 4, 1},
                             {1, 1, 1},
                             {1, 1, 67},
                             {1, 67, 1},
                             {67, 1, 1},
                             {40, 13, 7}}) {
        if (!run(size).ok) return;
    }
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run({draw.size(100), draw.size(20, 4), draw.size(10, 2)}).ok) return;
}

TEST_CASE("a launch that is refused does not pass for one that worked") {
    if (!grading::device_usable()) return;
    // 65,536 blocks one behind the other; a grid may have 65,535.
    const Size size{1, 1, 2 * 65536};
    gpu::Buffer<float> volume(std::vector<float>(size.voxels(), 1));
    bool reported = false;
    try {
        brighten(volume.data(), size.width, size.height, size.depth);
    } catch (const std::exception&) {
        reported = true;
    }
    static_cast<void>(cudaGetLastError());
    if (!reported)
        grading::fail(
            "1 x 1 x 131072 volume: a grid has at most 65535 blocks in z, so no kernel runs, and "
            "brighten returns as if one had. CUDA_CHECK(cudaGetLastError()) behind the launch says it.");
}

TEST_CASE("loads and stores are coalesced") {
    if (!grading::counted_here()) return;
    grading::Draw draw("counted");
    grading::for_sizes(
        {Size{64, 16, 8}, {32 * draw.number(1, 3), 4 * draw.number(1, 6), 2 * draw.number(1, 6)}},
        [](const Size& size) {
            const double sectors = trial::sectors(size.voxels(), sizeof(float));
            trial::expect_sectors(run(size), sectors, sectors);
        });
}
