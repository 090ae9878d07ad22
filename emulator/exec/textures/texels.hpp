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

// What a filter sums: a texel's channels as numbers, its weight, and the slice that it is in.
struct WeightedTexel {
    double weight;
    u32 slice;
    double value[4];
};
// texel: nullptr for the border. The format is one that returns floats.
WeightedTexel weighted_texel(const memory::TexelFormat& format, const memory::Sampler& sampler,
                             const u8* texel, double weight, u32 slice);
// Whether a filter that meets one texel sums it, too: another result than a fetch without a filter has.
inline bool sums_single_texels(const memory::TexelFormat& format) {
    return format.kind == memory::ChannelKind::Signed && format.bits == 8;
}
// The bits of the float that a fetch of these texels returns in a channel. As an H200 does it:
//   - floats are first cut to 27 bits after the leading bit of the largest in their slice; the sum is rounded once, halves away from zero;
//   - halves are first cut to 14 such bits, and linear values of sRGB to 7; their sum is a half; ties go away from zero;
//   - a sum of unsigned integers is the nearest multiple of 1/65535, of signed ones of 1/32767 and at least -1;
//   - signed bytes are summed as they are, also -128, and the sum becomes 32767ths then.
// Of filtered volumes of floats and halves, up to two in a thousand differ in the last bits from an H200's, for a reason that is not known.
u32 weighted_sum(const memory::TexelFormat& format, const memory::Sampler& sampler,
                 std::span<const WeightedTexel> texels, u32 channel);

}  // namespace simt::exec
