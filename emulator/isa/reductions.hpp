// The reductions: operation and type that atom, red, red.async and reducing copies apply to one element in memory. The
// functions are in exec/atomics/reductions.cpp. The commonest cases of atom and red use internal operations instead
// (memory.hpp).
#pragma once

#include "emulator/isa/pattern.hpp"

namespace simt::isa {

// Patterns as in Form::opcodes. Reductions are numbered from the first.
inline constexpr const char* kReductions[] = {
    "add.{u32,s32,u64,s64,f32,exact.f32,f64,f16,f16x2,bf16,bf16x2}",
    "{min,max}.{u32,s32,u64,s64,f16,f16x2,bf16,bf16x2}",
    "{and,or,xor}.{b32,b64}",
    "{inc,dec}.u32",
    "exch.b128",
    "cas.{b16,b128}",
};

constexpr u32 reduction_count() {
    u32 sum = 0;
    for (const char* const pattern : kReductions) sum += count(pattern);
    return sum;
}
constexpr Name reduction_name(u32 number) {
    const char* const* pattern = kReductions;
    for (; number >= count(*pattern); ++pattern) number -= count(*pattern);
    return spelled(*pattern, number);
}

constexpr u32 kNoReduction = 0xffffffffu;

// The reduction's number; kNoReduction if PTX has no such operation on such a type.
constexpr u32 find_reduction(std::string_view name) {
    u32 first = 0;
    for (const char* const pattern : kReductions) {
        if (const int number = match(pattern, name); number >= 0) return first + static_cast<u32>(number);
        first += count(pattern);
    }
    return kNoReduction;
}
// The same for reducing copies. They keep subnormal floats, which atomics on global memory flush (an H200 does both).
constexpr u32 find_copy_reduction(std::string_view name) {
    return find_reduction(name == "add.f32" ? "add.exact.f32" : name);
}

// The bytes of one element, from the reduction's name.
constexpr u32 reduction_bytes(std::string_view name) {
    return name.ends_with("128") ? 16 : name.ends_with("64") ? 8 : name.ends_with("16") ? 2 : 4;
}

// The operations of copies and of red.async.
inline constexpr const char* kCopyOperations[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor"};

}  // namespace simt::isa
