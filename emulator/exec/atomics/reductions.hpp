// One element's atomic update, by operation and type: what atom, red, red.async and the reducing bulk copies share for
// the types that programs use rarely. The common ones have faster code in ops/atomics.cpp.
#pragma once

#include "emulator/integers.hpp"

namespace simt::exec {

struct Reduction {
    u32 bytes;  // of an element
    // The value after the update of `old` with the operand; compare is what cas compares with.
    void (*apply)(const u8* old, const u8* operand, const u8* compare, u8* result);
};

// By its number in isa::kReductions.
const Reduction& reduction_at(u32 number);

// Updates memory in one step, since blocks on other host threads may work on the same address. Writes the old value to
// `before` unless that is nullptr; returns whether memory changed. 16-byte elements are not protected: instructions that
// use them run blocks one after the other.
bool reduce_element(const Reduction& reduction, u8* place, const u8* operand, const u8* compare, u8* before);

}  // namespace simt::exec
