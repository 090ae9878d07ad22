// map<F>: turns a function on one lane's values into a handler for a warp, a loop of 32 that the compiler vectorises.
//
//     inline u32 add(u32 a, u32 b) { return a + b; }
//     constexpr Row rows[] = {make_row<add>("add.u32"), make_row<add>("add.s32")};
//
// A lane function must be total: it is also evaluated for lanes that are switched off, on whatever their registers
// hold (a division checks for zero itself). bool arguments and results are predicates.
//
// The files that use this are compiled once per instruction set (SIMT_ISA names the variant), so everything here lives
// in a namespace of that name and nothing from the standard library's containers may be used in them: the linker keeps
// one copy of an inline function, and it must not be the one that needs AVX-512.
#pragma once

#include <type_traits>

#include "common/simt/exec/op.hpp"
#include "common/simt/exec/table.hpp"

#ifndef SIMT_ISA
#define SIMT_ISA generic
#endif

namespace simt::exec::SIMT_ISA {

template <class F>
struct Signature;
template <class R, class... A>
struct Signature<R (*)(A...)> {
    using Result = R;
    static constexpr int kArguments = sizeof...(A);
};

// Reads one argument: a predicate's bit or the lane's element.
template <class T>
[[gnu::always_inline]] inline T read_lane(const u8* rows, u32 slot, int lane) {
    if constexpr (std::is_same_v<T, bool>)
        return (*reinterpret_cast<const u32*>(rows + slot) >> lane) & 1u;
    else
        return reinterpret_cast<const T*>(rows + slot)[lane];
}

template <auto F, class R, class... A, std::size_t... I>
[[gnu::always_inline]] inline void map_lanes(Warp& warp, const Op* op, R (*)(A...), std::index_sequence<I...>) {
    u8* const rows = warp.rows;
    const u32 exec = warp.exec;
    if constexpr (std::is_same_v<R, bool>) {
        u32 mask = 0;
        for (int lane = 0; lane < kLanes; ++lane)
            mask |= static_cast<u32>(F(read_lane<A>(rows, op->slot[I + 1], lane)...)) << lane;
        u32& result = *reinterpret_cast<u32*>(rows + op->slot[0]);
        result = (result & ~exec) | (mask & exec);
    } else {
        R* const result = reinterpret_cast<R*>(rows + op->slot[0]);
        if (exec == kAllLanes) {
#pragma GCC ivdep
            for (int lane = 0; lane < kLanes; ++lane)
                result[lane] = F(read_lane<A>(rows, op->slot[I + 1], lane)...);
        } else {
#pragma GCC ivdep
            for (int lane = 0; lane < kLanes; ++lane) {
                const R value = F(read_lane<A>(rows, op->slot[I + 1], lane)...);
                result[lane] = (exec >> lane) & 1u ? value : result[lane];
            }
        }
    }
}

template <auto F, class R, class... A>
[[gnu::always_inline]] inline void map_signature(Warp& warp, const Op* op, R (*f)(A...)) {
    map_lanes<F>(warp, op, f, std::index_sequence_for<A...>{});
}

template <auto F>
const Op* map(Warp& warp, const Op* op) {
    map_signature<F>(warp, op, F);
    return op + 1;
}

template <class T>
constexpr Element element_of() {
    if constexpr (std::is_same_v<T, bool>) return Element::Pred;
    else if constexpr (std::is_same_v<T, float>) return Element::F32;
    else if constexpr (std::is_same_v<T, double>) return Element::F64;
    else if constexpr (sizeof(T) == 1) return Element::B8;
    else if constexpr (sizeof(T) == 2) return Element::B16;
    else if constexpr (sizeof(T) == 4) return Element::B32;
    else return Element::B64;
}

template <class R, class... A>
constexpr Row signature_row(const char* opcode, Handler handler, R (*)(A...)) {
    return Row{opcode, handler, 1 + sizeof...(A), {element_of<R>(), element_of<A>()...}};
}

// A row of the instruction table whose handler is map<F> and whose operand types are F's.
template <auto F>
constexpr Row make_row(const char* opcode) {
    return signature_row(opcode, &map<F>, F);
}

}  // namespace simt::exec::SIMT_ISA
