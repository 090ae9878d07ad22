// Transposes on the CPU: what the GPU's have to beat, and the reference for their results. They climb a ladder of their own
// with the same first idea: use all of a line once it is there. Compare with chapters/02-transpose/2_coalesced.cu.
#pragma once

#include <cstddef>

namespace baseline {

// All of them: in has rows × cols elements, row after row; out has cols × rows. Any size; in and out must not overlap.

// One thread, row by row through `in`: the specification. Each store goes to another cache line.
void transpose_serial(float* out, const float* in, std::size_t rows, std::size_t cols);

// The same with the rows of `out` shared among all cores: each element is stored to the line of the one before.
void transpose_openmp(float* out, const float* in, std::size_t rows, std::size_t cols);

// All cores, tile by tile: a tile's lines are read whole and written whole, and turned in a buffer that stays in the
// first-level cache.
void transpose_cache_blocked(float* out, const float* in, std::size_t rows, std::size_t cols);

}  // namespace baseline
