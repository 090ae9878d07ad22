// The operations of atomics on the old value and the operands, for the types that the host computes itself.
// ops/atomics.cpp has rows for most of them; reductions.cpp has a table, which adds the 16-bit formats.
#pragma once

#include "emulator/exec/ops/float_math.hpp"

namespace simt::exec::SIMT_ISA {

// PTX ISA: atom.add.f32 on global memory flushes subnormal inputs and results to zero of the same sign.
struct AddFlushed {
    static float of(float old, float b, float) { return canonical(flush(flush(old) + flush(b))); }
};
struct AddExact {
    static float of(float old, float b, float) { return canonical(old + b); }
};
struct And {
    template <class T>
    static T of(T old, T b, T) {
        return old & b;
    }
};
struct Or {
    template <class T>
    static T of(T old, T b, T) {
        return old | b;
    }
};
struct Xor {
    template <class T>
    static T of(T old, T b, T) {
        return old ^ b;
    }
};
struct Exchange {
    template <class T>
    static T of(T, T b, T) {
        return b;
    }
};
struct CompareAndSwap {
    template <class T>
    static T of(T old, T b, T c) {
        return old == b ? c : old;
    }
};
struct Increment {
    static u32 of(u32 old, u32 b, u32) { return old >= b ? 0 : old + 1; }
};
struct Decrement {
    static u32 of(u32 old, u32 b, u32) { return old == 0 || old > b ? b : old - 1; }
};

}  // namespace simt::exec::SIMT_ISA
