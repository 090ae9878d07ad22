// See sampling.hpp.
#include "emulator/exec/textures/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace simt::exec {

namespace {

using memory::AddressMode;
using memory::Image;
using memory::ImageLevel;
using memory::Sampler;

constexpr s64 kOutside = -1;
constexpr u32 kFractions = 256;  // weights have 8 bits after the point

// The texels along one axis: one, or two neighbours. A weight is a multiple of 1 / kFractions.
struct Axis {
    s64 texel[2] = {0, 0};
    u32 weight[2] = {kFractions, 0};
};

struct Place {
    Axis axis[3];
    u32 layer = 0;
};

// Wrapping and mirroring need coordinates from 0 to 1. Others are clamped (the runtime's reference, cudaTextureDesc).
AddressMode mode_of(const Sampler& sampler, u32 axis) {
    const AddressMode mode = sampler.address[axis];
    return mode == AddressMode::Border || sampler.normalized_coordinates ? mode : AddressMode::Clamp;
}

s64 texel_at(s64 texel, u32 size, AddressMode mode) {
    if (texel >= 0 && texel < s64{size}) return texel;
    if (mode == AddressMode::Border) return kOutside;
    if (mode == AddressMode::Wrap) return (texel % s64{size} + s64{size}) % s64{size};
    if (mode == AddressMode::Mirror && texel >= s64{size})  // of two images, the second one is turned
        return std::max<s64>(2 * s64{size} - 1 - texel, 0);
    return std::clamp<s64>(texel, 0, s64{size} - 1);
}

s64 whole_below(double value) {  // which is less than 2^60
    const s64 towards_zero = static_cast<s64>(value);
    return value < static_cast<double>(towards_zero) ? towards_zero - 1 : towards_zero;
}

float number_or_zero(float value) { return std::isnan(value) ? 0.0f : value; }

// The coordinate in texels. A normalized one is cut to 21 bits after the point first.
double scaled(float at, u32 size, const Sampler& sampler, AddressMode mode) {
    constexpr double kFar = 0x1p30, kSteps = 0x1p21;
    const double number = number_or_zero(at);
    if (!sampler.normalized_coordinates) return number;
    double cut = static_cast<double>(whole_below(std::clamp(number, -kFar, kFar) * kSteps)) / kSteps;
    const s64 whole = whole_below(cut);
    if (std::fabs(number) >= kFar)
        cut = mode == AddressMode::Wrap || mode == AddressMode::Mirror ? 0 : number;
    else if (mode == AddressMode::Wrap)
        cut -= static_cast<double>(whole);
    else if (mode == AddressMode::Mirror)
        cut -= static_cast<double>(whole - (whole & 1));  // from 0 to 2; texel_at() mirrors
    return cut * size;
}

Axis axis_at(double at, u32 size, AddressMode mode, bool filtered) {
    constexpr double kFar = 0x1p40;
    const double place = std::clamp(at, -kFar, kFar);
    Axis axis;
    if (!filtered) {
        axis.texel[0] = texel_at(whole_below(place), size, mode);
        return axis;
    }
    const s64 fixed = whole_below((place - 0.5) * kFractions + 0.5);
    const s64 first = fixed >> 8;
    for (u32 k = 0; k < 2; ++k) axis.texel[k] = texel_at(first + k, size, mode);
    if (axis.texel[0] == axis.texel[1] && mode != AddressMode::Mirror) return axis;
    axis.weight[1] = static_cast<u32>(fixed & (kFractions - 1));
    axis.weight[0] = kFractions - axis.weight[1];
    return axis;
}

u32 size_along(const ImageLevel& level, u32 axis) {
    return axis == 0 ? level.width : axis == 1 ? level.height : level.depth;
}

// The face that a direction meets, and where on it, from 0 to 1.
struct FacePoint {
    u32 face;
    float at[2];
};
FacePoint face_point(const float (&direction)[3]) {
    const float x = direction[0], y = direction[1], z = direction[2];
    const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
    u32 face;
    float s, t, major;
    if (az >= ax && az >= ay) {
        face = z >= 0 ? 4 : 5;
        major = az;
        s = z >= 0 ? x : -x;
        t = -y;
    } else if (ay >= ax) {
        face = y >= 0 ? 2 : 3;
        major = ay;
        s = x;
        t = y >= 0 ? z : -z;
    } else {
        face = x >= 0 ? 0 : 1;
        major = ax;
        s = x >= 0 ? -z : z;
        t = -y;
    }
    if (major == 0) return {face, {0.5f, 0.5f}};
    return {face, {(s / major + 1) / 2, (t / major + 1) / 2}};
}

Place place_in(const Image& image, const ImageLevel& level, const Sampler& sampler, const Lookup& lookup,
               bool filtered) {
    Place place;
    if (lookup.geometry == Geometry::Cube || lookup.geometry == Geometry::Cubes) {
        const FacePoint point = face_point(lookup.at);
        Sampler on_face = sampler;
        on_face.normalized_coordinates = true;
        for (u32 k = 0; k < 2; ++k)
            place.axis[k] = axis_at(scaled(point.at[k], level.width, on_face, AddressMode::Clamp),
                                    level.width, AddressMode::Clamp, filtered);
        place.layer = std::min(lookup.layer, image.layers / 6 - 1) * 6 + point.face;
        return place;
    }
    for (u32 k = 0; k < image.dimensions; ++k) {
        const u32 size = size_along(level, k);
        const AddressMode mode = mode_of(sampler, k);
        if (lookup.whole)
            place.axis[k].texel[0] =
                texel_at(lookup.texel[k], size, mode == AddressMode::Mirror ? AddressMode::Clamp : mode);
        else
            place.axis[k] = axis_at(scaled(lookup.at[k], size, sampler, mode), size, mode, filtered);
    }
    // A line is a plane of one row, read at its upper edge: half of it is the border.
    if (filtered && image.dimensions == 1 && !image.layered && mode_of(sampler, 1) == AddressMode::Border)
        place.axis[1] = axis_at(0, 1, AddressMode::Border, true);
    place.layer = std::min(lookup.layer, image.layers - 1);
    return place;
}

u64 address_of(const Image& image, const ImageLevel& level, const Place& place, u32 x, u32 y, u32 z) {
    const s64 column = place.axis[0].texel[x], line = place.axis[1].texel[y], slice = place.axis[2].texel[z];
    if (column == kOutside || line == kOutside || slice == kOutside) return 0;
    return level.address + (static_cast<u64>(slice) + place.layer) * level.slice_pitch +
           static_cast<u64>(line) * level.row_pitch + static_cast<u64>(column) * image.format.bytes();
}

// The weights of a slice's four texels, which are `share` together. Each split into two is rounded to whole fractions. A half goes to
// the second column, and then to the second row on the right, the first row on the left.
struct SliceWeights {
    u32 of[2][2];  // by x, y
};
SliceWeights weights_of_slice(u32 share, u32 x, u32 y) {
    const u32 right = (share * x + kFractions / 2) / kFractions, left = share - right;
    const u32 lower_right = (right * y + kFractions / 2) / kFractions;
    const u32 lower_left = (left * y + kFractions / 2 - 1) / kFractions;
    return {{{left - lower_left, lower_left}, {right - lower_right, lower_right}}};
}

// The level's taps, which weigh `share` together. It is split between two slices as a slice's share is.
void add_level(Footprint& footprint, const Image& image, const ImageLevel& level, const Place& place,
               u32 share, u32 number) {
    const u32 second = (share * place.axis[2].weight[1] + kFractions / 2 - 1) / kFractions;
    for (u32 z = 0; z < 2; ++z) {
        const SliceWeights slice = weights_of_slice(z == 0 ? share - second : second, place.axis[0].weight[1],
                                                    place.axis[1].weight[1]);
        for (u32 y = 0; y < 2; ++y)
            for (u32 x = 0; x < 2; ++x)
                if (slice.of[x][y] != 0)
                    footprint.tap[footprint.count++] = {address_of(image, level, place, x, y, z),
                                                        static_cast<double>(slice.of[x][y]) / kFractions,
                                                        2 * number + z};
    }
}

// What an H200 takes for log2(1 + k / 256), in 1 / 256: mostly the nearest to the middle of the step.
constexpr u8 kLogarithms[256] = {
    0,   2,   4,   5,   6,   8,   9,   11,  12,  13,  15,  16,  18,  19,  20,  22,  23,  24,  26,  27,
    28,  30,  31,  32,  34,  35,  36,  38,  39,  40,  42,  43,  44,  45,  47,  48,  49,  50,  52,  53,
    54,  55,  57,  58,  59,  60,  62,  63,  64,  65,  66,  68,  69,  70,  71,  72,  74,  75,  76,  77,
    78,  79,  81,  82,  83,  84,  85,  86,  88,  89,  90,  91,  92,  93,  94,  95,  97,  98,  99,  100,
    101, 102, 103, 104, 105, 106, 107, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121,
    122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 135, 136, 137, 137, 138, 139, 140, 141,
    142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161,
    162, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 173, 174, 175, 176, 177, 178, 179,
    180, 181, 181, 182, 183, 184, 185, 186, 187, 188, 188, 189, 190, 191, 192, 193, 194, 195, 195, 196,
    197, 198, 199, 200, 200, 201, 202, 203, 204, 205, 205, 206, 207, 208, 209, 210, 210, 211, 212, 213,
    214, 214, 215, 216, 217, 218, 218, 219, 220, 221, 222, 222, 223, 224, 225, 226, 226, 227, 228, 229,
    229, 230, 231, 232, 233, 233, 234, 235, 236, 236, 237, 238, 239, 239, 240, 241, 242, 242, 243, 244,
    245, 245, 246, 247, 248, 248, 249, 250, 251, 251, 252, 253, 253, 254, 255, 255};

float logarithm(double value) {
    if (value <= 0) return -std::numeric_limits<float>::infinity();
    const int exponent = std::ilogb(value);
    const auto step = static_cast<u32>((std::ldexp(value, -exponent) - 1) * 256);
    return static_cast<float>(exponent) + static_cast<float>(kLogarithms[step]) / 256;
}

// 9 bits after the leading one; the rest is cut off.
double cut_gradient(double value) {
    if (value == 0) return 0;
    const int drop = std::ilogb(value) - 9;
    return std::ldexp(std::trunc(std::ldexp(value, -drop)), drop);
}

// About the square root of the squares' sum.
double length(double x, double y, double z) {
    double sides[] = {std::fabs(x), std::fabs(y), std::fabs(z)};
    std::sort(std::begin(sides), std::end(sides));
    return sides[2] + sides[1] * 11 / 32 + sides[0] / 4;
}

// The logarithm of the longest of both gradients, in texels, and of 11/16 of their sum and difference.
float level_of_gradients(const Image& image, const Sampler& sampler, const Lookup& lookup) {
    constexpr double kMost = 0x1p100;
    double x[3] = {}, y[3] = {};
    for (u32 k = 0; k < image.dimensions; ++k) {
        const double size = sampler.normalized_coordinates ? size_along(image.levels[0], k) : 1;
        const auto in_texels = [&](float step) {
            return cut_gradient(std::clamp(number_or_zero(step) * size, -kMost, kMost));
        };
        x[k] = in_texels(lookup.gradient[0][k]);
        y[k] = in_texels(lookup.gradient[1][k]);
    }
    const double sum = length(x[0] + y[0], x[1] + y[1], x[2] + y[2]),
                 difference = length(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
    return logarithm(
        std::max({length(x[0], x[1], x[2]), length(y[0], y[1], y[2]), std::max(sum, difference) * 11 / 16}));
}

// Two levels, in 1 / kFractions of the second, cut off.
Axis levels_of(const Image& image, const Sampler& sampler, const Lookup& lookup) {
    float level = lookup.from == kFromLevel ? lookup.level : 0;
    if (lookup.from == kFromGradients) level = level_of_gradients(image, sampler, lookup);
    level = number_or_zero(level) + sampler.level_bias;
    level = std::min(std::max(level, sampler.least_level), sampler.most_level);
    level = std::clamp(level, 0.0f, static_cast<float>(image.levels.size() - 1));
    const double fixed = sampler.linear_levels ? std::floor(double{level} * kFractions) / kFractions : level;
    return axis_at(fixed + 0.5, static_cast<u32>(image.levels.size()), AddressMode::Clamp,
                   sampler.linear_levels);
}

}  // namespace

void find_footprint(const Image& image, const Sampler& sampler, const Lookup& lookup, Footprint& footprint) {
    footprint.count = 0;
    const bool filtered = sampler.linear && !lookup.whole;
    const Axis levels = image.levels.size() == 1 ? Axis{} : levels_of(image, sampler, lookup);
    for (u32 k = 0; k < 2; ++k) {
        if (levels.weight[k] == 0) continue;
        const ImageLevel& level = image.levels[static_cast<std::size_t>(levels.texel[k])];
        add_level(footprint, image, level, place_in(image, level, sampler, lookup, filtered),
                  levels.weight[k], k);
    }
}

void find_gathered(const Image& image, const Sampler& sampler, const Lookup& lookup, Footprint& footprint) {
    constexpr u32 kCorners[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    footprint.count = 0;
    const ImageLevel& level = image.levels[0];
    const Place place = place_in(image, level, sampler, lookup, true);
    for (const auto& [x, y] : kCorners)
        footprint.tap[footprint.count++] = {address_of(image, level, place, x, y, 0), 1, 0};
}

}  // namespace simt::exec
