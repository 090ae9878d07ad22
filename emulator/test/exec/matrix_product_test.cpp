// mma.sync of every shape and type: fragments as the tables of the PTX ISA have them (section 9.7.15), products as in double
// precision, and the rules by which tensor cores add.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <random>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/matrices.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::test;

namespace {

// Where the ISA puts element i of a lane. g is the lane / 4, t the lane % 4.
using PlaceOf = Place (*)(u32 g, u32 t, u32 i);

struct Shape {
    const char* opcode;  // behind mma.sync.aligned.
    u32 m, n, k;
    const char *d, *a, *b, *c;
    PlaceOf place_a, place_b;
};

Place accumulator_place(u32 g, u32 t, u32 i) { return {i < 2 ? g : g + 8, 2 * t + (i & 1)}; }

// Fragments by their ISA tables; the first number is m, then comes k, then the bits of an element.
Place a8_64(u32 g, u32 t, u32) { return {g, t}; }
Place b4_64(u32 g, u32 t, u32) { return {t, g}; }
Place a8_8(u32 g, u32 t, u32 i) { return {g, t * 4 + i}; }
Place b16_8(u32 g, u32 t, u32 i) { return {t * 4 + i, g}; }
Place a8_4(u32 g, u32 t, u32 i) { return {g, t * 8 + i}; }
Place b32_4(u32 g, u32 t, u32 i) { return {t * 8 + i, g}; }
Place a8_1(u32 g, u32 t, u32 i) { return {g, t * 32 + i}; }
Place b128_1(u32 g, u32 t, u32 i) { return {t * 32 + i, g}; }
Place a16k4(u32 g, u32 t, u32 i) { return {i == 0 ? g : g + 8, t}; }
Place a16k8_32(u32 g, u32 t, u32 i) { return {i == 0 || i == 2 ? g : g + 8, i < 2 ? t : t + 4}; }
Place b8_32(u32 g, u32 t, u32 i) { return {i == 0 ? t : t + 4, g}; }
Place a16k8_16(u32 g, u32 t, u32 i) { return {i < 2 ? g : g + 8, t * 2 + (i & 1)}; }
Place b8_16(u32 g, u32 t, u32 i) { return {t * 2 + i, g}; }
Place a16k16_16(u32 g, u32 t, u32 i) {
    return {i < 2 || (4 <= i && i < 6) ? g : g + 8, i < 4 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8};
}
Place b16_16(u32 g, u32 t, u32 i) { return {i < 2 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8, g}; }
Place a16k16_64(u32 g, u32 t, u32 i) { return {i % 2 == 0 ? g : g + 8, i * 2 - i % 2 * 2 + t}; }
Place b16_64(u32 g, u32 t, u32 i) { return {t + i * 4, g}; }
Place a16k16_8(u32 g, u32 t, u32 i) { return {i < 4 ? g : g + 8, t * 4 + (i & 3)}; }
Place a16k32_8(u32 g, u32 t, u32 i) {
    return {i < 4 || (8 <= i && i < 12) ? g : g + 8, i < 8 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16};
}
Place b32_8(u32 g, u32 t, u32 i) { return {i < 4 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16, g}; }
Place a16k32_4(u32 g, u32 t, u32 i) { return {i < 8 ? g : g + 8, t * 8 + (i & 7)}; }
Place a16k64_4(u32 g, u32 t, u32 i) {
    return {i < 8 || (16 <= i && i < 24) ? g : g + 8, i < 16 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32};
}
Place b64_4(u32 g, u32 t, u32 i) { return {i < 8 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32, g}; }
Place a16k128_1(u32 g, u32 t, u32 i) { return {i < 32 ? g : g + 8, t * 32 + (i & 31)}; }
Place a16k256_1(u32 g, u32 t, u32 i) {
    return {i < 32 || (64 <= i && i < 96) ? g : g + 8, i < 64 ? t * 32 + (i & 31) : t * 32 + (i & 31) + 128};
}
Place b256_1(u32 g, u32 t, u32 i) { return {i < 32 ? t * 32 + (i & 31) : t * 32 + (i & 31) + 128, g}; }

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> all = {
        {"m16n8k8.row.col.f32.f16.f16.f32", 16, 8, 8, "f32", "f16", "f16", "f32", a16k8_16, b8_16},
        {"m16n8k8.row.col.f16.f16.f16.f16", 16, 8, 8, "f16", "f16", "f16", "f16", a16k8_16, b8_16},
        {"m16n8k16.row.col.f32.f16.f16.f32", 16, 8, 16, "f32", "f16", "f16", "f32", a16k16_16, b16_16},
        {"m16n8k16.row.col.f16.f16.f16.f16", 16, 8, 16, "f16", "f16", "f16", "f16", a16k16_16, b16_16},
        {"m16n8k8.row.col.f32.bf16.bf16.f32", 16, 8, 8, "f32", "bf16", "bf16", "f32", a16k8_16, b8_16},
        {"m16n8k16.row.col.f32.bf16.bf16.f32", 16, 8, 16, "f32", "bf16", "bf16", "f32", a16k16_16, b16_16},
        {"m16n8k4.row.col.f32.tf32.tf32.f32", 16, 8, 4, "f32", "tf32", "tf32", "f32", a16k4, b4_64},
        {"m16n8k8.row.col.f32.tf32.tf32.f32", 16, 8, 8, "f32", "tf32", "tf32", "f32", a16k8_32, b8_32},
        {"m16n8k16.row.col.f32.e4m3.e5m2.f32", 16, 8, 16, "f32", "e4m3", "e5m2", "f32", a16k16_8, b16_8},
        {"m16n8k16.row.col.f16.e5m2.e5m2.f16", 16, 8, 16, "f16", "e5m2", "e5m2", "f16", a16k16_8, b16_8},
        {"m16n8k32.row.col.f32.e4m3.e4m3.f32", 16, 8, 32, "f32", "e4m3", "e4m3", "f32", a16k32_8, b32_8},
        {"m16n8k32.row.col.f16.e5m2.e4m3.f16", 16, 8, 32, "f16", "e5m2", "e4m3", "f16", a16k32_8, b32_8},
        {"m8n8k4.row.col.f64.f64.f64.f64", 8, 8, 4, "f64", "f64", "f64", "f64", a8_64, b4_64},
        {"m8n8k4.row.col.rz.f64.f64.f64.f64", 8, 8, 4, "f64", "f64", "f64", "f64", a8_64, b4_64},
        {"m16n8k4.row.col.f64.f64.f64.f64", 16, 8, 4, "f64", "f64", "f64", "f64", a16k4, b4_64},
        {"m16n8k8.row.col.f64.f64.f64.f64", 16, 8, 8, "f64", "f64", "f64", "f64", a16k8_32, b8_32},
        {"m16n8k16.row.col.f64.f64.f64.f64", 16, 8, 16, "f64", "f64", "f64", "f64", a16k16_64, b16_64},
        {"m8n8k16.row.col.s32.s8.u8.s32", 8, 8, 16, "s32", "s8", "u8", "s32", a8_8, b16_8},
        {"m16n8k16.row.col.s32.u8.s8.s32", 16, 8, 16, "s32", "u8", "s8", "s32", a16k16_8, b16_8},
        {"m16n8k32.row.col.satfinite.s32.s8.s8.s32", 16, 8, 32, "s32", "s8", "s8", "s32", a16k32_8, b32_8},
        {"m8n8k32.row.col.s32.s4.s4.s32", 8, 8, 32, "s32", "s4", "s4", "s32", a8_4, b32_4},
        {"m16n8k32.row.col.s32.u4.s4.s32", 16, 8, 32, "s32", "u4", "s4", "s32", a16k32_4, b32_4},
        {"m16n8k64.row.col.s32.s4.u4.s32", 16, 8, 64, "s32", "s4", "u4", "s32", a16k64_4, b64_4},
        {"m8n8k128.row.col.s32.b1.b1.s32.and.popc", 8, 8, 128, "s32", "b1", "b1", "s32", a8_1, b128_1},
        {"m16n8k128.row.col.s32.b1.b1.s32.xor.popc", 16, 8, 128, "s32", "b1", "b1", "s32", a16k128_1, b128_1},
        {"m16n8k256.row.col.s32.b1.b1.s32.and.popc", 16, 8, 256, "s32", "b1", "b1", "s32", a16k256_1, b256_1},
    };
    return all;
}

