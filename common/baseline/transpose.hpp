// Transposes on the CPU: the reference for the GPU's results, and the times they must beat. They form a ladder with
// the same first idea: use all of a cache line once it is there. Compare with chapters/02-transpose/2_coalesced.cu.
#pragma once

#include <cstddef>

namespace baseline {

// All of them: in has rows × cols elements, row after row; out has cols × rows. Any size; in and out must not overlap.

// The specification: one thread, row by row through `in`. Each store goes to another cache line.
void transpose_serial(float* out, const float* in, std::size_t rows, std::size_t cols);

// The same with the rows of `out` divided among all cores: successive stores go to the same cache line.
void transpose_openmp(float* out, const float* in, std::size_t rows, std::size_t cols);

// All cores, tile by tile: a tile's lines are read whole and written whole, and transposed in a buffer that stays in
// the first-level cache.
void transpose_cache_blocked(float* out, const float* in, std::size_t rows, std::size_t cols);

}  // namespace baseline
