// All rungs of this ladder in one list, for the program and its tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chapters/01-first-kernel/grey/1_one_thread.cuh"
#include "chapters/01-first-kernel/grey/2_one_block.cuh"
#include "chapters/01-first-kernel/grey/3_guarded.cuh"
#include "chapters/01-first-kernel/grey/4_wide_blocks.cuh"
#include "chapters/01-first-kernel/grey/5_grid_stride.cuh"
#include "chapters/01-first-kernel/grey/6_vectorised.cuh"

namespace grey {

using Function = void (*)(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols);

struct Version {
    const char* name;
    Function run;
};

inline const std::vector<Version> kAll = {
    {"one_thread", one_thread::grey},   {"one_block", one_block::grey},     {"guarded", guarded::grey},
    {"wide_blocks", wide_blocks::grey}, {"grid_stride", grid_stride::grey}, {"vectorised", vectorised::grey},
};

}  // namespace grey
