// Instructions that the decoder puts together from rows, or that have too many forms for rows: set with halves and with a
// predicate, setp of pairs, lop3 with a test, the video instructions, moves of bytes, modifiers in another order.
//
// Each runs as PTX, through parser and decoder, on awkward operands; what it should compute is written down beside it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

const std::vector<u32> kValues = {0,          1,          0x7f,       0x80,       0xff,       0x7fff,
                                  0x8000,     0xffff,     0x7fffffff, 0x80000000, 0xffffffff, 0x12345678,
                                  0x87654321, 0xdeadbeef, 0x3c003c00, 0xbc003c01, 0x7e007c00, 0x3f80bf80,
                                  31,         32,         33};

// %r0 = what the text makes of %r1, %r2 and %r3, for every choice of three values.
std::vector<u32> results(const std::string& text) {
    const u32 count = static_cast<u32>(kValues.size()), all = count * count * count;
    Setup setup{.grid = {(all + 63) / 64, 1, 1}, .block = {64, 1, 1}, .in = kValues, .n = all};
    const std::string n = std::to_string(count);
    return run(R"(
setp.ge.u32 %p31, %g, %n;
@%p31 ret;
rem.u32 %r1, %g, )" +
                   n + "; div.u32 %r4, %g, " + n + "; rem.u32 %r2, %r4, " + n + "; div.u32 %r3, %r4, " + n +
                   R"(;
mul.wide.u32 %rd1, %r1, 4; add.u64 %rd1, %rd1, %in; ld.global.u32 %r1, [%rd1];
mul.wide.u32 %rd1, %r2, 4; add.u64 %rd1, %rd1, %in; ld.global.u32 %r2, [%rd1];
mul.wide.u32 %rd1, %r3, 4; add.u64 %rd1, %rd1, %in; ld.global.u32 %r3, [%rd1];
)" + text + "\nst.global.u32 [%mine], %r0;",
               setup)
        .out;
}

template <class F>
void compare(const std::string& text, F expected) {
    CAPTURE(text);
    const std::vector<u32> got = results(text);
    const std::size_t count = kValues.size();
    std::size_t wrong = 0;
    std::string first;
    for (std::size_t k = 0; k < count * count * count; ++k) {
        const u32 a = kValues[k % count], b = kValues[k / count % count], c = kValues[k / count / count];
        const u32 want = static_cast<u32>(expected(a, b, c));
        if (got[k] != want && wrong++ == 0)
            first = std::to_string(a) + ", " + std::to_string(b) + ", " + std::to_string(c) + ": " +
                    std::to_string(got[k]) + " instead of " + std::to_string(want);
    }
    CHECK_MESSAGE(wrong == 0, first);
}

double half(u32 bits) { return static_cast<double>(__builtin_bit_cast(_Float16, static_cast<u16>(bits))); }
double bfloat(u32 bits) { return static_cast<double>(__builtin_bit_cast(float, bits << 16)); }
s64 signed_part(u32 word, int position, int bits) {
    const s64 value = word >> position & ((u64{1} << bits) - 1);
    return value >> (bits - 1) != 0 ? value - (s64{1} << bits) : value;
}

}  // namespace

TEST_CASE("modifiers may stand in any order, behind the types too") {
    const auto least = [](u32 a, u32 b, u32) { return std::max(std::min<s32>(a, b), 0); };
    compare("min.relu.s32 %r0, %r1, %r2;", least);
    compare("min.s32.relu %r0, %r1, %r2;", least);
    const auto rounded = [](u32 a, u32, u32) {
        return __builtin_bit_cast(u32, static_cast<float>(__builtin_bit_cast(s32, a)));
    };
    compare("cvt.f32.s32.rn %f1, %r1; mov.b32 %r0, %f1;", rounded);
}

