// atom and red: every operation, type and space against C++; the order in which blocks commit.
#include <doctest/doctest.h>

#include <bit>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// `space` address of a cell of 8 bytes in %rd1, the cell set to `initial`.
std::string cell(const std::string& space, const std::string& initial) {
    if (space == "global") return "mov.u64 %rd1, %out;\nst.global.u64 [%rd1], " + initial + ";\n";
    std::string text =
        ".shared .align 8 .b8 cell[8];\nst.shared.u64 [cell], " + initial + ";\nmov.u64 %rd1, cell;\n";
    if (space == "generic") text += "cvta.shared.u64 %rd1, %rd1;\n";
    return text;
}

struct Result {
    u64 stored, returned;
};

// One thread's atom, and the same as red if there is such an instruction, on a cell that holds `initial`.
Result once(const std::string& space, const std::string& operation, u64 initial, u64 b, u64 c = 0) {
    const bool swap = operation.find("cas") == 0;
    const std::string opcode = "atom." + (space == "generic" ? "" : space + ".") + operation;
    const bool wide = operation.find("64") != std::string::npos;
    const std::string type = operation.substr(operation.size() - 3), index = wide ? "%rd" : "%r";
    std::string body = cell(space, std::to_string(static_cast<s64>(initial))) + "mov.b64 %rd2, " +
                       std::to_string(static_cast<s64>(b)) + ";\nmov.b64 %rd3, " +
                       std::to_string(static_cast<s64>(c)) +
                       ";\ncvt.u32.u64 %r2, %rd2;\ncvt.u32.u64 %r3, %rd3;\nmov.u64 %rd4, 0;\n";
    body += opcode + " " + index + "4, [%rd1], " + index + "2" + (swap ? ", " + index + "3" : "") + ";\n";
    if (!wide) body += "cvt.u64.u32 %rd4, %r4;\n";
    body += "ld" + std::string(space == "generic" ? "" : "." + space) + ".u64 %rd5, [%rd1];\n";
    body += "st.global.v2.u64 [%out], {%rd5, %rd4};\n";
    const Ran ran = run(body, {.block = {1}, .words = 4});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.launch.counters.atomics == 1);
    return {u64{ran.out[1]} << 32 | ran.out[0], u64{ran.out[3]} << 32 | ran.out[2]};
}

void compare(const std::string& operation, u64 initial, u64 b, u64 expected, u64 c = 0) {
    for (const char* space : {"global", "shared", "generic"}) {
        CAPTURE(operation);
        CAPTURE(space);
        CAPTURE(initial);
        CAPTURE(b);
        const Result result = once(space, operation, initial, b, c);
        CHECK(result.stored == expected);
        CHECK(result.returned == initial);
    }
}

u64 bits(float value) { return std::bit_cast<u32>(value); }
u64 bits(double value) { return std::bit_cast<u64>(value); }

constexpr u64 kMinus1 = 0xffffffff;  // as 32 bits

}  // namespace

TEST_CASE("integer atomics in every space: what they store and what they return") {
    compare("add.u32", 5, kMinus1, 4);
    compare("add.s32", 5, kMinus1, 4);
    compare("add.u64", 5, u64{1} << 40, (u64{1} << 40) + 5);
    compare("min.u32", 5, kMinus1, 5);
    compare("min.s32", 5, kMinus1, kMinus1);
    compare("max.u32", 5, kMinus1, kMinus1);
    compare("max.s32", 5, kMinus1, 5);
    compare("min.u64", 5, ~u64{0}, 5);
    compare("min.s64", 5, ~u64{0}, ~u64{0});
    compare("max.u64", 5, ~u64{0}, ~u64{0});
    compare("max.s64", 5, ~u64{0}, 5);
    compare("and.b32", 0xff00, 0x0ff0, 0x0f00);
    compare("or.b32", 0xff00, 0x0ff0, 0xfff0);
    compare("xor.b32", 0xff00, 0x0ff0, 0xf0f0);
    compare("and.b64", 0xff00ff00ff00, 0x0ff00ff00ff0, 0x0f000f000f00);
    compare("or.b64", 0xff00, u64{1} << 50, (u64{1} << 50) + 0xff00);
    compare("xor.b64", 0xff00, (u64{1} << 50) + 0xff00, u64{1} << 50);
    compare("exch.b32", 1, 7, 7);
    compare("exch.b64", 1, u64{7} << 33, u64{7} << 33);
    compare("cas.b32", 1, 1, 9, 9);
    compare("cas.b32", 1, 2, 1, 9);
    compare("cas.b64", u64{3} << 40, u64{3} << 40, 9, 9);
    compare("cas.b64", u64{3} << 40, 0, u64{3} << 40, 9);
    compare("inc.u32", 4, 5, 5);
    compare("inc.u32", 5, 5, 0);
    compare("inc.u32", 6, 5, 0);
    compare("dec.u32", 5, 9, 4);
    compare("dec.u32", 0, 9, 9);
    compare("dec.u32", 10, 9, 9);
}

TEST_CASE("floating-point additions; a NaN is the canonical one for float") {
    compare("add.f32", bits(1.5f), bits(2.25f), bits(3.75f));
    compare("add.f64", bits(1.5), bits(0x1p-60), bits(1.5));
    compare("add.f64", bits(0x1p-1074), bits(0x1p-1074), bits(0x1p-1073));
    compare("add.f32", 0x7f800000, 0xff800000, 0x7fffffff);
    compare("add.f32", 0xffc12345, bits(1.0f), 0x7fffffff);
}

