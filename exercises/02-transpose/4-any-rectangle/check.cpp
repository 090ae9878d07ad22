// Exercise 02.4: any number of rows and columns, with no extra cost but that of the alignment.
#include <doctest/doctest.h>

#include "exercises/02-transpose/trial.hpp"

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);

namespace {

constexpr double kMostSectors = 5;  // 128 bytes that begin anywhere

// Requests of warps along `lines` rows of `length` elements, 32 at a time.
double requests(std::size_t lines, std::size_t length) {
    return static_cast<double>(lines * ((length + trial::kTile - 1) / trial::kTile));
}

}  // namespace

TEST_CASE("whole tiles") { trial::run_all(transpose, {{32, 32}, {64, 96}, {128, 64}}); }

TEST_CASE("any rectangle") {
    trial::run_all(
        transpose,
        {{31, 33}, {33, 31}, {1, 1}, {2, 3}, {1, 1000}, {1000, 1}, {97, 101}, {127, 64}, {32, 65}});
}

TEST_CASE("tiles that hang over are coalesced as well, without bank conflicts") {
    if (!grading::counted_here()) return;
    const trial::Size size{129, 67};
    const grading::Run run = trial::run(transpose, size);
    const char* const why = "5 for each 32 elements of a row, as rows begin anywhere.";
    grading::at_most(run, "global_load_sectors", kMostSectors * requests(size.rows, size.cols), why);
    grading::at_most(run, "global_store_sectors", kMostSectors * requests(size.cols, size.rows), why);
    trial::expect_through_shared_memory(run, size);
    trial::expect_no_bank_conflicts(run);
}
