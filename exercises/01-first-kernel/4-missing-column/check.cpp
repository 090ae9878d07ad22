// Exercise 01.4: every pixel of a picture of any size, with no more work than its edges require.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>

#include "common/baseline/grey.hpp"
#include "common/grading/source_lines.hpp"
#include "exercises/01-first-kernel/trial.hpp"

void to_grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t width, std::size_t height);

namespace {

struct Size {
    std::size_t width, height;
};

// The thread that should have written a pixel, if blocks are the stub's 16 × 16 threads.
testing::Writer writer(std::size_t pixel, std::size_t width) {
    constexpr unsigned kSide = 16;
    const auto row = static_cast<unsigned>(pixel / width);
    const auto col = static_cast<unsigned>(pixel % width);
    return {col / kSide, row / kSide, col % kSide, row % kSide};
}

grading::Run run(const Size& size) {
    if (!grading::device_usable()) return {};
    const std::size_t pixels = size.width * size.height;
    // No pixel of these pictures has the poison's grey, so that a pixel that was never written is found.
    std::vector<std::uint8_t> rgb =
        trial::random_elements<std::uint8_t>(3 * pixels, size.width * 65537 + size.height);
    for (std::uint8_t& part : rgb) part %= 200;
    std::vector<std::uint8_t> expected(pixels);
    baseline::grey_serial(expected.data(), rgb.data(), size.height, size.width);
    const gpu::Buffer<std::uint8_t> device_rgb(rgb);
    simt::annotate(device_rgb.data(), size.height, 3 * size.width, "rgb");
    testing::Rules rules;
    rules.columns = size.width;
    rules.writer = [&size](std::size_t pixel) { return writer(pixel, size.width); };
    const std::string subject = std::to_string(size.width) + " x " + std::to_string(size.height) + " picture";
    return trial::run(
        subject, expected, rules,
        [&](std::uint8_t* grey) { to_grey(grey, device_rgb.data(), size.width, size.height); }, "grey");
}

// The launch has the number of blocks that the picture needs.
bool expect_blocks(const grading::Run& run, const Size& size) {
    const auto blocks = [](std::size_t extent) { return static_cast<unsigned>((extent + 15) / 16); };
    return grading::expect_shape(
        run, {blocks(size.width), blocks(size.height)}, {16, 16},
        "blocks stay 16 x 16, and there are as many as it takes to cover the picture.");
}

// Counts the bytes that the kernel stores: each thread one, for its own pixel.
void expect_each_pixel_once(const grading::Run& run, const Size& size) {
    if (!run.ok) return;
    const double pixels = static_cast<double>(size.width * size.height);
    const double stored = grading::sum_of_lines("global_store_bytes", "", run.first_launch, run.last_launch);
    if (stored > pixels)
        grading::fail(
            run.subject + ": the kernel stores " + std::to_string(static_cast<long>(stored)) +
            " pixels, and the picture has " + std::to_string(static_cast<long>(pixels)) +
            ". Threads outside the picture store too, to pixels of other threads: those right of row y " +
            "store to row y + 1, for example. Which two numbers tell a thread that it is outside?");
}

// Of a counted run; the other one is drawn. Blocks lie across the right edge, and warps only there.
constexpr Size kCounted{76, 62};
Size drawn() {
    grading::Draw draw("counted");
    return {16 * draw.number(2, 8) + draw.number(1, 15), 2 * draw.number(10, 50)};
}

}  // namespace

TEST_CASE("pictures of whole blocks") {
    for (const Size& size : {Size{16, 16}, {64, 48}}) {
        const grading::Run grey = run(size);
        if (!expect_blocks(grey, size)) return;
    }
}

TEST_CASE("pictures of any size") {
    for (const Size& size :
         {Size{76, 62}, {200, 150}, {17, 16}, {16, 17}, {15, 100}, {1, 1}, {1, 33}, {33, 1}, {31, 97}}) {
        if (!run(size).ok) return;
    }
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run({draw.size(200, 16), draw.size(150, 16)}).ok) return;
}

TEST_CASE("at 76 x 62 every pixel has one thread") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const Size& size) {
        const grading::Run grey = run(size);
        expect_blocks(grey, size);
        expect_each_pixel_once(grey, size);
        grading::at_most(grey, "longest_warp", 100, "each of its 32 threads has one pixel.");
        const double pixels = static_cast<double>(size.width * size.height);
        trial::expect_all_sectors(grey, std::ceil(3 * pixels / 32), std::ceil(pixels / 32));
    });
}

TEST_CASE("at 76 x 62 only the warps at the right edge are divided") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const Size& size) {
        // A warp has 2 rows of a block.
        const std::size_t at_edge = size.height / 2, inside = size.width / 16 * at_edge;
        const grading::Run grey = run(size);
        grading::at_most(
            grey, "divergent_warps", static_cast<double>(at_edge),
            std::to_string(at_edge) + " warps of 16 x 16 blocks have lanes on both sides of the right edge.");
        grading::at_most(grey, "global_store_requests", static_cast<double>(inside + at_edge),
                         std::to_string(inside) + " warps lie inside the picture and " +
                             std::to_string(at_edge) + " at its edge.");
    });
}
