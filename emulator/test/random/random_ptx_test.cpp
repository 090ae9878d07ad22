// Random programs on the emulator store what an H200 stored (results/random_ptx.csv), and no check finds anything in them.
//
// Here runs a part of them; `make random-ptx` runs all.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "emulator/test/random/emulated.hpp"
#include "emulator/test/random/recorded.hpp"
#include "emulator/test/support/rows.hpp"

using namespace simt;
using namespace simt::random_ptx;

namespace {}  // namespace

TEST_CASE("random programs store what an H200 stored, and no check reports anything in them") {
    const auto recorded = read_digests("emulator/test/hardware/results/random_ptx.csv");
    REQUIRE(program_count(listed()) > 800);
    // One of each part of the list, another one for each.
    for (u32 number = 0; number < program_count(listed()); number += kRounds + 1) {
        const Program program = make_program(listed(), number);
        const Emulated ran = emulate(program);
        CAPTURE(program.kernel());
        CHECK(ran.complaint == "");
        REQUIRE(recorded.contains(program.kernel()));
        CHECK(ran.digests == recorded.at(program.kernel()));
    }
}

TEST_CASE("threads execute every opcode of a part of the list a thousand times and more") {
    for (const u32 part : {0u, 20u, 51u}) {
        std::map<std::string, u64> executed;
        for (u32 round = 0; round < kRounds; ++round)
            count_executions(make_program(listed(), part * kRounds + round), executed);
        for (u32 k = part * kOpcodesAProgram; k < (part + 1) * kOpcodesAProgram; ++k) {
            CAPTURE(listed()[k].name);
            CHECK(executed[listed()[k].name] >= 1000);
        }
    }
}

TEST_CASE("the list holds no opcode that the instruction table has lost") {
    for (const Opcode& opcode : listed()) {
        CAPTURE(opcode.name);
        const exec::Row* row = exec::find_row(opcode.name);
        REQUIRE(row != nullptr);
        CHECK(row->operands == opcode.elements.size());
        CHECK(row->uses_carry == opcode.uses_carry);
    }
    const std::vector<Opcode> all = with_new_rows(listed());
    std::string names;
    for (std::size_t k = listed().size(); k < all.size(); ++k) names += " " + all[k].name;
    if (!names.empty()) MESSAGE("not in random programs yet, an H200 has to run them:", names);
}
