// Registers and what decoding makes of operands: guards, predicates, carries, packed values, special registers.
#include <doctest/doctest.h>

#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

TEST_CASE("a guard keeps an instruction from the lanes where it is false") {
    const Ran ran = run(R"(
setp.lt.u32 %p1, %t, 11;
mov.u32 %r1, 1;
@%p1 mov.u32 %r1, 2;
@!%p1 add.u32 %r1, %r1, 5;
@%p1 st.global.u32 [%mine], %r1;
@!%p1 st.global.u32 [%mine], %r1;
)");
    CHECK(ran.out == words(32, [](u32 t) { return t < 11 ? 2 : 6; }));
    // setp, mov with 32 lanes, mov and st with 11, add and st with 21, ret.
    CHECK(ran.launch.counters.thread_instructions == 32 * (kPrologueInstructions + 3) + 2 * 11 + 2 * 21);
    CHECK(ran.launch.counters.warp_instructions == kPrologueInstructions + 7);
    CHECK(ran.launch.counters.divergent_branches == 0);
}

TEST_CASE("guards hold for every kind of instruction") {
    const Ran ran = run(R"(
.shared .align 4 .b8 tile[128];
mul.lo.u32 %r0, %t, 4;
mov.u32 %r1, tile;
add.u32 %r0, %r0, %r1;
and.b32 %r2, %t, 1;
setp.eq.u32 %p1, %r2, 0;
st.shared.u32 [%r0], %t;
@%p1 st.shared.u32 [%r0], 77;
mov.u32 %r3, 1;
@%p1 ld.shared.u32 %r3, [%r0];
@%p1 ld.global.u32 %r4, [%in];
@!%p1 mov.u32 %r4, 3;
@%p1 atom.global.add.u32 %r5, [%out], 1;
@%p1 cvt.rn.f32.u32 %f1, %t;
@!%p1 mov.f32 %f1, 0f40A00000;
cvt.rzi.u32.f32 %r6, %f1;
@%p1 mov.b64 {%r7, %r8}, %in;
@!%p1 mov.u32 %r7, 0;
@%p1 sub.u32 %r7, %r7, %r7;
mov.pred %p2, %p1;
@%p1 setp.ne.u32 %p2, %r2, 0;
selp.u32 %r9, 1000, 0, %p2;
add.u32 %r3, %r3, %r4;
add.u32 %r3, %r3, %r6;
add.u32 %r3, %r3, %r7;
add.u32 %r3, %r3, %r9;
add.u64 %mine, %mine, 4;
st.global.u32 [%mine], %r3;
)",
                        {.in = {100}, .words = 33});
    std::vector<u32> expected = words(33, [](u32 k) {
        const u32 t = k - 1;
        return t % 2 == 0 ? 77 + 100 + t : 1 + 3 + 5;
    });
    expected[0] = kPoison + 16;
    CHECK(ran.out == expected);
}

TEST_CASE("setp writes a result and its opposite, combined with a third predicate") {
    // bit 0: p, bit 1: q, for a comparison with lane 16 and a third predicate of lane parity.
    const auto both = [](const std::string& combine) {
        return run("and.b32 %r1, %t, 1; setp.ne.u32 %p3, %r1, 0;\nsetp.lt" + combine +
                   " %p1|%p2, %t, 16, %p3;\nselp.u32 %r2, 1, 0, %p1; selp.u32 %r3, 2, 0, %p2; or.b32 %r2, "
                   "%r2, %r3;\n"
                   "st.global.u32 [%mine], %r2;")
            .out;
    };
    CHECK(both(".and.u32") == words(32, [](u32 t) { return (t < 16 && t % 2) | (t >= 16 && t % 2) << 1; }));
    CHECK(both(".or.s32") == words(32, [](u32 t) { return (t < 16 || t % 2) | (t >= 16 || t % 2) << 1; }));
    CHECK(both(".xor.u32") ==
          words(32, [](u32 t) { return ((t < 16) != (t % 2)) | ((t >= 16) != (t % 2)) << 1; }));
}

TEST_CASE("setp with one result and a combination, negated, and with a pair and none") {
    const Ran ran = run(R"(
setp.lt.u32 %p3, %t, 20;
setp.ge.and.u32 %p1, %t, 10, %p3;
setp.ge.and.u32 %p2, %t, 10, !%p3;
setp.eq.f32 %p4|_, 0f3F800000, 0f3F800000;
setp.eq.u32 %p5|%p6, %t, 31;
selp.u32 %r1, 1, 0, %p1;
selp.u32 %r2, 2, 0, %p2;
selp.u32 %r3, 4, 0, %p4;
selp.u32 %r4, 8, 0, %p5;
selp.u32 %r5, 16, 0, %p6;
or.b32 %r1, %r1, %r2;
or.b32 %r1, %r1, %r3;
or.b32 %r1, %r1, %r4;
or.b32 %r1, %r1, %r5;
st.global.u32 [%mine], %r1;
)");
    CHECK(ran.out == words(32, [](u32 t) {
              return (t >= 10 && t < 20 ? 1 : 0) | (t >= 20 ? 2 : 0) | 4 | (t == 31 ? 8 : 16);
          }));
}

