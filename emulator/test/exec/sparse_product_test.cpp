// mma.sp of every shape and type, compared with the product of the whole matrices. Which thread holds which element and which metadata is
// written as the PTX ISA has it (9.7.14.6): from the lane to the row.
#include <doctest/doctest.h>

#include <random>

#include "emulator/test/support/matrices.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::test;

namespace {

enum class Holders { One, PairOfHalves, PairOfRows, Four };

struct SparseShape {
    const char* opcode;  // behind mma.sp
    u32 k;
    const char *d, *a, *b;
    Holders holders;
};

const SparseShape kSparseShapes[] = {
    {"m16n8k16.row.col.f32.f16.f16.f32", 16, "f32", "f16", "f16", Holders::One},
    {"m16n8k16.row.col.f16.f16.f16.f16", 16, "f16", "f16", "f16", Holders::One},
    {"m16n8k32.row.col.f32.f16.f16.f32", 32, "f32", "f16", "f16", Holders::PairOfHalves},
    {"m16n8k16.row.col.f32.bf16.bf16.f32", 16, "f32", "bf16", "bf16", Holders::One},
    {"m16n8k32.row.col.f32.bf16.bf16.f32", 32, "f32", "bf16", "bf16", Holders::PairOfHalves},
    {"m16n8k8.row.col.f32.tf32.tf32.f32", 8, "f32", "tf32", "tf32", Holders::One},
    {"m16n8k16.row.col.f32.tf32.tf32.f32", 16, "f32", "tf32", "tf32", Holders::PairOfHalves},
    {"m16n8k64.row.col.f32.e4m3.e5m2.f32", 64, "f32", "e4m3", "e5m2", Holders::Four},
    {"m16n8k32.row.col.s32.s8.u8.s32", 32, "s32", "s8", "u8", Holders::PairOfRows},
    {"m16n8k64.row.col.satfinite.s32.u8.s8.s32", 64, "s32", "u8", "s8", Holders::Four},
    {"m16n8k64.row.col.s32.s4.s4.s32", 64, "s32", "s4", "s4", Holders::PairOfRows},
    {"m16n8k128.row.col.s32.u4.s4.s32", 128, "s32", "u4", "s4", Holders::Four},
};

u32 chunk_of(const std::string& type) { return type == "tf32" ? 2 : bits_of_type(type) == 4 ? 8 : 4; }

// A with its zeros, and the four bits of each chunk of each row.
struct SparseMatrix {
    std::vector<double> dense;
    std::vector<u32> metadata;
};

// ordered: the stored numbers stand in the order of their places.
SparseMatrix random_sparse(std::mt19937& random, const SparseShape& shape, bool ordered,
                           std::vector<std::vector<double>>& stored) {
    const u32 chunk = chunk_of(shape.a), chunks = shape.k / chunk;
    SparseMatrix a{std::vector<double>(16 * shape.k), std::vector<u32>(16 * chunks)};
    stored.assign(16, {});
    for (u32 row = 0; row < 16; ++row)
        for (u32 c = 0; c < chunks; ++c) {
            u32 first = random() % 4, second = random() % 4;
            while (second == first) second = random() % 4;
            if (ordered && first > second) std::swap(first, second);
            if (chunk == 2) first = random() % 2 * 2, second = first + 1;
            a.metadata[row * chunks + c] = first | second << 2;
            const auto put = [&](u32 place) {
                const double value = static_cast<double>(random() % 7) + (shape.a[0] == 'u' ? 0 : -3);
                a.dense[row * shape.k + c * chunk + place] = value;
                stored[row].push_back(value);
            };
            for (const u32 index : {first, second}) {
                if (chunk == 8) put(2 * index), put(2 * index + 1);
                if (chunk == 4) put(index);
                if (chunk == 2 && index == first) put(first / 2);
            }
        }
    return a;
}

Metadata metadata_of(const SparseShape& shape, const SparseMatrix& a, u32 selector) {
    const u32 chunks = shape.k / chunk_of(shape.a);
    Metadata metadata{std::vector<u32>(32, 0xffffffff), selector};
    for (u32 lane = 0; lane < 32; ++lane) {
        const u32 g = lane / 4, t = lane % 4;
        u32 bits = 0;
        const auto add = [&](u32 nibble, u32 row, u32 chunk) {
            bits |= a.metadata.at(row * chunks + chunk) << 4 * nibble;
        };
        bool holds = true;
        for (u32 nibble = 0; nibble < 8; ++nibble) switch (shape.holders) {
                case Holders::One:
                    holds = t == selector;
                    add(nibble, g + nibble / 4 * 8, nibble % 4);
                    break;
                case Holders::PairOfHalves:
                    holds = t / 2 == selector;
                    add(nibble, g + nibble / 4 * 8, nibble % 4 + t % 2 * 4);
                    break;
                case Holders::PairOfRows:
                    holds = t / 2 == selector;
                    add(nibble, g + t % 2 * 8, nibble);
                    break;
                case Holders::Four:
                    add(nibble, g + t % 2 * 8, nibble + t / 2 * 8);
            }
        if (holds) metadata.of_lanes[lane] = bits;
    }
    return metadata;
}

Result multiply(const std::string& opcode, const SparseShape& shape,
                const std::vector<std::vector<double>>& stored, const std::vector<double>& b,
                const std::vector<double>& c, const Metadata& metadata) {
    const u32 bits = bits_of_type(shape.a), per = 32 / bits, half = shape.k / 2;
    const Registers registers[] = {
        pack(shape.a, 16 * half,
             [&](u32 lane, u32 i) {
                 const u32 reg = i / per;
                 return stored[lane / 4 + reg % 2 * 8][lane % 4 * per + reg / 2 * 4 * per + i % per];
             }),
        pack(shape.b, shape.k * 8,
             [&](u32 lane, u32 i) {
                 return b[(lane % 4 * per + i / per * 4 * per + i % per) * 8 + lane / 4];
             }),
        pack(shape.d, 128,
             [&](u32 lane, u32 i) { return c[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2]; })};
    return run_product(opcode, registers, {shape.d, 4}, metadata);
}

}  // namespace

