// The programming guide's formulas for texture fetches, on the host, with the bits that an H200 keeps of coordinates and weights
// (emulator/test/hardware/results/textures.txt). Exact for texels of few bits.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>

namespace reference {

struct Sampling {
    cudaTextureAddressMode mode = cudaAddressModeClamp;
    bool linear = false, normalized = false;
};

// The texel that stands for texel i of n; -1: the border.
inline int texel_for(double i, int n, const Sampling& how) {
    if (i >= 0 && i < n) return static_cast<int>(i);
    if (how.mode == cudaAddressModeBorder) return -1;
    if (how.mode == cudaAddressModeWrap && how.normalized) return i < 0 ? n - 1 : 0;  // it is the next one
    if (how.mode == cudaAddressModeMirror && how.normalized)
        return i < 0 || i >= 2 * n ? 0 : static_cast<int>(2 * n - 1 - i);
    return i < 0 ? 0 : n - 1;
}

// The coordinate in texels. A normalized one is cut to 21 bits after the point.
inline double position(float given, int n, const Sampling& how) {
    constexpr double kSteps = 1 << 21;
    double x =
        std::isnan(given) ? 0 : std::clamp(static_cast<double>(given), -1e12, 1e12);  // as good as infinite
    if (!how.normalized) return x;
    const bool repeats = how.mode == cudaAddressModeWrap || how.mode == cudaAddressModeMirror;
    if (repeats && std::fabs(x) == 1e12) return 0;  // so far out it has no fraction
    x = std::floor(x * kSteps) / kSteps;
    const double whole = std::floor(x), part = x - whole;
    if (how.mode == cudaAddressModeWrap) x = part;
    if (how.mode == cudaAddressModeMirror) x = std::fmod(whole, 2) == 0 ? part : 1 + part;
    return x * n;
}

// The two texels next to a coordinate, and how many 256ths the second one weighs. A point fetch has the first only.
struct Pair {
    int texel[2];
    int second;
};
inline Pair pair_at(float x, int n, const Sampling& how) {
    const double at = position(x, n, how);
    if (!how.linear) return {{texel_for(std::floor(at), n, how), 0}, 0};
    double first = std::floor(at - 0.5), second = std::floor((at - 0.5 - first) * 256 + 0.5);
    if (second == 256) first += 1, second = 0;
    const Pair pair{{texel_for(first, n, how), texel_for(first + 1, n, how)}, static_cast<int>(second)};
    // Two that are the same one count as one, but a mirrored image counts both.
    const bool mirrored = how.mode == cudaAddressModeMirror && how.normalized;
    return pair.texel[0] == pair.texel[1] && !mirrored ? Pair{{pair.texel[0], pair.texel[1]}, 0} : pair;
}

// Splits a weight at a pair: what the second gets. A half is rounded up, or down.
inline int rounded_up(int weight, const Pair& pair) { return (weight * pair.second + 128) / 256; }
inline int rounded_down(int weight, const Pair& pair) { return (weight * pair.second + 127) / 256; }

// Four texels that weigh `share` 256ths together: first the columns share it, then the rows within each column.
template <class Texel>
double weighed(int share, const Pair& x, const Pair& y, Texel texel) {
    const int right = rounded_up(share, x), left = share - right;
    const int lower_right = rounded_up(right, y), lower_left = rounded_down(left, y);
    return ((left - lower_left) * texel(x.texel[0], y.texel[0]) + lower_left * texel(x.texel[0], y.texel[1]) +
            (right - lower_right) * texel(x.texel[1], y.texel[0]) +
            lower_right * texel(x.texel[1], y.texel[1])) /
           256.0;
}

// texel(x, y): -1 in either is the border.
template <class Texel>
double plane(float x, float y, int width, int height, const Sampling& how, Texel texel) {
    return weighed(256, pair_at(x, width, how), pair_at(y, height, how), texel);
}

// texel(i): -1 is the border. A line is a plane of one row, read at that row's upper edge.
template <class Texel>
double line(float x, int n, const Sampling& how, Texel texel) {
    return plane(x, 0, n, 1, how, [&](int column, int row) { return texel(row < 0 ? -1 : column); });
}

// texel(x, y, z)
template <class Texel>
double volume(float x, float y, float z, int width, int height, int depth, const Sampling& how, Texel texel) {
    const Pair columns = pair_at(x, width, how), rows = pair_at(y, height, how),
               slices = pair_at(z, depth, how);
    const auto slice = [&](int share, int which) {
        return weighed(share, columns, rows,
                       [&](int column, int row) { return texel(column, row, slices.texel[which]); });
    };
    return slice(256 - slices.second, 0) + slice(slices.second, 1);
}

}  // namespace reference
