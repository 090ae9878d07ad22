// References for bit fields and permutations, bit by bit and byte by byte as the PTX ISA's pseudo code has them.
#include <doctest/doctest.h>

#include "emulator/test/support/reference.hpp"

namespace simt::exec::row_test {
namespace {

bool bit(u64 value, u64 position) { return position < 64 && (value >> position & 1) != 0; }

u64 population(u64 value, int bits) {
    u64 count = 0;
    for (int k = 0; k < bits; ++k) count += bit(value, static_cast<u64>(k));
    return count;
}

// Position of the highest bit that differs from `sign`, or -1.
int highest_unlike(u64 value, bool sign, int bits) {
    int position = bits - 1;
    while (position >= 0 && bit(value, static_cast<u64>(position)) == sign) --position;
    return position;
}

// Positions and lengths past 255 are not defined; 32-bit fields look at the low byte.
u64 limited(u64 value, int bits) { return bits == 32 ? value & 0xff : value; }

u64 extract(u64 a, u64 position, u64 length, IntegerType type) {
    const u64 top = static_cast<u64>(type.bits) - 1;
    const bool sign = type.is_signed && length != 0 && bit(a, std::min(position + length - 1, top));
    u64 result = 0;
    for (u64 k = 0; k <= top; ++k) {
        const bool inside = k < length && position + k <= top;
        if (inside ? bit(a, position + k) : sign) result |= u64{1} << k;
    }
    return result;
}

u64 insert(u64 a, u64 b, u64 position, u64 length, u64 bits) {
    u64 result = b;
    for (u64 k = 0; k < length && position + k < bits; ++k) {
        const u64 one = u64{1} << (position + k);
        result = bit(a, k) ? result | one : result & ~one;
    }
    return result;
}

// A one at every position from `from` to `from + width - 1` that exists.
u64 mask_of(const Opcode& opcode, u64 from, u64 width) {
    if (opcode.has("wrap")) from %= 32, width %= 32;
    u64 result = 0;
    for (u64 k = from; k < std::min<u64>(from + width, 32); ++k) result |= u64{1} << k;
    return result;
}

u64 extend(const Opcode& opcode, u64 a, u64 size, bool is_signed) {
    if (opcode.has("clamp") && size >= 32) return a;
    return extract(a, 0, size % 32, {32, is_signed});
}

u64 nth_set(u64 mask, u64 base, s32 offset) {
    if (base > 31) return offset == INT32_MIN ? 0 : 0xffffffff;
    if (offset == INT32_MIN) return 0;
    if (offset == 0) return bit(mask, base) ? base : 0xffffffff;
    s32 left = offset > 0 ? offset : -offset;
    for (s32 position = static_cast<s32>(base); position >= 0 && position<32; position += offset> 0 ? 1 : -1)
        if (bit(mask, static_cast<u64>(position)) && --left == 0) return static_cast<u64>(position);
    return 0xffffffff;
}

// Which byte of {b, a} goes to each byte of the result, by the tables of the PTX ISA: result byte 3 first.
u64 permute(const Opcode& opcode, u64 a, u64 b, u64 selector) {
    static const struct {
        const char* mode;
        const char* bytes[4];
    } kTables[] = {
        {"f4e", {"3210", "4321", "5432", "6543"}}, {"b4e", {"5670", "6701", "7012", "0123"}},
        {"rc8", {"0000", "1111", "2222", "3333"}}, {"ecl", {"3210", "3211", "3222", "3333"}},
        {"ecr", {"0000", "1110", "2210", "3210"}}, {"rc16", {"1010", "3232", "1010", "3232"}},
    };
    const u64 bytes = b << 32 | a;
    u64 result = 0;
    for (int k = 0; k < 4; ++k) {
        u64 chosen = selector >> (4 * k) & 7;
        bool copies_sign = (selector >> (4 * k) & 8) != 0;
        for (const auto& table : kTables)
            if (opcode.has(table.mode)) {
                chosen = static_cast<u64>(table.bytes[selector & 3][3 - k] - '0');
                copies_sign = false;
            }
        u64 byte = bytes >> (8 * chosen) & 0xff;
        if (copies_sign) byte = byte >= 0x80 ? 0xff : 0;
        result |= byte << (8 * k);
    }
    return result;
}

}  // namespace

Reference bits_reference(const Opcode& opcode) {
    const IntegerType type = integer_type(opcode.root() == "prmt" ? "b32" : opcode.type());
    const int bits = type.bits;
    if (opcode.root() == "popc")
        return exactly([=](const u64* source) { return population(source[0], bits); });
    if (opcode.root() == "clz")
        return exactly([=](const u64* source) {
            return static_cast<u64>(bits - 1 - highest_unlike(source[0], false, bits));
        });
    if (opcode.root() == "bfind")
        return exactly([=](const u64* source) {
            const bool sign = type.is_signed && bit(source[0], static_cast<u64>(bits - 1));
            const int position = highest_unlike(source[0], sign, bits);
            if (position < 0) return u64{0xffffffff};
            return static_cast<u64>(opcode.has("shiftamt") ? bits - 1 - position : position);
        });
    if (opcode.root() == "fns")
        return exactly(
            [](const u64* source) { return nth_set(source[0], source[1], static_cast<s32>(source[2])); });
    if (opcode.root() == "brev")
        return exactly([=](const u64* source) {
            u64 result = 0;
            for (int k = 0; k < bits; ++k)
                if (bit(source[0], static_cast<u64>(k))) result |= u64{1} << (bits - 1 - k);
            return result;
        });
    if (opcode.root() == "bfe")
        return exactly([=](const u64* source) {
            return extract(source[0], limited(source[1], bits), limited(source[2], bits), type);
        });
    if (opcode.root() == "bfi")
        return exactly([=](const u64* source) {
            return insert(source[0], source[1], limited(source[2], bits), limited(source[3], bits),
                          static_cast<u64>(bits));
        });
    if (opcode.root() == "bmsk")
        return exactly([=](const u64* source) { return mask_of(opcode, source[0], source[1]); });
    if (opcode.root() == "szext")
        return exactly(
            [=](const u64* source) { return extend(opcode, source[0], source[1], type.is_signed); });
    if (opcode.root() == "prmt")
        return exactly([=](const u64* source) { return permute(opcode, source[0], source[1], source[2]); });
    return {};
}

}  // namespace simt::exec::row_test
