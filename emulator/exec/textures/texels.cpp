// See texels.hpp.
#include "emulator/exec/textures/texels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>

namespace simt::exec {

namespace {

using memory::ChannelKind;
using memory::Sampler;
using memory::TexelFormat;

u32 raw_channel(const TexelFormat& format, const u8* texel, u32 channel) {
    u32 bits = 0;
    std::memcpy(&bits, texel + channel * (format.bits / 8), format.bits / 8);
    if (format.kind == ChannelKind::Signed && format.bits < 32)
        bits = static_cast<u32>(static_cast<s32>(bits << (32 - format.bits)) >> (32 - format.bits));
    return bits;
}

double half_value(u32 bits) {
    const u32 exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
    const double sign = (bits & 0x8000) != 0 ? -1 : 1;
    if (exponent == 31) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
    return sign * (exponent == 0 ? std::ldexp(fraction, -24)
                                 : std::ldexp(fraction + 1024, static_cast<int>(exponent) - 25));
}

double nearest_half(double value) {
    if (!std::isfinite(value) || value == 0) return value;
    const double step = std::ldexp(1.0, std::max(std::ilogb(value), -14) - 10);
    const double rounded = std::round(value / step) * step;
    return std::fabs(rounded) > 65504 ? std::copysign(HUGE_VAL, value) : rounded;
}

// What an H200 makes of sRGB's 256 values, in 1 / 32768: IEC 61966-2-1 in few bits.
constexpr u16 kLinearFromSrgb[256] = {
    0,     10,    20,    30,    40,    50,    60,    70,    80,    90,    100,   110,   120,   132,   144,
    156,   170,   184,   198,   214,   230,   246,   262,   280,   300,   318,   338,   360,   380,   402,
    426,   448,   472,   500,   524,   552,   580,   608,   636,   664,   696,   728,   760,   792,   824,
    860,   896,   932,   968,   1008,  1048,  1088,  1128,  1168,  1208,  1248,  1296,  1344,  1384,  1432,
    1480,  1528,  1576,  1632,  1680,  1728,  1792,  1840,  1888,  1952,  2000,  2064,  2128,  2176,  2240,
    2304,  2368,  2432,  2496,  2560,  2624,  2704,  2768,  2832,  2912,  2976,  3056,  3120,  3200,  3280,
    3344,  3424,  3504,  3584,  3664,  3744,  3840,  3904,  4000,  4096,  4160,  4256,  4352,  4448,  4544,
    4640,  4736,  4832,  4928,  5024,  5120,  5216,  5312,  5408,  5504,  5632,  5728,  5824,  5952,  6048,
    6144,  6272,  6368,  6496,  6592,  6720,  6848,  6944,  7072,  7200,  7328,  7424,  7552,  7680,  7808,
    7936,  8064,  8192,  8320,  8448,  8576,  8704,  8832,  9024,  9152,  9280,  9408,  9536,  9728,  9856,
    9984,  10112, 10304, 10432, 10560, 10752, 10880, 11072, 11200, 11392, 11520, 11648, 11840, 12032, 12160,
    12352, 12480, 12672, 12800, 12992, 13184, 13376, 13504, 13696, 13888, 14016, 14208, 14400, 14592, 14784,
    14976, 15168, 15360, 15488, 15744, 15872, 16128, 16256, 16512, 16640, 16896, 17024, 17280, 17536, 17664,
    17920, 18048, 18304, 18560, 18688, 18944, 19200, 19328, 19584, 19840, 19968, 20224, 20480, 20608, 20864,
    21120, 21376, 21632, 21760, 22016, 22272, 22528, 22784, 22912, 23168, 23424, 23680, 23936, 24192, 24448,
    24704, 24960, 25216, 25472, 25728, 25984, 26240, 26496, 26752, 27008, 27264, 27520, 27776, 28032, 28288,
    28544, 28800, 29056, 29312, 29696, 29952, 30208, 30464, 30720, 30976, 31232, 31488, 32000, 32256, 32512,
    32768};

double channel_value(const TexelFormat& format, const Sampler& sampler, const u8* texel, u32 channel) {
    const u32 bits = raw_channel(format, texel, channel);
    switch (format.kind) {
        case ChannelKind::Float:
            return format.bits == 32 ? std::bit_cast<float>(bits) : half_value(bits);
        case ChannelKind::Signed:
            return static_cast<s32>(bits) / static_cast<double>((1 << (format.bits - 1)) - 1);
        default: {
            if (sampler.srgb && channel < 3 && format.bits == 8) return kLinearFromSrgb[bits] / 32768.0;
            return bits / static_cast<double>((u64{1} << format.bits) - 1);
        }
    }
}

// The border's colour, as a texel of this format would hold it.
double border_value(const TexelFormat& format, const Sampler& sampler, u32 channel) {
    const double colour = sampler.border[channel];
    if (format.kind == ChannelKind::Float) return format.bits == 32 ? colour : nearest_half(colour);
    const bool is_signed = format.kind == ChannelKind::Signed;
    const double steps = static_cast<double>((u64{1} << (format.bits - (is_signed ? 1 : 0))) - 1);
    return std::nearbyint(std::clamp(colour, is_signed ? -1.0 : 0.0, 1.0) * steps) / steps;
}

// Of integers: signed ones have a number less than -1.
double lowest(const TexelFormat& format) { return format.kind == ChannelKind::Float ? -HUGE_VAL : -1; }

// After the leading bit of the slice's largest texel. Of the other ones, what is below is cut off.
constexpr int kAlignedBits = 27, kAlignedBitsOfHalves = 14, kAlignedBitsOfSrgb = 7;

// The exponent of a linear value from the table. Some have a greater one than they need: from these values on, in 1 / 32768, it is
// that of 2^9, 2^10, ... / 32768. They are the values of 32, 48, 64, 96, 136, 184 and 248 in sRGB.
int exponent_of_srgb(double value) {
    constexpr double kFirst[] = {472, 968, 1680, 3840, 8064, 15744, 30720};
    const auto after = std::upper_bound(std::begin(kFirst), std::end(kFirst), value * 32768);
    return after == std::begin(kFirst) ? std::ilogb(value)
                                       : static_cast<int>(after - std::begin(kFirst)) + 8 - 15;
}

// A sum of signed bytes, each 127ths, with weights in 256ths, as 32767ths: the sum by 1 + 1/128 + 1/16384, which an H200 rounds so.
s32 widened(s32 sum) { return std::clamp(sum + ((sum + 64 + 16 * (sum >> 12)) >> 7), -32767, 32767); }

// Halves go away from zero.
float nearest_float(double value) {
    constexpr u64 kDropped = (u64{1} << 29) - 1;  // of the 52 bits, a float has 23
    if (!std::isfinite(value)) return static_cast<float>(value);
    const u64 bits = std::bit_cast<u64>(value);
    return static_cast<float>(std::bit_cast<double>((bits + kDropped / 2 + 1) & ~kDropped));
}

// The sum of one slice's texels.
double aligned_sum(std::span<const WeightedTexel> texels, u32 channel, bool is_srgb, int bits) {
    double largest = 0, sum = 0;
    for (const WeightedTexel& each : texels) largest = std::max(largest, std::fabs(each.value[channel]));
    if (largest == 0) return 0;
    const int leading = is_srgb ? exponent_of_srgb(largest) : std::ilogb(largest);
    const double step = std::ldexp(1.0, leading - bits);
    for (const WeightedTexel& each : texels)
        sum += each.weight * std::trunc(each.value[channel] / step) * step;
    return sum;
}

}  // namespace

bool returns_floats(const TexelFormat& format, const Sampler& sampler) {
    return format.kind == ChannelKind::Float || sampler.normalized_values;
}

void texel_results(const TexelFormat& format, const Sampler& sampler, const u8* texel, u32 (&results)[4]) {
    const bool floats = returns_floats(format, sampler);
    const bool as_stored = !floats || (format.kind == ChannelKind::Float && format.bits == 32);
    for (u32 k = 0; k < 4; ++k) {
        if (k >= format.channels)
            results[k] = 0;
        else if (as_stored)
            results[k] = raw_channel(format, texel, k);
        else
            results[k] = std::bit_cast<u32>(
                static_cast<float>(std::max(channel_value(format, sampler, texel, k), lowest(format))));
    }
}

void border_results(const TexelFormat& format, const Sampler& sampler, u32 (&results)[4]) {
    const bool floats = returns_floats(format, sampler);
    for (u32 k = 0; k < 4; ++k)
        results[k] = k < format.channels && floats
                         ? std::bit_cast<u32>(static_cast<float>(border_value(format, sampler, k)))
                         : 0;
}

WeightedTexel weighted_texel(const TexelFormat& format, const Sampler& sampler, const u8* texel,
                             double weight, u32 slice) {
    WeightedTexel result{weight, slice, {}};
    for (u32 k = 0; k < format.channels; ++k)
        result.value[k] =
            texel == nullptr ? border_value(format, sampler, k) : channel_value(format, sampler, texel, k);
    return result;
}

u32 weighted_sum(const TexelFormat& format, const Sampler& sampler, std::span<const WeightedTexel> texels,
                 u32 channel) {
    constexpr double kTie = 1e-6;  // a sum of 255ths may be a little less than its half
    double sum = 0;
    for (const WeightedTexel& each : texels) sum += each.weight * each.value[channel];
    if (std::isnan(sum)) return kFilteredNan;
    const bool is_srgb =
        format.kind == ChannelKind::Unsigned && format.bits == 8 && sampler.srgb && channel < 3;
    if ((format.kind == ChannelKind::Float || is_srgb) && std::isfinite(sum)) {
        const int bits = is_srgb             ? kAlignedBitsOfSrgb
                         : format.bits == 16 ? kAlignedBitsOfHalves
                                             : kAlignedBits;
        sum = 0;
        for (std::size_t first = 0, end; first < texels.size(); first = end) {
            for (end = first + 1; end < texels.size() && texels[end].slice == texels[first].slice;) ++end;
            sum += aligned_sum(texels.subspan(first, end - first), channel, is_srgb, bits);
        }
    }
    if (format.kind == ChannelKind::Signed && format.bits == 8) {
        constexpr double kSteps = 127 * 256;
        return std::bit_cast<u32>(
            nearest_float(widened(static_cast<s32>(std::lround(sum * kSteps))) / 32767.0));
    }
    if (is_srgb || (format.kind == ChannelKind::Float && format.bits == 16))
        sum = nearest_half(sum);
    else if (format.kind == ChannelKind::Unsigned)
        sum = std::floor(sum * 65535 + 0.5 + kTie) / 65535;
    else if (format.kind == ChannelKind::Signed)
        sum = std::max(std::floor(sum * 32767 + 0.5 + kTie) / 32767, -1.0);
    return std::bit_cast<u32>(nearest_float(sum));
}

}  // namespace simt::exec
