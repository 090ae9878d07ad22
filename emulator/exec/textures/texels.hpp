// What a texel's bytes mean.
#pragma once

#include <span>

#include "emulator/memory/images.hpp"

namespace simt::exec {

// Whether fetches return floats, as opposed to integers.
bool returns_floats(const memory::TexelFormat& format, const memory::Sampler& sampler);

// The four 32-bit results of a fetch of this texel alone. Channels that the format lacks are 0.
void texel_results(const memory::TexelFormat& format, const memory::Sampler& sampler, const u8* texel,
                   u32 (&results)[4]);
// The same for the border: its colour as a texel of the format would hold it.
void border_results(const memory::TexelFormat& format, const memory::Sampler& sampler, u32 (&results)[4]);

constexpr u32 kFilteredNan = 0x7fffffff;

// What a filter sums: a texel's channels as numbers, and its weight.
struct WeightedTexel {
    double weight;
    double value[4];
};
// texel: nullptr for the border. The format is one that returns floats.
WeightedTexel weighted_texel(const memory::TexelFormat& format, const memory::Sampler& sampler,
                             const u8* texel, double weight);
// The bits of the float that a fetch of these texels returns in a channel. As an H200 does it:
//   - floats are first rounded to 27 bits after the leading bit of the largest; the sum is rounded once, halves away from zero;
//   - halves are first cut to 14 such bits; their sum is a half, and so is that of sRGB; ties go away from zero;
//   - a sum of unsigned integers is the nearest multiple of 1/65535, of signed ones of 1/32767 and at least -1.
// Some sums of signed bytes are a step less on an H200, and most of sRGB's differ.
u32 weighted_sum(const memory::TexelFormat& format, const memory::Sampler& sampler,
                 std::span<const WeightedTexel> texels, u32 channel);

}  // namespace simt::exec
