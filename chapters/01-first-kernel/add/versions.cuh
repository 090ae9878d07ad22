// All rungs of this ladder in one list, for the program and its tests.
#pragma once

#include <cstddef>
#include <vector>

#include "chapters/01-first-kernel/add/1_one_thread.cuh"
#include "chapters/01-first-kernel/add/2_one_block.cuh"
#include "chapters/01-first-kernel/add/3_many_blocks.cuh"
#include "chapters/01-first-kernel/add/4_guarded.cuh"
#include "chapters/01-first-kernel/add/5_grid_stride.cuh"
#include "chapters/01-first-kernel/add/6_vectorised.cuh"

namespace add {

using Function = void (*)(float* sum, const float* a, const float* b, std::size_t n);

struct Version {
    const char* name;
    Function run;
};

inline const std::vector<Version> kAll = {
    {"one_thread", one_thread::add}, {"one_block", one_block::add},     {"many_blocks", many_blocks::add},
    {"guarded", guarded::add},       {"grid_stride", grid_stride::add}, {"vectorised", vectorised::add},
};

}  // namespace add