TEST_CASE("a comparison may write its own guard and its own third operand") {
    const Ran ran = run(R"(
setp.lt.u32 %p1, %t, 16;
mov.pred %p2, %p1;
@%p1 setp.lt.u32 %p1, %t, 8;
@%p2 setp.lt.and.u32 %p2|%p3, %t, 4, %p2;
selp.u32 %r1, 1, 0, %p1;
selp.u32 %r2, 2, 0, %p2;
or.b32 %r1, %r1, %r2;
st.global.u32 [%mine], %r1;
)");
    CHECK(ran.out == words(32, [](u32 t) { return (t < 8 ? 1 : 0) | (t < 4 ? 2 : 0); }));
}

TEST_CASE("carries run from add.cc through addc, each lane its own") {
    const Ran ran = run(R"(
mov.u32 %r1, 0xfffffff0;
add.cc.u32 %r2, %r1, %t;
addc.cc.u32 %r3, 0xffffffff, 0;
addc.u32 %r4, 0, 0;
sub.cc.u32 %r5, %t, 16;
subc.u32 %r6, 0, 0;
shl.b32 %r4, %r4, 1;
add.u32 %r4, %r4, %r6;
st.global.u32 [%mine], %r4;
)");
    CHECK(ran.out == words(32, [](u32 t) { return (t >= 16 ? 2 : 0) + (t < 16 ? 0xffffffffu : 0); }));
}

TEST_CASE("128-bit sums by mad.lo.cc and madc.hi") {
    const Ran ran = run(R"(
mov.u64 %rd1, 0xffffffffffffffff;
mov.u64 %rd2, 3;
mad.lo.cc.u64 %rd3, %rd1, %rd2, %rd2;
madc.hi.u64 %rd4, %rd1, %rd2, 5;
st.global.v2.u64 [%out], {%rd3, %rd4};
)",
                        {.block = {1}, .words = 4});
    // (2^64 - 1) * 3 + 3 = 3 * 2^64, and 5 more in the high half.
    CHECK(ran.out == std::vector<u32>{0, 0, 8, 0});
}

TEST_CASE("mov packs and unpacks vectors of every kind") {
    const Ran ran = run(R"(
mov.u16 %rs1, 0x1111;
mov.u16 %rs2, 0x2222;
mov.u16 %rs3, 0x3333;
mov.u16 %rs4, 0x4444;
mov.b32 %r1, {%rs1, %rs2};
mov.b64 %rd1, {%rs1, %rs2, %rs3, %rs4};
mov.b64 %rd2, {%r1, %t};
mov.b32 {%rs5, %rs6}, %r1;
mov.b64 {%r2, %r3}, %rd1;
mov.b64 {%rs7, %rs8, %rs9, %rs10}, %rd1;
mov.b64 {_, %r4}, %rd2;
mov.b32 %f1, 0x40490FDB;
mov.b64 %fd1, %rd1;
mov.b64 {%r5, %r6}, %fd1;
mov.b32 %r7, {%rs6, %rs10};
st.global.v4.u32 [%out], {%r1, %r2, %r3, %r4};
st.global.v2.u32 [%out+16], {%r6, %r7};
st.global.f32 [%out+24], %f1;
)",
                        {.block = {1}, .words = 7});
    CHECK(ran.out ==
          std::vector<u32>{0x22221111, 0x22221111, 0x44443333, 0, 0x44443333, 0x44442222, 0x40490fdb});
}

TEST_CASE("registers of other widths are cut or extended where PTX lets them stand") {
    const Ran ran = run(R"(
mov.u32 %r1, 0xfffe1234;
cvt.u16.u32 %rs1, %r1;
cvt.s32.s16 %r2, %rs1;
cvt.u64.u32 %rd1, %r1;
cvt.s64.s32 %rd2, %r1;
cvt.u32.u64 %r3, %rd2;
shr.u64 %rd2, %rd2, 32;
cvt.u32.u64 %r4, %rd2;
st.global.v4.u32 [%out], {%r2, %r3, %r4, %r1};
)",
                        {.block = {1}, .words = 4});
    CHECK(ran.out == std::vector<u32>{0x1234, 0xfffe1234, 0xffffffff, 0xfffe1234});
}

