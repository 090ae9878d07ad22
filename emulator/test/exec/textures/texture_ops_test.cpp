// tex, tld4, txq and suq in kernels: coordinates, results, and what the checks say.
#include <bit>
#include <cmath>

#include "emulator/test/exec/textures/image.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// 0, 1, 2, …
std::vector<float> floats_from_0(u32 count) {
    std::vector<float> values(count);
    for (u32 k = 0; k < count; ++k) values[k] = static_cast<float>(k);
    return values;
}

// The first result of each thread.
std::vector<float> firsts(const std::vector<u32>& out) {
    std::vector<float> values;
    for (std::size_t k = 0; k < out.size(); k += 4) values.push_back(std::bit_cast<float>(out[k]));
    return values;
}

// %f0 is the thread's number.
const std::string kNumber = "cvt.rn.f32.u32 %f0, %t;\n";

// The message of a launch that ends early.
std::string refusal(TestImage& image, const std::string& body) {
    std::vector<u32> out;
    const Launch launch = image.run(body, out);
    CHECK(launch.status != Status::Ok);
    return launch.message;
}

std::string unsupported(TestImage& image, const std::string& instruction) {
    std::vector<u32> out;
    const Launch launch = image.run(instruction + "\n", out);
    CHECK(launch.status == Status::Unsupported);
    return launch.message;
}

}  // namespace

TEST_CASE("lines, planes, volumes and layers are read at each lane's own coordinates") {
    const u32 threads = 33;
    TestImage line(floats_from_0(31), 31);
    line.make(false);
    std::vector<float> found = firsts(
        line.results("tex.1d.v4.f32.s32 {%r10, %r11, %r12, %r13}, [%rd0, {%t}];\n" + kStoreFour, threads));
    for (u32 t = 0; t < threads; ++t) CHECK(found[t] == static_cast<float>(std::min(t, 30u)));

    TestImage plane(floats_from_0(31 * 3), 31, 3);
    plane.make(false);
    found = firsts(plane.results(kNumber +
                                     "add.f32 %f1, %f0, 0f3F000000;\n"  // 0.5
                                     "mov.f32 %f2, 0f40200000;\n"       // 2.5
                                     "tex.2d.v4.f32.f32 {%r10, %r11, %r12, %r13}, [%rd0, {%f1, %f2}];\n" +
                                     kStoreFour,
                                 threads));
    for (u32 t = 0; t < threads; ++t) CHECK(found[t] == static_cast<float>(62 + std::min(t, 30u)));

    TestImage volume(floats_from_0(4 * 3 * 2), 4, 3, 2);
    volume.make(false);
    found = firsts(
        volume.results(kNumber +
                           "mov.f32 %f1, 0f3F800000;\n"
                           "tex.3d.v4.f32.f32 {%r10, %r11, %r12, %r13}, [%rd0, {%f0, %f1, %f1, %f1}];\n" +
                           kStoreFour,
                       4));
    CHECK(found == std::vector<float>{16, 17, 18, 19});

    TestImage layers(floats_from_0(4 * 3), 4, 1, 3, true);
    layers.make(false);
    found = firsts(layers.results(kNumber +
                                      "mov.f32 %f1, 0f40000000;\n"
                                      "tex.a1d.v4.f32.f32 {%r10, %r11, %r12, %r13}, [%rd0, {%t, %f1}];\n" +
                                      kStoreFour,
                                  4));
    CHECK(found == std::vector<float>{2, 6, 10, 10});
}

TEST_CASE("filtered values, with the fractions of the weights in 1/256") {
    TestImage line(std::vector<float>{0, 256, 768}, 3);
    line.sampler.linear = true;
    line.make(false);
    // x = 0.5 + t / 1024: the weight is t / 4 / 256, rounded to the nearest, halves up
    const std::vector<float> found =
        firsts(line.results(kNumber +
                            "mov.f32 %f1, 0f3F000000;\nfma.rn.f32 %f1, %f0, 0f3A800000, %f1;\n"
                            "tex.1d.v4.f32.f32 {%r10, %r11, %r12, %r13}, [%rd0, {%f1}];\n" +
                            kStoreFour));
    for (u32 t = 0; t < 32; ++t) CHECK(found[t] == std::floor((static_cast<float>(t) + 2) / 4));
}

