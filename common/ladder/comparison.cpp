// See comparison.hpp.
#include "common/ladder/comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <type_traits>

namespace ladder {
namespace {

template <class Element>
bool matches(Element got, Element expected, double tolerance) {
    if constexpr (std::is_floating_point_v<Element>) {
        if (std::isnan(got)) return false;
    }
    if (got == expected) return true;  // infinities, too: their difference would be NaN
    if (tolerance == 0) return false;
    const auto a = static_cast<double>(got);
    const auto b = static_cast<double>(expected);
    if (std::isinf(a) || std::isinf(b)) return false;
    return std::fabs(a - b) <= tolerance * std::max(1.0, std::fabs(b));
}

template <class Element>
bool is_poison(Element got, Element expected) {
    if constexpr (std::is_floating_point_v<Element>) {
        return std::isnan(got);
    } else {
        return got == poison(expected);
    }
}

template <class Element>
std::string number(Element value) {
    if constexpr (std::is_integral_v<Element>) {
        return std::to_string(value);
    } else {
        if (std::isnan(value)) return "NaN";
        std::array<char, 32> text{};
        const int digits = std::numeric_limits<Element>::max_digits10;
        std::snprintf(text.data(), text.size(), "%.*g", digits, static_cast<double>(value));
        return text.data();
    }
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

template <class Element>
Element poison(Element expected) {
    if constexpr (std::is_floating_point_v<Element>) {
        return std::numeric_limits<Element>::quiet_NaN();
    } else {
        return static_cast<Element>(~expected);
    }
}

template <class Element>
Comparison compare(const Element* got, const Element* expected, std::size_t count, double tolerance,
                   std::size_t first) {
    std::size_t wrong = 0;
    std::size_t poisoned = 0;
    std::size_t first_wrong = count;
#pragma omp parallel for reduction(+ : wrong, poisoned) reduction(min : first_wrong)
    for (std::size_t i = 0; i < count; ++i) {
        if (matches(got[i], expected[i], tolerance)) continue;
        ++wrong;
        if (is_poison(got[i], expected[i])) ++poisoned;
        first_wrong = std::min(first_wrong, i);
    }
    Comparison comparison;
    comparison.elements = count;
    comparison.wrong = wrong;
    comparison.poisoned = poisoned;
    if (wrong > 0) {
        comparison.first_wrong = first + first_wrong;
        comparison.got = number(got[first_wrong]);
        comparison.expected = number(expected[first_wrong]);
        // A NaN is almost certainly the poison. An integer equal to the poison may be just wrong, unless all wrong
        // ones are.
        const bool unwritten =
            std::is_floating_point_v<Element> ? is_poison(got[first_wrong], Element{}) : poisoned == wrong;
        if (unwritten) comparison.got += ", as if never written";
    }
    return comparison;
}

namespace {

// got - exact| / magnitude. NaN and infinity give 0 where they are expected, and NaN elsewhere.
double rounding_error(float got, double exact, double magnitude) {
    constexpr double kWrong = std::numeric_limits<double>::quiet_NaN();
    if (std::isnan(exact)) return std::isnan(got) ? 0 : kWrong;
    if (std::isinf(exact) || std::isinf(got)) return got == exact ? 0 : kWrong;
    const double error = std::fabs(got - exact);
    return error == 0 ? 0 : error / magnitude;
}

}  // namespace

Comparison compare_rounded(const float* got, const double* exact, const double* magnitude, std::size_t count,
                           double tolerance, Errors& errors) {
    std::size_t wrong = 0;
    std::size_t poisoned = 0;
    std::size_t first_wrong = count;
    double largest = 0;
    double squares = 0;
#pragma omp parallel for reduction(+ : wrong, poisoned, squares) reduction(min : first_wrong) \
    reduction(max : largest)
    for (std::size_t i = 0; i < count; ++i) {
        const double error = rounding_error(got[i], exact[i], magnitude[i]);
        squares += error * error;
        if (error > largest) largest = error;
        if (error <= tolerance) continue;
        ++wrong;
        if (std::isnan(got[i])) ++poisoned;
        first_wrong = std::min(first_wrong, i);
    }
    errors.rms = count == 0 ? 0 : std::sqrt(squares / static_cast<double>(count));
    errors.largest = std::isnan(squares) ? squares : largest;
    Comparison comparison;
    comparison.elements = count;
    comparison.wrong = wrong;
    comparison.poisoned = poisoned;
    if (wrong > 0) {
        comparison.first_wrong = first_wrong;
        comparison.got = number(got[first_wrong]);
        comparison.expected = number(exact[first_wrong]);
        if (std::isnan(got[first_wrong])) comparison.got += ", as if never written";
    }
    return comparison;
}

template float poison(float);
template double poison(double);
template std::int32_t poison(std::int32_t);
template std::int64_t poison(std::int64_t);
template std::uint8_t poison(std::uint8_t);
template Comparison compare(const float*, const float*, std::size_t, double, std::size_t);
template Comparison compare(const double*, const double*, std::size_t, double, std::size_t);
template Comparison compare(const std::int32_t*, const std::int32_t*, std::size_t, double, std::size_t);
template Comparison compare(const std::int64_t*, const std::int64_t*, std::size_t, double, std::size_t);
template Comparison compare(const std::uint8_t*, const std::uint8_t*, std::size_t, double, std::size_t);

Comparison operator+(const Comparison& left, const Comparison& right) {
    Comparison sum = left.ok() ? right : left;
    sum.elements = left.elements + right.elements;
    sum.wrong = left.wrong + right.wrong;
    sum.poisoned = left.poisoned + right.poisoned;
    return sum;
}

std::string describe(const Comparison& comparison, const Size& output) {
    if (comparison.ok()) return "";
    return std::to_string(comparison.wrong) + " of " + std::to_string(comparison.elements) +
           " elements are wrong; the first is " + coordinates(comparison.first_wrong, output) + ": got " +
           comparison.got + ", expected " + comparison.expected;
}

}  // namespace ladder
