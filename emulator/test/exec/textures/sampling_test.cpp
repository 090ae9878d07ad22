// Which texels a fetch takes and with which weights, worked out by hand from the programming guide's formulas.
#include "emulator/exec/textures/sampling.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace simt;
using namespace simt::exec;
using memory::AddressMode;
using memory::Image;
using memory::Sampler;

namespace {

constexpr u64 kBegin = 0x1000;

// A texel is one byte, so its address says where it lies: 100 * slice + 10 * row + column.
Image image_of(u32 width, u32 height = 1, u32 depth = 1, u32 layers = 1) {
    Image image{.format = {memory::ChannelKind::Unsigned, 8, 1}, .layers = layers};
    image.dimensions = depth > 1 ? 3 : height > 1 ? 2 : 1;
    image.levels = {{kBegin, width, height, depth, 10, 100}};
    return image;
}

Sampler sampler_of(AddressMode mode, bool linear, bool normalized) {
    Sampler sampler;
    for (AddressMode& each : sampler.address) each = mode;
    sampler.linear = linear;
    sampler.normalized_coordinates = normalized;
    return sampler;
}

// "3*64 4*192": the texels with their weights in 1/256; "-" for the border.
std::string text_of(const Footprint& footprint) {
    std::string text;
    for (u32 k = 0; k < footprint.count; ++k) {
        const Tap& tap = footprint.tap[k];
        text += (k == 0 ? "" : " ") + (tap.address == 0 ? "-" : std::to_string(tap.address - kBegin));
        if (tap.weight != 1) text += "*" + std::to_string(std::lround(tap.weight * 256));
    }
    return text;
}

Footprint footprint_of(const Image& image, const Sampler& sampler, const Lookup& lookup) {
    Footprint footprint;
    find_footprint(image, sampler, lookup, footprint);
    return footprint;
}

Footprint gathered(const Image& image, const Sampler& sampler, const Lookup& lookup) {
    Footprint footprint;
    find_gathered(image, sampler, lookup, footprint);
    return footprint;
}

std::string along(u32 width, const Sampler& sampler, float x) {
    return text_of(footprint_of(image_of(width), sampler, {.at = {x}}));
}

std::string at_direction(float x, float y, float z) {
    Image cube = image_of(8, 8, 1, 6);
    cube.cubemap = true;
    return text_of(footprint_of(cube, sampler_of(AddressMode::Clamp, false, true),
                                {.geometry = Geometry::Cube, .at = {x, y, z}}));
}

}  // namespace

TEST_CASE("a point fetch takes the texel in which the coordinate lies") {
    const Sampler point = sampler_of(AddressMode::Clamp, false, false);
    CHECK(along(5, point, 0) == "0");
    CHECK(along(5, point, 2.999f) == "2");
    CHECK(along(5, point, 3) == "3");
    CHECK(along(5, point, -0.25f) == "0");
    CHECK(along(5, point, 5) == "4");
    CHECK(along(5, point, 1e30f) == "4");
    CHECK(along(5, point, -INFINITY) == "0");
    CHECK(along(1, point, 7) == "0");
    CHECK(along(5, point, NAN) == "0");
}

TEST_CASE("a filtered fetch weighs two texels in steps of 1/256, and leaves out those of weight 0") {
    const Sampler linear = sampler_of(AddressMode::Clamp, true, false);
    CHECK(along(5, linear, 2.5f) == "2");
    CHECK(along(5, linear, 3.0f) == "2*128 3*128");
    CHECK(along(5, linear, 2.75f) == "2*192 3*64");
    CHECK(along(5, linear, 2.5f + 1.0f / 1024) == "2");          // 0.25/256 rounds to 0
    CHECK(along(5, linear, 2.5f + 3.0f / 1024) == "2*255 3*1");  // 0.75/256 rounds to 1
    CHECK(along(5, linear, 3.5f - 1.0f / 1024) == "3");          // rounds up to the next texel
    CHECK(along(5, linear, 0.25f) == "0");                       // texel -1 is texel 0
    CHECK(along(5, linear, 4.75f) == "4");
    CHECK(along(5, linear, -7) == "0");
    CHECK(along(1, linear, 0.5f) == "0");
    CHECK(along(5, linear, NAN) == "0");
}

