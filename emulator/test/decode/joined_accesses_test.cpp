// Which accesses to shared memory ptxas joined, from the widths of the machine code.
#include "emulator/decode/joined_accesses.hpp"

#include <doctest/doctest.h>

#include "emulator/test/decode/parsed.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// "16 1 1 1" for the first instructions of a body, 0 for those that are not joined; and whether all is known. machine: by the number of
// an instruction, the width of the machine code at its line.
std::string joined(const std::string& body, u32 count, const std::map<u32, u8>& loads,
                   const std::map<u32, u8>& stores = {}) {
    const Parsed parsed(body);
    MachineAccesses machine{.known = true, .loads = {}, .stores = {}};
    for (const auto& [n, bytes] : loads) machine.loads[parsed.at(n)->ptx_line] = bytes;
    for (const auto& [n, bytes] : stores) machine.stores[parsed.at(n)->ptx_line] = bytes;
    const JoinedAccesses found = find_joined_accesses(find_control_flow(parsed.kernel()), machine);
    std::string text;
    for (u32 n = 0; n < count; ++n) {
        const auto place = found.joined.find(parsed.at(n));
        text += std::to_string(place == found.joined.end() ? 0 : place->second) + " ";
    }
    return text + (found.known ? "known" : "unknown");
}

const char* const kFour = R"(
ld.shared.f32 %f1, [%r1];
ld.shared.f32 %f2, [%r1+4];
ld.shared.f32 %f3, [%r1+8];
ld.shared.f32 %f4, [%r1+12];
)";

}  // namespace

TEST_CASE("loads without machine code belong to the wide one beside them") {
    CHECK(joined(kFour, 4, {{0, 16}}) == "16 1 1 1 known");
    CHECK(joined(kFour, 4, {{2, 16}}) == "1 1 16 1 known");
    CHECK(joined(kFour, 4, {{0, 8}, {2, 8}}) == "8 1 8 1 known");
    CHECK(joined(kFour, 4, {{0, 4}, {1, 4}, {2, 4}, {3, 4}}) == "0 0 0 0 known");
    CHECK(joined(kFour, 4, {{0, 8}, {2, 4}, {3, 4}}) == "8 1 0 0 known");
}

TEST_CASE("nobody needs some elements of a wide access") {
    CHECK(joined("ld.shared.f32 %f1, [%r1+4];\nld.shared.f32 %f2, [%r1+12];", 2, {{0, 16}}) == "16 1 known");
}

TEST_CASE("what the machine code does not explain is not known") {
    CHECK(joined(kFour, 4, {}) == "0 0 0 0 unknown");
    CHECK(joined(kFour, 4, {{0, 8}}) == "8 1 0 0 unknown");
    CHECK(joined(kFour, 4, {{0, 16}, {1, 4}, {2, 4}, {3, 4}}) ==
          "0 0 0 0 unknown");  // joined with another iteration
    CHECK(joined(kFour, 4, {{0, MachineAccesses::kManyWidths}, {1, 4}, {2, 4}, {3, 4}}) == "0 0 0 0 unknown");
    CHECK(joined("ld.shared.v2.f32 {%f1, %f2}, [%r1];", 1, {{0, 4}}) == "0 unknown");
    const Parsed parsed(kFour);
    CHECK_FALSE(find_joined_accesses(find_control_flow(parsed.kernel()), {}).known);
}

TEST_CASE("only accesses of one block, one kind and one value of one register are joined") {
    const std::string changed =
        "ld.shared.f32 %f1, [%r1];\nadd.u32 %r1, %r1, %r2;\nld.shared.f32 %f2, [%r1+4];";
    CHECK(joined(changed, 3, {{0, 8}}) == "0 0 0 unknown");
    const std::string other = "ld.shared.f32 %f1, [%r1];\nld.shared.f32 %f2, [%r2+4];";
    CHECK(joined(other, 2, {{0, 8}}) == "0 0 unknown");
    const std::string branch = "ld.shared.f32 %f1, [%r1];\n@%p1 bra L;\nld.shared.f32 %f2, [%r1+4];\nL:";
    CHECK(joined(branch, 3, {{0, 8}}) == "0 0 0 unknown");
    const std::string stores =
        "st.shared.f32 [%r1], %f1;\nst.shared.f32 [%r1+4], %f2;\nld.shared.f32 %f3, [%r1+8];";
    CHECK(joined(stores, 3, {{2, 4}}, {{0, 8}}) == "8 1 0 known");
    CHECK(joined(stores, 3, {}, {{0, 16}}) == "16 1 0 unknown");
}
