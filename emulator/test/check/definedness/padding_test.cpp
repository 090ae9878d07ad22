// Bytes between the members of a structure, known from the stores of its members: of them nobody is told before somebody
// computes with them.

#include <doctest/doctest.h>

#include "emulator/check/findings.hpp"
#include "emulator/memory/written_bits.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::check;

namespace {

// What the host would find in the first 32 bytes that a thread has stored to.
memory::Unwritten left_by(const std::string& body, check::Checks checks = {}) {
    Device device;
    const u64 in = device.allocate(4096);
    device.launch(kernel_text(body), {.block = {1}, .checks = checks}, {in + 2048, in, 0});
    return memory::unwritten(*device.space.find(in), in, 32);
}

// Padding, or 0 if all 32 bytes are as they were: then nothing else is called so either.
u64 padding(const std::string& body) { return left_by(body).padding; }

}  // namespace

TEST_CASE("what an aligned member leaves empty beside narrower ones is padding") {
    const std::string wide = "st.global.u64 [%in+8], 1;\n", narrow = "st.global.u32 [%in], 1;\n";
    CHECK(padding(narrow + wide) == 4);  // { int; double }
    CHECK(padding(wide + narrow) == 4);
    CHECK(left_by(narrow + wide).bytes == 16);  // behind it
    CHECK(padding(narrow + "st.global.v2.f32 [%in+8], {0f00000000, 0f00000000};") == 0);
    CHECK(padding("st.global.u64 [%in], 1;\nst.global.u8 [%in+8], 1;") == 7);
    CHECK(padding("st.global.u8 [%in], 1;\nst.global.u32 [%in+4], 1;\n" + wide) == 3);
    CHECK(padding("st.global.u8 [%in], 1;\nst.global.u16 [%in+2], 1;") == 1);
    CHECK(padding("st.global.u16 [%in+2], 1;\nst.global.u8 [%in], 1;\nst.global.u64 [%in+16], 1;") == 5);
    CHECK(padding("st.global.v2.u64 [%in+16], {1, 1};\n" + narrow) == 4);
    CHECK(padding("st.u32 [%in], 1;\nst.u64 [%in+8], 1;") == 4);  // generic
    // Nothing is empty, or it was filled in between.
    CHECK(padding(wide + narrow + "st.global.u32 [%in+4], 1;") == 0);
    CHECK(padding(wide) == 0);
    CHECK(padding(narrow) == 0);
    CHECK(padding("st.global.u32 [%in], 1;\nst.global.u32 [%in+8], 1;") == 0);  // every other element
    check::Checks races(false);
    races.races = true;
    CHECK(left_by(narrow + wide, races).padding == 0);
}

TEST_CASE("only stores of one place, one address register and one basic block make a structure") {
    const std::string wide = "st.global.u64 [%in+8], 1;\n", narrow = "st.global.u32 [%in], 1;\n";
    CHECK(padding("mov.u64 %rd1, %in;\nst.global.u32 [%rd1], 1;\n" + wide) == 0);
    CHECK(padding("mov.u64 %rd1, %in;\nst.global.u32 [%rd1], 1;\nadd.u64 %rd1, %rd1, 8;\n"
                  "st.global.u64 [%rd1], 1;") == 0);
    CHECK(padding(narrow + "bra NEXT;\nNEXT:\n" + wide + "setp.eq.u32 %p1, %t, 9;\n@%p1 bra NEXT;") == 0);
    CHECK(padding("setp.eq.u32 %p1, %t, 0;\n@%p1 st.global.u32 [%in], 1;\n" + wide) == 0);
    CHECK(padding(narrow + "st.global.u64 [%in+1024], 1;") == 0);
    CHECK(padding("st.shared.u32 [%rd1], 1;\nst.shared.u64 [%rd1+8], 1;") == 0);
}

TEST_CASE("known padding may be copied byte by byte, and not computed with") {
    const std::string made = "st.global.u32 [%in], 1;\nst.global.u64 [%in+8], 1;\n";
    const std::string other = "st.global.u32 [%in], 1;\nst.global.u32 [%in+8], 1;\n";
    const auto findings = [](const std::string& body) {
        Device device;
        const u64 in = device.allocate(4096);
        return device.launch(kernel_text(body), {.block = {1}}, {in + 2048, in, 0}).findings.size();
    };
    for (const char* byte : {"4", "7"}) {
        const std::string load = "ld.global.u8 %r1, [%in+" + std::string(byte) + "];\n";
        const std::string copy = load + "st.global.u8 [%out+" + byte + "], %r1;\n";
        CHECK(findings(made + copy) == 0);
        CHECK(findings(other + copy) == 1);
        CHECK(findings(made + load + decide_by("%r1")) == 1);
        CHECK(findings(made + load + "add.u32 %r1, %r1, 1;\nst.global.u8 [%out], %r1;") == 1);
        // And on from there.
        CHECK(findings(made + copy + "ld.global.u8 %r2, [%out+" + byte +
                       "];\nst.global.u8 [%out+64], %r2;") == 0);
        CHECK(findings(made + copy + "ld.global.u8 %r2, [%out+" + byte + "];\n" + decide_by("%r2")) == 1);
    }
}
