// The rungs of the integers' ladder by name, for the program and its tests. rungs.cpp lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace integers {

struct Rung {
    const char* name;
    void (*run)(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch);
    std::size_t (*scratch_bytes)(std::size_t n);
};

extern const std::vector<Rung> kAll;

}  // namespace integers
