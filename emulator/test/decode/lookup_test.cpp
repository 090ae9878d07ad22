// lop3 with a predicate: d and p for every table, with each combination, sinks and guards.
#include <doctest/doctest.h>

#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// What the instruction leaves in d, and 1000 more where p is true. Lane t has q = (t is odd).
u32 expected(u32 t, u32 table, bool is_or) {
    const u32 a = t, b = 5, c = 3;
    u32 d = 0;
    for (u32 bit = 0; bit < 32; ++bit) {
        const u32 entry = (a >> bit & 1) * 4 + (b >> bit & 1) * 2 + (c >> bit & 1);
        d |= (table >> entry & 1) << bit;
    }
    const bool q = t % 2 == 1;
    const bool p = is_or ? d != 0 || q : d != 0 && q;
    return d + (p ? 1000 : 0);
}

std::string text(const std::string& instruction) {
    return "and.b32 %r1, %t, 1;\nsetp.eq.u32 %p1, %r1, 1;\nmov.u32 %r2, 5;\nmov.u32 %r3, 3;\nmov.u32 %r4, "
           "0;\n" +
           instruction + "\n@%p2 add.u32 %r4, %r4, 1000;\nst.global.u32 [%mine], %r4;";
}

}  // namespace

TEST_CASE("lop3 with a predicate: the value, and whether it or the other predicate holds") {
    for (u32 table = 0; table < 256; table += 5)
        for (const bool is_or : {false, true}) {
            CAPTURE(table);
            CAPTURE(is_or);
            const std::string opcode = is_or ? "lop3.or.b32" : "lop3.and.b32";
            const Ran ran = run(text(opcode + " %r4|%p2, %t, %r2, %r3, " + std::to_string(table) + ", %p1;"));
            CHECK(ran.out == words(32, [&](u32 t) { return expected(t, table, is_or); }));
        }
}

TEST_CASE("lop3 with a predicate: a negated one, a sink, and a guard that it overwrites") {
    CHECK(run(text("lop3.and.b32 %r4|%p2, %t, %r2, %r3, 0xff, !%p1;")).out ==
          words(32, [](u32 t) { return 0xffffffffu + (t % 2 == 0 ? 1000 : 0); }));
    CHECK(run(text("lop3.or.b32 _|%p2, %t, %r2, %r3, 0, %p1;")).out ==
          words(32, [](u32 t) { return t % 2 == 1 ? 1000 : 0; }));
    CHECK(run(text("setp.lt.u32 %p2, %t, 8;\n@%p2 lop3.and.b32 %r4|%p2, %t, %r2, %r3, 0xf0, %p1;")).out ==
          words(32, [](u32 t) { return t < 8 ? t + (t % 2 == 1 ? 1000 : 0) : 0; }));
}
