// Shared by this chapter's harnesses, on top of chapter 01's trial.hpp: lengths of edges, some of them missing, and
// the answer by the definition. Lengths are whole numbers, so that sums are exact.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/01-first-kernel/trial.hpp"

namespace trial {

constexpr double kSectorFloats = kSectorBytes / sizeof(float);

// n × n lengths from -3 to 99; a value above 90 becomes a missing edge. Not symmetric: d[i][k] differs from d[k][i].
inline std::vector<float> lengths(std::size_t n, std::uint64_t seed = 0) {
    std::vector<std::int32_t> numbers(n * n);
    grading::fill_random(numbers.data(), numbers.size(), seed + n * 65537, -3, 99);
    std::vector<float> d(numbers.begin(), numbers.end());
    for (float& length : d) {
        if (length > 90) length = HUGE_VALF;
    }
    return d;
}

inline std::vector<float> transposed(const std::vector<float>& d, std::size_t n) {
    std::vector<float> t(d.size());
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) t[j * n + i] = d[i * n + j];
    }
    return t;
}

// r[i][j] = min over k of d[i][k] + d[k][j].
inline std::vector<float> shortcuts_of(const std::vector<float>& d, std::size_t n) {
    std::vector<float> r(n * n, HUGE_VALF);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t j = 0; j < n; ++j)
                r[i * n + j] = std::min(r[i * n + j], d[i * n + k] + d[k * n + j]);
        }
    }
    return r;
}

// The smallest k with d[i][k] + d[k][j] = r[i][j], or -1 if that is infinite.
inline std::vector<int> stops_of(const std::vector<float>& d, const std::vector<float>& r, std::size_t n) {
    std::vector<int> via(n * n, -1);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t k = n; k-- > 0;)
                if (std::isfinite(r[i * n + j]) && d[i * n + k] + d[k * n + j] == r[i * n + j])
                    via[i * n + j] = static_cast<int>(k);
    return via;
}

inline std::string vertices(std::size_t n) { return std::to_string(n) + (n == 1 ? " vertex" : " vertices"); }

// Calls shortcuts(r, d, t, n), where t is the transpose of d, and compares r with the definition.
inline grading::Run run_with_transpose(std::size_t n,
                                       void (*shortcuts)(float*, const float*, const float*, std::size_t)) {
    if (!grading::device_usable()) return {};
    const std::vector<float> d = lengths(n);
    const gpu::Buffer<float> device_d(d), device_t(transposed(d, n));
    simt::annotate(device_d.data(), n, n, "d");
    simt::annotate(device_t.data(), n, n, "t");
    testing::Rules rules;
    rules.columns = n;
    return run(
        vertices(n), shortcuts_of(d, n), rules,
        [&](float* r) { shortcuts(r, device_d.data(), device_t.data(), n); }, "r");
}

// Relaxations: additions, each with its minimum.
inline double relaxations(std::size_t n) { return static_cast<double>(n * n * n); }

// Sectors of n rows of n, if n is a multiple of 8.
inline double sectors_of(std::size_t n) { return static_cast<double>(n * n) / kSectorFloats; }

}  // namespace trial
