// Moves the bytes of a load, by the shape of its addresses.
#pragma once

#include <cstring>

#include "emulator/exec/ops/access.hpp"

namespace simt::exec::SIMT_ISA {

// Call it when a Prepare has returned false, to tell its two reasons apart.
inline bool has_ended(const Warp& warp) { return warp.state->worker->status != exec::Status::Ok; }

// Whether a load fills whole registers. Such loads have their own code for every shape.
template <class Memory, class Register>
constexpr bool kWholeRegister = sizeof(Memory) == sizeof(Register) && sizeof(Memory) >= 4;

template <class T>
[[gnu::always_inline]] inline T load_one(const u8* place) {
    T value;
    std::memcpy(&value, place, sizeof value);
    return value;
}

template <class T, u32 kBytes>
struct Vector {
    using Type [[gnu::vector_size(kBytes)]] = T;
};

// Stores `one` kCount times. Left to itself, the compiler may make a loop of single elements.
template <u32 kCount, class T>
[[gnu::always_inline]] inline void fill(T* to, T one) {
    constexpr u32 kBytes = kCount * sizeof(T) < kVectorBytes ? kCount * sizeof(T) : kVectorBytes;
    const auto part = typename Vector<T, kBytes>::Type{} + one;
    for (u32 k = 0; k < kCount; k += kBytes / sizeof(T)) std::memcpy(to + k, &part, kBytes);
}

// Loads kLanesEach lanes of a run, from its lane `first` on.
template <u32 kLanesEach, class T>
[[gnu::always_inline]] inline void load_part(const Run& run, u32 first, const u8* place, T* value) {
    T* const to = value + run.first + first;
    if (run.uniform) {
        fill<kLanesEach>(to, load_one<T>(place));
    } else {
        std::memcpy(to, place + first * sizeof(T), kLanesEach * sizeof(T));
    }
}

template <class T>
[[gnu::always_inline]] inline void load_runs(const Access& access, const u8* base, T* value) {
    const Run* const runs = access.cache->runs;
    const auto place = [&](u32 k) { return base + access.relative[runs[k].first]; };
    if (access.cache->run_count == 2 && runs[1].first == 16) {  // rows of a tile of 16
        load_part<16>(runs[0], 0, place(0), value);
        load_part<16>(runs[1], 0, place(1), value);
        return;
    }
    for (u32 k = 0; k < access.cache->run_count; ++k)
        for (u32 first = 0; first < runs[k].lanes; first += 8) load_part<8>(runs[k], first, place(k), value);
}

template <class Memory>
[[gnu::always_inline]] inline void load_values(const Access& access, const u8* base, u32 count, bool runs,
                                               Memory* value) {
    if (access.shape == kUniform) {
        fill<kLanes>(value, load_one<Memory>(base));
    } else if (access.shape == kContiguous && count == 1) {
        std::memcpy(value, base, kLanes * sizeof(Memory));
    } else if (runs && access.shape == kRuns && count == 1) {
        load_runs(access, base, value);
    } else {
        for (int lane = 0; lane < kLanes; ++lane)
            value[lane] = load_one<Memory>(base + access.relative[lane]);
    }
}

template <class Memory, class Register>
[[gnu::always_inline]] inline void load_elements(Warp& warp, const Op* op, const Access& access) {
    const u32 exec = access.exec;
    const u32 count = op->count;
    for (u32 element = 0; element < count; ++element) {
        Register* const destination = row<Register>(warp, op->slot[element]);
        const u8* const base = access.base + element * sizeof(Memory);
        if (kWholeRegister<Memory, Register> && exec == kAllLanes && access.shape != kFar) {
            load_values(access, base, count, true, reinterpret_cast<Memory*>(destination));
            continue;
        }
        alignas(64) Memory value[kLanes];
        if (access.shape == kFar) {
            for (int lane = 0; lane < kLanes; ++lane)
                value[lane] = load_one<Memory>(access.far[lane] + element * sizeof(Memory));
        } else {
            load_values(access, base, count, false, value);
        }
        for (int lane = 0; lane < kLanes; ++lane)
            destination[lane] =
                (exec & kLaneBits.bit[lane]) != 0 ? static_cast<Register>(value[lane]) : destination[lane];
    }
}

}  // namespace simt::exec::SIMT_ISA