TEST_CASE("a lane that does not execute the fetch keeps its registers") {
    TestImage line(floats_from_0(32), 32);
    line.make(false);
    const std::vector<float> found = firsts(line.results(
        "mov.b32 %r10, 0f42000000;\nsetp.lt.u32 %p1, %t, 7;\nsetp.ne.u32 %p2, %t, %t;\n"  // 32.0
        "@%p1 tex.1d.v4.f32.s32 {%r10, %r11, %r12, %r13}|%p2, [%rd0, {%t}];\n@!%p2 mov.u32 %r10, 0;\n" +
        kStoreFour));
    for (u32 t = 0; t < 32; ++t) CHECK(found[t] == (t < 7 ? static_cast<float>(t) : 0));
}

TEST_CASE("the lanes of a warp may use different objects") {
    TestImage first(floats_from_0(4), 4);
    const u64 one = first.make(false);
    memory::Image turned = first.image;
    turned.levels[0].address += 8;
    turned.levels[0].width = 2;
    const u64 other = first.device.images.create({turned, first.sampler});
    REQUIRE(other == one + 1);
    const std::vector<float> found = firsts(first.results(
        "and.b32 %r1, %t, 1;\ncvt.u64.u32 %rd1, %r1;\nadd.u64 %rd1, %rd1, %rd0;\nmov.u32 %r2, 1;\n"
        "tex.1d.v4.f32.s32 {%r10, %r11, %r12, %r13}, [%rd1, {%r2}];\n" +
            kStoreFour,
        5));
    CHECK(found == std::vector<float>{1, 3, 1, 3, 1});
}

TEST_CASE("gathers return one component of four texels") {
    TestImage plane(floats_from_0(8 * 3), 8, 3);
    plane.image.format.channels = 2;
    plane.image.levels[0].width = 4;
    plane.image.gathers = true;
    plane.make(false);
    const std::vector<u32> found = plane.results(
        "mov.f32 %f1, 0f40000000;\nmov.f32 %f2, 0f3F800000;\n"
        "tld4.g.2d.v4.f32.f32 {%r10, %r11, %r12, %r13}, [%rd0, {%f1, %f2}];\n" +
            kStoreFour,
        1);
    CHECK(found == std::vector<u32>{float_bits(11), float_bits(13), float_bits(5), float_bits(3)});
}

TEST_CASE("queries answer sizes") {
    TestImage volume(floats_from_0(4 * 3 * 2), 4, 3, 2);
    volume.make(false);
    const std::string all =
        "txq.width.b32 %r10, [%rd0];\ntxq.height.b32 %r11, [%rd0];\ntxq.depth.b32 %r12, [%rd0];\n"
        "txq.num_mipmap_levels.b32 %r13, [%rd0];\n" +
        kStoreFour;
    CHECK(volume.results(all, 1) == std::vector<u32>{4, 3, 2, 1});
    TestImage layers(floats_from_0(4 * 3), 4, 1, 3, true);
    layers.make(true);
    const std::string surface =
        "suq.width.b32 %r10, [%rd0];\nsuq.height.b32 %r11, [%rd0];\n"
        "suq.array_size.b32 %r12, [%rd0];\nmov.u32 %r13, 7;\n" +
        kStoreFour;
    CHECK(layers.results(surface, 1) == std::vector<u32>{4, 0, 3, 7});
    CHECK(has(unsupported(volume, "txq.channel_order.b32 %r1, [%rd0];"),
              "txq.channel_order.b32 is not supported"));
}

