// Which registers may share rows, and until when they need theirs.
#include "emulator/decode/register_lives.hpp"

#include <doctest/doctest.h>

#include "emulator/test/decode/parsed.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// By register: the instruction of the body that names it last, of those that may share rows.
std::map<std::string, u32> last_uses(const std::string& body) {
    const Parsed parsed(body);
    std::map<std::string, u32> uses;
    for (const auto& [name, item] :
         find_last_uses(find_control_flow(parsed.kernel()), register_types(parsed.kernel())))
        if (item >= kPrologueInstructions) uses[name] = item - kPrologueInstructions;
    return uses;
}

using Uses = std::map<std::string, u32>;

}  // namespace

TEST_CASE("a register that one block defines and uses may share a row until its last use") {
    CHECK(last_uses("add.u32 %r1, 1, 2;\nadd.u32 %r2, %r1, 1;\nst.global.u32 [%mine], %r2;") ==
          Uses{{"%mine", 2}, {"%r1", 1}, {"%r2", 2}});
}

TEST_CASE("one that a guard may leave as it was, that another block names, or a predicate keeps its row") {
    CHECK(last_uses("@%p1 mov.u32 %r1, 1;\nadd.u32 %r2, %r1, 1;") == Uses{{"%r2", 1}});
    CHECK(last_uses("mov.u32 %r1, 1;\nL:\nadd.u32 %r2, %r1, 1;") == Uses{{"%r2", 1}});
    CHECK(last_uses("setp.eq.u32 %p1, 0, 1;").empty());
}

TEST_CASE("one that is read before it is written keeps its row: a loop may bring its value") {
    CHECK(last_uses("add.u32 %r1, %r1, 1;").empty());
}

TEST_CASE("what a product names stays, since a later sum may be joined with it") {
    CHECK(last_uses("mov.f32 %f1, 0f3F800000;\nmul.f32 %f2, %f1, %f1;\nadd.f32 %f3, %f2, %f2;") ==
          Uses{{"%f3", 2}});
}

TEST_CASE("uses of a register are counted in every operand, addresses and vectors included") {
    const Parsed parsed("add.u32 %r1, %r1, %r2;\nst.global.v2.u32 [%rd1], {%r1, %r2};");
    const RegisterUses uses = count_uses(parsed.kernel());
    CHECK(uses.at("%r1") == 3);
    CHECK(uses.at("%r2") == 2);
    CHECK(uses.at("%rd1") == 1);
    CHECK_FALSE(uses.contains("%r3"));
}