Place with_lane(PlaceOf place, u32 lane, u32 i) { return place(lane / 4, lane % 4, i); }

// Runs D = A × B + C; the matrices are row by row.
Result multiply(const Shape& shape, const std::vector<double>& a, const std::vector<double>& b,
                const std::vector<double>& c) {
    const Registers registers[] = {pack(shape.a, shape.m * shape.k,
                                        [&](u32 lane, u32 i) {
                                            const Place at = with_lane(shape.place_a, lane, i);
                                            return a.at(at.row * shape.k + at.column);
                                        }),
                                   pack(shape.b, shape.k * shape.n,
                                        [&](u32 lane, u32 i) {
                                            const Place at = with_lane(shape.place_b, lane, i);
                                            return b.at(at.row * shape.n + at.column);
                                        }),
                                   pack(shape.c, shape.m * shape.n, [&](u32 lane, u32 i) {
                                       const Place at = with_lane(accumulator_place, lane, i);
                                       return c.at(at.row * shape.n + at.column);
                                   })};
    const u32 numbers = shape.m * shape.n / 32;
    Result result =
        run_product("mma.sync.aligned." + std::string(shape.opcode), registers, {shape.d, numbers});
    result.values.resize(shape.m * shape.n);
    for (u32 lane = 0; lane < 32; ++lane)
        for (u32 i = 0; i < numbers; ++i) {
            const Place at = with_lane(accumulator_place, lane, i);
            result.values[at.row * shape.n + at.column] = result.of_lanes[lane * numbers + i];
        }
    return result;
}

