// Test support: the operands on which every row of the instruction table is run.
//
// Edge values (zeros, limits, powers of two and their neighbours, NaNs, infinities, subnormals) are combined with
// edge values, then random ones follow. They are the same for every run and every machine, so results can be compared
// with recorded ones (h200_rows.csv). After any change here, record again.
#pragma once

#include <random>
#include <string_view>
#include <vector>

#include "emulator/test/support/rows.hpp"

namespace simt::exec::row_test {

constexpr int kTuples = 8192;  // sets of operands for each row
constexpr u64 kLop3Table = 0xca;

// The operands of one lane. Only rows with a carry read the carry flag.
struct Operands {
    u64 source[4] = {};
    bool carry = false;
};

inline u64 element_mask(Element element) {
    switch (element) {
        case Element::Pred:
            return 1;
        case Element::B16:
            return 0xffff;
        case Element::B32:
        case Element::F32:
            return 0xffffffff;
        default:
            return ~u64{0};
    }
}

// Edge values for an integer of this many bits: powers of two with their neighbours, both signs, and bit patterns.
inline std::vector<u64> integer_edges(int bits) {
    std::vector<u64> values = {0x5555555555555555u,
                               0x8080808080808080u,
                               0x123456789abcdef0u,
                               0xdeadbeefcafebabeu,
                               0x3210,
                               0x7654,
                               0xfedc,
                               0x8888,
                               10,
                               0x1000003,
                               0x20000001};
    for (const int power : {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 23, 24, 31, 32, 52, 53, 54, 62, 63}) {
        if (power >= bits) continue;
        for (const u64 offset : {~u64{0}, u64{0}, u64{1}}) {
            const u64 value = (u64{1} << power) + offset;
            values.push_back(value);
            if (power == 4 || power == 7 || power >= 15) values.push_back(u64{0} - value);
        }
    }
    return values;
}

// Positive floating-point edge values in 16, 32 or 64 bits; the caller adds the negative ones.
inline std::vector<u64> half_edges() {
    return {0x0001, 0x007f, 0x0080, 0x03ff, 0x0400, 0x0401, 0x3800, 0x3801, 0x3bff, 0x3c00, 0x3e00,
            0x3f00, 0x3f80, 0x3fc0, 0x4020, 0x4100, 0x4200, 0x4248, 0x4300, 0x4500, 0x4f00, 0x4f80,
            0x5bff, 0x5f00, 0x5f80, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7f7f, 0x7f80, 0x7f81, 0x7fff};
}
inline std::vector<u64> float_edges() {
    return {0x00000000, 0x00000001, 0x00400000, 0x007fffff, 0x00800000, 0x00800001, 0x1fa00000, 0x1ffff000,
            0x1ffff800, 0x20000000, 0x20000400, 0x20000800, 0x33000000, 0x33000001, 0x33800000, 0x387fc000,
            0x387fffff, 0x38800000, 0x3effffff, 0x3f000000, 0x3f000001, 0x3f7fffff, 0x3f800000, 0x3f800001,
            0x3f8000ff, 0x3f808000, 0x3f818000, 0x3fc00000, 0x3fffffff, 0x40200000, 0x40490fdb, 0x42fe0000,
            0x43000000, 0x437f0000, 0x43800000, 0x477fe000, 0x477fefff, 0x477ff000, 0x477fff00, 0x4b000001,
            0x4b7fffff, 0x4effffff, 0x4f000000, 0x4f7fffff, 0x4f800000, 0x5effffff, 0x5f000000, 0x5f3504f3,
            0x5f7fffff, 0x5f800000, 0x7e800000, 0x7e800001, 0x7f000000, 0x7f7f8000, 0x7f7fffff, 0x7f800000,
            0x7f800001, 0x7fa12345, 0x7fc00000, 0x7fffffff};
}
inline std::vector<u64> double_edges() {
    return {
        0x0000000000000000, 0x0000000000000001, 0x0008000000000000, 0x000fffffffffffff, 0x0010000000000000,
        0x1ff0000000000001, 0x3690000000000000, 0x3690000000000001, 0x36a0000000000000, 0x380fffffe0000000,
        0x380ffffff0000000, 0x380fffffffffffff, 0x3810000000000000, 0x3c90000000000000, 0x3e60000000000000,
        0x3fd5555555555555, 0x3fdfffffffffffff, 0x3fe0000000000000, 0x3fefffffffffffff, 0x3ff0000000000000,
        0x3ff0000000000001, 0x3ff0000010000000, 0x3ff0000010000001, 0x3ff0000030000000, 0x3ff8000000000000,
        0x4004000000000000, 0x400921fb54442d18, 0x406fe00000000000, 0x4070000000000000, 0x40dfffc000000000,
        0x40effc0000000000, 0x40effe0000000000, 0x40f0000000000000, 0x41dfffffffc00000, 0x41dfffffffe00000,
        0x41e0000000000000, 0x41e0000000100000, 0x41efffffffe00000, 0x41effffffff00000, 0x41f0000000000000,
        0x4330000000000001, 0x43dfffffffffffff, 0x43e0000000000000, 0x43efffffffffffff, 0x43f0000000000000,
        0x47efffffe0000000, 0x47efffffefffffff, 0x47effffff0000000, 0x47f0000000000000, 0x5fe0000000000000,
        0x7fefffffffffffff, 0x7ff0000000000000, 0x7ff0000000000001, 0x7ff123456789abcd, 0x7ff8000000000000,
        0x7ff8000012345678, 0x7fffffffffffffff};
}

inline std::vector<u64> edges(Element element) {
    std::vector<u64> values;
    u64 sign = 0;
    switch (element) {
        case Element::Pred:
            return {0, 1};
        case Element::B16:
            values = half_edges(), sign = 0x8000;
            break;
        case Element::F32:
            values = float_edges(), sign = 0x80000000;
            break;
        case Element::F64:
            values = double_edges(), sign = 0x8000000000000000;
            break;
        default:
            break;
    }
    const std::size_t positive = values.size();
    for (std::size_t k = 0; k < positive; ++k) values.push_back(values[k] | sign);
    if (element == Element::B16 || element == Element::B32 || element == Element::B64) {
        const int bits = element == Element::B16 ? 16 : element == Element::B32 ? 32 : 64;
        const std::vector<u64> integers = integer_edges(bits);
        values.insert(values.end(), integers.begin(), integers.end());
    }
    return values;
}

// Random bits. Floats mostly get exponents that matter together: near 1, where products reach the smallest normal
// number, or at the ends of the range. The operands of one set are of one kind.
inline u64 random_value(Element element, u64 kind, int position, std::mt19937_64& random) {
    const u64 bits = random();
    const u64 spread = random();
    if (element != Element::F32 && element != Element::F64) return bits & element_mask(element);
    const u64 bias = element == Element::F32 ? 127 : 1023;
    const u64 largest = 2 * bias;
    u64 exponent = 0;
    switch (kind) {
        case 0:
            return bits & element_mask(element);
        case 1:
            exponent = bias - 5 + spread % 10;
            break;
        case 2:
            exponent = position < 2 ? bias / 2 - 2 + spread % 5 : spread % 3;
            break;
        case 3:
            exponent = spread % 2 != 0 ? spread / 2 % 4 : largest - spread / 2 % 4;
            break;
        case 4:
            exponent = position == 0 ? spread % 4 : bias - 3 + spread % 4;
            break;
        default:
            exponent = bias + spread % (element == Element::F32 ? 70 : 140) - 5;
            break;
    }
    return element == Element::F32 ? (bits & 0x807fffff) | exponent << 23
                                   : (bits & 0x800fffffffffffff) | exponent << 52;
}

// The same for halves: exponents near 1, where products reach the smallest normal number, or at the ends of the
// range.
inline u64 random_half(u64 kind, int position, bool is_bf16, std::mt19937_64& random) {
    const u64 bits = random(), spread = random();
    const u64 bias = is_bf16 ? 127 : 15;
    u64 exponent = bias - 4 + spread % 8;
    if (kind == 0) return bits & 0xffff;
    if (kind == 1) exponent = position < 2 ? bias / 2 - 2 + spread % 5 : spread % 3;
    if (kind == 2) exponent = spread % 2 != 0 ? spread / 2 % 4 : 2 * bias - spread / 2 % 4;
    if (kind == 3) exponent = position == 0 ? spread % 4 : bias - 3 + spread % 4;
    return is_bf16 ? (bits & 0x807f) | exponent << 7 : (bits & 0x83ff) | exponent << 10;
}
// Words of two halves, each half an edge value.
inline std::vector<u64> pairs_of_halves() {
    const std::vector<u64> values = edges(Element::B16);
    std::vector<u64> pairs;
    for (std::size_t k = 0; k < values.size(); ++k)
        pairs.push_back(values[(k * 7 + 3) % values.size()] << 16 | values[k]);
    return pairs;
}
enum class Halves { kNone, kF16, kBf16 };
inline Halves halves_of(std::string_view opcode) {
    if (opcode.substr(0, 4) == "cvt.") return Halves::kNone;
    const bool bf16 = opcode.ends_with(".bf16") || opcode.ends_with(".bf16x2");
    const bool f16 = opcode.ends_with(".f16") || opcode.ends_with(".f16x2");
    return bf16 ? Halves::kBf16 : f16 ? Halves::kF16 : Halves::kNone;
}

inline std::vector<Operands> operands_of(const Row& row) {
    std::mt19937_64 random(12345);
    const Halves halves = halves_of(row.opcode);
    const int sources = row.operands - 1;
    std::vector<std::vector<u64>> edge_values;
    for (int k = 0; k < sources; ++k) {
        edge_values.push_back(edges(row.element[k + 1]));
        if (halves != Halves::kNone && row.element[k + 1] == Element::B32)
            edge_values.back() = pairs_of_halves();
    }
    std::vector<Operands> sets(kTuples);
    std::size_t next = 0;  // in the product of the first two sources' edge values
    for (Operands& set : sets) {
        const u64 kind = random() % 6;
        const std::size_t second_count = sources > 1 ? edge_values[1].size() : 1;
        const bool crossed = sources <= 2 && next < edge_values[0].size() * second_count;
        for (int k = 0; k < sources; ++k) {
            const std::vector<u64>& values = edge_values[static_cast<std::size_t>(k)];
            const u64 chance = random();
            if (crossed)
                set.source[k] = values[k == 0 ? next / second_count : next % second_count];
            else if (sources > 1 && chance % 2 == 0)
                set.source[k] = values[chance / 2 % values.size()];
            else if (halves != Halves::kNone)
                set.source[k] = random_half(kind, k, halves == Halves::kBf16, random) |
                                random_half(kind, k, halves == Halves::kBf16, random) << 16;
            else
                set.source[k] = random_value(row.element[k + 1], kind, k, random);
            set.source[k] &= element_mask(row.element[k + 1]);
        }
        set.carry = random() % 2 != 0;
        if (std::string_view(row.opcode) == "lop3.b32") set.source[3] = kLop3Table;
        ++next;
    }
    return sets;
}

}  // namespace simt::exec::row_test
