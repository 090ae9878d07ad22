// See random_input.hpp.
#include "common/ladder/random_input.hpp"

#include <limits>
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

// Fills values with of_bits(64 random bits).
template <class Element, class OfBits>
void fill(Element* values, std::size_t count, std::uint64_t seed, const OfBits& of_bits) {
    const std::uint64_t start = mix(seed * kStep + kStep);
#pragma omp parallel for
    for (std::size_t i = 0; i < count; ++i) values[i] = of_bits(mix(start + i * kStep));
}

// Uses the highest random bits, as many as the type has precision.
template <class Element>
void fill_real(Element* values, std::size_t count, std::uint64_t seed, Element lowest, Element highest) {
    constexpr int kPrecision = std::numeric_limits<Element>::digits;
    constexpr Element kUnit = Element(1) / (std::uint64_t{1} << kPrecision);
    const Element width = highest - lowest;
    fill(values, count, seed, [=](std::uint64_t bits) {
        return lowest + width * (static_cast<Element>(bits >> (64 - kPrecision)) * kUnit);
    });
}

// The remainder favours small numbers, but by less than the number of choices in 2^64, which no measurement here can
// show.
template <class Element>
void fill_whole(Element* values, std::size_t count, std::uint64_t seed, Element lowest, Element highest) {
    const std::uint64_t choices =
        static_cast<std::uint64_t>(highest) - static_cast<std::uint64_t>(lowest) + 1;
    fill(values, count, seed, [=](std::uint64_t bits) {
        const std::uint64_t above = choices == 0 ? bits : bits % choices;  // 0: all 2^64 values
        return static_cast<Element>(static_cast<std::uint64_t>(lowest) + above);
    });
}

}  // namespace

void fill_random(float* values, std::size_t count, std::uint64_t seed, float lowest, float highest) {
    fill_real(values, count, seed, lowest, highest);
}
void fill_random(double* values, std::size_t count, std::uint64_t seed, double lowest, double highest) {
    fill_real(values, count, seed, lowest, highest);
}
void fill_random(std::int32_t* values, std::size_t count, std::uint64_t seed, std::int32_t lowest,
                 std::int32_t highest) {
    fill_whole(values, count, seed, lowest, highest);
}
void fill_random(std::int64_t* values, std::size_t count, std::uint64_t seed, std::int64_t lowest,
                 std::int64_t highest) {
    fill_whole(values, count, seed, lowest, highest);
}
void fill_random(std::uint8_t* values, std::size_t count, std::uint64_t seed, std::uint8_t lowest,
                 std::uint8_t highest) {
    fill_whole(values, count, seed, lowest, highest);
}

std::uint64_t fresh_seed() {
    std::random_device device;
    return device() % 1000000000;  // short enough to type
}

}  // namespace ladder