std::vector<double> random_numbers(std::mt19937& random, u32 count, const std::string& type) {
    std::vector<double> numbers(count);
    const bool bit = type == "b1", is_unsigned = type[0] == 'u';
    for (double& each : numbers)
        each = static_cast<double>(bit           ? random() % 2
                                   : is_unsigned ? random() % 8
                                                 : random() % 15) -
               (bit || is_unsigned ? 0.0 : 7.0);
    return numbers;
}

std::vector<double> reference(const Shape& shape, const std::vector<double>& a, const std::vector<double>& b,
                              const std::vector<double>& c) {
    const bool exclusive = std::string(shape.opcode).find("xor") != std::string::npos;
    std::vector<double> d = c;
    for (u32 i = 0; i < shape.m; ++i)
        for (u32 j = 0; j < shape.n; ++j)
            for (u32 k = 0; k < shape.k; ++k) {
                const double left = a[i * shape.k + k], right = b[k * shape.n + j];
                d[i * shape.n + j] += exclusive ? (left != right ? 1.0 : 0.0) : left * right;
            }
    return d;
}

const Shape& shape_of(const std::string& opcode) {
    for (const Shape& shape : shapes())
        if (shape.opcode == opcode) return shape;
    FAIL("no shape " << opcode);
    return shapes()[0];
}

// The first element of a product whose first row and column are given; everything else is zero.
double first_element(const std::string& opcode, std::vector<double> row, std::vector<double> column,
                     double c) {
    const Shape& shape = shape_of(opcode);
    std::vector<double> a(shape.m * shape.k), b(shape.k * shape.n), sums(shape.m * shape.n);
    for (u32 k = 0; k < row.size(); ++k) {
        a[k] = row[k];
        b[k * shape.n] = column[k];
    }
    sums[0] = c;
    return multiply(shape, a, b, sums).values[0];
}

