// The elements of matrices and vectors, of each type that the libraries compute with.
#pragma once

#include "emulator/exec/ops/half.hpp"
#include "emulator/libraries/cublas/types.hpp"

namespace simt::cublas {

// A number of 16 bits: exec::F16 or exec::Bf16.
template <class Format>
struct Narrow {
    u16 bits;
};
using F16 = Narrow<exec::generic::F16>;
using Bf16 = Narrow<exec::generic::Bf16>;

// An element as the type in which sums are computed: float for the narrow types.
inline float value(float element) { return element; }
inline double value(double element) { return element; }
inline s32 value(s32 element) { return element; }
inline s32 value(s8 element) { return element; }
template <class Format>
float value(Narrow<Format> element) {
    return exec::generic::decode<Format>(element.bits);
}

// The element nearest to a number; ties go to the even one.
template <class Element>
Element rounded(double number) {
    return static_cast<Element>(number);
}
template <>
inline F16 rounded(double number) {
    return {exec::generic::encode<exec::generic::F16, exec::generic::Round::kNearest>(number)};
}
template <>
inline Bf16 rounded(double number) {
    return {exec::generic::encode<exec::generic::Bf16, exec::generic::Round::kNearest>(number)};
}

// Calls visit with an element of the type. Returns false for other types.
template <class Visit>
bool with_real(Type type, const Visit& visit) {
    switch (type) {
        case CUDA_R_32F:
            return visit(float{}), true;
        case CUDA_R_64F:
            return visit(double{}), true;
        case CUDA_R_16F:
            return visit(F16{}), true;
        case CUDA_R_16BF:
            return visit(Bf16{}), true;
        default:
            return false;
    }
}
template <class Visit>
bool with_element(Type type, const Visit& visit) {
    switch (type) {
        case CUDA_R_8I:
            return visit(s8{}), true;
        case CUDA_R_32I:
            return visit(s32{}), true;
        default:
            return with_real(type, visit);
    }
}

// Calls visit with a float or a double, for calls that have no other type.
template <class Visit>
void with_float(Type type, const Visit& visit) {
    if (type == CUDA_R_64F) return visit(double{});
    visit(float{});
}

// Bytes of an element; 0 for types that the libraries do not compute with.
inline u64 size_of(Type type) {
    u64 size = 0;
    with_element(type, [&](auto element) { size = sizeof element; });
    return size;
}

}  // namespace simt::cublas
