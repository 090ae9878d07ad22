// Which registers an instruction may read before it has written them: none in most code, so that most code is not watched.
#include <doctest/doctest.h>

#include "emulator/decode/unset_registers.hpp"
#include "emulator/test/decode/parsed.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

using Names = std::vector<std::string>;

struct Unset : Parsed {
    explicit Unset(const std::string& body)
        : Parsed(body),
          registers(find_unset_registers(find_control_flow(kernel()), register_types(kernel()))) {}
    Names tests(u32 n) const { return names(registers.tests, n); }
    Names guards(u32 n) const { return names(registers.guards, n); }
    Names writes(u32 n) const { return names(registers.writes, n); }
    bool watches() const { return !registers.tests.empty() || !registers.guards.empty(); }

    UnsetRegisters registers;

  private:
    Names names(const UnsetRegisters::ByInstruction& by, u32 n) const {
        const auto found = by.find(at(n));
        return found == by.end() ? Names{} : found->second;
    }
};

}  // namespace

TEST_CASE("a register that every path writes first is not watched") {
    CHECK_FALSE(Unset("mov.u32 %r1, 1;\nst.global.u32 [%mine], %r1;").watches());
    CHECK_FALSE(
        Unset("setp.eq.u32 %p1, %t, 0;\n@%p1 bra ONE;\nmov.u32 %r1, 1;\nbra BOTH;\nONE:\nmov.u32 %r1, 2;\n"
              "BOTH:\nst.global.u32 [%mine], %r1;")
            .watches());
    CHECK_FALSE(
        Unset("mov.u32 %r1, 0;\nLOOP:\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 4;\n@%p1 bra LOOP;")
            .watches());
    // A read in code that nothing reaches.
    CHECK_FALSE(Unset("bra END;\nst.global.u32 [%mine], %r1;\nEND:\n").watches());
}

TEST_CASE("a register that some path does not write is watched where it is read and written") {
    const Unset branch(
        "setp.eq.u32 %p1, %t, 0;\n@%p1 bra USE;\nmov.u32 %r1, 1;\nUSE:\nst.global.u32 [%mine], %r1;\n"
        "mov.u32 %r1, 3;\nadd.u32 %r2, %r1, %r1;");
    CHECK(branch.tests(3) == Names{"%r1"});
    CHECK(branch.writes(2) == Names{"%r1"});
    CHECK(branch.writes(4) == Names{"%r1"});
    CHECK(branch.tests(5).empty());
    CHECK(branch.writes(5).empty());
    // A guarded instruction may not write.
    const Unset guarded(
        "setp.eq.u32 %p1, %t, 0;\n@%p1 mov.u32 %r1, 1;\n@%p1 add.u32 %r2, %r1, %r1;\n@%p2 bra END;\nEND:\n");
    CHECK(guarded.tests(2) == Names{"%r1"});
    CHECK(guarded.writes(1) == Names{"%r1"});
    CHECK(guarded.guards(1).empty());
    CHECK(guarded.guards(3) == Names{"%p2"});
    // The first round of a loop, a vector's elements, an address.
    CHECK(Unset("mov.u32 %r2, 0;\nLOOP:\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r2, 4;\n@%p1 bra LOOP;")
              .tests(1) == Names{"%r1"});
    CHECK(Unset("st.global.v2.u32 [%rd1], {%r1, %r2};").tests(0) == Names{"%rd1", "%r1", "%r2"});
}
