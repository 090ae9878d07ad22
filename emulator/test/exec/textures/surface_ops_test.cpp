// suld, sust and sured in kernels.
#include <bit>

#include "emulator/test/exec/textures/image.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

std::vector<u32> words_from_1000(u32 count) {
    std::vector<u32> values(count);
    for (u32 k = 0; k < count; ++k) values[k] = 1000 + k;
    return values;
}

std::vector<u32> texels(const TestImage& image, u32 count) {
    return image.device.download<u32>(image.address(), count);
}

std::string surface_refusal(TestImage& image, const std::string& body, Status status) {
    std::vector<u32> out;
    const Launch launch = image.run(body, out);
    CHECK(launch.status == status);
    return launch.message;
}

}  // namespace

TEST_CASE("surfaces are read and written at bytes of rows") {
    TestImage plane(words_from_1000(8 * 3), 8, 3);
    plane.make(true);
    const std::vector<u32> found = plane.results(
        "shl.b32 %r1, %t, 2;\nmov.u32 %r2, 1;\nsuld.b.2d.b32.trap {%r10}, [%rd0, {%r1, %r2}];\n"
        "mov.u32 %r11, 0;\nmov.u32 %r12, 0;\nmov.u32 %r13, 0;\n" +
            kStoreFour,
        8);
    for (u32 t = 0; t < 8; ++t) CHECK(found[4 * t] == 1008 + t);
    plane.results(
        "shl.b32 %r1, %t, 3;\nmov.u32 %r2, 2;\nmov.u32 %r3, 7;\n"
        "sust.b.2d.v2.b32.trap [%rd0, {%r1, %r2}], {%t, %r3};\n",
        4);
    std::vector<u32> expected = words_from_1000(24);
    for (u32 t = 0; t < 4; ++t) expected[16 + 2 * t] = t, expected[17 + 2 * t] = 7;
    CHECK(texels(plane, 24) == expected);
}

TEST_CASE("elements of 1, 2 and 8 bytes") {
    TestImage line(words_from_1000(32), 32);
    line.make(true);
    line.results("cvt.u16.u32 %rs1, %t;\nsust.b.1d.b8.trap [%rd0, {%t}], {%rs1};\n", 4);
    CHECK(texels(line, 1)[0] == 0x03020100);
    const std::vector<u32> found = line.results(
        "mov.u16 %rs1, 0xffff;\nsuld.b.1d.b8.trap {%rs1}, [%rd0, {%t}];\ncvt.u32.u16 %r10, %rs1;\n"
        "shl.b32 %r1, %t, 1;\nsuld.b.1d.b16.trap {%rs2}, [%rd0, {%r1}];\ncvt.u32.u16 %r11, %rs2;\n"
        "shl.b32 %r1, %t, 3;\nsuld.b.1d.b64.trap {%rd3}, [%rd0, {%r1}];\nmov.b64 {%r12, %r13}, %rd3;\n" +
            kStoreFour,
        2);
    CHECK(found == std::vector<u32>{0, 0x0100, 0x03020100, 1001, 1, 0x0302, 1002, 1003});
}

TEST_CASE("layers and slices") {
    for (const bool layered : {false, true}) {
        CAPTURE(layered);
        TestImage image(words_from_1000(4 * 3 * 2), 4, 3, 2, layered);
        image.make(true);
        image.results(std::string("mov.u32 %r1, 1;\nmov.u32 %r2, 2;\nshl.b32 %r3, %t, 2;\n") +
                          (layered ? "sust.b.a2d.b32.trap [%rd0, {%r1, %r3, %r2, %r2}], {%t};\n"
                                   : "sust.b.3d.b32.trap [%rd0, {%r3, %r2, %r1, %r1}], {%t};\n"),
                      4);
        std::vector<u32> expected = words_from_1000(24);
        for (u32 t = 0; t < 4; ++t) expected[20 + t] = t;
        CHECK(texels(image, 24) == expected);
    }
}

