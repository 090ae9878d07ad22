// Exercise 02.4: any rectangle, also as a part of larger matrices, at no extra cost except for alignment.
#include <doctest/doctest.h>

#include "exercises/02-transpose/trial.hpp"

void transpose(float* out, std::size_t out_pitch, const float* in, std::size_t in_pitch, std::size_t rows,
               std::size_t cols);

namespace {

constexpr double kMostSectors = 5;  // 128 bytes that begin anywhere

// Requests of warps along `lines` rows of `length` elements, 32 at a time.
double requests(std::size_t lines, std::size_t length) {
    return static_cast<double>(lines * ((length + trial::kTile - 1) / trial::kTile));
}

// A rectangle in matrices whose rows are longer by these numbers of floats. The rest of each output row is poisoned, and has
// to stay so.
grading::Run run(const trial::Size& size, std::size_t more_in = 0, std::size_t more_out = 0) {
    if (!grading::device_usable()) return {};
    const std::size_t in_pitch = size.cols + more_in, out_pitch = size.rows + more_out;
    const std::vector<float> in = trial::random_matrix({size.rows, in_pitch});
    float poison;
    std::memset(&poison, testing::kPoisonByte, sizeof poison);
    std::vector<float> expected(size.cols * out_pitch, poison);
    for (std::size_t row = 0; row < size.rows; ++row)
        for (std::size_t col = 0; col < size.cols; ++col)
            expected[col * out_pitch + row] = in[row * in_pitch + col];
    // Without the rest of the last row, which must not be read.
    const gpu::Buffer<float> device_in(
        std::vector<float>(in.begin(), in.end() - static_cast<std::ptrdiff_t>(more_in)));
    gpu::Buffer<float> device_out(expected.size());
    device_out.fill_bytes(testing::kPoisonByte);
    simt::annotate(device_in.data(), size.rows, size.cols, "in", in_pitch);
    simt::annotate(device_out.data(), size.cols, size.rows, "out", out_pitch);
    const std::string subject =
        trial::name(size) + (more_in + more_out == 0 ? ""
                                                     : " in rows of " + std::to_string(in_pitch) +
                                                           ", to rows of " + std::to_string(out_pitch));
    grading::Run run = grading::run(subject, [&] {
        transpose(device_out.data(), out_pitch, device_in.data(), in_pitch, size.rows, size.cols);
    });
    run.ok = grading::expect_no_copies(run);
    if (!run.ok) return run;
    const std::vector<float> out = device_out.to_host();
    std::size_t around = 0;
    for (std::size_t i = 0; i < out.size(); ++i)
        around += i % out_pitch >= size.rows && std::memcmp(&out[i], &poison, sizeof poison) != 0;
    std::vector<float> got(size.elements()), right(size.elements());
    for (std::size_t i = 0; i < got.size(); ++i) {
        got[i] = out[i / size.rows * out_pitch + i % size.rows];
        right[i] = expected[i / size.rows * out_pitch + i % size.rows];
    }
    testing::Rules rules;
    rules.poisoned = true;
    rules.columns = size.rows;
    trial::set_writer(rules, run, size);
    const testing::Comparison comparison = testing::compare(got, right, rules);
    run.ok = grading::expect_right(
        run, comparison, comparison ? "" : trial::origin(got[comparison.first], in, {size.rows, in_pitch}));
    if (run.ok && around > 0) {
        run.ok = false;
        grading::fail(subject + ": " + std::to_string(around) +
                      (around == 1 ? " element beside the rectangle was written."
                                   : " elements beside the rectangle were written."));
    }
    return run;
}

}  // namespace

TEST_CASE("whole tiles") { static_cast<void>(run({32, 32}).ok && run({64, 96}).ok && run({128, 64}).ok); }

TEST_CASE("a part of larger matrices") {
    static_cast<void>(run({64, 32}, 32, 0).ok && run({32, 64}, 0, 64).ok && run({64, 96}, 7, 1).ok);
}

TEST_CASE("any rectangle") {
    for (const trial::Size& size : {trial::Size{31, 33},
                                    {33, 31},
                                    {1, 1},
                                    {2, 3},
                                    {1, 1000},
                                    {1000, 1},
                                    {97, 101},
                                    {127, 64},
                                    {32, 65}})
        if (!run(size).ok || !run(size, 5, 3).ok) return;
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run(trial::draw_any(draw), draw.number(0, 40), draw.number(0, 40)).ok) return;
}

TEST_CASE("tiles that hang over are coalesced as well, without bank conflicts") {
    if (!grading::counted_here()) return;
    grading::Draw draw("counted");
    grading::for_sizes({trial::Size{129, 67}, trial::draw_any(draw)}, [](const trial::Size& size) {
        const grading::Run counted = run(size, 2, 4);
        const char* const why = "5 for each 32 elements of a row, as rows begin anywhere.";
        grading::at_most(counted, "global_load_sectors", kMostSectors * requests(size.rows, size.cols), why);
        grading::at_least(counted, "global_load_sectors", size.sectors(), "the kernel loads every element.");
        grading::at_most(counted, "global_atomic_sectors", 0, "no two threads write the same element.");
        grading::at_most(counted, "global_store_sectors", kMostSectors * requests(size.cols, size.rows), why);
        grading::at_least(counted, "global_store_sectors", size.sectors(),
                          "the kernel stores every element.");
        trial::expect_through_shared_memory(counted, size);
        trial::expect_no_bank_conflicts(counted);
    });
}
