// The drawing of one access.
#include "common/course/access_map.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

using course::map_of;
using simt::s64;
using simt::u32;
using simt::trace::Access;
using simt::trace::Instruction;
using simt::trace::Space;

namespace {

using Lines = std::vector<std::string>;

Lines map(Space space, u32 width, const std::function<s64(u32)>& at, u32 mask = ~0u, u32 cost = 0) {
    Access access;
    access.mask = mask;
    access.cost = cost;
    access.array = 1;
    for (u32 lane = 0; lane < 32; ++lane) access.at[lane] = (mask >> lane & 1u) != 0 ? at(lane) : 0;
    Instruction instruction;
    instruction.space = space;
    instruction.width = width;
    return map_of(access, instruction);
}

}  // namespace

TEST_CASE("neighbouring floats fill the sectors of one line") {
    CHECK(map(Space::Global, 4, [](u32 lane) { return 128 + 4 * lane; }) ==
          Lines{"element 32  |01234567|89abcdef|ghijklmn|opqrstuv|"});
}

TEST_CASE("a column has a line for each lane, folded, and dots for what is moved and not used") {
    CHECK(map(Space::Global, 4, [](u32 lane) { return 128 * lane + 36; }) ==
          Lines{"element   0  |        |.0......|        |        |",
                "element  32  |        |.1......|        |        |",
                "element  64  |        |.2......|        |        |",  //
                "             ... and 28 rows more", "element 992  |        |.v......|        |        |"});
}

TEST_CASE("lanes at one element are a star, and lanes that take no part are missing") {
    CHECK(map(
              Space::Global, 4, [](u32 lane) { return s64{lane / 2} * 4; }, 0x1f) ==
          Lines{"element 0  |**4.....|        |        |        |"});
}

TEST_CASE("wide and narrow elements") {
    CHECK(map(Space::Global, 16, [](u32 lane) { return 16 * lane; })[0] ==
          "element  0  |00001111|22223333|44445555|66667777|");
    CHECK(map(Space::Global, 2, [](u32 lane) { return 2 * lane; }) ==
          Lines{"element 0  |0123456789abcdef|ghijklmnopqrstuv|                |                |"});
    CHECK(map(Space::Global, 1, [](u32 lane) { return lane; }) ==
          Lines{"element 0  |0123456789abcdefghijklmnopqrstuv|                                |"});
}

TEST_CASE("an address before the array is drawn, too") {
    CHECK(map(
              Space::Global, 4, [](u32) { return -4; }, 1) ==
          Lines{"element -32  |        |        |        |.......0|"});
}

TEST_CASE("a row of shared memory is what the banks deliver at once") {
    CHECK(
        map(Space::Shared, 4, [](u32 lane) { return 4 * lane; }) ==
        Lines{"bank          0       8       16      24", "wavefront 1  |0123456789abcdefghijklmnopqrstuv|"});
    CHECK(map(Space::Shared, 4, [](u32 lane) { return 128 * lane; }) ==
          Lines{"bank           0       8       16      24",  //
                "wavefront  1  |0                               |",
                "wavefront  2  |1                               |",
                "wavefront  3  |2                               |",  //
                "              ... and 28 rows more", "wavefront 32  |v                               |"});
}

TEST_CASE("half a warp of doubles is a wavefront, or all of it where the cost says so") {
    CHECK(map(Space::Shared, 8, [](u32 lane) { return 8 * lane; }) ==
          Lines{"bank          0       8       16      24", "wavefront 1  |00112233445566778899aabbccddeeff|",
                "wavefront 2  |gghhiijjkkllmmnnooppqqrrssttuuvv|"});
    CHECK(map(
              Space::Shared, 8, [](u32) { return 0; }, ~0u, 1)
              .size() == 2);
}

TEST_CASE("other memory has no map") {
    CHECK(map(Space::Local, 4, [](u32) { return 0; }).empty());
    CHECK(map(Space::Constant, 4, [](u32) { return 0; }).empty());
}
