// For tests of wgmma: factors in shared memory in every canonical layout of the PTX ISA (9.7.15.5.1.2), written as its table has them,
// as a shape and strides and then a swizzle; and kernels of one product.
#pragma once

#include <random>

#include "emulator/test/support/matrices.hpp"

namespace simt::test {

using exec::Ran;

inline constexpr u32 kThreads = 128, kRows = 64;

enum class Swizzle { None, Bytes32, Bytes64, Bytes128 };
inline const Swizzle kSwizzles[] = {Swizzle::None, Swizzle::Bytes32, Swizzle::Bytes64, Swizzle::Bytes128};

// ((shape, shape, …) : (stride, stride, …)): the first numbers vary fastest.
struct Mode {
    std::vector<u32> shape, stride;
    u32 operator()(u32 index) const {
        u32 sum = 0;
        for (std::size_t k = 0; k < shape.size(); ++k) {
            sum += index % shape[k] * stride[k];
            index /= shape[k];
        }
        return sum;
    }
};

// A factor in shared memory: its image, and the descriptor that finds it.
struct Tile {
    u32 start = 0;         // bytes
    u32 count = 0, k = 0;  // rows of A or columns of B; numbers along k
    u32 bits = 16;         // of a number
    Swizzle swizzle = Swizzle::None;
    bool transposed = false;
    u32 base_offset = 0;

    u32 width() const {
        return swizzle == Swizzle::None ? 1 : 1u << static_cast<u32>(swizzle);
    }  // pieces of a row
    // Distances in bytes with gaps, so that no two of them are equal.
    u32 leading() const {
        return transposed && width() > 1 ? 2 * 128 * width() * 2 : 128 * (count / 8 + 1) * 2;
    }
    u32 stride() const {
        if (!transposed) return 128 * width();
        return width() == 1 ? 128 : 128 * width();
    }
    u32 bytes() const { return 32768; }

