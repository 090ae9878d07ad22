// The rungs of this chapter by name, for its program and its tests, and what else they call of the last one. rungs.cpp lists them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rungs {

struct Rung {
    const char* name;
    void (*run)(float* r, const float* d, std::size_t n, void* scratch);
    std::size_t (*scratch_bytes)(std::size_t n);
};

extern const std::vector<Rung> kAll;

// Throws std::invalid_argument where there is no rung of that name.
Rung named(const std::string& name);

}  // namespace rungs

namespace enough_blocks {

// How many values of k a block has, where several blocks share a small tile; 0: tiles are large, and a block has all of them.
std::size_t depth_of_part(std::size_t n, std::size_t multiprocessors);

// As if the device had so many multiprocessors.
void shortcuts_for(std::size_t multiprocessors, float* r, const float* d, std::size_t n, void* scratch);

}  // namespace enough_blocks