TEST_CASE(
    "a product of halves and the sum that uses it are one fused operation, unless they name a rounding") {
    // (1 + 2^-10) (1 + 2^-9) - 1: 1.5 * 2^-9 + 2^-19 fused, without the last term in two steps.
    const std::string factors = "mov.b16 %rs1, 0x3c01; mov.b16 %rs2, 0x3c02; mov.b16 %rs3, 0x3c00;\n";
    const std::string store = "\ncvt.u32.u16 %r0, %rs5;";
    const auto one_and = [&](const std::string& body) { return results(factors + body + store)[0]; };
    CHECK(one_and("mul.f16 %rs4, %rs1, %rs2; sub.f16 %rs5, %rs4, %rs3;") == 0x1a01);
    CHECK(one_and("mul.f16 %rs4, %rs1, %rs2; sub.f16 %rs5, %rs3, %rs4;") == 0x9a01);
    CHECK(one_and("mul.rn.f16 %rs4, %rs1, %rs2; sub.rn.f16 %rs5, %rs4, %rs3;") == 0x1a00);
    const std::string pairs = "mov.b32 %r1, 0x3c013f81; mov.b32 %r2, 0x3c023f82; mov.b32 %r3, 0xbc00bf80;\n";
    CHECK((results(pairs + "mul.bf16x2 %r9, %r1, %r2; add.bf16x2 %r0, %r9, %r3;")[0] & 0xffff) == 0x3cc1);
    CHECK((results(pairs + "mul.f16x2 %r9, %r1, %r2; add.f16x2 %r0, %r9, %r3;")[0] >> 16) == 0x1a01);
}

TEST_CASE("set compares halves one by one and writes ones, masks or integers") {
    compare("set.lt.u32.f16x2 %r0, %r1, %r2;", [](u32 a, u32 b, u32) {
        return (half(a) < half(b) ? 0xffffu : 0u) | (half(a >> 16) < half(b >> 16) ? 0xffff0000u : 0u);
    });
    compare("set.geu.bf16x2.bf16x2 %r0, %r1, %r2;", [](u32 a, u32 b, u32) {
        const auto holds = [](double x, double y) { return !(x < y) ? 0x3f80u : 0u; };
        return holds(bfloat(a & 0xffff), bfloat(b & 0xffff)) | holds(bfloat(a >> 16), bfloat(b >> 16)) << 16;
    });
    compare(
        "cvt.u16.u32 %rs1, %r1; cvt.u16.u32 %rs2, %r2; set.ne.f16.f16 %rs3, %rs1, %rs2; cvt.u32.u16 %r0, "
        "%rs3;",
        [](u32 a, u32 b, u32) { return half(a) < half(b) || half(a) > half(b) ? 0x3c00u : 0u; });
    compare("cvt.u16.u32 %rs1, %r1; cvt.u16.u32 %rs2, %r2; set.eq.s32.bf16 %r0, %rs1, %rs2;",
            [](u32 a, u32 b, u32) { return bfloat(a & 0xffff) == bfloat(b & 0xffff) ? ~0u : 0u; });
    compare("set.lt.f16.s32 %rs1, %r1, %r2; cvt.u32.u16 %r0, %rs1;",
            [](u32 a, u32 b, u32) { return static_cast<s32>(a) < static_cast<s32>(b) ? 0x3c00u : 0u; });
}

TEST_CASE("set combines with a predicate") {
    compare("setp.ge.s32 %p1, %r3, 0; set.lt.and.f32.u32 %f1, %r1, %r2, !%p1; mov.b32 %r0, %f1;",
            [](u32 a, u32 b, u32 c) { return a < b && static_cast<s32>(c) < 0 ? 0x3f800000u : 0u; });
    compare("setp.ge.s32 %p1, %r3, 0; set.gt.xor.u32.s32 %r0, %r1, %r2, %p1;", [](u32 a, u32 b, u32 c) {
        return (static_cast<s32>(a) > static_cast<s32>(b)) != (static_cast<s32>(c) >= 0) ? ~0u : 0u;
    });
}