TEST_CASE("outside: clamped, dropped, or the end of the launch with the thread") {
    TestImage plane(words_from_1000(8 * 3), 8, 3);
    plane.make(true);
    // threads -1, 0 … 8 of row 5
    const std::string at = "add.s32 %r1, %t, -1;\nshl.b32 %r1, %r1, 2;\nmov.u32 %r2, 5;\nmov.u32 %r3, 0;\n";
    const std::string rest = "mov.u32 %r11, 0;\nmov.u32 %r12, 0;\nmov.u32 %r13, 0;\n" + kStoreFour;
    std::vector<u32> found =
        plane.results(at + "suld.b.2d.b32.clamp {%r10}, [%rd0, {%r1, %r2}];\n" + rest, 10);
    for (int t = 0; t < 10; ++t)
        CHECK(found[4 * static_cast<u32>(t)] == 1016 + static_cast<u32>(std::clamp(t - 1, 0, 7)));
    found = plane.results(at + "suld.b.2d.b32.zero {%r10}, [%rd0, {%r1, %r3}];\n" + rest, 10);
    for (u32 t = 0; t < 10; ++t) CHECK(found[4 * t] == (t == 0 || t == 9 ? 0 : 999 + t));
    plane.results(at + "sust.b.2d.b32.zero [%rd0, {%r1, %r2}], {%t};\n", 10);
    CHECK(texels(plane, 24) == words_from_1000(24));
    plane.results(at + "sust.b.2d.b32.clamp [%rd0, {%r1, %r2}], {%r2};\n", 1);
    CHECK(texels(plane, 24)[16] == 5);
    const std::string text = surface_refusal(
        plane, "shl.b32 %r1, %t, 2;\nmov.u32 %r3, 1;\nsust.b.2d.b32.trap [%rd0, {%r1, %r3}], {%t};\n",
        Status::Trap);
    CHECK(has(text, "a surface write of 4 bytes at byte 32, row 1 outside the surface of 32 bytes, 3 rows"));
    CHECK(has(text, "at PTX line"));
    CHECK(has(text, "thread (8,0,0)"));
    CHECK(has(
        surface_refusal(plane, "suld.b.2d.b32.trap {%r10}, [%rd0, {%t, %t}];\n", Status::MisalignedAddress),
        "a surface read of 4 bytes at byte 1: x counts bytes and has to be a multiple of 4"));
}

TEST_CASE("reductions of many lanes at one place") {
    TestImage plane(words_from_1000(8 * 3), 8, 3);
    plane.make(true);
    plane.results(
        "mov.u32 %r1, 4;\nmov.u32 %r2, 2;\nsured.b.add.2d.u32.trap [%rd0, {%r1, %r2}], %t;\n"
        "mov.u32 %r1, 8;\nsured.b.min.2d.s32.zero [%rd0, {%r1, %r2}], %t;\n",
        33);
    CHECK(texels(plane, 24)[17] == 1017 + 33 * 32 / 2);
    CHECK(texels(plane, 24)[18] == 0);
}

TEST_CASE("what a surface write stores has been written, and races like any other") {
    TestImage plane(4, 8, 4);
    plane.make(true);
    std::vector<u32> out;
    const std::string read =
        "shl.b32 %r1, %t, 2;\nmov.u32 %r3, 3;\nsuld.b.2d.b32.zero {%r10}, [%rd0, {%r1, %r3}];\n";
    CHECK(only(plane.run(read + decide_by("%r10"), out, 8)).fault == check::Fault::UninitialisedRead);
    plane.results("shl.b32 %r1, %t, 2;\nmov.u32 %r3, 3;\nsust.b.2d.b32.trap [%rd0, {%r1, %r3}], {%t};\n", 8);
    CHECK(plane.run(read + decide_by("%r10"), out, 8).findings.empty());
    // Two warps write one texel: the same value is no race, the thread's number is one.
    const std::string one = "mov.u32 %r1, 4;\nmov.u32 %r3, 0;\nsust.b.2d.b32.trap [%rd0, {%r1, %r3}], ";
    CHECK(plane.run(one + "{%r1};\n", out, 64).findings.empty());
    CHECK(only(plane.run(one + "{%t};\n", out, 64)).fault == check::Fault::GlobalRace);
    // A surface read does not see what the launch has written either.
    const std::string own =
        "shl.b32 %r1, %t, 2;\nmov.u32 %r3, 1;\nsust.b.2d.b32.trap [%rd0, {%r1, %r3}], {%t};\n";
    CHECK(only(plane.run(own + "suld.b.2d.b32.trap {%r10}, [%rd0, {%r1, %r3}];\n", out, 8)).fault ==
          check::Fault::StaleFetch);
}
