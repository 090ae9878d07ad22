// Where variables lie: in shared memory, in a frame, among a kernel's parameters.
#include <doctest/doctest.h>

#include "emulator/decode/functions.hpp"
#include "emulator/decode/layouts.hpp"
#include "emulator/error.hpp"
#include "emulator/test/decode/parsed.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

SharedLayout shared_of(const Parsed& parsed) {
    return lay_out_shared(parsed.module, find_functions(parsed.module, parsed.kernel()).all);
}

u32 offset_of(const Parsed& parsed, const std::string& name) {
    return shared_of(parsed).offset_of(*shared_variable(parsed.module, name));
}

const std::string kShared =
    ".shared .align 4 .b8 unused[400];\n.shared .align 1 .b8 bytes[5];\n.shared .align 16 .b8 tile[64];\n"
    ".extern .shared .align 32 .b8 dynamic[];\n";

}  // namespace

TEST_CASE("shared variables lie in the order in which the kernel names them; others take no place") {
    const Parsed parsed("mov.u32 %r1, bytes;\nst.shared.u32 [tile], %r1;\nmov.u32 %r2, dynamic;", kShared);
    CHECK(offset_of(parsed, "bytes") == 0);
    CHECK(offset_of(parsed, "tile") == 16);
    CHECK(shared_of(parsed).static_bytes == 80);
    CHECK(offset_of(parsed, "dynamic") == 96);  // aligned to its 32 bytes
    CHECK_FALSE(shared_of(parsed).reserved);
}

TEST_CASE("shared variables of called functions are laid out too") {
    const Parsed parsed("call f, ();\nmov.u32 %r1, tile;",
                        kShared + ".func f() {\n.shared .align 4 .b8 own[12];\nret;\n}\n");
    CHECK(offset_of(parsed, "tile") == 0);
    CHECK(shared_of(parsed).static_bytes == 76);
}

TEST_CASE("what cooperative groups reserve lies among them") {
    const Parsed parsed("mov.u32 %r1, bytes;\nmov.u32 %r2, %reserved_smem_offset_1;", kShared);
    CHECK(shared_of(parsed).reserved == 16);
    CHECK(shared_of(parsed).static_bytes == 16 + kReservedSharedBytes);
}

TEST_CASE("a kernel runs what it calls, and behind a pointer whatever the module takes the address of") {
    const std::string functions =
        ".func leaf() { ret; }\n.func called() { call leaf, (); ret; }\n.func pointed() { ret; }\n"
        ".func other() { ret; }\n.global .align 8 .u64 table[1] = {pointed};\n";
    const Parsed direct("call called, ();", functions);
    const Functions found = find_functions(direct.module, direct.kernel());
    REQUIRE(found.all.size() == 3);
    CHECK(found.all[0] == &direct.kernel());
    CHECK(found.all[1]->name == "called");
    CHECK(found.all[2]->name == "leaf");
    CHECK(found.behind_pointers.empty());

    const Parsed indirect("P: .callprototype ()_();\nld.global.u64 %rd1, [table];\ncall %rd1, (), P;",
                          functions);
    const Functions behind = find_functions(indirect.module, indirect.kernel());
    REQUIRE(behind.all.size() == 2);
    CHECK(behind.all[1]->name == "pointed");
    CHECK(behind.behind_pointers.size() == 1);
}

TEST_CASE("a function's parameters, results and local variables lie one behind the other in its frame") {
    const Parsed parsed("",
                        ".func (.param .b64 result) f(.param .b32 a, .param .align 16 .b8 b[20]) {\n"
                        ".local .align 8 .b8 own[24];\n.shared .align 4 .b8 tile[64];\nret;\n}\n");
    const FrameLayout frame = lay_out_frame(parsed.module.functions.front());
    CHECK(frame.offsets.at("a") == 0);
    CHECK(frame.offsets.at("b") == 16);
    CHECK(frame.offsets.at("result") == 40);
    CHECK(frame.offsets.at("own") == 48);
    CHECK_FALSE(frame.offsets.contains("tile"));
    CHECK(frame.local_bytes == 72);
    CHECK(frame.stack_bytes == 24);
    CHECK(frame.parameters.size() == 2);
    CHECK(frame.returns.size() == 1);
}

TEST_CASE("a kernel's parameters are aligned in a block of their own") {
    const Parsed parsed("");
    const ParameterLayout layout = lay_out_parameters(parsed.kernel());
    CHECK(layout.offsets == std::vector<u32>{0, 8, 16});
    CHECK(layout.bytes == 20);
    CHECK(lay_out_frame(parsed.kernel()).local_bytes == 0);
}

TEST_CASE("a function that needs more local memory than a thread has is refused by name") {
    const Parsed parsed(
        "", ".func f() {\n.local .align 8 .b8 large[524288];\n.local .align 8 .b8 more[8];\nret;\n}\n");
    CHECK_THROWS_WITH_AS(lay_out_frame(parsed.module.functions.front()),
                         doctest::Contains("'more', function f"), Error);
}
