// Ops of one source line count as one place, as an unrolled loop's do.
#include "emulator/decode/same_places.hpp"

#include <doctest/doctest.h>

using namespace simt;
using namespace simt::exec;

namespace {

ptx::Instruction instruction_at(const std::string& opcode, std::vector<ptx::Place> places) {
    ptx::Instruction instruction;
    instruction.opcode = opcode;
    instruction.places = std::move(places);
    return instruction;
}

OpInfo info_of(const ptx::Instruction* source, u32 function = 0) {
    OpInfo info;
    info.source = source;
    info.function = function;
    return info;
}

}  // namespace

TEST_CASE("ops with one opcode, source line and function are at one place") {
    const ptx::Instruction load = instruction_at("ld.global.f32", {{1, 7}}), copy = load,
                           other_line = instruction_at("ld.global.f32", {{1, 8}}),
                           other_opcode = instruction_at("ld.shared.f32", {{1, 7}}),
                           inlined = instruction_at("ld.global.f32", {{1, 7}, {1, 20}});
    const std::vector<u32> places =
        find_same_places({info_of(&load), info_of(&other_line), info_of(&copy), info_of(&other_opcode),
                          info_of(&inlined), info_of(&load, 1)});
    CHECK(places == std::vector<u32>{0, 1, 0, 3, 4, 5});
}

TEST_CASE("an op without a source line is a place of its own") {
    const ptx::Instruction unknown = instruction_at("ld.global.f32", {}),
                           line_0 = instruction_at("ld.global.f32", {{1, 0}});
    CHECK(find_same_places({info_of(nullptr), info_of(&unknown), info_of(&unknown), info_of(&line_0),
                            info_of(&line_0)}) == std::vector<u32>{0, 1, 2, 3, 4});
}
