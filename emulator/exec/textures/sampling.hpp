// Which texels a fetch takes, and with which weights: the formulas of the CUDA programming guide's appendix on texture fetching.
// Nothing here touches memory.
//
// Where the guide is silent, an H200 decides (test/hardware/textures.sh):
//   - a normalized coordinate is cut to 21 bits after the point; a NaN counts as 0;
//   - the fraction of a filtered coordinate is rounded to the nearest 1/256, that of a level is cut off;
//   - products of weights are rounded to 1/256, that of a level's share too; two neighbours that are the same texel count as one, so their
//     weight is not split, but where the image is mirrored they count as two;
//   - a texel whose weight is 0 is not read; a layer outside the image is the nearest one;
//   - a filtered line is a plane of one row at y = 0, so half of it is the border if addressMode[1] says so;
//   - of directions between two faces, z wins before y, and y before x; cubemaps are not filtered across their edges.
//   - a layered line is no such plane; a mirrored coordinate is filtered first, and then its texels are mirrored.
//   - the level of gradients x and y is log2 of the longest of x, y, 11/16 (x + y) and 11/16 (x - y), from a table of 256 values; a length
//     is the greatest side + 11/32 of the middle one + 1/4 of the least.
// How an H200 rounds within these lengths is not known: where more than one side counts, some levels differ by 1/256 or 2/256.
#pragma once

#include "emulator/decode/texture_form.hpp"
#include "emulator/memory/images.hpp"

namespace simt::exec {

// Where a lane reads.
struct Lookup {
    Geometry geometry = Geometry::Line;
    bool whole = false;  // the coordinates are whole texels
    float at[3] = {};    // coordinates, if not whole
    s32 texel[3] = {};   // coordinates, if whole
    u32 layer = 0;
    DetailFrom from = kFromBase;
    float level = 0;
    float gradient[2][3] = {};  // dPdx, dPdy
};

constexpr u32 kMostTaps = 16;  // of a volume, in two levels
struct Tap {
    u64 address;  // 0: outside, so the border's colour
    double weight;
    u32 slice;  // of a level of the image
};
struct Footprint {
    u32 count = 0;
    Tap tap[kMostTaps];
};
// At least one tap; the weights' sum is 1. The taps of a slice follow each other.
void find_footprint(const memory::Image& image, const memory::Sampler& sampler, const Lookup& lookup,
                    Footprint& footprint);

// The four texels between which a fetch would filter, counter-clockwise from the lower left; their weights do not matter.
void find_gathered(const memory::Image& image, const memory::Sampler& sampler, const Lookup& lookup,
                   Footprint& footprint);

}  // namespace simt::exec
