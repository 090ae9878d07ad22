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
#include "common/grading/seed.hpp"
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

// A matrix of whole tiles, and any matrix, drawn from the seed.
inline Size draw_whole_tiles(grading::Draw& draw) {
    return {kTile * draw.number(1, 5), kTile * draw.number(1, 5)};
}
inline Size draw_any(grading::Draw& draw) { return {draw.size(160, kTile), draw.size(160, kTile)}; }

// Whole tiles, and another size than the known one, which an answer can read in its check.
inline Size draw_besides(const Size& known, grading::Draw& draw) {
    Size drawn = known;
    while (drawn.rows == known.rows && drawn.cols == known.cols) drawn = draw_whole_tiles(draw);
    return drawn;
}

inline std::string name(const Size& size) {
    return std::to_string(size.rows) + " x " + std::to_string(size.cols) + " matrix";
}

// Random values, the same in every run with the same seed, so that a check's message can be reproduced.
inline std::vector<float> random_matrix(const Size& size) {
    std::vector<float> matrix(size.elements());
    grading::fill_random(matrix.data(), matrix.size(), size.rows * 65537 + size.cols, -1.f, 1.f);
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
    run.ok = grading::expect_no_copies(run);
    if (run.ok) {
        device_out.download(out.data(), out.size());
        right = expect_transposed(run, out, in, size);
    }
    run.ok = right;
    return run;
}

// All sizes in turn, and four that `draw_size` draws, until one is wrong.
inline void run_all(Transpose transpose, std::vector<Size> sizes, Size (*draw_size)(grading::Draw&)) {
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k) sizes.push_back(draw_size(draw));
    for (const Size& size : sizes) {
        if (!run(transpose, size).ok) return;
    }
}

// Each sector of the matrix is loaded once and stored once. The bounds are totals, so that adding requests does not
// help. Fewer would mean that the elements come and go by another way, atomics for example.
inline void expect_coalesced(const grading::Run& run, const Size& size) {
    const char* const why = "every sector once, all its 32 bytes used.";
    grading::at_most(run, "global_load_sectors", size.sectors(), why);
    grading::at_least(run, "global_load_sectors", size.sectors(), "the kernel loads every element.");
    grading::at_most(run, "global_atomic_sectors", 0, "no two threads write the same element.");
    grading::at_most(run, "global_store_sectors", size.sectors(), why);
    grading::at_least(run, "global_store_sectors", size.sectors(), "the kernel stores every element.");
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

// The costs of exercises 02.1, 02.3 and 02.6: a matrix of whole tiles, once through the tile.
// Each is judged at `size` and at one that is drawn.
inline void expect_coalesced(Transpose transpose, const Size& size) {
    if (!grading::counted_here()) return;
    grading::Draw draw("coalesced");
    grading::for_sizes({size, draw_besides(size, draw)},
                       [&](const Size& each) { expect_coalesced(run(transpose, each), each); });
}

inline void expect_through_tile_without_conflicts(Transpose transpose, const Size& size) {
    if (!grading::counted_here()) return;
    grading::Draw draw("conflicts");
    grading::for_sizes({size, draw_besides(size, draw)}, [&](const Size& each) {
        const grading::Run run = trial::run(transpose, each);
        expect_through_shared_memory(run, each);
        expect_no_bank_conflicts(run);
    });
}

}  // namespace trial
