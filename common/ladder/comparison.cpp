// See comparison.hpp.
#include "common/ladder/comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace ladder {
namespace {

bool matches(float got, float expected, double tolerance) {
    if (std::isnan(got)) return false;
    if (got == expected) return true;  // equal infinities too, whose difference is NaN
    if (std::isinf(got) || std::isinf(expected)) return false;
    const double difference = std::fabs(static_cast<double>(got) - static_cast<double>(expected));
    return difference <= tolerance * std::max(1.0, std::fabs(static_cast<double>(expected)));
}

std::string number(float value) {
    if (std::isnan(value)) return "NaN, as if never written";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.9g", static_cast<double>(value));
    return text.data();
}

std::string coordinates(std::size_t index, const Size& extents) {
    std::string text;
    for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent) {
        text = std::to_string(index % *extent) + (text.empty() ? "" : ", ") + text;
        index /= *extent;
    }
    return "(" + text + ")";
}

}  // namespace

Comparison compare(const float* got, const float* expected, std::size_t count, double tolerance,
                   std::size_t first) {
    std::size_t wrong = 0;
    std::size_t first_wrong = count;
#pragma omp parallel for reduction(+ : wrong) reduction(min : first_wrong)
    for (std::size_t i = 0; i < count; ++i) {
        if (matches(got[i], expected[i], tolerance)) continue;
        ++wrong;
        first_wrong = std::min(first_wrong, i);
    }
    Comparison comparison;
    comparison.elements = count;
    comparison.wrong = wrong;
    if (wrong > 0) {
        comparison.first_wrong = first + first_wrong;
        comparison.got = got[first_wrong];
        comparison.expected = expected[first_wrong];
    }
    return comparison;
}

Comparison operator+(const Comparison& left, const Comparison& right) {
    Comparison sum = left.ok() ? right : left;
    sum.elements = left.elements + right.elements;
    sum.wrong = left.wrong + right.wrong;
    return sum;
}

std::string describe(const Comparison& comparison, const Size& output) {
    if (comparison.ok()) return "";
    return std::to_string(comparison.wrong) + " of " + std::to_string(comparison.elements) +
           " elements are wrong; the first is " + coordinates(comparison.first_wrong, output) + ": got " +
           number(comparison.got) + ", expected " + number(comparison.expected);
}

}  // namespace ladder
