// The best path of two legs, on the CPU: r[i][j] = min over k of d[i][k] + d[k][j]. What the GPU's versions have to beat,
// and the reference for their results. Compare with chapters/05-shortcuts, which climbs with the same ideas.
//
// d[i][k] is the length of the edge from i to k, infinite where there is none; r[i][j] is the shortest way from i to j over
// any one vertex k. All versions: d and r have n rows of n, row after row; r and d must not overlap; any n, also 0. Lengths
// may be negative; NaN and minus infinity are not allowed. Minima do not depend on their order and each sum is rounded by
// itself, so that all versions give equal results.
#pragma once

#include <cstddef>
#include <cstdint>

namespace baseline::shortcuts {

using Function = void (*)(float* r, const float* d, std::size_t n);

// The specification: one thread, three loops. d[k][j] goes down a column, a cache line for each element.
void serial(float* r, const float* d, std::size_t n);

// The same loops, with the rows of r shared among all cores.
void openmp(float* r, const float* d, std::size_t n);

// A transposed copy of d first, so that both factors are read along their rows; all cores.
void linear_reading(float* r, const float* d, std::size_t n);

// Four chains of minima that do not wait for each other; all cores, as all that follow.
void instruction_parallelism(float* r, const float* d, std::size_t n);

// Vectors along k, the widest that this CPU has.
void vectors(float* r, const float* d, std::size_t n);

// Three rows by three columns at a time: what is loaded is used three times.
void register_reuse(float* r, const float* d, std::size_t n);

// Vectors along j, and a tile of r as large as the registers allow.
void more_reuse(float* r, const float* d, std::size_t n);

// The same with rows that are asked for before they are needed.
void prefetch(float* r, const float* d, std::size_t n);

// The same tile in blocks that stay in the caches, from panels packed for it.
void cache_blocked(float* r, const float* d, std::size_t n);

// What all of these are measured by: at least as many relaxations as n vertices need, shared among all cores, and nothing but
// them: no memory, no waiting. For small n they are more, so that the time is theirs and not that of waking the cores.
void peak(std::size_t n);
double peak_relaxations(std::size_t n);

// Tiles of r that stay in registers while k goes by, in vectors, on all cores: the reference for large n.
void tiles(float* r, const float* d, std::size_t n);

// The specification for integers, on all cores: lengths 0 … no_edge, which is what there is where there is no edge. The sum of two
// must fit.
void integers(std::int32_t* r, const std::int32_t* d, std::size_t n, std::int32_t no_edge);

}  // namespace baseline::shortcuts
