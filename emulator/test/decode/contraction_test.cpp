// Products and sums that ptxas joins into one fused operation. test/hardware/kernels_test.cpp compares the same with an H200.
#include <doctest/doctest.h>

#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

constexpr u32 kFused = 0x28800000, kFusedNegated = 0xa8800000;  // 2^-46, -2^-46
constexpr u32 kApart = 0;

// (1 + 2^-23)² is 1 + 2^-22 + 2^-46, of which a product by itself keeps 1 + 2^-22: %f3.
u32 result_of(const std::string& body) {
    return run("mov.f32 %f1, 0f3F800001; mov.f32 %f2, 0f3F800001; mov.f32 %f3, 0f3F800002;" + body +
               "mov.b32 %r1, %f5; st.global.u32 [%mine], %r1;")
        .out[3];
}

}  // namespace

TEST_CASE("a sum joins the product that it alone uses, where neither names its rounding") {
    CHECK(result_of("mul.f32 %f4, %f1, %f2; sub.f32 %f5, %f4, %f3;") == kFused);
    CHECK(result_of("mul.f32 %f4, %f1, %f2; sub.f32 %f5, %f3, %f4;") == kFusedNegated);
    CHECK(result_of("neg.f32 %f3, %f3; mul.f32 %f4, %f1, %f2; add.f32 %f5, %f4, %f3;") == kFused);
    CHECK(result_of("neg.f32 %f3, %f3; mul.f32 %f4, %f1, %f2; add.f32 %f5, %f3, %f4;") == kFused);
    CHECK(result_of("mul.ftz.f32 %f4, %f1, %f2; sub.ftz.f32 %f5, %f4, %f3;") == kFused);
    // Of two products the first: the second is rounded.
    CHECK(result_of("mul.f32 %f4, %f1, %f2; mul.f32 %f6, %f3, 0f3F800000; sub.f32 %f5, %f4, %f6;") == kFused);
    CHECK(result_of("mul.f32 %f4, %f1, %f2; mul.f32 %f6, %f3, 0f3F800000; sub.f32 %f5, %f6, %f4;") == kApart);
}

TEST_CASE("a sum and a product stay apart where their rounding is named or a factor changes in between") {
    CHECK(result_of("mul.rn.f32 %f4, %f1, %f2; sub.f32 %f5, %f4, %f3;") == kApart);
    CHECK(result_of("mul.f32 %f4, %f1, %f2; sub.rn.f32 %f5, %f4, %f3;") == kApart);
    CHECK(result_of("mul.ftz.f32 %f4, %f1, %f2; sub.f32 %f5, %f4, %f3;") == kApart);
    CHECK(result_of("mul.f32 %f4, %f1, %f2; mov.f32 %f1, 0f40000000; sub.f32 %f5, %f4, %f3;") == kApart);
}