TEST_CASE("objects that do not fit are named") {
    TestImage plane(floats_from_0(12), 4, 3);
    const std::string line = "tex.1d.v4.f32.f32 {%r10, %r11, %r12, %r13}, [%rd0, {%f1}];\n";
    const std::string fetch = "tex.2d.v4.f32.f32 {%r10, %r11, %r12, %r13}, [%rd0, {%f1, %f1}];\n";
    plane.handle = 77;
    CHECK(has(refusal(plane, fetch),
              "0x4d is no texture object: pass what cudaCreateTextureObject returned, at PTX"));
    plane.make(true);
    CHECK(has(refusal(plane, fetch), "a surface object is used as a texture object"));
    plane.make(false);
    CHECK(has(refusal(plane, line), "a 1D access through an object of a 2D array"));
    CHECK(has(refusal(plane, "tld4.r.2d.v4.f32.f32 {%r10, %r11, %r12, %r13}, [%rd0, {%f1, %f1}];\n"),
              "without the flag cudaArrayTextureGather"));
    plane.device.images.destroy(plane.handle, false);
    CHECK(has(refusal(plane, fetch), "this texture object has been destroyed"));
    TestImage memory(floats_from_0(12), 12);
    memory.image.linear = true;
    memory.make(false);
    CHECK(has(refusal(memory, line), "read it with tex1Dfetch()"));
}

TEST_CASE("forms that are not emulated are refused by name") {
    TestImage plane(floats_from_0(12), 4, 3);
    plane.make(false);
    const char* const forms[] = {
        "tex.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%rd0, {%f1, %f1}], {%r1, %r2};",  // offset
        "tex.2d.v4.f16.f32 {%rs1, %rs2, %rs3, %rs4}, [%rd0, {%f1, %f1}];",          // half
        "tex.2dms.v4.f32.s32 {%r1, %r2, %r3, %r4}, [%rd0, {%r1, %r1, %r1, %r1}];",  // samples
        "tex.grad.cube.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%rd0, {%f1, %f1, %f1, %f1}], {%f1, %f1, %f1, %f1}, "
        "{%f1, %f1, "
        "%f1, %f1};",
        "tld4.r.cube.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%rd0, {%f1, %f1, %f1, %f1}];",
        "txq.level.width.b32 %r1, [%rd0], %r2;",
        "sust.p.2d.v4.b32.trap [%rd0, {%r1, %r1}], {%r1, %r1, %r1, %r1};",
        "sured.p.min.2d.b32.trap [%rd0, {%r1, %r1}], %r1;",
    };
    for (const std::string form : forms) {
        CAPTURE(form);
        CHECK(has(unsupported(plane, form), form.substr(0, form.find(' ')) + " is not supported"));
    }
}

TEST_CASE("a texel that nothing has written is undefined only where it is used and has weight") {
    TestImage line(4, 8, 1);  // 8 floats
    line.image.dimensions = 1;
    line.device.space.mark_written(line.address(), 16);
    line.sampler.linear = true;
    line.make(false);
    const std::string fetch = "tex.1d.v4.f32.f32 {%r10, %r11, %r12, %r13}, [%rd0, {%f1}];\n";
    std::vector<u32> out;
    // 3.5 is the middle of texel 3, the last one written; 3.75 takes a quarter of texel 4.
    CHECK(line.run("mov.f32 %f1, 0f40600000;\n" + fetch + decide_by("%r10"), out).findings.empty());
    CHECK(line.run("mov.f32 %f1, 0f40700000;\n" + fetch, out).findings.empty());
    const Launch launch = line.run("mov.f32 %f1, 0f40700000;\n" + fetch + decide_by("%r10"), out);
    CHECK(only(launch).fault == check::Fault::UninitialisedRead);
    CHECK(only(launch).access.site.instruction == "tex.1d.v4.f32.f32");
}

TEST_CASE("undefined coordinates are reported") {
    TestImage line(floats_from_0(8), 8);
    line.make(false);
    const u64 unwritten = line.device.allocate(64);
    std::vector<u32> out;
    const Launch launch = line.run("ld.global.u32 %r1, [" + std::to_string(unwritten) +
                                       "];\ntex.1d.v4.f32.s32 {%r10, %r11, %r12, %r13}, [%rd0, {%r1}];\n",
                                   out);
    CHECK(only(launch).fault == check::Fault::UninitialisedRead);
}

