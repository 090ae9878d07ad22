// All rungs of the integers' ladder in one list, for the program and its tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chapters/05-shortcuts/integers/0_naive.cuh"
#include "chapters/05-shortcuts/integers/1_add_and_minimum.cuh"
#include "chapters/05-shortcuts/integers/2_three_input_minimum.cuh"
#include "chapters/05-shortcuts/integers/3_pairs_of_16_bits.cuh"

namespace integers {

struct Version {
    const char* name;
    void (*run)(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch);
    std::size_t (*scratch_bytes)(std::size_t n);
};

inline const std::vector<Version> kAll = {
    {"naive", naive::shortcuts, naive::scratch_bytes},
    {"add_and_minimum", add_and_minimum::shortcuts, add_and_minimum::scratch_bytes},
    {"three_input_minimum", three_input_minimum::shortcuts, three_input_minimum::scratch_bytes},
    {"pairs_of_16_bits", pairs_of_16_bits::shortcuts, pairs_of_16_bits::scratch_bytes},
};

}  // namespace integers
