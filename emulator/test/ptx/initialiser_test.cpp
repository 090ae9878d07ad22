// Variables of the module: sizes, alignments and initial bytes.
#include <doctest/doctest.h>

#include "emulator/test/support/ptx_text.hpp"

using namespace simt;
using namespace simt::ptx;

namespace {

Variable variable(const std::string& declaration) {
    const Module module = parse(module_text(".extern .global .align 4 .b8 sym[64];\n" + declaration));
    REQUIRE(module.variables.size() == 2);
    return module.variables[1];
}

using Data = std::vector<u8>;

}  // namespace

TEST_CASE("a variable's size and alignment follow its type, its vector width and its dimensions") {
    const Variable matrix = variable(".shared .align 16 .f32 m[3][5];");
    CHECK(matrix.space == Space::Shared);
    CHECK(matrix.type == Type::F32);
    CHECK(matrix.align == 16);
    CHECK(matrix.size == 60);
    CHECK(variable(".const .f64 x;").align == 8);
    CHECK(variable(".global .v4 .f32 x;").size == 16);
    CHECK(variable(".global .v4 .f32 x;").align == 16);
    CHECK(variable(".extern .shared .align 16 .b8 x[];").size == 0);
    CHECK(variable(".extern .shared .align 16 .b8 x[];").external);
    CHECK(variable(".visible .global .attribute(.managed) .align 4 .u32 x;").size == 4);
    CHECK(variable(".global .attribute(.managed, .unified(19,95)) .u32 x;").size == 4);
}

TEST_CASE("initial values are written little end first and zeros at the end are left out") {
    CHECK(variable(".global .u32 x = 258;").data == Data{2, 1, 0, 0});
    CHECK(variable(".global .b16 x[4] = {1, -1};").data == Data{1, 0, 255, 255});
    CHECK(variable(".global .b8 x[6] = {1, 0, 3, 0, 0};").data == Data{1, 0, 3});
    CHECK(variable(".global .f32 x[2] = {1.0, 0f40000000};").data == Data{0, 0, 128, 63, 0, 0, 0, 64});
    CHECK(variable(".global .f64 x = 0d3FF0000000000000;").data == Data{0, 0, 0, 0, 0, 0, 0xf0, 0x3f});
    CHECK(variable(".global .u32 x = 0;").data.empty());
}

TEST_CASE("inner braces start at the next row") {
    const Variable rows = variable(".global .b8 x[3][4] = {{1, 2}, {3}, 4, 5};");
    CHECK(rows.data == Data{1, 2, 0, 0, 3, 0, 0, 0, 4, 5});
    CHECK(variable(".global .v2 .b8 x[2] = {{1, 2}, {3, 4}};").data == Data{1, 2, 3, 4});
}

TEST_CASE("an open dimension takes its size from the values") {
    CHECK(variable(".global .b32 x[] = {1, 2, 3};").size == 12);
    CHECK(variable(".global .b8 x[][4] = {{1}, {2, 3}};").size == 8);
    CHECK(variable(".global .b8 x[][4] = {1, 2, 3, 4, 5};").size == 8);
}

TEST_CASE("addresses become relocations") {
    const Variable pointers = variable(".global .u64 x[4] = {sym, generic(sym), 7, generic(sym)+12};");
    REQUIRE(pointers.relocations.size() == 3);
    CHECK(pointers.data == Data{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0});
    CHECK(pointers.relocations[0].offset == 0);
    CHECK(pointers.relocations[0].width == 8);
    CHECK(pointers.relocations[0].symbol == "sym");
    CHECK(!pointers.relocations[0].generic);
    CHECK(pointers.relocations[1].offset == 8);
    CHECK(pointers.relocations[1].generic);
    CHECK(pointers.relocations[2].offset == 24);
    CHECK(pointers.relocations[2].addend == 12);
    CHECK(variable(".global .u64 x = sym-4;").relocations.at(0).addend == -4);
    CHECK(variable(".global .u64 x = generic(sym+4)+4;").relocations.at(0).addend == 8);
}

TEST_CASE("an address spelled out byte by byte is one relocation") {
    const Variable packed = variable(
        ".global .align 1 .u8 x[10] = {1, 0XFF(generic(sym)+3), 0xFF00(generic(sym)+3), "
        "0xFF0000(generic(sym)+3), "
        "0xFF000000(generic(sym)+3), 0xFF00000000(generic(sym)+3), 0xFF0000000000(generic(sym)+3), "
        "0xFF000000000000(generic(sym)+3), 0xFF00000000000000(generic(sym)+3), 7};");
    REQUIRE(packed.relocations.size() == 1);
    CHECK(packed.relocations[0].offset == 1);
    CHECK(packed.relocations[0].width == 8);
    CHECK(packed.relocations[0].addend == 3);
    CHECK(packed.relocations[0].generic);
    CHECK(packed.data == Data{1, 0, 0, 0, 0, 0, 0, 0, 0, 7});
}

TEST_CASE("a variable that is declared and then defined stands there once") {
    const Module module =
        parse(module_text(".extern .global .u32 a;\n.global .u32 a = 5;\n.extern .global .u32 a;"));
    REQUIRE(module.variables.size() == 1);
    CHECK(!module.variables[0].external);
    CHECK(module.variables[0].data == Data{5, 0, 0, 0});
}

TEST_CASE("wrong variables are refused with their line") {
    const auto of = [](const char* text) { return failure(module_text(text)); };
    CHECK(of(".global .b8 x[2] = {1, 2, 3};") ==
          "PTX line 4: variable 'x' has 2 bytes, its initial values more");
    CHECK(of(".global .b8 x[2] = {{1}};") ==
          "PTX line 4: more nested braces than the variable has dimensions");
    CHECK(of(".global .u64 x = nowhere;") == "PTX line 4: 'nowhere' is not declared");
    CHECK(of(".global .u32 a;\n.global .u32 a;\n") == "PTX line 5: variable 'a' is defined a second time");
    CHECK(of(".global .pred x;") == "PTX line 4: a predicate cannot be a variable in memory");
    CHECK(of(".global .align 3 .u32 x;") == "PTX line 4: an alignment is a power of two up to 2^20");
    CHECK(of(".global .u32 x[1000000000][1000000000];") == "PTX line 4: a variable of more than 2^40 bytes");
    CHECK(of(".global .texref t;") ==
          "PTX line 4: expected a type such as .b32 after '.global', found '.texref'");
    CHECK(of(".global .b8 x[2] = {0xFF00(x), 1};") ==
          "PTX line 4: the bytes of a masked address must follow each other, the lowest first");
}
