// One element's atomic update, by operation and type: what atom, red, red.async and the reducing bulk copies share for
// the types that programs use rarely. The common ones have faster code in ops/atomics.cpp.
#pragma once

#include <string_view>

#include "emulator/integers.hpp"

namespace simt::exec {

struct Reduction {
    const char* name;  // "add.f16x2": operation and type
    u32 bytes;         // of an element
    // The value after the update of `old` with the operand; compare is what cas compares with.
    void (*apply)(const u8* old, const u8* operand, const u8* compare, u8* result);
};

// nullptr if PTX has no such operation on such a type.
const Reduction* find_reduction(std::string_view name);
// The same for copies that reduce: they keep subnormal floats, which atomics on global memory flush (an H200 does both).
const Reduction* find_copy_reduction(std::string_view name);

// Reductions by number, for Op::detail.
constexpr u32 kNoReduction = 0xffffffffu;
u32 reduction_index(const Reduction& reduction);
const Reduction* reduction_at(u32 index);

// Updates memory in one step, since blocks on other host threads may work on the same address. Writes the old value to
// `before` unless that is nullptr; returns whether memory changed. 16-byte elements are not protected: instructions that
// use them run blocks one after the other.
bool reduce_element(const Reduction& reduction, u8* place, const u8* operand, const u8* compare, u8* before);

}  // namespace simt::exec
