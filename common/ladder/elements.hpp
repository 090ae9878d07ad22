// The element types of a problem's arrays. A ladder's arrays may have different types (a picture's bytes, 64-bit
// sums). The runner knows a type as a value; a version asks for a pointer of the type that it expects (Call in
// ladder.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ladder {

// Extents, slowest first: rows, columns. A size on the command line is written 2048x1024.
using Size = std::vector<std::size_t>;

enum class ElementType { Float, Double, Int32, Int64, Uint8 };

// Calls body with a zero of that type: with_element(type, [](auto zero) { using Element = decltype(zero); … }).
template <class Body>
auto with_element(ElementType type, Body&& body) {
    switch (type) {
        case ElementType::Double:
            return body(double{});
        case ElementType::Int32:
            return body(std::int32_t{});
        case ElementType::Int64:
            return body(std::int64_t{});
        case ElementType::Uint8:
            return body(std::uint8_t{});
        case ElementType::Float:
            break;
    }
    return body(float{});
}

// The type as a value; only these five types compile.
template <class Element>
constexpr ElementType element_type();
template <>
constexpr ElementType element_type<float>() {
    return ElementType::Float;
}
template <>
constexpr ElementType element_type<double>() {
    return ElementType::Double;
}
template <>
constexpr ElementType element_type<std::int32_t>() {
    return ElementType::Int32;
}
template <>
constexpr ElementType element_type<std::int64_t>() {
    return ElementType::Int64;
}
template <>
constexpr ElementType element_type<std::uint8_t>() {
    return ElementType::Uint8;
}

inline std::size_t bytes_of_element(ElementType type) {
    return with_element(type, [](auto zero) { return sizeof zero; });
}

// "float", "double", "int32", "int64", "uint8".
std::string to_string(ElementType type);

// An input or an output of a problem.
struct Array {
    Size extents;
    ElementType type = ElementType::Float;
    // Inputs are random and uniform in lowest … highest; for integers both ends are included.
    double lowest = -1;
    double highest = 1;
    // Whole numbers in floating point too: their sums are exact in any order, unless there are too many.
    bool whole = false;
    const char* name = "";  // "A", for traces and findings; empty: in, or in 0, in 1, …, and out
};

// An array of a call, with its element type as a value.
struct ArrayPointer {
    void* data = nullptr;
    ElementType type = ElementType::Float;

    // Throws std::runtime_error if the array holds another type; `name` is for the message: "input 1".
    void* expect(ElementType wanted, const std::string& name) const;
};

}  // namespace ladder
