// Random programs on the emulator store what an H200 stored (results/random_ptx.csv), and no check finds anything in them.
//
// Here runs a part of them; `make random-ptx` runs all.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "common/simt/random/emulated.hpp"
#include "common/simt/random/recorded.hpp"

using namespace simt;
using namespace simt::random_ptx;

namespace {

const std::filesystem::path kFolder = std::filesystem::path(__FILE__).parent_path();

const std::vector<Opcode>& listed() {
    static const std::vector<Opcode> opcodes = [] {
        std::ifstream file(kFolder / "opcodes.csv");
        return read_opcodes(file);
    }();
    return opcodes;
}

}  // namespace

TEST_CASE("random programs end well, and no check reports anything in them") {
    REQUIRE(program_count(listed()) > 800);
    // One of each part of the list, another one for each.
    for (u32 number = 0; number < program_count(listed()); number += kRounds + 1) {
        const Program program = make_program(listed(), number);
        const Emulated ran = emulate(program);
        CAPTURE(program.kernel());
        CHECK(ran.complaint == "");
    }
}

TEST_CASE("a program is the same whenever it is written") {
    const Program first = make_program(listed(), 5), second = make_program(listed(), 5);
    CHECK(first.text == second.text);
    CHECK(first.blocks == second.blocks);
    CHECK(first.threads == second.threads);
    CHECK(make_program(listed(), 6).text != first.text);
}