TEST_CASE("setp of pairs writes a predicate for each half") {
    compare(
        "setp.lt.f16x2 %p1|%p2, %r1, %r2; selp.u32 %r4, 1, 0, %p1; selp.u32 %r0, 2, 0, %p2; or.b32 %r0, %r0, "
        "%r4;",
        [](u32 a, u32 b, u32) {
            return (half(a) < half(b) ? 1 : 0) | (half(a >> 16) < half(b >> 16) ? 2 : 0);
        });
    compare("setp.ge.s32 %p3, %r3, 0; setp.eq.or.bf16x2 _|%p2, %r1, %r2, %p3; selp.u32 %r0, 2, 0, %p2;",
            [](u32 a, u32 b, u32 c) {
                return bfloat(a >> 16) == bfloat(b >> 16) || static_cast<s32>(c) >= 0 ? 2 : 0;
            });
}

TEST_CASE("lop3 tests its result and may leave it out") {
    compare(
        "setp.ge.s32 %p1, %r3, 0; lop3.or.b32 %r4|%p2, %r1, %r2, %r3, 0x96, %p1; selp.b32 %r0, %r4, 5, %p2;",
        [](u32 a, u32 b, u32 c) {
            const u32 mixed = a ^ b ^ c;
            return mixed != 0 || static_cast<s32>(c) >= 0 ? mixed : 5;
        });
    compare(
        "setp.ge.s32 %p1, %r3, 0; lop3.and.b32 _|%p1, %r1, %r2, %r3, 0x80, !%p1; selp.u32 %r0, 1, 0, %p1;",
        [](u32 a, u32 b, u32 c) { return (a & b & c) != 0 && static_cast<s32>(c) < 0 ? 1 : 0; });
}

TEST_CASE("video instructions work on the part that a selector names and merge their result") {
    compare("vadd.s32.s32.u32.sat %r0, %r1.h1, %r2.b3;",
            [](u32 a, u32 b, u32) { return signed_part(a, 16, 16) + static_cast<s64>(b >> 24); });
    compare("vadd.s32.s32.s32.sat %r0, %r1, %r2;", [](u32 a, u32 b, u32) {
        return std::clamp<s64>(s64{static_cast<s32>(a)} + static_cast<s32>(b), INT32_MIN, INT32_MAX);
    });
    compare("vsub.u32.u32.u32.sat %r0.b1, %r1, %r2, %r3;", [](u32 a, u32 b, u32 c) {
        return (c & 0xffff00ff) | static_cast<u32>(std::clamp<s64>(s64{a} - b, 0, 255)) << 8;
    });
    compare("vabsdiff.u32.s32.s32.add %r0, %r1.h0, %r2.h1, %r3;", [](u32 a, u32 b, u32 c) {
        return static_cast<u32>(std::abs(signed_part(a, 0, 16) - signed_part(b, 16, 16))) + c;
    });
    compare("vmax.s32.u32.s32.min %r0, %r1.b0, %r2, %r3;", [](u32 a, u32 b, u32 c) {
        return std::min<s64>(std::max<s64>(a & 0xff, static_cast<s32>(b)), static_cast<s32>(c));
    });
    compare("vset.s32.u32.le.add %r0, %r1, %r2.b2, %r3;", [](u32 a, u32 b, u32 c) {
        return (static_cast<s32>(a) <= static_cast<s32>(b >> 16 & 0xff) ? 1 : 0) + c;
    });
    compare("vshl.u32.u32.u32.clamp %r0, %r1, %r2;", [](u32 a, u32 b, u32) { return b > 31 ? 0 : a << b; });
    compare("vshr.s32.s32.u32.wrap %r0, %r1, %r2;",
            [](u32 a, u32 b, u32) { return static_cast<s32>(a) >> (b & 31); });
    compare("vmad.s32.s32.s32.shr7 %r0, %r1.h0, -%r2.h1, %r3;", [](u32 a, u32 b, u32 c) {
        return (-(signed_part(a, 0, 16) * signed_part(b, 16, 16)) + static_cast<s32>(c)) >> 7;
    });
    compare("vmad.u32.u32.u32.po.sat %r0, %r1, %r2.h0, %r3;",
            [](u32 a, u32 b, u32 c) { return std::min<u64>(u64{a} * (b & 0xffff) + c + 1, 0xffffffff); });
}

