// The operations of atom, red, red.async and reducing copies on one element in memory, by operation and type.
// exec/atomics/reductions.cpp has the functions. The commonest cases of atom and red use internal operations instead
// (memory.hpp).
#pragma once

#include <iterator>
#include <string_view>

#include "emulator/integers.hpp"

namespace simt::isa {

struct Reduction {
    std::string_view name;  // operation and type
    u32 bytes;              // of an element
};

inline constexpr Reduction kReductions[] = {
    {"add.u32", 4},       {"add.s32", 4},    {"add.u64", 8},   {"add.s64", 8},    {"add.f32", 4},
    {"add.exact.f32", 4}, {"add.f64", 8},    {"add.f16", 2},   {"add.f16x2", 4},  {"add.bf16", 2},
    {"add.bf16x2", 4},    {"min.u32", 4},    {"min.s32", 4},   {"min.u64", 8},    {"min.s64", 8},
    {"min.f16", 2},       {"min.f16x2", 4},  {"min.bf16", 2},  {"min.bf16x2", 4}, {"max.u32", 4},
    {"max.s32", 4},       {"max.u64", 8},    {"max.s64", 8},   {"max.f16", 2},    {"max.f16x2", 4},
    {"max.bf16", 2},      {"max.bf16x2", 4}, {"and.b32", 4},   {"and.b64", 8},    {"or.b32", 4},
    {"or.b64", 8},        {"xor.b32", 4},    {"xor.b64", 8},   {"inc.u32", 4},    {"dec.u32", 4},
    {"exch.b128", 16},    {"cas.b16", 2},    {"cas.b128", 16},
};

// A reduction's number is its index in this table.
constexpr u32 kNoReduction = 0xffffffffu;

// The reduction's number; kNoReduction if PTX has no such operation on such a type.
constexpr u32 find_reduction(std::string_view name) {
    for (u32 k = 0; k < std::size(kReductions); ++k)
        if (kReductions[k].name == name) return k;
    return kNoReduction;
}
// The same for reducing copies. They keep subnormal floats, which atomics on global memory flush (an H200 does both).
constexpr u32 find_copy_reduction(std::string_view name) {
    return find_reduction(name == "add.f32" ? "add.exact.f32" : name);
}

// The operations of copies and of red.async.
inline constexpr const char* kCopyOperations[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor"};

}  // namespace simt::isa