namespace {

// One word a thread from a special register, for a 3-D launch; words are in order of block, then thread.
std::vector<u32> special(const std::string& name, Dim3 grid, Dim3 block) {
    return run("mov.u32 %r1, %ctaid.z; mov.u32 %r2, %nctaid.y; mov.u32 %r3, %ctaid.y; mad.lo.u32 %r1, %r1, "
               "%r2, %r3;\n"
               "mov.u32 %r2, %nctaid.x; mov.u32 %r3, %ctaid.x; mad.lo.u32 %r1, %r1, %r2, %r3;\n"
               "mov.u32 %r2, %ntid.z; mov.u32 %r3, %tid.z; mad.lo.u32 %r1, %r1, %r2, %r3;\n"
               "mov.u32 %r2, %ntid.y; mov.u32 %r3, %tid.y; mad.lo.u32 %r1, %r1, %r2, %r3;\n"
               "mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.u32 %r1, %r1, %r2, %r3;\n"
               "mul.wide.u32 %rd1, %r1, 4; add.u64 %rd1, %rd1, %out;\nmov.u32 %r4, " +
                   name + ";\nst.global.u32 [%rd1], %r4;",
               {.grid = grid, .block = block})
        .out;
}

}  // namespace

TEST_CASE("thread and block indices and sizes of one, two and three dimensions") {
    const Dim3 shapes[][2] = {{{3, 1, 1}, {40, 1, 1}}, {{2, 3, 1}, {7, 5, 1}}, {{2, 2, 2}, {5, 3, 4}}};
    for (const auto& [grid, block] : shapes) {
        const u64 threads = block.count(), count = grid.count() * threads;
        const auto check = [&, g = grid, b = block](const char* name, auto value) {
            CAPTURE(name);
            CHECK(special(name, g, b) == words(count, [&](u32 k) {
                      return value(static_cast<u32>(k % threads), static_cast<u32>(k / threads));
                  }));
        };
        check("%tid.x", [&, b = block](u32 t, u32) { return t % b.x; });
        check("%tid.y", [&, b = block](u32 t, u32) { return t / b.x % b.y; });
        check("%tid.z", [&, b = block](u32 t, u32) { return t / b.x / b.y; });
        check("%ctaid.x", [&, g = grid](u32, u32 c) { return c % g.x; });
        check("%ctaid.y", [&, g = grid](u32, u32 c) { return c / g.x % g.y; });
        check("%ctaid.z", [&, g = grid](u32, u32 c) { return c / g.x / g.y; });
        check("%ntid.x", [&, b = block](u32, u32) { return b.x; });
        check("%ntid.y", [&, b = block](u32, u32) { return b.y; });
        check("%ntid.z", [&, b = block](u32, u32) { return b.z; });
        check("%nctaid.x", [&, g = grid](u32, u32) { return g.x; });
        check("%nctaid.y", [&, g = grid](u32, u32) { return g.y; });
        check("%nctaid.z", [&, g = grid](u32, u32) { return g.z; });
        check("%laneid", [](u32 t, u32) { return t % 32; });
        check("%warpid", [](u32 t, u32) { return t / 32; });
        check("%smid", [](u32, u32 c) { return c % 132; });
    }
}

TEST_CASE("lane masks") {
    const Dim3 one{1, 1, 1}, block{48, 1, 1};
    CHECK(special("%lanemask_eq", one, block) == words(48, [](u32 t) { return 1u << t % 32; }));
    CHECK(special("%lanemask_lt", one, block) == words(48, [](u32 t) { return (1u << t % 32) - 1; }));
    CHECK(special("%lanemask_le", one, block) == words(48, [](u32 t) { return (2ull << t % 32) - 1; }));
    CHECK(special("%lanemask_gt", one, block) == words(48, [](u32 t) { return ~((2ull << t % 32) - 1); }));
    CHECK(special("%lanemask_ge", one, block) == words(48, [](u32 t) { return ~((1u << t % 32) - 1); }));
    CHECK(special("WARP_SZ", one, block) == words(48, [](u32) { return 32; }));
}

TEST_CASE("special registers in 16- and 64-bit moves") {
    const Ran ran = run(R"(
mov.u16 %rs1, %ntid.x;
cvt.u32.u16 %r1, %rs1;
mov.u64 %rd1, %clock64;
add.u32 %r2, %r1, %t;
st.global.u32 [%mine], %r2;
)");
    CHECK(ran.out == words(32, [](u32 t) { return 32 + t; }));
}

TEST_CASE("clocks never run backwards, and every instruction in between takes time") {
    const Ran ran = run(R"(
mov.u32 %r1, %clock;
mov.u64 %rd1, %clock64;
add.u32 %r5, %r5, 1;
mov.u32 %r2, %clock_hi;
mov.u64 %rd2, %clock64;
mov.u32 %r3, %clock;
sub.u64 %rd3, %rd2, %rd1;
cvt.u32.u64 %r4, %rd3;
sub.u32 %r6, %r3, %r1;
setp.gt.u32 %p0, %r6, %r4;
selp.u32 %r6, 1, 0, %p0;
st.global.v2.u32 [%out], {%r4, %r2};
st.global.u32 [%out+8], %r6;
mov.u64 %rd4, %globaltimer;
)",
                        {.block = {1}, .words = 3});
    CHECK(ran.out[0] >= 3);
    CHECK(ran.out[0] < 100);
    CHECK(ran.out[1] == 0);
    CHECK(ran.out[2] == 1);
}
