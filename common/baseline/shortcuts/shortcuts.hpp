// The shortest path of two edges between any two vertices, on the CPU: r[i][j] = min over k of d[i][k] + d[k][j]. The
// GPU's versions must beat these times, and their results are compared with these. Compare with
// chapters/05-shortcuts, which uses the same ideas.
//
// d[i][k] is the length of the edge from i to k, infinite if there is none; r[i][j] is the length of the shortest
// path from i to j over one vertex k. All versions: d and r have n rows of n, row after row; r and d must not
// overlap; any n, also 0. Lengths may be negative; NaN and minus infinity are not allowed. Minima do not depend on
// their order, and each sum is rounded on its own, so that all versions give equal results.
#pragma once

#include <cstddef>
#include <cstdint>

namespace baseline::shortcuts {

using Function = void (*)(float* r, const float* d, std::size_t n);

// The specification: one thread, three loops. d[k][j] walks down a column, with a new cache line for each element.
void serial(float* r, const float* d, std::size_t n);

// The same loops, with the rows of r shared among all cores.
void openmp(float* r, const float* d, std::size_t n);

// Makes a transposed copy of d first, so that both factors are read along their rows; all cores.
void linear_reading(float* r, const float* d, std::size_t n);

// Four chains of minima that do not wait for each other; all cores, like all that follow.
void instruction_parallelism(float* r, const float* d, std::size_t n);

// Vectors along k, the widest that this CPU has.
void vectors(float* r, const float* d, std::size_t n);

// Three rows by three columns at a time: each loaded element is used three times.
void register_reuse(float* r, const float* d, std::size_t n);

// Vectors along j, and a tile of r as large as the registers allow.
void more_reuse(float* r, const float* d, std::size_t n);

// The same, with rows prefetched before they are needed.
void prefetch(float* r, const float* d, std::size_t n);

// A tile in blocks that stay in the caches, from packed panels or in place (common/baseline/multiply).
void cache_blocked(float* r, const float* d, std::size_t n);

// The roof of these versions: at least as many relaxations as n vertices need, divided among all cores, without
// memory and without waiting. A small n is given more of them, so that the time measures them and not the waking of
// the cores.
void peak(std::size_t n);
double peak_relaxations(std::size_t n);

// Tiles of r that stay in registers during the loop over k, in vectors, on all cores: the reference of the ladder, up to 2000 vertices.
void tiles(float* r, const float* d, std::size_t n);

// The specification for integers, on all cores: lengths 0 … no_edge, where no_edge stands for a missing edge. The sum
// of two lengths must fit.
void integers(std::int32_t* r, const std::int32_t* d, std::size_t n, std::int32_t no_edge);

}  // namespace baseline::shortcuts
