// See sampling.hpp.
#include "emulator/exec/textures/sampling.hpp"

#include <algorithm>
#include <cmath>

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
    if (axis.texel[0] == axis.texel[1]) return axis;
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

void add_level(Footprint& footprint, const Image& image, const ImageLevel& level, const Place& place,
               double weight) {
    for (u32 z = 0; z < 2; ++z) {
        const SliceWeights slice =
            weights_of_slice(place.axis[2].weight[z], place.axis[0].weight[1], place.axis[1].weight[1]);
        for (u32 y = 0; y < 2; ++y)
            for (u32 x = 0; x < 2; ++x)
                if (slice.of[x][y] != 0)
                    footprint.tap[footprint.count++] = {address_of(image, level, place, x, y, z),
                                                        weight * slice.of[x][y] / kFractions};
    }
}

// log2 of the longer gradient, in texels.
float level_of_gradients(const Image& image, const Sampler& sampler, const Lookup& lookup) {
    double longest = 0;
    for (const auto& gradient : lookup.gradient) {
        double square = 0;
        for (u32 k = 0; k < image.dimensions; ++k) {
            const double step = double{number_or_zero(gradient[k])} *
                                (sampler.normalized_coordinates ? size_along(image.levels[0], k) : 1);
            square += step * step;
        }
        longest = std::max(longest, std::sqrt(square));
    }
    return static_cast<float>(std::log2(longest));
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
                  static_cast<double>(levels.weight[k]) / kFractions);
    }
}

void find_gathered(const Image& image, const Sampler& sampler, const Lookup& lookup, Footprint& footprint) {
    constexpr u32 kCorners[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    footprint.count = 0;
    const ImageLevel& level = image.levels[0];
    const Place place = place_in(image, level, sampler, lookup, true);
    for (const auto& [x, y] : kCorners)
        footprint.tap[footprint.count++] = {address_of(image, level, place, x, y, 0), 1};
}

}  // namespace simt::exec