TEST_CASE("outside, a border takes the place of the missing texels only") {
    Sampler linear = sampler_of(AddressMode::Border, true, false);
    linear.address[1] = AddressMode::Clamp;
    CHECK(along(5, linear, 0.25f) == "-*64 0*192");
    CHECK(along(5, linear, 4.75f) == "4*192 -*64");
    CHECK(along(5, linear, 9.5f) == "-");
    const Sampler point = sampler_of(AddressMode::Border, false, false);
    CHECK(along(5, point, -0.001f) == "-");
    CHECK(along(5, point, 5) == "-");
    CHECK(along(5, point, 4.999f) == "4");
}

TEST_CASE("a filtered line is half border if the border lies beside it, too") {
    const Sampler linear = sampler_of(AddressMode::Border, true, false);
    CHECK(along(5, linear, 2.5f) == "-*128 2*128");
    CHECK(along(5, linear, 2.75f) == "-*96 -*32 2*96 3*32");
    CHECK(along(5, linear, 0.25f) == "-*32 -*96 -*32 0*96");
}

TEST_CASE("a normalized coordinate is cut to 21 bits after the point") {
    const Sampler clamp = sampler_of(AddressMode::Clamp, false, true);
    CHECK(along(8, clamp, 0.5f) == "4");
    CHECK(along(8, clamp, 0.5f - 0x1p-25f) == "3");
    CHECK(along(8, clamp, 0.375f + 0x1p-22f) == "3");
    CHECK(along(10, clamp, 0.6f) == "5");  // 0.6 is 1258291.2 / 2^21
    CHECK(along(10, clamp, 1e30f) == "9");
}

TEST_CASE("wrapping repeats the image, mirroring turns every second one") {
    const Sampler wrap = sampler_of(AddressMode::Wrap, false, true),
                  mirror = sampler_of(AddressMode::Mirror, false, true);
    CHECK(along(4, wrap, 1.375f) == "1");
    CHECK(along(4, wrap, -0.125f) == "3");
    CHECK(along(4, wrap, -1e-30f) == "3");  // it is cut to -2^-21
    CHECK(along(4, wrap, 1e30f) == "0");
    CHECK(along(4, wrap, INFINITY) == "0");
    CHECK(along(4, mirror, 0.375f) == "1");
    CHECK(along(4, mirror, 1.375f) == "2");
    CHECK(along(4, mirror, -0.375f) == "1");
    CHECK(along(4, mirror, 2.0f) == "0");
    const Sampler wrap_linear = sampler_of(AddressMode::Wrap, true, true);
    CHECK(along(4, wrap_linear, 1.0f) == "3*128 0*128");
    CHECK(along(4, wrap_linear, 0.9375f) == "3*192 0*64");
    CHECK(along(4, sampler_of(AddressMode::Mirror, true, true), 1.0f) == "3*128 3*128");
    CHECK(along(1, wrap_linear, 0.25f) == "0");
}

TEST_CASE("wrapping and mirroring need normalized coordinates; others are clamped") {
    CHECK(along(4, sampler_of(AddressMode::Wrap, false, false), 5) == "3");
    CHECK(along(4, sampler_of(AddressMode::Mirror, false, false), -5) == "0");
}