TEST_CASE("a fetch from memory that has been freed ends the launch") {
    TestImage line(floats_from_0(8), 8);
    line.make(false);
    line.device.space.free(line.address());
    std::vector<u32> out;
    const Launch launch = line.run("tex.1d.v4.f32.s32 {%r10, %r11, %r12, %r13}, [%rd0, {%t}];\n", out);
    CHECK(launch.status == Status::IllegalAddress);
    CHECK(only(launch).fault == check::Fault::UseAfterFree);
}

TEST_CASE("a fetch of what the same launch has written is stale, even behind a barrier") {
    TestImage line(floats_from_0(64), 64);
    line.make(false);
    const std::string base = "mov.b64 %rd1, " + std::to_string(line.address()) + ";\n";
    const std::string mine = base + "mul.wide.u32 %rd2, %t, 4;\nadd.u64 %rd1, %rd1, %rd2;\n";
    const std::string fetch = "tex.1d.v4.f32.s32 {%r10, %r11, %r12, %r13}, [%rd0, {%r1}];\n";
    std::vector<u32> out;
    // each thread its own texel; its neighbour's behind a barrier; what nobody writes; before it is written
    Launch launch = line.run(mine + "st.global.u32 [%rd1], %t;\nmov.u32 %r1, %t;\n" + fetch, out);
    CHECK(only(launch).fault == check::Fault::StaleFetch);
    CHECK(only(launch).times == 32);
    CHECK(only(launch).other.write);
    launch = line.run(mine + "st.global.u32 [%rd1], %t;\nbar.sync 0;\nxor.b32 %r1, %t, 1;\n" + fetch, out);
    CHECK(only(launch).fault == check::Fault::StaleFetch);
    CHECK(line.run(mine + "st.global.u32 [%rd1], %t;\nadd.u32 %r1, %t, 32;\n" + fetch, out).findings.empty());
    CHECK(line.run("mov.u32 %r1, %t;\n" + fetch + "bar.sync 0;\n" + mine + "st.global.u32 [%rd1], %t;\n", out)
              .findings.empty());
    // A race is reported as such, here both ways round, and not as stale.
    launch = line.run(mine + "xor.b32 %r1, %t, 33;\nst.global.u32 [%rd1], %t;\n" + fetch, out, 64);
    CHECK(launch.findings.size() == 2);
    for (const check::Finding& finding : launch.findings) CHECK(finding.fault == check::Fault::GlobalRace);
    Setup unchecked;
    unchecked.checks = false;
    CHECK(line.run(mine + "st.global.u32 [%rd1], %t;\nmov.u32 %r1, %t;\n" + fetch, out, 32, unchecked)
              .findings.empty());
}

TEST_CASE("texels narrower than what a kernel writes are compared byte by byte's unit") {
    std::vector<u8> texels(256);
    for (u32 k = 0; k < 256; ++k) texels[k] = static_cast<u8>(k);
    TestImage line(texels, 256);
    line.image.format = {memory::ChannelKind::Unsigned, 8, 1};
    line.make(false);
    const std::string mine =
        "mov.b64 %rd1, " + std::to_string(line.address()) +
        ";\nmul.wide.u32 %rd2, %t, 4;\nadd.u64 %rd1, %rd1, %rd2;\nst.global.u32 [%rd1], %t;\n";
    const std::string fetch = "tex.1d.v4.u32.s32 {%r10, %r11, %r12, %r13}, [%rd0, {%r1}];\n" + kStoreFour;
    std::vector<u32> out;
    CHECK(line.run(mine + "add.u32 %r1, %t, 128;\n" + fetch, out).findings.empty());
    CHECK(out[4 * 31] == 159);
    CHECK(only(line.run(mine + "add.u32 %r1, %t, 127;\n" + fetch, out)).times == 1);
}

TEST_CASE("fetches are no global loads") {
    TestImage line(floats_from_0(32), 32);
    line.make(false);
    std::vector<u32> out;
    const Launch launch =
        line.run("tex.1d.v4.f32.s32 {%r10, %r11, %r12, %r13}, [%rd0, {%t}];\n" + kStoreFour, out);
    CHECK(launch.counters.global_load_requests == 0);
    CHECK(launch.counters.global_load_sectors == 0);
    CHECK(launch.counters.global_store_requests == 1);
}
