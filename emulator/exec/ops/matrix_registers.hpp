// Matrices that the registers of a warp hold together: collects them, hands them out.
#pragma once

#include <bit>
#include <vector>

#include "emulator/decode/matrix_form.hpp"
#include "emulator/exec/stop.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// False, and the launch ends, unless all lanes are here.
inline bool whole_warp(Warp& warp, const Op* op) {
    if (warp.exec == kAllLanes) return true;
    return stop_misuse(
        *warp.state, op, thread_of(*warp.state, static_cast<u32>(std::countr_zero(warp.exec))),
        "a matrix instruction (.aligned) needs all 32 threads of the warp, and not all are here");
}

// Calls visit(value in the register, index of its first number) for each register of each lane. slots: the registers' rows.
template <class T, class Visit>
void each_register_of(u8* rows, const Fragment& fragment, const std::vector<u32>& slots, Visit visit) {
    const u16* index = fragment.index.data();
    for (const u32 slot : slots) {
        T* const values = reinterpret_cast<T*>(rows + slot);
        for (u32 lane = 0; lane < kLanes; ++lane, index += fragment.per_register) visit(values[lane], index);
    }
}

// Numbers of at most 32 bits.
inline void collect(u8* rows, const Fragment& fragment, const std::vector<u32>& slots, u32* numbers) {
    const u32 bits = 32 / fragment.per_register, mask = kAllLanes >> (32 - bits);
    const u32 count = fragment.per_register;
    each_register_of<u32>(rows, fragment, slots, [=](u32 value, const u16* index) {
        for (u32 k = 0; k < count; ++k) numbers[index[k]] = value >> k * bits & mask;
    });
}

// Of 16 or 32 bits.
inline void hand_out(u8* rows, const Fragment& fragment, const std::vector<u32>& slots, const u32* numbers) {
    const u32 count = fragment.per_register;
    each_register_of<u32>(rows, fragment, slots, [=](u32& value, const u16* index) {
        value = numbers[index[0]];
        if (count == 2) value |= numbers[index[1]] << 16;
    });
}

}  // namespace
}  // namespace simt::exec::SIMT_ISA
