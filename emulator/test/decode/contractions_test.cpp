// Which products a sum or difference takes along. contraction_test.cpp looks at what comes out.
#include "emulator/decode/contractions.hpp"

#include <doctest/doctest.h>

#include "emulator/test/decode/parsed.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// "0 1": instruction 0 of the body is taken along by the instruction behind it, as operand 1; "" if nothing is.
std::string joined(const std::string& body, u32 sum) {
    const Parsed parsed(body);
    const Contractions found =
        find_contractions(find_control_flow(parsed.kernel()), count_uses(parsed.kernel()));
    const auto contraction = found.find(parsed.at(sum));
    if (contraction == found.end()) return "";
    return std::to_string(contraction->second.product - parsed.at(0)) + " " +
           std::to_string(contraction->second.operand);
}

}  // namespace

TEST_CASE("a sum or difference takes along the product that it alone uses") {
    CHECK(joined("mul.f32 %f4, %f1, %f2;\nadd.f32 %f5, %f4, %f3;", 1) == "0 1");
    CHECK(joined("mul.ftz.f32 %f4, %f1, %f2;\nsub.ftz.f32 %f5, %f3, %f4;", 1) == "0 2");
    CHECK(joined("mul.f64 %fd4, %fd1, %fd2;\nmul.f64 %fd5, %fd1, %fd3;\nsub.f64 %fd6, %fd4, %fd5;", 2) ==
          "0 1");
}

TEST_CASE("a product stays alone where it is used twice, is of another type, or its rounding is named") {
    CHECK(joined("mul.f32 %f4, %f1, %f2;\nadd.f32 %f5, %f4, %f3;\nmov.f32 %f6, %f4;", 1) == "");
    CHECK(joined("mul.f32 %f4, %f1, %f2;\nadd.ftz.f32 %f5, %f4, %f3;", 1) == "");
    CHECK(joined("mul.rn.f32 %f4, %f1, %f2;\nadd.f32 %f5, %f4, %f3;", 1) == "");
    CHECK(joined("mul.f32 %f4, %f1, %f2;\nadd.rn.f32 %f5, %f4, %f3;", 1) == "");
}

TEST_CASE("a product stays alone where a factor changes, a guard may skip it, or a label stands between") {
    CHECK(joined("mul.f32 %f4, %f1, %f2;\nmov.f32 %f1, %f3;\nadd.f32 %f5, %f4, %f3;", 2) == "");
    CHECK(joined("@%p1 mul.f32 %f4, %f1, %f2;\nadd.f32 %f5, %f4, %f3;", 1) == "");
    CHECK(joined("mul.f32 %f4, %f1, %f2;\nL:\nadd.f32 %f5, %f4, %f3;", 1) == "");
}