TEST_CASE("global add.f32 flushes subnormals to zero of their sign, shared add.f32 keeps them") {
    const u64 small = 0x00000010, minus_small = 0x80000010;
    CHECK(once("global", "add.f32", small, small).stored == 0);
    CHECK(once("shared", "add.f32", small, small).stored == 0x20);
    CHECK(once("generic", "add.f32", small, small).stored == 0x20);
    CHECK(once("global", "add.f32", minus_small, minus_small).stored == 0x80000000);
    CHECK(once("global", "add.f32", 0x00800001, 0x80800000).stored == 0);  // the result is subnormal
    CHECK(once("shared", "add.f32", 0x00800001, 0x80800000).stored == 1);
}

TEST_CASE("semantics, scopes and spellings of the same atomic") {
    for (const char* spelling :
         {"atom.relaxed.gpu.global.add.u32 %r1, [%out], 2;",
          "atom.acq_rel.sys.global.add.u32 %r1, [%out], 2;", "atom.global.gpu.add.u32 %r1, [%out], 2;",
          "red.global.add.u32 [%out], 2;", "red.relaxed.gpu.global.add.s32 [%out], 2;",
          "atom.add.u32 _, [%out], 2;", "red.release.cta.add.u32 [%out], 2;"}) {
        CAPTURE(spelling);
        const Ran ran = run(std::string("st.global.u32 [%out], 1;\n") + spelling, {.block = {1}});
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.out[0] == 3);
        CHECK(ran.launch.counters.atomics == 1);
    }
}

TEST_CASE("lanes of one instruction commit one after the other") {
    // 32 additions to one cell: all are there, and each lane got a different value.
    const Ran ran = run("atom.global.add.u32 %r1, [%in], 1;\nst.global.u32 [%mine], %r1;", {.in = {100}});
    std::vector<u32> sorted = ran.out;
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted == words(32, [](u32 k) { return 100 + k; }));
}

TEST_CASE("what atomics return does not depend on the number of host threads") {
    // Tickets, float sums with rounding, exchanges and compare-and-swap loops over 64 blocks.
    const std::string body = R"(
atom.global.add.u32 %r1, [%in], 1;
mul.wide.u32 %rd1, %g, 16;
add.u64 %rd1, %rd1, %out;
cvt.rn.f32.u32 %f1, %g;
mul.f32 %f1, %f1, 0f3DCCCCCD;
atom.global.add.f32 %f2, [%in+4], %f1;
atom.global.exch.b32 %r2, [%in+8], %g;
ld.global.u32 %r3, [%in+12];
AGAIN:
mad.lo.u32 %r4, %r3, 5, %g;
atom.global.cas.b32 %r5, [%in+12], %r3, %r4;
setp.ne.u32 %p0, %r5, %r3;
mov.u32 %r3, %r5;
@%p0 bra AGAIN;
mov.b32 %r6, %f2;
st.global.v4.u32 [%rd1], {%r1, %r6, %r2, %r5};
)";
    Setup setup{.grid = {64}, .block = {64}, .in = {0, 0, 0, 1}, .words = 64 * 64 * 4};
    const Ran one = run(body, setup);
    CHECK(one.launch.status == exec::Status::Ok);
    for (const int threads : {2, 4}) {
        setup.threads = threads;
        const Ran more = run(body, setup);
        CHECK(more.out == one.out);
        CHECK(more.launch.counters.warp_instructions == one.launch.counters.warp_instructions);
        CHECK(more.launch.counters.divergent_branches == one.launch.counters.divergent_branches);
    }
    // Tickets go up with the block.
    for (u32 block = 0; block < 64; ++block)
        for (u32 t = 0; t < 64; ++t) CHECK(one.out[(block * 64 + t) * 4] / 64 == block);
}

TEST_CASE("the last block to finish is the last block") {
    // Each block adds its number and takes a ticket; the block with the last ticket reads the sum.
    const std::string body = R"(
setp.ne.u32 %p0, %t, 0;
@%p0 bra END;
red.global.add.u32 [%in+4], %block;
membar.gl;
atom.global.inc.u32 %r1, [%in], 99;
setp.ne.u32 %p0, %r1, 99;
@%p0 bra END;
ld.global.u32 %r2, [%in+4];
st.global.u32 [%out], %r2;
st.global.u32 [%out+4], %block;
END:
)";
    for (const int threads : {1, 2, 4}) {
        const Ran ran = run(body, {.grid = {100}, .threads = threads, .in = {0, 0}, .words = 2});
        CHECK(ran.out == std::vector<u32>{99 * 100 / 2, 99});
    }
}

TEST_CASE("sums without a returned value are right whichever thread runs a block") {
    const std::string body =
        "red.global.add.u32 [%out], 1;\nred.global.max.u32 [%out+4], %g;\nred.global.xor.b32 [%out+8], %g;\n"
        "red.global.add.u64 [%out+16], 3;";
    u32 odd = kPoison;
    for (u32 k = 0; k < 128 * 96; ++k) odd ^= k;
    for (const int threads : {1, 4}) {
        const Ran ran = run(body, {.grid = {128}, .block = {96}, .threads = threads, .words = 6});
        CHECK(ran.out[0] == kPoison + 128 * 96);
        CHECK(ran.out[1] == kPoison);
        CHECK(ran.out[2] == odd);
        CHECK(ran.launch.counters.atomics == 4 * 128 * 3);
    }
}

TEST_CASE("atomics that are not supported say so") {
    const Ran ran = run("atom.global.max.f32 %rs1, [%out], %rs2;");
    CHECK(ran.launch.status == exec::Status::Unsupported);
    CHECK(ran.launch.message.find("atom.global.max.f32") != std::string::npos);
}