const std::string kHalves = "m16n8k16.row.col.f32.f16.f16.f32";
const std::string kHalfSums = "m16n8k16.row.col.f16.f16.f16.f16";

}  // namespace

TEST_CASE("mma multiplies matrices of small whole numbers exactly, in every shape and type") {
    std::mt19937 random(7);
    for (const Shape& shape : shapes()) {
        CAPTURE(shape.opcode);
        const std::vector<double> a = random_numbers(random, shape.m * shape.k, shape.a);
        const std::vector<double> b = random_numbers(random, shape.k * shape.n, shape.b);
        const std::vector<double> c = random_numbers(random, shape.m * shape.n, shape.c);
        const Result result = multiply(shape, a, b, c);
        CAPTURE(result.launch.message);
        CHECK(result.launch.findings.empty());
        CHECK(result.values == reference(shape, a, b, c));
    }
}

TEST_CASE("mma.m8n8k4 of f16 multiplies four pairs of matrices, in every layout") {
    std::mt19937 random(8);
    for (const std::string a_layout : {"row", "col"})
        for (const std::string b_layout : {"row", "col"})
            for (const std::string type : {"f32", "f16"}) {
                CAPTURE(a_layout + b_layout + type);
                const std::vector<double> a = random_numbers(random, 4 * 32, "f16");
                const std::vector<double> b = random_numbers(random, 4 * 32, "f16");
                const std::vector<double> c = random_numbers(random, 4 * 64, "f16");
                const auto place_c = [&](u32 lane, u32 i) {
                    const u32 upper = lane < 16 ? 0 : 4;
                    return type == "f16"
                               ? Place{lane % 4 + upper, i}
                               : Place{(lane & 1) + (i & 2) + upper, (i & 4) + (lane & 2) + (i & 1)};
                };
                const auto product = [](u32 lane) { return lane / 4 % 4; };
                const Registers registers[] = {pack("f16", 128,
                                                    [&](u32 lane, u32 i) {
                                                        const u32 upper = lane < 16 ? 0 : 4;
                                                        const Place at = a_layout == "row"
                                                                             ? Place{lane % 4 + upper, i}
                                                                             : Place{i % 4 + upper, lane % 4};
                                                        return a[product(lane) * 32 + at.row * 4 + at.column];
                                                    }),
                                               pack("f16", 128,
                                                    [&](u32 lane, u32 i) {
                                                        const u32 upper = lane < 16 ? 0 : 4;
                                                        const Place at = b_layout == "col"
                                                                             ? Place{i, lane % 4 + upper}
                                                                             : Place{lane % 4, i + upper};
                                                        return b[product(lane) * 32 + at.row * 8 + at.column];
                                                    }),
                                               pack(type, 256, [&](u32 lane, u32 i) {
                                                   const Place at = place_c(lane, i);
                                                   return c[product(lane) * 64 + at.row * 8 + at.column];
                                               })};
                const Result result = run_product(
                    "mma.sync.aligned.m8n8k4." + a_layout + "." + b_layout + "." + type + ".f16.f16." + type,
                    registers, {type, 8});
                std::vector<double> expected, found;
                for (u32 lane = 0; lane < 32; ++lane)
                    for (u32 i = 0; i < 8; ++i) {
                        const Place at = place_c(lane, i);
                        double sum = c[product(lane) * 64 + at.row * 8 + at.column];
                        for (u32 k = 0; k < 4; ++k)
                            sum += a[product(lane) * 32 + at.row * 4 + k] *
                                   b[product(lane) * 32 + k * 8 + at.column];
                        expected.push_back(sum);
                    }
                CHECK(result.of_lanes == expected);
            }
}

