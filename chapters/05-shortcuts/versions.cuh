// All rungs of this chapter in one list, for the program and its tests.
#pragma once

#include <cstddef>
#include <vector>

#include "chapters/05-shortcuts/0_naive.cuh"
#include "chapters/05-shortcuts/1_coalesced.cuh"
#include "chapters/05-shortcuts/2_register_blocked.cuh"
#include "chapters/05-shortcuts/3_shared_memory.cuh"
#include "chapters/05-shortcuts/4_bank_conflict_free.cuh"
#include "chapters/05-shortcuts/5_double_buffered.cuh"
#include "chapters/05-shortcuts/6_three_input_minimum.cuh"
#include "chapters/05-shortcuts/7_enough_blocks.cuh"

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
    {"shared_memory", shared_memory::shortcuts, shared_memory::scratch_bytes},
    {"bank_conflict_free", bank_conflict_free::shortcuts, bank_conflict_free::scratch_bytes},
    {"double_buffered", double_buffered::shortcuts, double_buffered::scratch_bytes},
    {"three_input_minimum", three_input_minimum::shortcuts, three_input_minimum::scratch_bytes},
    {"enough_blocks", enough_blocks::shortcuts, enough_blocks::scratch_bytes},
};

}  // namespace versions
