// Moves the bytes of a load, by the shape of its addresses.
#pragma once

#include <cstring>

#include "emulator/exec/ops/access.hpp"

namespace simt::exec::SIMT_ISA {

// Call it when a Prepare has returned false, to tell its two reasons apart.
inline bool has_ended(const Warp& warp) { return warp.state->worker->status != exec::Status::Ok; }

// Whether a load fills whole registers. Such loads have their own code for every shape.
template <class Memory, class Register>
constexpr bool kPlain = sizeof(Memory) == sizeof(Register) && sizeof(Memory) >= 4;

template <class T>
[[gnu::always_inline]] inline T load_one(const u8* place) {
    T value;
    std::memcpy(&value, place, sizeof value);
    return value;
}

template <class T>
[[gnu::always_inline]] inline void load_runs(const Access& access, const u8* base, T* value) {
    for (u32 k = 0; k < access.cache->run_count; ++k) {
        const Run& run = access.cache->runs[k];
        const u8* const place = base + access.relative[run.first];
        if (run.uniform) {
            const T one = load_one<T>(place);
            for (u32 first = run.first; first < u32{run.first} + run.lanes; first += 8)
                for (u32 lane = 0; lane < 8; ++lane) value[first + lane] = one;
        } else {
            for (u32 first = 0; first < run.lanes; first += 8)
                std::memcpy(value + run.first + first, place + first * sizeof(T), 8 * sizeof(T));
        }
    }
}

template <class Memory>
[[gnu::always_inline]] inline void load_values(const Access& access, const u8* base, u32 count, bool runs,
                                               Memory* value) {
    if (access.shape == kUniform) {
        const Memory one = load_one<Memory>(base);
        for (int lane = 0; lane < kLanes; ++lane) value[lane] = one;
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
        if (kPlain<Memory, Register> && exec == kAllLanes && access.shape != kFar) {
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