TEST_CASE("planes and volumes multiply the weights along their axes") {
    const Sampler linear = sampler_of(AddressMode::Clamp, true, false);
    CHECK(text_of(footprint_of(image_of(5, 3), linear, {.geometry = Geometry::Plane, .at = {2.75f, 1.0f}})) ==
          "2*96 3*32 12*96 13*32");
    CHECK(text_of(footprint_of(image_of(5, 3), linear, {.geometry = Geometry::Plane, .at = {2.5f, 1.0f}})) ==
          "2*128 12*128");
    CHECK(text_of(footprint_of(image_of(2, 2, 2), linear, {.geometry = Geometry::Volume, .at = {1, 1, 1}})) ==
          "0*32 1*32 10*32 11*32 100*32 101*32 110*32 111*32");
    const Sampler border = sampler_of(AddressMode::Border, true, false);
    CHECK(text_of(footprint_of(image_of(5, 3), border, {.geometry = Geometry::Plane, .at = {0.0f, 3.0f}})) ==
          "-*64 20*64 -*64 -*64");
}

TEST_CASE("products of weights are rounded to 1/256, and still sum to 1") {
    const Sampler linear = sampler_of(AddressMode::Clamp, true, false);
    const auto plane = [&](float x, float y) {
        return text_of(footprint_of(image_of(5, 3), linear,
                                    {.geometry = Geometry::Plane, .at = {0.5f + x / 256, 0.5f + y / 256}}));
    };
    CHECK(plane(1, 128) == "0*128 10*127 11*1");
    // x 50, y 37, z 203: of the first slice's 53, the right column gets 10.35 and the left 43; of that, the lower row 6.21.
    CHECK(text_of(footprint_of(image_of(2, 2, 2), linear,
                               {.geometry = Geometry::Volume,
                                .at = {0.5f + 50 / 256.0f, 0.5f + 37 / 256.0f, 0.5f + 203 / 256.0f}})) ==
          "0*37 1*9 10*6 11*1 100*139 101*34 110*24 111*6");
    // Of the left column's 27 the half goes to the upper row.
    CHECK(text_of(footprint_of(
              image_of(2, 2, 2), linear,
              {.geometry = Geometry::Volume, .at = {0.5f + 218 / 256.0f, 1, 0.5f + 73 / 256.0f}})) ==
          "0*14 1*78 10*13 11*78 100*6 101*31 110*5 111*31");
}

TEST_CASE("whole coordinates are texels, and are not filtered") {
    const Sampler linear = sampler_of(AddressMode::Border, true, true);
    CHECK(text_of(footprint_of(image_of(5), linear, {.whole = true, .texel = {4}})) == "4");
    CHECK(text_of(footprint_of(image_of(5), linear, {.whole = true, .texel = {5}})) == "-");
    CHECK(text_of(footprint_of(image_of(5), linear, {.whole = true, .texel = {-2147483647 - 1}})) == "-");
}

TEST_CASE("a layer outside the image is the nearest one") {
    const Sampler point = sampler_of(AddressMode::Clamp, false, false);
    Image lines = image_of(5, 1, 1, 3);
    lines.layered = true;
    CHECK(text_of(footprint_of(lines, point, {.geometry = Geometry::Lines, .at = {1}, .layer = 2})) == "201");
    CHECK(text_of(footprint_of(lines, point, {.geometry = Geometry::Lines, .at = {1}, .layer = 3})) == "201");
    CHECK(text_of(footprint_of(lines, point, {.geometry = Geometry::Lines, .at = {1}, .layer = ~0u})) ==
          "201");
}

TEST_CASE("a direction meets the face of its longest coordinate") {
    // Faces are 8 wide. On +x: s = -z, t = -y, and so on, as the guide's table has them.
    CHECK(at_direction(1, 0, 0) == "44");
    CHECK(at_direction(1, 0.5f, 0) == "24");
    CHECK(at_direction(1, 0, 0.5f) == "42");
    CHECK(at_direction(-1, 0, 0.5f) == "146");
    CHECK(at_direction(-2, -1, 0) == "164");
    CHECK(at_direction(0.5f, 1, 0) == "246");
    CHECK(at_direction(0, 1, 0.5f) == "264");
    CHECK(at_direction(0.5f, -1, 0) == "346");
    CHECK(at_direction(0, -1, 0.5f) == "324");
    CHECK(at_direction(0.5f, 0, 1) == "446");
    CHECK(at_direction(0, 0.5f, 4) == "434");
    CHECK(at_direction(0.5f, 0, -1) == "542");
    CHECK(at_direction(1, 1, 1) == "407");
    CHECK(at_direction(1, -1, 0.5f) == "327");
    CHECK(at_direction(0, 0, 0) == "444");
}

