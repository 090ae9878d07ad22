// The rungs, in the order of the lesson. Each rung is a file N_name.cu, compiled once. Here it is declared and has
// its row: number, name, idea, functions. The program, the tests and the slides read these rows. See ladder.hpp.
#include "chapters/01-first-kernel/ladder.hpp"

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
    {1, "one_thread", "The loop of a C++ program, on the GPU: 1 lane of 32 works.", add::one_thread::add},
    {2, "one_block", "1024 threads share the loop, on one multiprocessor.", add::one_block::add},
    {3, "many_blocks", "A thread for each element, on all multiprocessors.", add::many_blocks::add},
    {4, "guarded", "One launch for any n: threads past the end do nothing.", add::guarded::add},
    {5, "grid_stride", "As many threads as the GPU runs at once, and a loop again.", add::grid_stride::add},
    {6, "vectorised", "16 bytes with each instruction.", add::vectorised::add},
};

const std::vector<Grey> kGrey = {
    {1, "one_thread", "Two nested loops on one thread.", grey::one_thread::grey},
    {2, "one_block", "32 x 32 threads step over the picture together.", grey::one_block::grey},
    {3, "guarded", "A thread for each pixel, in blocks of 16 x 16 that hang over.", grey::guarded::grey},
    {4, "wide_blocks", "Blocks a warp wide: a warp has 32 pixels of one row.", grey::wide_blocks::grey},
    {5, "grid_stride", "As many blocks as the GPU runs at once, and a loop.", grey::grid_stride::grey},
    {6, "vectorised", "16 pixels a thread, 16 bytes with each instruction.", grey::vectorised::grey},
};

}  // namespace rungs
