// Runs a transpose on random data and describes what is wrong with its output. For this chapter's tests.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"

constexpr int kPoison = 0xff;  // in every byte: NaN

inline std::vector<float> transposed(const std::vector<float>& in, std::size_t rows, std::size_t cols) {
    std::vector<float> out(in.size());
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t col = 0; col < cols; ++col) out[col * rows + row] = in[row * cols + col];
    }
    return out;
}

// Calls run(out, in) with two matrices on the device, each starting `offset` elements after the beginning of its
// allocation. Describes what is wrong with `out`; empty if nothing is. copies: out must equal in, not its transpose.
template <class Run>
std::string defect(const Run& run, std::size_t rows, std::size_t cols, bool copies, std::size_t offset = 0) {
    std::vector<float> in(rows * cols);
    ladder::fill_random(in.data(), in.size(), ladder::fresh_seed(), -1, 1);
    gpu::Buffer<float> device_in(offset + in.size());
    gpu::Buffer<float> device_out(offset + in.size());
    device_in.upload(in.data(), in.size(), offset);
    device_out.fill_bytes(kPoison);
    run(device_out.data() + offset, device_in.data() + offset);
    std::vector<float> out(in.size());
    device_out.download(out.data(), out.size(), offset);
    const std::vector<float> expected = copies ? in : transposed(in, rows, cols);
    const ladder::Size extents = copies ? ladder::Size{rows, cols} : ladder::Size{cols, rows};
    return ladder::describe(ladder::compare(out.data(), expected.data(), out.size()), extents);
}
