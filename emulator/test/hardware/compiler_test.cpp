// Where ptxas does not write what the PTX ISA says (programs/compiler.cu; results/compiler.csv is what an H200 printed): the
// emulator runs the PTX, so it stores what the H200 stores once ptxas cannot see through a value.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <sstream>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

struct Stored {
    std::string as_it_stands, hidden;
};

// By "case,input".
std::map<std::string, Stored> stored(const std::string& text) {
    std::map<std::string, Stored> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#' || line.starts_with("case,")) continue;
        const std::size_t last = line.rfind(','), before = line.rfind(',', last - 1);
        lines[line.substr(0, before)] = {line.substr(before + 1, last - before - 1), line.substr(last + 1)};
    }
    return lines;
}

}  // namespace

TEST_CASE("the emulator does what the PTX says where the compiler for an H200 does something else") {
    const auto here = stored(shell("build/simt --quiet build/test/programs/compiler").out);
    const auto there = stored(text_of("emulator/test/hardware/results/compiler.csv"));
    REQUIRE(here.size() > 500);
    CHECK(here.size() == there.size());
    std::set<std::string> differ;
    for (const auto& [name, ours] : here) {
        CAPTURE(name);
        REQUIRE(there.contains(name));
        CHECK(ours.as_it_stands == ours.hidden);
        CHECK(ours.hidden == there.at(name).hidden);
        if (there.at(name).as_it_stands != there.at(name).hidden)
            differ.insert(name.substr(0, name.find(',')));
    }
    // These are what the random programs keep clear of.
    CHECK(differ == std::set<std::string>{"half_of_u16", "half_of_s16", "float_of_u16", "double_of_u16",
                                          "eq_1", "ne_1", "set_of_set", "guarded_testp",
                                          "guarded_set_of_floats"});
}
