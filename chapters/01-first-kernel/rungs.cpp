// See rungs.hpp. Each rung is a file of its own, compiled once; here they are declared and listed, in the order in which the
// lesson climbs them.
#include "chapters/01-first-kernel/rungs.hpp"

namespace add::one_thread {
void add(float* sum, const float* a, const float* b, std::size_t n);
}
namespace add::one_block {
void add(float* sum, const float* a, const float* b, std::size_t n);
}
namespace add::many_blocks {
void add(float* sum, const float* a, const float* b, std::size_t n);
}
namespace add::guarded {
void add(float* sum, const float* a, const float* b, std::size_t n);
}
namespace add::grid_stride {
void add(float* sum, const float* a, const float* b, std::size_t n);
}
namespace add::vectorised {
void add(float* sum, const float* a, const float* b, std::size_t n);
}

namespace grey::one_thread {
void grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols);
}
namespace grey::one_block {
void grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols);
}
namespace grey::guarded {
void grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols);
}
namespace grey::wide_blocks {
void grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols);
}
namespace grey::grid_stride {
void grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols);
}
namespace grey::vectorised {
void grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols);
}

namespace rungs {

const std::vector<Add> kAdd = {
    {"one_thread", add::one_thread::add},   {"one_block", add::one_block::add},
    {"many_blocks", add::many_blocks::add}, {"guarded", add::guarded::add},
    {"grid_stride", add::grid_stride::add}, {"vectorised", add::vectorised::add},
};

const std::vector<Grey> kGrey = {
    {"one_thread", grey::one_thread::grey},   {"one_block", grey::one_block::grey},
    {"guarded", grey::guarded::grey},         {"wide_blocks", grey::wide_blocks::grey},
    {"grid_stride", grey::grid_stride::grey}, {"vectorised", grey::vectorised::grey},
};

}  // namespace rungs
