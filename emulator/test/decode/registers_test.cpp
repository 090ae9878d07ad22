// Registers share rows where that changes nothing: results stay, register files shrink.
#include <doctest/doctest.h>

#include <string>

#include "emulator/decode/code.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// A sum of n products, each of registers of its own as an unrolled loop has them.
std::string sum_of_products(int n, const std::string& guard) {
    std::string declared =
        ".reg .b32 %a<" + std::to_string(n) + ">, %b<" + std::to_string(n) + ">;\nmov.u32 %r1, 0;\n";
    std::string text = declared + "setp.lt.u32 %p1, %t, 16;\n";
    for (int k = 0; k < n; ++k) {
        const std::string at = std::to_string(k);
        text += guard + "add.u32 %a" + at + ", %t, " + at + ";\nadd.u32 %b" + at + ", %a" + at +
                ", 7;\nmad.lo.u32 %r1, %a" + at + ", %b" + at + ", %r1;\n";
    }
    return text + "st.global.u32 [%mine], %r1;";
}

u32 expected_sum(u32 thread, u32 n) {
    u32 sum = 0;
    for (u32 k = 0; k < n; ++k) sum += (thread + k) * (thread + k + 7);
    return sum;
}

u32 row_bytes(const std::string& body) {
    Device device;
    const memory::Allocation* out = device.space.allocate(128, memory::Kind::Device, "out", true);
    device.launch(kernel_text(body), {}, {out->address, out->address, 0});
    return device.last_kernel().code().functions[0].row_bytes;
}

}  // namespace

TEST_CASE("values of one basic block share rows, and come out as they would in rows of their own") {
    const Ran ran = run(sum_of_products(40, ""));
    CHECK(ran.out == words(32, [](u32 t) { return expected_sum(t, 40); }));
    CHECK(row_bytes(sum_of_products(40, "")) < row_bytes(sum_of_products(4, "")) + 40 * 128);
}

TEST_CASE("a register whose definition may be skipped keeps its row") {
    CHECK(row_bytes(sum_of_products(40, "@%p1 ")) > row_bytes(sum_of_products(40, "")) + 39 * 128);
}

TEST_CASE("values that lanes bring to a later block stay, whatever the lanes beside them do") {
    // Odd lanes go a longer way through rows that even lanes' values lie in.
    const Ran ran = run(R"(
.reg .b32 %k<9>;
and.b32 %r1, %t, 1;
add.u32 %r5, %t, 100;
setp.eq.u32 %p0, %r1, 0;
@%p0 bra MEET;
add.u32 %k1, %t, 1;
add.u32 %k2, %k1, 1;
add.u32 %k3, %k2, 1;
add.u32 %k4, %k3, 1;
add.u32 %r5, %k4, %r5;
MEET:
add.u32 %k5, %r5, 1;
st.global.u32 [%mine], %k5;
)");
    CHECK(ran.out == words(32, [](u32 t) { return t % 2 == 0 ? t + 101 : 2 * t + 105; }));
}