TEST_CASE("a gather takes the four texels of the filter, from the lower left on") {
    const Sampler point = sampler_of(AddressMode::Clamp, false, false);
    CHECK(text_of(gathered(image_of(5, 5), point, {.geometry = Geometry::Plane, .at = {2, 3}})) ==
          "31 32 22 21");
    CHECK(text_of(gathered(image_of(5, 5), point, {.geometry = Geometry::Plane, .at = {2.5f, 3.5f}})) ==
          "42 43 33 32");
    CHECK(text_of(gathered(image_of(5, 5), point, {.geometry = Geometry::Plane, .at = {5, 0}})) == "4 4 4 4");
}

TEST_CASE("the level of detail chooses one level, or two") {
    Image image = image_of(8);
    image.levels.push_back({kBegin + 100, 4, 1, 1, 10, 100});
    image.levels.push_back({kBegin + 200, 2, 1, 1, 10, 100});
    Sampler sampler = sampler_of(AddressMode::Clamp, false, true);
    sampler.most_level = 10;
    const auto at_level = [&](float level) {
        return text_of(footprint_of(image, sampler, {.at = {0.75f}, .from = kFromLevel, .level = level}));
    };
    CHECK(at_level(0) == "6");
    CHECK(at_level(0.49f) == "6");
    CHECK(at_level(0.5f) == "103");
    CHECK(at_level(2) == "201");
    CHECK(at_level(99) == "201");
    CHECK(at_level(-3) == "6");
    CHECK(at_level(NAN) == "6");
    sampler.linear_levels = true;
    CHECK(at_level(0.25f) == "6*192 103*64");
    CHECK(at_level(0.25f + 0.9f / 256) == "6*192 103*64");
    CHECK(at_level(1) == "103");
    CHECK(at_level(2) == "201");
    sampler.most_level = 0.5f;
    CHECK(at_level(2) == "6*128 103*128");
    sampler.level_bias = -0.5f;
    CHECK(at_level(0.75f) == "6*192 103*64");
    CHECK(text_of(footprint_of(image, sampler, {.at = {0.75f}})) == "6");
}

TEST_CASE("gradients give the level at which they span one texel") {
    Image image = image_of(8);
    image.levels.push_back({kBegin + 100, 4, 1, 1, 10, 100});
    image.levels.push_back({kBegin + 200, 2, 1, 1, 10, 100});
    Sampler sampler = sampler_of(AddressMode::Clamp, false, true);
    sampler.most_level = 10;
    const auto with = [&](float x, float y) {
        return text_of(
            footprint_of(image, sampler, {.at = {0.75f}, .from = kFromGradients, .gradient = {{x}, {y}}}));
    };
    CHECK(with(0.125f, 0) == "6");
    CHECK(with(0, -0.25f) == "103");
    CHECK(with(0.25f, 0.5f) == "201");
    CHECK(with(0, 0) == "6");
    CHECK(with(NAN, 0) == "6");
    sampler.linear_levels = true;
    CHECK(with(0.1875f, 0) == "6*106 103*150");         // log2 1.5 is 150 / 256 in an H200's table
    CHECK(with(0.1875f, 0.1875f) == "103*244 201*12");  // as 33/16 texels, 11/16 of the sum
    CHECK(with(0.1875f, -0.1875f) == with(0.1875f, 0.1875f));
}