TEST_CASE("mma keeps what is not below the last bit of the largest term") {
    const std::vector<double> ones(16, 1.0);
    const auto sum = [&](std::vector<double> row, double c) { return first_element(kHalves, row, ones, c); };
    const double small = std::ldexp(1, -24);
    // Two terms of 2^-24 beside 1 make 2^-23, which a chain of roundings to f32 would lose.
    CHECK(sum({small, small}, 1) == 1 + std::ldexp(1, -23));
    // 2^-25 is kept, too, but f32 has no room for a single one: rounding is towards zero.
    CHECK(sum({small}, 1) == 1);
    CHECK(sum({-small}, 1) == 1 - small);
    CHECK(sum({small, small / 2, small / 2}, 1) == 1);  // 2^-25 is subnormal in f16
    CHECK(first_element(kHalves, {small, 0.5, 0.5}, {1, small, small}, 1) == 1 + std::ldexp(1, -23));
    // 2^-26 beside 1 is cut off, each one for itself.
    CHECK(first_element(kHalves, {0.25, 0.25, 0.25, 0.25}, {small, small, small, small}, 1) == 1);
    // With a larger term, more of the others is cut off; it comes from a product or from C.
    CHECK(first_element(kHalves, {1024, -1024, small}, {1024, 1024, 0.5}, 0) == 0);
    CHECK(first_element(kHalves, {1024, -1024, small}, {1024, 1024, 1}, 0) == 0);
    CHECK(sum({1, small}, -1) == small);
}

TEST_CASE("mma rounds to f32 towards zero and to f16 to nearest, ties to even") {
    const std::vector<double> ones(16, 1.0);
    CHECK(first_element(kHalves, {1, std::ldexp(1, -10)}, {1, std::ldexp(1.5, -13)}, 0) ==
          1 + std::ldexp(1, -23));
    CHECK(first_element(kHalves, {-1, std::ldexp(-1, -10)}, {1, std::ldexp(1.5, -13)}, 0) ==
          -1 - std::ldexp(1, -23));
    CHECK(first_element(kHalfSums, {2048, 1}, ones, 0) == 2048);
    CHECK(first_element(kHalfSums, {2048, 1, 1, 1}, ones, 0) == 2052);
    CHECK(first_element(kHalfSums, {2048, 1, 0.25}, ones, 0) == 2050);
}

TEST_CASE("mma of awkward numbers: infinities, NaN, overflow, subnormal numbers") {
    const double infinity = INFINITY;
    const std::vector<double> ones(16, 1.0);
    CHECK(first_element(kHalves, {infinity, 1}, ones, 0) == infinity);
    CHECK(first_element(kHalves, {-infinity, 1}, ones, 5) == -infinity);
    CHECK(std::isnan(first_element(kHalves, {infinity, -infinity}, ones, 0)));
    CHECK(std::isnan(first_element(kHalves, {infinity}, ones, -infinity)));
    CHECK(std::isnan(first_element(kHalves, {infinity}, {0}, 0)));
    CHECK(std::isnan(first_element(kHalves, {NAN}, ones, 0)));
    CHECK(std::isnan(first_element(kHalfSums, {1}, ones, NAN)));
    CHECK(first_element(kHalfSums, {60000, 60000}, ones, 0) == infinity);
    CHECK(first_element(kHalfSums, {60000, 60000, -60000}, ones, 0) == 60000 - std::fmod(60000.0, 32));
    CHECK(first_element("m16n8k32.row.col.f16.e5m2.e4m3.f16", std::vector<double>(20, 57344),
                        std::vector<double>(20, 448), 0) == infinity);
    CHECK(first_element("m16n8k8.row.col.f32.tf32.tf32.f32", {0x1p127}, {4}, 0) == infinity);
    CHECK(first_element("m16n8k8.row.col.f32.tf32.tf32.f32", {0x1p-100}, {0x1.4p-48}, 0) == 0x1p-148);
    CHECK(first_element(kHalves, {0x1p-24, 0x1p-24}, {1, 0x1p-24}, 0) == 0x1p-24);
    CHECK(first_element("m16n8k16.row.col.f32.bf16.bf16.f32", {0x1p-133}, {0x1p60}, 0) == 0x1p-73);
}