TEST_CASE("mma.sp multiplies in every shape and type, with every selector") {
    std::mt19937 random(11);
    for (const SparseShape& shape : kSparseShapes)
        for (const bool ordered : {false, true})
            for (u32 selector = 0; selector < 4; ++selector) {
                if (selector >= 2 && shape.holders != Holders::One) break;
                if (selector >= 1 && shape.holders == Holders::Four) break;
                const std::string opcode =
                    (ordered ? "mma.sp::ordered_metadata.sync.aligned." : "mma.sp.sync.aligned.") +
                    std::string(shape.opcode);
                CAPTURE(opcode);
                CAPTURE(selector);
                std::vector<std::vector<double>> stored;
                const SparseMatrix a = random_sparse(random, shape, ordered, stored);
                std::vector<double> b(shape.k * 8), c(128);
                for (double& each : b) each = static_cast<double>(random() % 8) - (shape.b[0] == 'u' ? 0 : 4);
                for (double& each : c) each = static_cast<double>(random() % 8);
                const Result result = multiply(opcode, shape, stored, b, c, metadata_of(shape, a, selector));
                CHECK(result.launch.message == "");
                std::vector<double> expected;
                for (u32 lane = 0; lane < 32; ++lane)
                    for (u32 i = 0; i < 4; ++i) {
                        const u32 row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
                        double sum = c[row * 8 + column];
                        for (u32 k = 0; k < shape.k; ++k)
                            sum += a.dense[row * shape.k + k] * b[k * 8 + column];
                        expected.push_back(sum);
                    }
                CHECK(result.of_lanes == expected);
            }
}

TEST_CASE("mma.sp leaves alone what its zeros meet, and adds NaN only where a stored number meets it") {
    const SparseShape& shape = kSparseShapes[0];
    std::vector<std::vector<double>> stored(16, std::vector<double>(8, 1.0));
    SparseMatrix a{{}, std::vector<u32>(64, 0b0100)};  // the first two of each four
    std::vector<double> b(16 * 8, 1.0);
    for (u32 column = 0; column < 8; ++column) b[3 * 8 + column] = NAN;
    const std::string opcode = "mma.sp.sync.aligned." + std::string(shape.opcode);
    const Result clean =
        multiply(opcode, shape, stored, b, std::vector<double>(128), metadata_of(shape, a, 0));
    CHECK(clean.of_lanes == std::vector<double>(128, 8.0));
    a.metadata[0] = 0b1100;  // the first and the last, in row 0
    const Result met = multiply(opcode, shape, stored, b, std::vector<double>(128), metadata_of(shape, a, 0));
    CHECK(std::isnan(met.of_lanes[0]));
    CHECK(met.of_lanes[2] == 8);  // row 8
}

TEST_CASE("mma.sp: metadata without a meaning ends the launch with a sentence") {
    const SparseShape& shape = kSparseShapes[0];
    const std::vector<std::vector<double>> stored(16, std::vector<double>(8, 1.0));
    const auto says = [&](const std::string& opcode, u32 bits, const std::string& words) {
        SparseMatrix a{{}, std::vector<u32>(64, 0b0100)};
        a.metadata[5] = bits;
        const Result result =
            multiply(opcode + ".sync.aligned." + shape.opcode, shape, stored, std::vector<double>(128),
                     std::vector<double>(128), metadata_of(shape, a, 0));
        CAPTURE(result.launch.message);
        return words.empty() ? result.launch.message.empty()
                             : result.launch.message.find(words) != std::string::npos;
    };
    CHECK(says("mma.sp", 0b0101, "has 0x5 in bits 4 to 7 for row 1 of A: the two indices have to differ"));
    CHECK(says("mma.sp", 0b0001, ""));
    CHECK(says("mma.sp::ordered_metadata", 0b0001, "the first index has to be below the second"));
    const std::string operands =
        " {%f1, %f2, %f3, %f4}, {%r1, %r2}, {%r3, %r4}, {%f1, %f2, %f3, %f4}, %r5, 4;\n";
    const Ran selected = run("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32" + operands);
    CHECK(selected.launch.message.find("has to be below 4") != std::string::npos);
}
