// map<F>: turns a function on one lane's values into a handler for a warp, a loop of 32 that the compiler
// vectorises.
//
//     u32 add(u32 a, u32 b) { return a + b; }
//     constexpr std::tuple kBindings{For{"add.u32", bind<add>}, For{"add.s32", bind<add>}};
//
// A lane function must be total: it also runs for inactive lanes, with any values in their registers (a
// division checks for zero itself). bool arguments and results are predicates. map_masks<F> is for functions
// of whole predicate masks.
//
// The files that use this are compiled once per instruction set, and SIMT_ISA names the variant. The linker
// keeps one copy of an inline function, and that must not be the one that needs AVX-512. So everything here
// lives in a namespace named SIMT_ISA, lane functions lie in an unnamed one, and none of them may use the
// standard library's containers.
//
// -fno-trapping-math and -fno-math-errno change no result here. They let the loops with comparisons,
// conversions and square roots vectorise too.
#pragma once

#include <bit>
#include <type_traits>
#include <utility>

#include "emulator/exec/binding.hpp"

#ifndef SIMT_ISA
#define SIMT_ISA generic
#endif

namespace simt::exec::SIMT_ISA {

// Bit n at index n. Testing a mask against it vectorises on every instruction set; a shift by the lane does
// not.
struct LaneBits {
    u32 bit[kLanes] = {};
    constexpr LaneBits() {
        for (int lane = 0; lane < kLanes; ++lane) bit[lane] = 1u << lane;
    }
};
inline constexpr LaneBits kLaneBits;

// A source operand: its row's elements, or a predicate's mask. It is read before the loop, so that the
// compiler knows that storing results changes neither.
template <class T>
struct Source {
    const T* elements;
    [[gnu::always_inline]] Source(const u8* rows, u32 slot)
        : elements(reinterpret_cast<const T*>(rows + slot)) {}
    [[gnu::always_inline]] T operator[](int lane) const { return elements[lane]; }
};
template <>
struct Source<bool> {
    u32 mask;
    [[gnu::always_inline]] Source(const u8* rows, u32 slot)
        : mask(*reinterpret_cast<const u32*>(rows + slot)) {}
    [[gnu::always_inline]] bool operator[](int lane) const { return (mask & kLaneBits.bit[lane]) != 0; }
};

[[gnu::always_inline]] inline void store_mask(u8* rows, u32 slot, u32 exec, u32 mask) {
    u32& result = *reinterpret_cast<u32*>(rows + slot);
    result = (result & ~exec) | (mask & exec);
}

// Writes one value to slot[0] in all executing lanes. Its registers have op.width bytes.
inline void store_word(Warp& warp, const Op* op, u64 value) {
    for (u32 left = warp.exec; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        if (op->width == 8)
            row<u64>(warp, op->slot[0])[lane] = value;
        else
            row<u32>(warp, op->slot[0])[lane] = static_cast<u32>(value);
    }
}

// A bit for each lane: lane k's is that of truth[k], which has all bits set or none.
[[gnu::always_inline]] inline u32 mask_of(const s32* truth) {
    u32 mask = 0;
#if defined(__AVX512DQ__)
    using Part = int __attribute__((vector_size(64)));
    for (int first = 0; first < kLanes; first += 16) {
        Part part;
        __builtin_memcpy(&part, truth + first, sizeof part);
        mask |= static_cast<u32>(static_cast<u16>(__builtin_ia32_cvtd2mask512(part))) << first;
    }
#elif defined(__AVX__)
    using Part = float __attribute__((vector_size(32)));
    for (int first = 0; first < kLanes; first += 8) {
        Part part;
        __builtin_memcpy(&part, truth + first, sizeof part);
        mask |= static_cast<u32>(__builtin_ia32_movmskps256(part)) << first;
    }
#else
    for (int lane = 0; lane < kLanes; ++lane) mask |= static_cast<u32>(truth[lane]) & kLaneBits.bit[lane];
#endif
    return mask;
}

// The loop over lanes. Source and destination rows are either the same row or disjoint: hence ivdep.
template <auto F, class R, class... S>
[[gnu::always_inline]] inline void for_each_lane(u8* rows, u32 slot, u32 exec, const S... source) {
    if constexpr (std::is_same_v<R, bool>) {
        alignas(64) s32 truth[kLanes];
        for (int lane = 0; lane < kLanes; ++lane) truth[lane] = F(source[lane]...) ? -1 : 0;
        store_mask(rows, slot, exec, mask_of(truth));
    } else {
        R* const result = reinterpret_cast<R*>(rows + slot);
        if (exec == kAllLanes) {
#pragma GCC ivdep
            for (int lane = 0; lane < kLanes; ++lane) result[lane] = F(source[lane]...);
        } else {
#pragma GCC ivdep
            for (int lane = 0; lane < kLanes; ++lane) {
                const R value = F(source[lane]...);
                result[lane] = (exec & kLaneBits.bit[lane]) != 0 ? value : result[lane];
            }
        }
    }
}

// One number for each operand of a function: 0, 1, …
template <class Function>
struct Operands;
template <class R, class... A>
struct Operands<R (*)(A...)> : std::index_sequence_for<A...> {};

template <auto F, class R, class... A, std::size_t... I>
[[gnu::always_inline]] inline void map_sources(Warp& warp, const Op* op, R (*)(A...),
                                               std::index_sequence<I...>) {
    for_each_lane<F, R>(warp.rows, op->slot[0], warp.exec, Source<A>(warp.rows, op->slot[I + 1])...);
}

template <auto F>
const Op* map(Warp& warp, const Op* op) {
    map_sources<F>(warp, op, F, Operands<decltype(F)>());
    return op + 1;
}

// The same lane by lane, for instructions that few programs use. It compiles in a fraction of the time.
template <auto F, class R, class... A, std::size_t... I>
[[gnu::always_inline]] inline void map_each(Warp& warp, const Op* op, R (*)(A...),
                                            std::index_sequence<I...>) {
    for (u32 left = warp.exec; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        const R value = F(Source<A>(warp.rows, op->slot[I + 1])[lane]...);
        if constexpr (std::is_same_v<R, bool>)
            store_mask(warp.rows, op->slot[0], 1u << lane, value ? kAllLanes : 0u);
        else
            row<R>(warp, op->slot[0])[lane] = value;
    }
}

template <auto F>
const Op* map_rare(Warp& warp, const Op* op) {
    map_each<F>(warp, op, F, Operands<decltype(F)>());
    return op + 1;
}

// For functions of predicate masks: and.pred is one AND for the whole warp.
template <auto F, std::size_t... I>
[[gnu::always_inline]] inline u32 apply_masks(Warp& warp, const Op* op, std::index_sequence<I...>) {
    return F(*row<u32>(warp, op->slot[I + 1])...);
}

template <auto F>
const Op* map_masks(Warp& warp, const Op* op) {
    store_mask(warp.rows, op->slot[0], warp.exec, apply_masks<F>(warp, op, Operands<decltype(F)>()));
    return op + 1;
}

template <class T>
constexpr Element element_of() {
    if constexpr (std::is_same_v<T, bool>)
        return Element::Pred;
    else if constexpr (std::is_same_v<T, float>)
        return Element::F32;
    else if constexpr (std::is_same_v<T, double>)
        return Element::F64;
    else if constexpr (sizeof(T) == 2)
        return Element::B16;
    else if constexpr (sizeof(T) == 4)
        return Element::B32;
    else
        return Element::B64;
}

template <class R, class... A>
constexpr Bound with_signature(Handler handler, R (*)(A...)) {
    return {handler, 1 + sizeof...(A), {element_of<R>(), element_of<A>()...}};
}
template <class>
using Predicate = bool;
template <class... A>
constexpr Bound with_masks(Handler handler, u32 (*)(A...)) {
    return with_signature(handler, static_cast<bool (*)(Predicate<A>...)>(nullptr));
}

// map<F>, map_rare<F> and map_masks<F> for opcodes whose operands have F's types. kUsual: false for rarely used instructions.
template <auto F, bool kUsual = true>
constexpr Bound bind = with_signature(&map<F>, F);
template <auto F>
constexpr Bound bind<F, false> = with_signature(&map_rare<F>, F);
template <auto F>
constexpr Bound bind_rare = bind<F, false>;
template <auto F>
constexpr Bound bind_masks = with_masks(&map_masks<F>, F);

// The C++ type for a PTX type: s8 for "s8", u16 for "f16", u32 for "f16x2" and for "32".
constexpr std::size_t type_number(std::string_view type) {
    if (type == "f32" || type == "f64") return type == "f32" ? 8 : 9;
    const std::string_view digits = type.substr(type.find_first_of("123468"));
    const u32 bits = digits[0] == '8' ? 8 : static_cast<u32>(digits[0] - '0') * 10 + digits[1] - '0';
    const bool pair = type.ends_with("x2");
    return std::countr_zero(pair ? 2 * bits : bits) * 2u - 6 + (type[0] == 's' && !pair ? 1 : 0);
}
template <Name type>
struct InCpp {
    using Type = std::tuple_element_t<type_number(type),
                                      std::tuple<u8, s8, u16, s16, u32, s32, u64, s64, float, double>>;
};
template <Name type>
using TypeNamed = typename InCpp<type>::Type;
// An opcode's last type, or one before it.
template <Name name, int before = 0>
using Type = TypeNamed<Name(isa::type_from_end(name, before))>;

// 16-bit registers hold 8-bit values.
template <class T>
using Held = std::conditional_t<sizeof(T) == 1, std::conditional_t<std::is_signed_v<T>, s16, u16>, T>;

}  // namespace simt::exec::SIMT_ISA
