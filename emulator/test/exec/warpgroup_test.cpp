// wgmma: products in every type, layout and shape, compared with products of whole numbers.
#include <doctest/doctest.h>

#include <array>

#include "emulator/test/support/warpgroup_products.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::test;

namespace {

void check_case(const Case& c, u32 seed) {
    CAPTURE(c.opcode);
    CAPTURE(c.n);
    CAPTURE(static_cast<int>(c.tile_a.swizzle));
    CAPTURE(static_cast<int>(c.tile_b.swizzle));
    CAPTURE(c.tile_a.transposed);
    CAPTURE(c.tile_b.transposed);
    CAPTURE(c.a_in_registers);
    const Products result = multiply(c, seed);
    CHECK(result.launch.message == "");
    CHECK(result.launch.findings.empty());
    CHECK(result.found == result.expected);
}

}  // namespace

TEST_CASE("wgmma multiplies in every type, with A in shared memory and in registers") {
    const std::vector<std::array<std::string, 3>> types = {
        {"f32", "f16", "f16"},   {"f16", "f16", "f16"},   {"f32", "bf16", "bf16"}, {"f32", "tf32", "tf32"},
        {"f32", "e4m3", "e4m3"}, {"f16", "e5m2", "e4m3"}, {"s32", "s8", "s8"},     {"s32", "u8", "s8"},
        {"s32", "s8", "u8"},     {"s32", "b1", "b1"}};
    u32 seed = 1;
    for (const auto& [d, a, b] : types)
        for (const u32 n : {8u, 32u, 64u})
            for (const Swizzle swizzle : kSwizzles)
                for (const bool in_registers : {false, true}) {
                    Case c = make_case(d, a, b, n);
                    c.tile_a.swizzle = c.tile_b.swizzle = swizzle;
                    c.a_in_registers = in_registers;
                    check_case(c, seed++);
                }
}

TEST_CASE("wgmma takes transposed factors, in every swizzle mode") {
    u32 seed = 100;
    for (const Swizzle a : kSwizzles)
        for (const Swizzle b : kSwizzles)
            for (const u32 transposed : {1u, 2u, 3u}) {
                Case c = make_case("f32", "bf16", "bf16", 72);
                c.tile_a.swizzle = a;
                c.tile_b.swizzle = b;
                c.tile_a.transposed = (transposed & 1u) != 0;
                c.tile_b.transposed = (transposed & 2u) != 0;
                check_case(c, seed++);
            }
}

TEST_CASE("wgmma takes every n") {
    for (u32 n = 8; n <= 256; n += 8) {
        Case c = make_case("f32", "f16", "f16", n);
        c.tile_b.swizzle = Swizzle::Bytes128;
        c.tile_b.start = 16384;
        check_case(c, n);
    }
}

TEST_CASE("wgmma's scales: without the accumulators, and with negated factors") {
    Case c = make_case("f32", "f16", "f16", 40);
    c.scale_d = 0;
    check_case(c, 1);
    c.scale_a = -1;
    check_case(c, 2);
    c.scale_b = -1;
    c.scale_d = 1;
    check_case(c, 3);
    c = make_case("f32", "tf32", "tf32", 8);
    c.scale_b = -1;
    check_case(c, 4);
    c = make_case("s32", "s8", "s8", 16);
    c.scale_d = 0;
    check_case(c, 5);
}

TEST_CASE("wgmma: a matrix may begin within a row of its swizzle pattern, and a pattern at a base offset") {
    Case c = make_case("f32", "f16", "f16", 24);
    c.tile_a.swizzle = c.tile_b.swizzle = Swizzle::Bytes128;
    c.tile_a.start = 32;          // the second 16 numbers along k
    c.tile_b.start = 32768 + 96;  // the last
    check_case(c, 6);
    c.tile_a.start = 5 * 128;  // not at a pattern's first row: the address decides
    check_case(c, 8);
    c.tile_a.start = 3 * 128;
    c.tile_a.base_offset = 3;
    check_case(c, 7);
}

TEST_CASE("wgmma of 8-bit floats keeps 13 bits behind the point of the largest term") {
    // 1 × 1, and 2^-7 × 2^-7 = 2^-14 twice: each is cut off. f16 would keep them.
    Case c = make_case("f32", "e4m3", "e4m3", 8);
    std::vector<u32> in(kSums + kThreads * 4);
    for (const auto& [k, value] : {std::pair{0u, 1.0}, {1u, 0.0078125}, {2u, 0.0078125}}) {
        put(in, c.tile_a.place(0, k), "e4m3", value);
        put(in, c.tile_b.place(0, k), "e4m3", value);
    }
    for (u32 i = 0; i < 4; ++i) put(in, u64{kSums + i} * 32, "f32", i == 0 ? std::ldexp(1, -13) : 0);
    const Ran ran = run(prologue(4) + kFence + product(c) + kCommit + kWait + epilogue(4),
                        {.block = {kThreads},
                         .dynamic_shared = 4 * kSharedWords,
                         .in = in,
                         .words = kThreads * 4,
                         .declarations = kDeclarations});
    CHECK(ran.launch.message == "");
    CHECK(value_of("f32", ran.out[0]) == 1 + std::ldexp(1, -13));
}

TEST_CASE("wgmma gives the same in any order of warps") {
    Case c = make_case("f32", "f16", "f16", 32);
    const std::string body = prologue(16) + kFence + product(c) + product(c) + kCommit + kWait + epilogue(16);
    std::mt19937 random(5);
    std::vector<u32> in(kSums + kThreads * 16);
    for (u32& word : in) word = 0x3c003c00 + (random() % 64 << 16) + random() % 64;
    const Setup setup{.block = {kThreads},
                      .dynamic_shared = 4 * kSharedWords,
                      .in = in,
                      .words = kThreads * 16,
                      .declarations = kDeclarations};
    const Ran plain = run(body, setup);
    CHECK(plain.launch.message == "");
    for (u64 seed = 1; seed < 6; ++seed) {
        Setup mixed = setup;
        mixed.random_schedule = true;
        mixed.seed = seed;
        const Ran ran = run(body, mixed);
        CHECK(ran.launch.message == "");
        CHECK(ran.launch.findings.empty());
        CHECK(ran.out == plain.out);
    }
}
