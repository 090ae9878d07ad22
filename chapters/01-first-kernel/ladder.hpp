// The rungs of this chapter's two ladders, for its programs and its tests. ladder.cpp lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/ladder/rung.hpp"

namespace rungs {

struct Add : ladder::Rung {
    // a, b and sum: n elements each on the device; sum must not overlap the others. Any n.
    void (*run)(float* sum, const float* a, const float* b, std::size_t n);
};

struct Grey : ladder::Rung {
    // rgb: rows × cols pixels of three bytes on the device, row after row; grey: rows × cols bytes. Any size.
    void (*run)(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols);
};

extern const std::vector<Add> kAdd;
extern const std::vector<Grey> kGrey;

}  // namespace rungs

// The kernels of three rungs. programs/measuring/block_sizes.cu launches them in blocks of other sizes.
namespace add::guarded {
const void* kernel();
}
namespace add::grid_stride {
const void* kernel();
}
namespace add::vectorised {
const void* kernel();
}
