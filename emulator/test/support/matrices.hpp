// For tests of mma, wmma, mma.sp and wgmma: numbers of every type that tensor cores multiply, and kernels of one product.
#pragma once

#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

namespace simt::test {

struct Place {
    u32 row, column;
};

// The registers of a warp: `count` for each lane, lane by lane, of 4 or 8 bytes.
struct Registers {
    u32 count = 0, bytes = 4;
    std::vector<u64> values;
};

struct Accumulators {
    std::string type;
    u32 of_lane;  // numbers
};
struct Result {
    exec::Launch launch;
    std::vector<double> of_lanes, values;
};

struct FloatType {
    const char* name;
    int fraction, exponent;
    bool has_infinity;
};
inline constexpr FloatType kFloats[] = {{"f16", 10, 5, true}, {"bf16", 7, 8, true},  {"tf32", 10, 8, true},
                                        {"f32", 23, 8, true}, {"e4m3", 3, 4, false}, {"e5m2", 2, 5, true}};

inline const FloatType* float_type(const std::string& type) {
    for (const FloatType& each : kFloats)
        if (type == each.name) return &each;
    return nullptr;
}

inline u64 float_bits(const FloatType& type, double value) {
    const int bias = (1 << (type.exponent - 1)) - 1;
    const u64 sign = std::signbit(value) ? u64{1} << (type.fraction + type.exponent) : 0;
    const u64 infinity = ((u64{1} << type.exponent) - 1) << type.fraction;
    const u64 nan = infinity | ((u64{1} << type.fraction) - 1);
    if (std::isnan(value)) return nan;
    const double magnitude = std::fabs(value);
    if (std::isinf(magnitude)) return sign | (type.has_infinity ? infinity : nan);
    if (magnitude == 0) return sign;
    const int exponent = std::max(std::ilogb(magnitude), 1 - bias);
    const u64 units = static_cast<u64>(std::nearbyint(std::ldexp(magnitude, type.fraction - exponent)));
    const u64 bits = units + (static_cast<u64>(exponent + bias - 1) << type.fraction);
    return sign | std::min(bits, type.has_infinity ? infinity : nan);
}

inline double float_value(const FloatType& type, u64 bits) {
    const int bias = (1 << (type.exponent - 1)) - 1;
    const u64 largest = (u64{1} << type.exponent) - 1, mask = (u64{1} << type.fraction) - 1;
    const u64 field = bits >> type.fraction & largest, fraction = bits & mask;
    const double sign = (bits >> (type.fraction + type.exponent) & 1) != 0 ? -1 : 1;
    if (field == largest && type.has_infinity) return fraction != 0 ? NAN : sign * INFINITY;
    if (field == largest && fraction == mask) return NAN;
    const double units = static_cast<double>(field != 0 ? fraction + mask + 1 : fraction);
    return sign * std::ldexp(units, static_cast<int>(field != 0 ? field : 1) - bias - type.fraction);
}

inline u32 bits_of_type(const std::string& type) {
    if (type == "bf16") return 16;
    if (type == "e4m3" || type == "e5m2") return 8;
    return static_cast<u32>(std::stoi(type.substr(type.find_first_of("1234568"))));
}

// The bits of a value in a type ("f16", "e4m3", "s8", "b1" …), rounded to nearest.
inline u64 bits_in(const std::string& type, double value) {
    if (type == "f64") return std::bit_cast<u64>(value);
    // A register holds a tf32 in its upper 19 bits; the others do not matter.
    if (const FloatType* const format = float_type(type))
        return type == "tf32" ? float_bits(*format, value) << 13 | 0xabc : float_bits(*format, value);
    return static_cast<u64>(static_cast<s64>(value)) & ((u64{1} << bits_of_type(type)) - 1);
}

inline double value_of(const std::string& type, u64 bits) {
    if (type == "f64") return std::bit_cast<double>(bits);
    if (const FloatType* const format = float_type(type))
        return float_value(*format, type == "tf32" ? bits >> 13 : bits);
    const u32 width = bits_of_type(type);
    const u64 number = bits & ((u64{1} << width) - 1);
    const bool negative = type[0] == 's' && (number >> (width - 1) & 1) != 0;
    return static_cast<double>(static_cast<s64>(number)) -
           (negative ? std::ldexp(1, static_cast<int>(width)) : 0);
}

// The value that the type holds instead.
inline double as_stored(const std::string& type, double value) {
    return value_of(type, bits_in(type, value));
}

// Packs a matrix of `numbers` numbers; value(lane, i) is the i-th number of a lane.
inline Registers pack(const std::string& type, u32 numbers, const std::function<double(u32, u32)>& value) {
    const u32 bits = bits_of_type(type), per_lane = numbers / 32;
    Registers registers;
    registers.bytes = bits == 64 ? 8 : 4;
    registers.count = per_lane * bits / (8 * registers.bytes);
    registers.values.resize(32 * registers.count);
    for (u32 lane = 0; lane < 32; ++lane)
        for (u32 i = 0; i < per_lane; ++i)
            registers.values[lane * registers.count + i * bits / (8 * registers.bytes)] |=
                bits_in(type, value(lane, i)) << i * bits % (8 * registers.bytes);
    return registers;
}

// The metadata of a sparse A: each lane's register, and the sparsity selector.
struct Metadata {
    std::vector<u32> of_lanes;
    u32 selector = 0;
};

// Runs `opcode` on registers of A, B and C by one warp. of_lanes: D, lane by lane.
inline Result run_product(const std::string& opcode, const Registers (&sources)[3], const Accumulators& d,
                          const Metadata& metadata = {}) {
    // Each lane loads its registers, multiplies, and stores the result.
    std::string declared, loads, vectors, stores, result;
    std::vector<u32> in;
    const char* const names[] = {"a", "b", "c"};
    u64 at = 0;
    for (u32 which = 0; which < 3; ++which) {
        const Registers& source = sources[which];
        const std::string type = source.bytes == 8 ? ".b64" : ".b32";
        declared += ".reg " + type + " " + names[which] + "<32>;\n";
        loads += "mad.wide.u32 %rd1, %t, " + std::to_string(source.count * source.bytes) + ", %in;\n";
        vectors += ", {";
        for (u32 k = 0; k < source.count; ++k) {
            const std::string name = names[which] + std::to_string(k);
            loads +=
                "ld.global" + type + " " + name + ", [%rd1+" + std::to_string(at + k * source.bytes) + "];\n";
            vectors += (k != 0 ? ", " : "") + name;
        }
        vectors += "}";
        at += 32 * source.count * source.bytes;
        for (const u64 value : source.values) {
            in.push_back(static_cast<u32>(value));
            if (source.bytes == 8) in.push_back(static_cast<u32>(value >> 32));
        }
    }
    if (!metadata.of_lanes.empty()) {
        declared += ".reg .b32 e;\n";
        loads += "mad.wide.u32 %rd1, %t, 4, %in;\nld.global.b32 e, [%rd1+" + std::to_string(at) + "];\n";
        vectors += ", e, " + std::to_string(metadata.selector);
        in.insert(in.end(), metadata.of_lanes.begin(), metadata.of_lanes.end());
    }
    const u32 bits = bits_of_type(d.type), bytes = bits == 64 ? 8 : 4, count = d.of_lane * bits / (8 * bytes);
    const std::string type = bytes == 8 ? ".b64" : ".b32";
    declared += ".reg " + type + " d<32>;\n";
    stores = "mad.wide.u32 %rd2, %t, " + std::to_string(count * bytes) + ", %out;\n";
    for (u32 k = 0; k < count; ++k) {
        result += (k != 0 ? ", d" : "d") + std::to_string(k);
        stores +=
            "st.global" + type + " [%rd2+" + std::to_string(k * bytes) + "], d" + std::to_string(k) + ";\n";
    }
    const exec::Ran ran =
        exec::run(declared + loads + opcode + " {" + result + "}" + vectors + ";\n" + stores,
                  {.in = in, .words = 32 * count * bytes / 4});
    Result found{ran.launch, {}, {}};
    for (u32 k = 0; k < 32 * d.of_lane; ++k) {
        const u32 word = k * bits / 32;
        const u64 value =
            bits == 64 ? ran.out[word] | u64{ran.out[word + 1]} << 32 : ran.out[word] >> k * bits % 32;
        found.of_lanes.push_back(value_of(d.type, bits == 16 ? value & 0xffff : value));
    }
    return found;
}

}  // namespace simt::test
