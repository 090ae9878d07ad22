// See by_isa.hpp and shortcuts.hpp.
#include "common/baseline/shortcuts/by_isa.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/baseline/multiply/blocked.hpp"
#include "common/baseline/shortcuts/shortcuts.hpp"
#include "common/baseline/team.hpp"

namespace baseline::shortcuts {
namespace {

std::size_t round_up(std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; }

// A padded copy of an n x n matrix, with infinite lengths to the right and below.
std::vector<float> padded(const float* d, std::size_t n, std::size_t stride, bool transposed) {
    std::vector<float> copy((n + kPad) * stride, std::numeric_limits<float>::infinity());
#pragma omp parallel for
    for (std::size_t row = 0; row < n; ++row) {
        for (std::size_t col = 0; col < n; ++col)
            copy[row * stride + col] = transposed ? d[col * n + row] : d[row * n + col];
    }
    return copy;
}

const Isa& best_isa() {
    static const Isa* const best = runnable_isas().front();
    return *best;
}

}  // namespace

void with_step(const Isa& isa, Step Isa::*step, float* r, const float* d, std::size_t n) {
    const bool transposed = step == &Isa::vectors || step == &Isa::register_reuse;
    // Rows a power of two apart would compete for the same cache sets.
    const std::size_t stride = round_up(n, 2 * kPad) + kPad;
    const std::vector<float> copy = padded(d, n, stride, false);
    const std::vector<float> columns = transposed ? padded(d, n, stride, true) : std::vector<float>();
    const Lengths lengths{r, n, copy.data(), transposed ? columns.data() : nullptr, stride};
    constexpr std::size_t kRows = 12;  // a multiple of the rows of every tile
#pragma omp parallel for schedule(dynamic, 1)
    for (std::size_t first = 0; first < n; first += kRows)
        (isa.*step)(lengths, first, std::min(n, first + kRows));
}

void cache_blocked(const Isa& isa, float* r, const float* d, std::size_t n) {
    const multiply::Plan plan{&isa.cache_blocked, multiply::blocks_for(isa.cache_blocked), 0};
    multiply::multiply_blocked({n, n, n, 1, d, n, d, n, 0, r, n}, plan);
}

std::size_t peak_shares(const Isa& isa, std::size_t n) {
    constexpr double kFewest = 0x1p32;  // some ten milliseconds for many cores; waking them takes far less
    return static_cast<std::size_t>(
        std::ceil(std::max(kFewest, 1.0 * n * n * n) / (isa.peak(1) * kRoundsOfAShare)));
}

void vectors(float* r, const float* d, std::size_t n) { with_step(best_isa(), &Isa::vectors, r, d, n); }

void register_reuse(float* r, const float* d, std::size_t n) {
    with_step(best_isa(), &Isa::register_reuse, r, d, n);
}

void more_reuse(float* r, const float* d, std::size_t n) { with_step(best_isa(), &Isa::more_reuse, r, d, n); }

void prefetch(float* r, const float* d, std::size_t n) { with_step(best_isa(), &Isa::prefetch, r, d, n); }

void cache_blocked(float* r, const float* d, std::size_t n) { cache_blocked(best_isa(), r, d, n); }

void peak(std::size_t n) {
    const Isa& isa = best_isa();
    // Who is done takes the next share, so that a delayed thread does not hold up the rest.
    team::run(omp_get_max_threads(), peak_shares(isa, n), [&](std::size_t) { isa.peak(kRoundsOfAShare); });
}

double peak_relaxations(std::size_t n) {
    return best_isa().peak(1) * kRoundsOfAShare * peak_shares(best_isa(), n);
}

}  // namespace baseline::shortcuts