TEST_CASE("packed video instructions pick their elements from both sources") {
    compare("vadd4.u32.u32.u32.sat %r0, %r1, %r2, %r3;", [](u32 a, u32 b, u32) {
        u32 result = 0;
        for (int k = 0; k < 32; k += 8) result |= std::min((a >> k & 0xff) + (b >> k & 0xff), 0xffu) << k;
        return result;
    });
    compare("vabsdiff4.u32.u32.u32.add %r0, %r1, %r2, %r3;", [](u32 a, u32 b, u32 c) {
        for (int k = 0; k < 32; k += 8)
            c +=
                static_cast<u32>(std::abs(static_cast<int>(a >> k & 0xff) - static_cast<int>(b >> k & 0xff)));
        return c;
    });
    compare("vsub2.s32.s32.s32.sat %r0.h1, %r1.h02, %r2.h33, %r3;", [](u32 a, u32 b, u32 c) {
        const s64 difference = signed_part(a, 0, 16) - signed_part(b, 16, 16);
        return (c & 0xffff) | static_cast<u32>(std::clamp<s64>(difference, -32768, 32767)) << 16;
    });
    compare("vavrg2.s32.s32.s32 %r0, %r1, %r2, %r3;", [](u32 a, u32 b, u32) {
        u32 result = 0;
        for (int k = 0; k < 32; k += 16) {
            const s64 both = signed_part(a, k, 16) + signed_part(b, k, 16);
            result |= static_cast<u32>((both + (both >= 0 ? 1 : 0)) >> 1 & 0xffff) << k;
        }
        return result;
    });
    compare("vset4.s32.u32.lt %r0.b20, %r1, %r2, %r3;", [](u32 a, u32 b, u32 c) {
        u32 result = c & 0xff00ff00;
        for (const int k : {0, 16})
            result |= (signed_part(a, k, 8) < static_cast<s64>(b >> k & 0xff) ? 1u : 0u) << k;
        return result;
    });
}

TEST_CASE("registers of 8 bits take part in loads, conversions and moves of pieces") {
    const std::string bytes = ".reg .b8 %w, %x, %y, %z; .reg .u8 %u; .reg .s8 %s;\n";
    compare(bytes + "mov.b32 {%w, %x, %y, %z}, %r1; mov.b32 %r0, {%z, %y, %x, %w};",
            [](u32 a, u32, u32) { return __builtin_bswap32(a); });
    compare(bytes + "cvt.sat.u8.s32 %u, %r1; cvt.u32.u8 %r0, %u;",
            [](u32 a, u32, u32) { return std::clamp(static_cast<s32>(a), 0, 255); });
    compare(bytes +
                "cvt.u16.u32 %rs1, %r1; mov.b16 {%w, %x}, %rs1; cvt.s32.s8 %r4, %x; mov.b16 %rs2, {%x, %w}; "
                "cvt.u32.u16 %r0, %rs2; add.u32 %r0, %r0, %r4;",
            [](u32 a, u32, u32) {
                return ((a & 0xff) << 8 | (a >> 8 & 0xff)) + static_cast<u32>(signed_part(a, 8, 8));
            });
}

TEST_CASE("a selector, a sign or a third source is refused where the instruction has none") {
    const auto message = [](const std::string& text) {
        const Ran ran = run(text);
        CHECK(ran.launch.status == exec::Status::Unsupported);
        return ran.launch.message;
    };
    CHECK(message("add.u32 %r0, %r1.b0, %r2;").find("does not go with add.u32") != std::string::npos);
    CHECK(message("add.s32 %r0, %r1, -%r2;").find("does not go with add.s32") != std::string::npos);
    CHECK(message("vadd.s32.s32.s32 %r0, %r1, -%r2;").find("vmad alone") != std::string::npos);
    CHECK(message("vadd4.u32.u32.u32 %r0, %r1.h10, %r2, %r3;").find(".h10") != std::string::npos);
    CHECK(message("max.f32 %f0, %f1, %f2, %f3;").find("expected 3 operands, found 4") != std::string::npos);
    CHECK(message("add.rn.f32.f16 %f0, %rs1, %f2;").find("not supported") != std::string::npos);
}
