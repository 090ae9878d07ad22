// Exercise 02.7: a picture of the host, turned clockwise by a quarter on the device.
#include <doctest/doctest.h>

#include <cstdint>

#include "common/grading/allocations.hpp"
#include "exercises/02-transpose/trial.hpp"

void turn(std::uint8_t* out, const std::uint8_t* in, std::size_t rows, std::size_t cols);

namespace {

// What `out` is if it is not the picture turned clockwise: two plausible mistakes. `in` has rows × cols pixels.
std::string note_on(const std::vector<std::uint8_t>& out, const std::vector<std::uint8_t>& in,
                    std::size_t rows, std::size_t cols) {
    bool transposed = true, counterclockwise = true;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t col = 0; col < cols; ++col) {
            transposed &= out[col * rows + row] == in[row * cols + col];
            counterclockwise &= out[(cols - 1 - col) * rows + row] == in[row * cols + col];
        }
    if (transposed) return "It is transposed, which mirrors it: one direction has to be reversed.";
    return counterclockwise ? "It is turned counterclockwise." : "";
}

grading::Run run(std::size_t rows, std::size_t cols) {
    if (!grading::device_usable()) return {};
    std::vector<std::int32_t> random(rows * cols);
    ladder::fill_random(random.data(), random.size(), rows * 65537 + cols, 0, 255);
    const std::vector<std::uint8_t> in(random.begin(), random.end());
    std::vector<std::uint8_t> expected(in.size()), out(in.size(), testing::kPoisonByte);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t col = 0; col < cols; ++col)
            expected[col * rows + (rows - 1 - row)] = in[row * cols + col];
    grading::Run run = grading::run(std::to_string(rows) + " x " + std::to_string(cols) + " picture",
                                    [&] { turn(out.data(), in.data(), rows, cols); });
    testing::Rules rules;
    rules.columns = rows;
    run.ok = grading::expect_right(run, testing::compare(out, expected, rules), note_on(out, in, rows, cols));
    return run;
}

constexpr std::size_t kRows = 128, kCols = 256;
constexpr double kSectors = kRows * kCols / 32.;

}  // namespace

TEST_CASE("pictures of whole tiles") {
    static_cast<void>(run(32, 32).ok && run(32, 96).ok && run(128, 64).ok);
}

TEST_CASE("any picture") {
    for (const trial::Size size : {trial::Size{1, 1}, {1, 33}, {31, 2}, {33, 65}, {101, 203}})
        if (!run(size.rows, size.cols).ok) return;
}

TEST_CASE("loads and stores are coalesced") {
    if (!grading::counted_here()) return;
    const grading::Run counted = run(kRows, kCols);
    for (const char* const key : {"global_load_sectors", "global_store_sectors"}) {
        grading::at_most(counted, key, kSectors, "every sector once, all its 32 pixels used.");
        grading::at_least(counted, key, kSectors, "the kernel moves every pixel.");
    }
}

TEST_CASE("few copies, one launch, and all memory is freed") {
    const std::size_t before = grading::allocated();
    const grading::Run counted = run(kRows, kCols);
    grading::expect_few_copies(counted, 2, "the picture to the device, and the turned one back.");
    grading::expect_one_launch(counted, "one is enough.");
    if (counted.ok) grading::expect_freed(counted.subject, before);
}
