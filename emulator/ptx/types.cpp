// The names and sizes of types, in one table.
#include "emulator/ptx/types.hpp"

#include <array>

namespace simt::ptx {

namespace {

struct TypeRow {
    Type type;
    const char* name;
    u32 size;
};

// In the order of enum Type, so that a type is its index.
constexpr std::array kTypes{
    TypeRow{Type::None, "none", 0},     TypeRow{Type::Pred, "pred", 0},   TypeRow{Type::B8, "b8", 1},
    TypeRow{Type::B16, "b16", 2},       TypeRow{Type::B32, "b32", 4},     TypeRow{Type::B64, "b64", 8},
    TypeRow{Type::B128, "b128", 16},    TypeRow{Type::U8, "u8", 1},       TypeRow{Type::U16, "u16", 2},
    TypeRow{Type::U32, "u32", 4},       TypeRow{Type::U64, "u64", 8},     TypeRow{Type::S8, "s8", 1},
    TypeRow{Type::S16, "s16", 2},       TypeRow{Type::S32, "s32", 4},     TypeRow{Type::S64, "s64", 8},
    TypeRow{Type::F16, "f16", 2},       TypeRow{Type::F16x2, "f16x2", 4}, TypeRow{Type::BF16, "bf16", 2},
    TypeRow{Type::BF16x2, "bf16x2", 4}, TypeRow{Type::F32, "f32", 4},     TypeRow{Type::F64, "f64", 8},
};

constexpr bool in_order() {
    for (std::size_t i = 0; i < kTypes.size(); ++i) {
        if (static_cast<std::size_t>(kTypes[i].type) != i) return false;
    }
    return kTypes.size() == static_cast<std::size_t>(Type::F64) + 1;
}
static_assert(in_order(), "kTypes must list every Type in the order of the enum");

}  // namespace

u32 size_of(Type type) { return kTypes[static_cast<std::size_t>(type)].size; }

Type type_named(std::string_view name) {
    for (const TypeRow& row : kTypes) {
        if (row.type != Type::None && name == row.name) return row.type;
    }
    return Type::None;
}

}  // namespace simt::ptx
