// See random_input.hpp.
#include "common/ladder/random_input.hpp"

#include <random>

namespace ladder {
namespace {

// SplitMix64's output function (Steele, Lea, Flood 2014): every bit of the result depends on every bit of the
// state.
std::uint64_t mix(std::uint64_t state) {
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
    state = (state ^ (state >> 27)) * 0x94d049bb133111eb;
    return state ^ (state >> 31);
}

constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;  // 2^64 divided by the golden ratio

}  // namespace

void fill_random(float* values, std::size_t count, std::uint64_t seed, float lowest, float highest) {
    constexpr float kUnit = 1.0f / (1 << 24);  // a float has 24 bits of precision
    const std::uint64_t start = mix(seed * kStep + kStep);
    const float width = highest - lowest;
#pragma omp parallel for
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t bits = mix(start + i * kStep);
        values[i] = lowest + width * (static_cast<float>(bits >> 40) * kUnit);
    }
}

std::uint64_t fresh_seed() {
    std::random_device device;
    return device() % 1000000000;  // short enough to type
}

}  // namespace ladder
