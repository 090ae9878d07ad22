// One call of a learner's transpose, and its judgement: random input, poisoned output, every element compared. For the
// harnesses of this chapter's exercises.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "common/cuda/annotate.hpp"
#include "common/cuda/buffer.hpp"
#include "common/grading/grading.hpp"
#include "common/ladder/random_input.hpp"
#include "common/testing/compare.hpp"

namespace trial {

constexpr unsigned kTile = 32;
constexpr double kSectorBytes = 32;
constexpr double kWavefrontBytes = 128;  // 32 banks of 4 bytes

struct Size {
    std::size_t rows, cols;

    std::size_t elements() const { return rows * cols; }
    // Sectors of the matrix, and wavefronts that move it through shared memory: the least that any kernel needs.
    double sectors() const { return static_cast<double>(elements()) * sizeof(float) / kSectorBytes; }
    double wavefronts() const { return static_cast<double>(elements()) * sizeof(float) / kWavefrontBytes; }
};

inline std::string name(const Size& size) {
    return std::to_string(size.rows) + " x " + std::to_string(size.cols) + " matrix";
}

// Random values, the same in every run, so that a check's message can be reproduced.
inline std::vector<float> random_matrix(const Size& size) {
    std::vector<float> matrix(size.elements());
    ladder::fill_random(matrix.data(), matrix.size(), size.rows * 65537 + size.cols, -1, 1);
    return matrix;
}

inline std::vector<float> transposed(const std::vector<float>& in, const Size& size) {
    std::vector<float> out(in.size());
    for (std::size_t row = 0; row < size.rows; ++row) {
        for (std::size_t col = 0; col < size.cols; ++col)
            out[col * size.rows + row] = in[row * size.cols + col];
    }
    return out;
}

// "What it got belongs to in[3][0]." if it is an element of the input, else nothing.
inline std::string origin(float got, const std::vector<float>& in, const Size& size) {
    const auto found = std::find(in.begin(), in.end(), got);
    if (found == in.end()) return "";
    const std::size_t index = static_cast<std::size_t>(found - in.begin());
    return "What it got is in[" + std::to_string(index / size.cols) + "][" +
           std::to_string(index % size.cols) + "].";
}

// Says which thread should have written an element of the output, if blocks are the stubs' 32 × 32 threads, one for each
// element of a tile.
inline void set_writer(testing::Rules& rules, const grading::Run& run, const Size& size) {
    if (run.block && (run.block->x != kTile || run.block->y != kTile)) return;
    rules.writer = [size](std::size_t index) {
        const auto row = static_cast<unsigned>(index / size.rows);
        const auto col = static_cast<unsigned>(index % size.rows);
        return testing::Writer{row / kTile, col / kTile, col % kTile, row % kTile};
    };
}

// Compares an output of size.cols rows and size.rows columns. in_place: which thread writes an element is up to the answer.
inline bool expect_transposed(const grading::Run& run, const std::vector<float>& out,
                              const std::vector<float>& in, const Size& size, bool in_place = false) {
    testing::Rules rules;
    rules.poisoned = true;
    rules.columns = size.rows;
    if (!in_place) set_writer(rules, run, size);
    const testing::Comparison comparison = testing::compare(out, transposed(in, size), rules);
    return grading::expect_right(run, comparison, comparison ? "" : origin(out[comparison.first], in, size));
}

using Transpose = void (*)(float* out, const float* in, std::size_t rows, std::size_t cols);

// Calls transpose on the device and judges the result; the caller judges the cost.
inline grading::Run run(Transpose transpose, const Size& size) {
    if (!grading::device_usable()) return {};
    const std::vector<float> in = random_matrix(size);
    std::vector<float> out(in.size());
    bool right = false;
    const gpu::Buffer<float> device_in(in);
    gpu::Buffer<float> device_out(in.size());
    device_out.fill_bytes(testing::kPoisonByte);
    simt::annotate(device_in.data(), size.rows, size.cols, "in");
    simt::annotate(device_out.data(), size.cols, size.rows, "out");
    grading::Run run = grading::run(
        name(size), [&] { transpose(device_out.data(), device_in.data(), size.rows, size.cols); });
    if (run.ok) {
        device_out.download(out.data(), out.size());
        right = expect_transposed(run, out, in, size);
    }
    run.ok = right;
    return run;
}

// All sizes in turn, until one is wrong.
inline void run_all(Transpose transpose, const std::vector<Size>& sizes) {
    for (const Size& size : sizes) {
        if (!run(transpose, size).ok) return;
    }
}

// Each sector of the matrix is loaded once and stored once. The bounds are totals, so that adding requests does not
// help.
inline void expect_coalesced(const grading::Run& run, const Size& size) {
    const char* const why = "every sector once, all its 32 bytes used.";
    grading::at_most(run, "global_load_sectors", size.sectors(), why);
    grading::at_most(run, "global_store_sectors", size.sectors(), why);
}

// The matrix goes through shared memory: at least the wavefronts that this takes each way. Fewer mean that some
// elements bypassed it.
inline void expect_through_shared_memory(const grading::Run& run, const Size& size) {
    const char* const why = "a wavefront moves at most 32 elements, and all of them go through the tile.";
    grading::at_least(run, "shared_store_wavefronts", size.wavefronts(), why);
    grading::at_least(run, "shared_load_wavefronts", size.wavefronts(), why);
}

inline void expect_no_bank_conflicts(const grading::Run& run) {
    const char* const why = "32 lanes can use 32 banks.";
    grading::at_most(run, "shared_store_bank_conflicts", 0, why);
    grading::at_most(run, "shared_load_bank_conflicts", 0, why);
}

// The costs of exercises 02.3 and 02.6: a matrix of whole tiles, once through the tile.
inline void expect_coalesced(Transpose transpose, const Size& size) {
    if (grading::counted_here()) expect_coalesced(run(transpose, size), size);
}

inline void expect_through_tile_without_conflicts(Transpose transpose, const Size& size) {
    if (!grading::counted_here()) return;
    const grading::Run run = trial::run(transpose, size);
    expect_through_shared_memory(run, size);
    expect_no_bank_conflicts(run);
}

}  // namespace trial