    u64 descriptor() const {
        const u64 mode[] = {0, 3, 2, 1};
        const bool ignored = !transposed && width() > 1;
        return u64{start >> 4} | u64{(ignored ? 16 : leading()) >> 4} << 16 | u64{stride() >> 4} << 32 |
               u64{base_offset} << 49 | mode[static_cast<u32>(swizzle)] << 62;
    }
    // The bit of shared memory at which the number of row (or column) i at k begins.
    u64 place(u32 i, u32 at) const {
        const u32 t = 128 / bits, w = width(), unit = bits;  // strides in numbers
        const u32 lbo = leading() * 8 / unit, sbo = stride() * 8 / unit;
        Mode along, deep;  // along m or n, and along k
        if (transposed && w == 1)
            along = {{t, 1, 16}, {1, t, sbo}}, deep = {{8, 2}, {t, lbo}};
        else if (transposed)
            along = {{t, w, 16}, {1, t, lbo}}, deep = {{8, 2}, {w * t, sbo}};
        else if (w == 1)
            along = {{8, 32}, {t, sbo}}, deep = {{t, 2}, {1, lbo}};
        else
            along = {{8, 32}, {w * t, sbo}}, deep = {{t, 2}, {1, t}};
        u64 bit = u64{along(i) + deep(at)} * unit + u64{start} * 8;
        // Swizzle<B, 4, 3> of byte addresses: bits 7 and up go to bits 4 and up.
        const u64 pattern = (bit / 8 >> 7) - base_offset;
        return bit ^ (pattern & (w - 1)) << 4 << 3;
    }
};

struct Case {
    std::string opcode;  // behind wgmma.mma_async.sync.aligned.
    u32 n;
    std::string d, a, b;
    Tile tile_a, tile_b;
    bool a_in_registers = false;
    int scale_d = 1, scale_a = 1, scale_b = 1;
};

inline u32 depth_of(const std::string& type) { return 256 / bits_of_type(type); }

inline std::vector<double> random_numbers(std::mt19937& random, u32 count, const std::string& type) {
    std::vector<double> numbers(count);
    const bool bit = type == "b1", is_unsigned = type[0] == 'u';
    for (double& each : numbers)
        each = static_cast<double>(bit           ? random() % 2
                                   : is_unsigned ? random() % 8
                                                 : random() % 15) -
               (bit || is_unsigned ? 0.0 : 7.0);
    return numbers;
}

inline void put(std::vector<u32>& words, u64 bit, const std::string& type, double value) {
    const u32 bits = bits_of_type(type);
    const u64 mask = bits == 32 ? 0xffffffffu : (u64{1} << bits) - 1;
    words.at(bit / 32) |= static_cast<u32>((bits_in(type, value) & mask) << bit % 32);
}

inline std::string registers(const std::string& name, u32 count) {
    std::string text = "{";
    for (u32 k = 0; k < count; ++k) text += (k != 0 ? ", " : "") + name + std::to_string(k);
    return text + "}";
}

inline constexpr u32 kSharedWords = 16384, kFactors = kSharedWords, kSums = kFactors + 4 * kThreads;
inline const std::string kDeclarations = ".extern .shared .align 1024 .b8 tiles[];\n";

// Copies %in to shared memory, loads A's registers and the accumulators, and fences.
inline std::string prologue(u32 sums) {
    std::string body = ".reg .b32 a<4>, d<128>;\n.reg .b64 da, db;\n.reg .pred more;\n";
    body +=
        "mov.u32 %r1, %t;\nCOPY:\nmul.wide.u32 %rd1, %r1, 4;\nadd.u64 %rd1, %rd1, %in;\n"
        "ld.global.u32 %r2, [%rd1];\nmov.u32 %r3, tiles;\nshl.b32 %r4, %r1, 2;\nadd.u32 %r3, %r3, %r4;\n"
        "st.shared.u32 [%r3], %r2;\nadd.u32 %r1, %r1, 128;\nsetp.lt.u32 more, %r1, " +
        std::to_string(kSharedWords) + ";\n@more bra COPY;\nfence.proxy.async;\nbar.sync 0;\n";
    body += "mul.wide.u32 %rd1, %t, 16;\nadd.u64 %rd1, %rd1, %in;\n";
    for (u32 k = 0; k < 4; ++k)
        body +=
            "ld.global.b32 a" + std::to_string(k) + ", [%rd1+" + std::to_string(4 * (kFactors + k)) + "];\n";
    body += "mul.wide.u32 %rd1, %t, " + std::to_string(4 * sums) + ";\nadd.u64 %rd1, %rd1, %in;\n";
    for (u32 k = 0; k < sums; ++k)
        body += "ld.global.b32 d" + std::to_string(k) + ", [%rd1+" + std::to_string(4 * (kSums + k)) + "];\n";
    return body;
}

inline std::string epilogue(u32 sums) {
    std::string body =
        "mul.wide.u32 %rd1, %t, " + std::to_string(4 * sums) + ";\nadd.u64 %rd1, %rd1, %out;\n";
    for (u32 k = 0; k < sums; ++k)
        body += "st.global.b32 [%rd1+" + std::to_string(4 * k) + "], d" + std::to_string(k) + ";\n";
    return body;
}

inline const std::string kFence = "wgmma.fence.sync.aligned;\n",
                         kCommit = "wgmma.commit_group.sync.aligned;\n",
                         kWait = "wgmma.wait_group.sync.aligned 0;\n";

inline u32 sums_of(const Case& c) { return kRows * c.n / kThreads / (c.d == "f16" ? 2 : 1); }

inline std::string product(const Case& c) {
    std::string text = "mov.b64 da, " + std::to_string(c.tile_a.descriptor()) + ";\nmov.b64 db, " +
                       std::to_string(c.tile_b.descriptor()) + ";\nwgmma.mma_async.sync.aligned." + c.opcode +
                       " " + registers("d", sums_of(c)) + ", " +
                       (c.a_in_registers ? registers("a", 4) : "da") + ", db, " + std::to_string(c.scale_d);
    if (c.d != "s32") text += ", " + std::to_string(c.scale_a) + ", " + std::to_string(c.scale_b);
    if (c.a == "f16" || c.a == "bf16") {
        if (!c.a_in_registers) text += c.tile_a.transposed ? ", 1" : ", 0";
        text += c.tile_b.transposed ? ", 1" : ", 0";
    }
    return text + ";\n";
}

// PTX ISA, figures of D and of A in registers: row and column of a thread's number i. per: numbers of A in a register.
inline Place sum_place(u32 thread, u32 i) {
    return {thread / 32 * 16 + thread % 32 / 4 + i / 2 % 2 * 8, i / 4 * 8 + thread % 4 * 2 + i % 2};
}
inline Place factor_place(u32 thread, u32 reg, u32 i, u32 per) {
    return {thread / 32 * 16 + thread % 32 / 4 + reg % 2 * 8, (reg / 2 * 4 + thread % 4) * per + i};
}

struct Products {
    std::vector<double> expected, found;
    exec::Launch launch;
};

// Runs D = A × B + D with random whole numbers.
inline Products multiply(const Case& c, u32 seed) {
    std::mt19937 random(seed);
    const u32 k = depth_of(c.a);
    const std::vector<double> a = random_numbers(random, kRows * k, c.a),
                              b = random_numbers(random, c.n * k, c.b),
                              sums = random_numbers(random, kRows * c.n, c.d);
    std::vector<u32> in(kSums + kThreads * sums_of(c));
    if (!c.a_in_registers)
        for (u32 i = 0; i < kRows; ++i)
            for (u32 at = 0; at < k; ++at) put(in, c.tile_a.place(i, at), c.a, a[i * k + at]);
    for (u32 j = 0; j < c.n; ++j)
        for (u32 at = 0; at < k; ++at) put(in, c.tile_b.place(j, at), c.b, b[j * k + at]);
    const u32 bits = bits_of_type(c.a), per = 32 / bits, d_bits = bits_of_type(c.d);
    for (u32 thread = 0; thread < kThreads; ++thread) {
        for (u32 reg = 0; reg < 4; ++reg)
            for (u32 i = 0; i < per; ++i) {
                const Place at = factor_place(thread, reg, i, per);
                put(in, u64{kFactors + thread * 4 + reg} * 32 + i * bits, c.a, a[at.row * k + at.column]);
            }
        for (u32 i = 0; i < kRows * c.n / kThreads; ++i) {
            const Place at = sum_place(thread, i);
            put(in, u64{kSums + thread * sums_of(c)} * 32 + i * d_bits, c.d, sums[at.row * c.n + at.column]);
        }
    }
    const std::string body =
        prologue(sums_of(c)) + kFence + product(c) + kCommit + kWait + epilogue(sums_of(c));
    const Ran ran = exec::run(body, {.block = {kThreads},
                                     .dynamic_shared = 4 * kSharedWords,
                                     .in = in,
                                     .words = kThreads * sums_of(c),
                                     .declarations = kDeclarations});
    Products result{{}, {}, ran.launch};
    for (u32 thread = 0; thread < kThreads; ++thread)
        for (u32 i = 0; i < kRows * c.n / kThreads; ++i) {
            const Place at = sum_place(thread, i);
            double sum = c.scale_d != 0 ? sums[at.row * c.n + at.column] : 0;
            for (u32 x = 0; x < k; ++x)
                sum += a[at.row * k + x] * b[at.column * k + x] * c.scale_a * c.scale_b;
            result.expected.push_back(sum);
            const u64 bit = u64{thread} * sums_of(c) * 32 + i * d_bits;
            const u32 word = ran.out[bit / 32] >> bit % 32;
            result.found.push_back(value_of(c.d, d_bits == 16 ? word & 0xffff : word));
        }
    return result;
}

inline Case make_case(const std::string& d, const std::string& a, const std::string& b, u32 n) {
    const u32 k = depth_of(a);
    Case c{"m64n" + std::to_string(n) + "k" + std::to_string(k) + "." + d + "." + a + "." + b +
               (a == "b1" ? ".and.popc" : ""),
           n,
           d,
           a,
           b,
           {.count = kRows, .k = k, .bits = bits_of_type(a)},
           {.start = 32768, .count = n, .k = k, .bits = bits_of_type(b)}};
    return c;
}

}  // namespace simt::test
