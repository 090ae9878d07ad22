// All rungs of this chapter in one list, for the program and its tests.
#pragma once

#include <vector>

#include "chapters/04-matmul/1_naive.cuh"

namespace versions {

struct Version {
    const char* name;
    void (*run)(const Gemm& gemm);
};

inline const std::vector<Version> kAll = {
    {"naive", naive::multiply},
};

}  // namespace versions
