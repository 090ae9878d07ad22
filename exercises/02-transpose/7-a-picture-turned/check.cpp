// Exercise 02.7: a picture of the host, turned clockwise by a quarter on the device.
#include <doctest/doctest.h>

#include <cstdint>

#include "common/grading/allocations.hpp"
#include "common/grading/decoys.hpp"
#include "common/grading/host_array.hpp"
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

std::vector<std::uint8_t> picture(std::size_t rows, std::size_t cols, std::uint64_t seed) {
    std::vector<std::int32_t> random(rows * cols);
    grading::fill_random(random.data(), random.size(), seed + rows * 65537 + cols, 0, 255);
    return {random.begin(), random.end()};
}

std::vector<std::uint8_t> turned(const std::vector<std::uint8_t>& in, std::size_t rows, std::size_t cols) {
    std::vector<std::uint8_t> out(in.size());
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t col = 0; col < cols; ++col)
            out[col * rows + (rows - 1 - row)] = in[row * cols + col];
    return out;
}

// One call with the picture `given`, where the device gets `real`.
grading::Run run(const std::vector<std::uint8_t>& given, const std::vector<std::uint8_t>& real,
                 std::size_t rows, std::size_t cols) {
    if (!grading::device_usable()) return {};
    const grading::HostArray<std::uint8_t> host_in(given);
    grading::HostArray<std::uint8_t> host_out(std::vector<std::uint8_t>(real.size(), testing::kPoisonByte));
    grading::Run run = grading::run(std::to_string(rows) + " x " + std::to_string(cols) + " picture",
                                    [&] { turn(host_out.data(), host_in.data(), rows, cols); });
    const std::vector<std::uint8_t> out = host_out.copy();
    testing::Rules rules;
    rules.columns = rows;
    const bool of_given = &given != &real && out == turned(given, rows, cols);
    run.ok = grading::expect_right(run, testing::compare(out, turned(real, rows, cols), rules),
                                   of_given ? grading::kOfTheDecoys : note_on(out, real, rows, cols));
    return run;
}

grading::Run run(std::size_t rows, std::size_t cols) {
    const std::vector<std::uint8_t> same = picture(rows, cols, 0);
    return run(same, same, rows, cols);
}

void expect_few_copies(const grading::Run& run) {
    grading::expect_few_copies(run, 2, "the picture to the device, and the turned one back.");
}

// Of a counted run, of whole tiles; the other one is drawn.
constexpr trial::Size kCounted{128, 256};
trial::Size drawn() {
    grading::Draw draw("counted");
    return trial::draw_besides(kCounted, draw);
}

}  // namespace

TEST_CASE("pictures of whole tiles") {
    static_cast<void>(run(32, 32).ok && run(32, 96).ok && run(128, 64).ok);
}

TEST_CASE("any picture") {
    for (const trial::Size size : {trial::Size{1, 1}, {1, 33}, {31, 2}, {33, 65}, {101, 203}})
        if (!run(size.rows, size.cols).ok) return;
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run(draw.size(250), draw.size(250)).ok) return;
}

TEST_CASE("loads and stores are coalesced") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const trial::Size& size) {
        const grading::Run counted = run(size.rows, size.cols);
        const double sectors = static_cast<double>(size.elements()) / trial::kSectorBytes;
        for (const char* const key : {"global_load_sectors", "global_store_sectors"}) {
            grading::at_most(counted, key, sectors, "every sector once, all its 32 pixels used.");
            grading::at_least(counted, key, sectors, "the kernel moves every pixel.");
        }
        grading::at_most(counted, "global_atomic_sectors", 0, "no two threads write the same pixel.");
    });
}

TEST_CASE("the result is what the GPU has computed") {
    if (!grading::counted_here()) return;
    grading::Draw draw("decoys");
    grading::for_sizes(
        {kCounted, trial::Size{40 + draw.size(100), 40 + draw.size(100)}}, [](const trial::Size& size) {
            constexpr std::uint64_t kOther = 1 << 30;
            const auto given = picture(size.rows, size.cols, kOther), real = picture(size.rows, size.cols, 0);
            grading::Decoys decoys;
            decoys.add(given, real, size.cols);
            const grading::Run counted = run(given, real, size.rows, size.cols);
            decoys.expect_copied(counted, turned(real, size.rows, size.cols), size.rows);
            expect_few_copies(counted);
        });
}

TEST_CASE("few copies, one launch, and all memory is freed") {
    grading::for_sizes({kCounted, drawn()}, [](const trial::Size& size) {
        const std::size_t before = grading::allocated();
        const grading::Run counted = run(size.rows, size.cols);
        expect_few_copies(counted);
        grading::expect_one_launch(counted, "one is enough.");
        if (counted.ok) grading::expect_freed(counted.subject, before);
    });
}
