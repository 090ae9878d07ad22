// How far results of tensor cores lie from others of the same inputs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "emulator/test/hardware/programs/tensor_inputs.cuh"

namespace tensor {

struct Differences {
    std::uint64_t results = 0, differing = 0;
    std::uint64_t ulps = 0;  // the largest distance in units of the last place
    std::uint64_t not_a_number =
        0;  // of those that differ, how many are not comparable: one of the two is a NaN
};

// The position of a number among all of its type.
inline std::int64_t rank_of(std::uint64_t bits, unsigned width) {
    const std::uint64_t sign = 1ull << (width - 1);
    const auto magnitude = static_cast<std::int64_t>(bits & (sign - 1));
    return (bits & sign) != 0 ? -magnitude : magnitude;
}

inline Differences differences(const std::string& type, const std::vector<std::uint8_t>& here,
                               const std::vector<std::uint8_t>& there) {
    const unsigned width = std::max(bits_of(type), 8u);
    Differences sum;
    for (std::size_t at = 0; at < here.size(); at += width / 8) {
        std::uint64_t mine = 0, others = 0;
        std::memcpy(&mine, &here[at], width / 8);
        std::memcpy(&others, &there[at], width / 8);
        ++sum.results;
        if (mine == others) continue;
        ++sum.differing;
        const bool is_float = !is_integer(type) && type != "index";
        const Layout layout = is_float ? layout_of(type) : Layout{1, 30, false};
        const std::uint64_t magnitude = (1ull << (width - 1)) - 1, infinity = ((1ull << layout.exponent) - 1)
                                                                              << layout.fraction;
        if (is_float && ((mine & magnitude) > infinity || (others & magnitude) > infinity)) {
            ++sum.not_a_number;
            continue;
        }
        const std::int64_t distance = rank_of(mine, width) - rank_of(others, width);
        sum.ulps = std::max(sum.ulps, static_cast<std::uint64_t>(distance < 0 ? -distance : distance));
    }
    return sum;
}

}  // namespace tensor
