// PTX's fundamental types (PTX ISA, "Fundamental Types").
#pragma once

#include <string_view>

#include "emulator/integers.hpp"

namespace simt::ptx {

enum class Type : u8 {
    None,
    Pred,
    B8,
    B16,
    B32,
    B64,
    B128,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F16x2,
    BF16,
    BF16x2,
    F32,
    F64,
};

u32 size_of(Type type);             // bytes; 0 for None and Pred
Type type_named(std::string_view);  // "f32" -> Type::F32; Type::None for anything else

}  // namespace simt::ptx