TEST_CASE("integers wrap round, or stay within their range with .satfinite") {
    const Shape& saturating = shape_of("m16n8k32.row.col.satfinite.s32.s8.s8.s32");
    Shape wrapping = saturating;
    wrapping.opcode = "m16n8k32.row.col.s32.s8.s8.s32";
    const std::vector<double> a(16 * 32, -128), b(32 * 8, 127), c(16 * 8, -2147483648.0);
    CHECK(multiply(saturating, a, b, c).values == c);
    CHECK(multiply(wrapping, a, b, c).values == std::vector<double>(16 * 8, 2147483648.0 - 32 * 128 * 127));
}

TEST_CASE("f64 is a chain of fused multiply-adds along k, in the rounding that the instruction names") {
    std::mt19937 random(9);
    for (const std::string opcode : {"m8n8k4.row.col.f64.f64.f64.f64", "m16n8k16.row.col.f64.f64.f64.f64"}) {
        const Shape& shape = shape_of(opcode);
        std::normal_distribution<double> normal;
        std::vector<double> a(shape.m * shape.k), b(shape.k * shape.n), c(shape.m * shape.n);
        for (std::vector<double>* each : {&a, &b, &c})
            for (double& value : *each) value = normal(random);
        std::vector<double> expected = c;
        for (u32 i = 0; i < shape.m; ++i)
            for (u32 j = 0; j < shape.n; ++j)
                for (u32 k = 0; k < shape.k; ++k)
                    expected[i * shape.n + j] =
                        std::fma(a[i * shape.k + k], b[k * shape.n + j], expected[i * shape.n + j]);
        CHECK(multiply(shape, a, b, c).values == expected);
    }
    CHECK(first_element("m8n8k4.row.col.f64.f64.f64.f64", {0x1.8p-53}, {1}, 1) == 1 + 0x1p-52);
    CHECK(first_element("m8n8k4.row.col.rz.f64.f64.f64.f64", {0x1.8p-53}, {1}, 1) == 1);
}

TEST_CASE("random products stay as close to the exact ones as the accumulators allow") {
    std::mt19937 random(10);
    std::normal_distribution<double> normal;
    for (const Shape& shape : shapes()) {
        const std::string type = shape.a;
        if (type[0] == 's' || type[0] == 'u' || type == "b1" || type == "f64") continue;
        CAPTURE(shape.opcode);
        std::vector<double> a(shape.m * shape.k), b(shape.k * shape.n), c(shape.m * shape.n);
        for (double& value : a) value = as_stored(shape.a, normal(random));
        for (double& value : b) value = as_stored(shape.b, normal(random));
        for (double& value : c) value = as_stored(shape.c, normal(random));
        const std::vector<double> expected = reference(shape, a, b, c),
                                  found = multiply(shape, a, b, c).values;
        const double unit = std::string(shape.d) == "f16" ? 0x1p-11 : 0x1p-23;
        u32 too_far = 0;
        for (u32 i = 0; i < shape.m; ++i)
            for (u32 j = 0; j < shape.n; ++j) {
                double largest = std::fabs(c[i * shape.n + j]);
                for (u32 k = 0; k < shape.k; ++k)
                    largest += std::fabs(a[i * shape.k + k] * b[k * shape.n + j]);
                too_far +=
                    !(std::fabs(found[i * shape.n + j] - expected[i * shape.n + j]) <= 2 * unit * largest);
            }
        CHECK(too_far == 0);
    }
}

