// All rungs of this chapter in one list, for the program and its tests.
#pragma once

#include <cstddef>
#include <vector>

#include "chapters/05-shortcuts/0_naive.cuh"
#include "chapters/05-shortcuts/1_coalesced.cuh"
#include "chapters/05-shortcuts/2_register_blocked.cuh"

namespace versions {

struct Version {
    const char* name;
    void (*run)(float* r, const float* d, std::size_t n, void* scratch);
    std::size_t (*scratch_bytes)(std::size_t n);
};

inline const std::vector<Version> kAll = {
    {"naive", naive::shortcuts, naive::scratch_bytes},
    {"coalesced", coalesced::shortcuts, coalesced::scratch_bytes},
    {"register_blocked", register_blocked::shortcuts, register_blocked::scratch_bytes},
};

}  // namespace versions
