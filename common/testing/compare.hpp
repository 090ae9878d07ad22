// Compares a whole array with its reference, and describes the difference in one sentence: how many elements are
// wrong, the first of them, its expected value, and the thread that should have written it.
//
//     testing::Rules rules;
//     rules.columns = width;                       // elements are named [row][column]
//     rules.writer = [&](std::size_t i) { … };     // the thread responsible for element i
//     CHECK(testing::compare(got, expected, rules));
//
// NaN is always wrong, infinities equal themselves, and floating point is compared in double precision. The header
// has no dependency, for .cu and .cpp alike; outside doctest, test the result as a bool and print its message.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <ostream>
#include <sstream>
#include <string>
#include <type_traits>

namespace testing {

// Outputs are filled with this byte before a kernel runs (cudaMemset): NaN for float and double, -1 for integers.
constexpr unsigned char kPoisonByte = 0xff;

struct Writer {
    unsigned block_x = 0, block_y = 0, thread_x = 0, thread_y = 0;
};

struct Rules {
    double relative = 0, absolute = 0;  // |got - expected| may be absolute + relative * |expected|
    std::size_t columns = 0;            // 0: a vector, elements are named [i]
    bool poisoned = false;  // the output was filled with kPoisonByte: tells "never written" from "wrong"
    std::function<Writer(std::size_t)> writer;
};

struct Comparison {
    std::size_t count = 0, wrong = 0, never_written = 0;
    std::size_t first = 0;  // the first wrong element, if any
    std::string message;    // empty when all are right

    explicit operator bool() const { return wrong == 0; }
};

inline std::ostream& operator<<(std::ostream& out, const Comparison& comparison) {
    if (comparison) return out << "all " << comparison.count << " elements are right";
    return out << comparison.message;
}

// True if `got` is acceptable where `expected` is the reference. Integers must be equal.
template <class T, class R>
bool is_right(T got, R expected, const Rules& rules) {
    if constexpr (std::is_floating_point_v<T> || std::is_floating_point_v<R>) {
        const double a = static_cast<double>(got), b = static_cast<double>(expected);
        if (std::isnan(a) || std::isnan(b)) return false;
        if (a == b) return true;
        if (std::isinf(a) || std::isinf(b)) return false;
        return std::abs(a - b) <= rules.absolute + rules.relative * std::abs(b);
    } else {
        static_assert(std::is_same_v<T, R>, "integers are compared with a reference of their own type");
        return got == expected;
    }
}

// True if every byte of the element is still the poison.
template <class T>
bool is_poison(const T& element) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &element, sizeof(T));
    for (unsigned char byte : bytes)
        if (byte != kPoisonByte) return false;
    return true;
}

// An integer can equal the poison by chance, as a sum of -1 does. So a few such integers among many wrong ones are not
// called never written.
template <class T>
bool may_be_chance(const Comparison& comparison) {
    return !std::is_floating_point_v<T> && 4 * comparison.never_written < comparison.wrong;
}

template <class T>
void print_element(std::ostream& out, T value) {
    if constexpr (std::is_integral_v<T> && sizeof(T) == 1) {
        out << static_cast<int>(value);
    } else if constexpr (std::is_floating_point_v<T>) {
        out.precision(sizeof(T) == sizeof(float) ? 9 : 17);  // enough to tell two neighbours apart
        out << value;
    } else {
        out << value;
    }
}

// The sentence about the first wrong element of a failed comparison.
template <class T, class R>
std::string describe(const Comparison& comparison, T got, R expected, const Rules& rules) {
    std::ostringstream text;
    if (comparison.count == 1) {
        text << "the result is wrong: got ";
    } else {
        text << comparison.wrong << " of " << comparison.count << " elements "
             << (comparison.wrong == 1 ? "is" : "are") << " wrong";
        if (comparison.never_written > 0) text << " (" << comparison.never_written << " never written)";
        text << (comparison.wrong == 1 ? ", " : ". The first is ");
        if (rules.columns > 0)
            text << "[" << comparison.first / rules.columns << "][" << comparison.first % rules.columns
                 << "]";
        else
            text << "[" << comparison.first << "]";
        text << ": got ";
    }
    print_element(text, got);
    if (comparison.never_written > 0 && is_poison(got))
        text << ", which is the poison the output was filled with";
    text << ", expected ";
    print_element(text, expected);
    text << ".";
    if (rules.writer) {
        const Writer writer = rules.writer(comparison.first);
        text << " Thread (" << writer.thread_x << ", " << writer.thread_y << ") of block (" << writer.block_x
             << ", " << writer.block_y << ") should have written it.";
    }
    return text.str();
}

// Compares count elements; the reference may have another type (a double reference for float results).
template <class T, class R>
Comparison compare(const T* got, const R* expected, std::size_t count, const Rules& rules = {}) {
    Comparison result;
    result.count = count;
    for (std::size_t i = 0; i < count; ++i) {
        if (is_right(got[i], expected[i], rules)) continue;
        if (result.wrong == 0) result.first = i;
        ++result.wrong;
        if (rules.poisoned && is_poison(got[i])) ++result.never_written;
    }
    if (may_be_chance<T>(result)) result.never_written = 0;
    if (result.wrong > 0) result.message = describe(result, got[result.first], expected[result.first], rules);
    return result;
}

// The same for two containers (std::vector, std::array, …). If their sizes differ, the message says so.
template <class Got, class Expected>
Comparison compare(const Got& got, const Expected& expected, const Rules& rules = {}) {
    if (got.size() == expected.size()) return compare(got.data(), expected.data(), got.size(), rules);
    Comparison result;
    result.count = expected.size();
    result.wrong = expected.size() > 0 ? expected.size() : got.size();
    result.message = "The result has " + std::to_string(got.size()) + " elements, expected " +
                     std::to_string(expected.size()) + ".";
    return result;
}

}  // namespace testing