TEST_CASE("an undefined element makes its row or column undefined, and nothing else") {
    // Lane 0 of A holds rows 0 and 8. Row 8's halves come from a lane that takes no part in the shuffle.
    const auto body = [](const std::string& undefined, const std::string& stored) {
        return "mov.b32 %r1, 0x3c003c00;\nmov.b32 %r2, %r1;\nmov.b32 %r3, %r1;\nmov.b32 %r4, %r1;\nmov.b32 "
               "%r5, "
               "%r1;\nmov.b32 %r6, %r1;\nmov.f32 %f1, 0f00000000;\nmov.f32 %f2, %f1;\nmov.f32 %f3, "
               "%f1;\nmov.f32 %f4, "
               "%f1;\nld.global.b32 %r9, [%mine];\nsetp.eq.u32 %p1, %t, 0;\n@%p1 mov.b32 " +
               undefined +
               ", %r9;\nmma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, "
               "%r3, %r4}, "
               "{%r5, %r6}, {%f1, %f2, %f3, %f4};\nsetp.eq.f32 %p2, " +
               stored + ", 0f7f800000;\nsetp.lt.u32 %p3, %t, 4;\nand.pred %p2, %p2, %p3;\n@%p2 exit;\n";
    };
    const auto findings = [&](const std::string& undefined, const std::string& stored) {
        return run(body(undefined, stored), {.out_written = false}).launch.findings.size();
    };
    CHECK(findings("%r1", "%f1") == 1);  // row 0
    CHECK(findings("%r1", "%f3") == 0);  // row 8
    CHECK(findings("%r2", "%f1") == 0);
    CHECK(findings("%r2", "%f3") == 1);
    CHECK(findings("%r5", "%f1") == 1);  // column 0, so lane 0
    CHECK(findings("%r5", "%f2") == 0);  // column 1
    CHECK(findings("%f1", "%f1") == 1);
    CHECK(findings("%f1", "%f2") == 0);
}

TEST_CASE("mma is one instruction, computes no float of its own, and needs the whole warp") {
    const std::string mma =
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, "
        "{%r5, %r6}, "
        "{%f1, %f2, %f3, %f4};\n";
    const Ran whole = run(mma);
    CHECK(whole.launch.status == exec::Status::Ok);
    CHECK(whole.launch.counters.warp_instructions == kPrologueInstructions + 2);
    CHECK(whole.launch.counters.float_instructions == 0);
    const Ran half = run("setp.lt.u32 %p1, %t, 16;\n@%p1 " + mma);
    CHECK(half.launch.status == exec::Status::Trap);
    CHECK(half.launch.message.find("needs all 32 threads of the warp") != std::string::npos);
    CHECK(half.launch.message.find("PTX line 26") != std::string::npos);
}

TEST_CASE("shapes and types that PTX lacks for sm_90 are refused by name") {
    const auto refused = [](const std::string& opcode, const std::string& operands) {
        const Ran ran = run(opcode + " " + operands + ";\n");
        CHECK(ran.launch.status == exec::Status::Unsupported);
        return ran.launch.message.find(opcode) != std::string::npos;
    };
    const std::string four = "{%r1, %r2, %r3, %r4}, {%r5, %r6, %r7, %r8}, {%r9, %r10}, {%r1, %r2, %r3, %r4}";
    CHECK(refused("mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32", four));
    CHECK(refused("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f16", four));
    CHECK(refused("mma.sync.aligned.m16n8k16.col.row.f32.f16.f16.f32", four));
    CHECK(refused("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e3m2.e2m1.f32", four));
    CHECK(refused("mma.sp.sync.aligned.m16n8k64.row.col.f32.f16.f16.f32", four + ", %r11, 0"));
    CHECK(refused("mma.sp.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", four + ", %r11, 0"));
    CHECK(refused("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16",
                  "{%f1, %f2, %f3, %f4}, %rd1, %rd2, %r1, 0, 1, 1, 1, 0, 0"));
}
