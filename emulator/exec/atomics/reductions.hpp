// One element's atomic update, by operation and type. atom and red use it for rarely used types; red.async and the reducing
// bulk copies share it. The common cases have faster code in ops/atomics.cpp.
#pragma once

#include "emulator/integers.hpp"

namespace simt::exec {

struct Reduction {
    u32 bytes;  // of an element
    // Computes the value after the update of `old` with the operand. compare: the expected value of cas.
    void (*apply)(const u8* old, const u8* operand, const u8* compare, u8* result);
};

// By its number in isa::kReductions.
const Reduction& reduction_at(u32 number);

// Updates memory in one step, since blocks on other host threads may work on the same address. Writes the old value to
// `before` unless that is nullptr; returns whether memory changed. 16-byte elements are not protected: instructions that
// use them run blocks one after the other.
bool reduce_element(const Reduction& reduction, u8* place, const u8* operand, const u8* compare, u8* before);

}  // namespace simt::exec
