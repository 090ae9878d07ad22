// The fields of the ops on textures and surfaces: the decoder (texture.cpp) fills them in, the handlers (exec/textures) read them.
#pragma once

#include "emulator/decode/op.hpp"

namespace simt::exec {

// tex.1d … tex.acube
enum class Geometry : u8 { Line, Plane, Volume, Lines, Planes, Cube, Cubes };
constexpr bool has_layer(Geometry geometry) {
    return geometry == Geometry::Lines || geometry == Geometry::Planes || geometry == Geometry::Cubes;
}
constexpr u32 dimensions_of(Geometry geometry) {
    constexpr u32 kDimensions[] = {1, 2, 3, 1, 2, 3, 3};
    return kDimensions[static_cast<u32>(geometry)];
}

// TextureForm::choice
enum DetailFrom : u8 { kFromBase, kFromLevel, kFromGradients };            // of tex
enum OutsideSurface : u8 { kTrapsOutside, kClampsOutside, kZeroOutside };  // of suld, sust, sured
enum TextureQuery : u8 { kWidth, kHeight, kDepth, kLayers, kLevels, kNormalized };    // of txq, suq
                                                                                      // of tld4: the component

// All such ops have a row for the addresses, slot[kAddressSlot], and a block of rows, slot[5]: the 64-bit handles, then 32 bits for
// each coordinate as PTX has them, then the level of detail, or the gradients. Results and values have slots 0 to 3. count and
// width of an op on a surface: elements, bytes of an element. detail: kAddress64, and this from bit kFormShift on.
struct TextureForm {
    Geometry geometry = Geometry::Line;
    u8 choice = 0;
    bool whole = false;  // tex: integer coordinates
    u8 reduction = 0;    // sured: its number in isa::kReductions
};
constexpr u32 kFormShift = 16;
constexpr u32 packed(const TextureForm& form) {
    return (static_cast<u32>(form.geometry) | u32{form.choice} << 3 | u32{form.whole} << 6 |
            u32{form.reduction} << 7)
           << kFormShift;
}
constexpr TextureForm texture_form(const Op* op) {
    const u32 bits = op->detail >> kFormShift;
    return {static_cast<Geometry>(bits & 7), static_cast<u8>(bits >> 3 & 7), (bits >> 6 & 1) != 0,
            static_cast<u8>(bits >> 7)};
}

constexpr int kTextureBlockSlot = 5;
constexpr u32 kCoordinateRows = 4, kGradientRows = 3;  // a gradient has as many as a volume's coordinates
constexpr u32 kTextureBlockBytes = 8 + 4 * (kCoordinateRows + 2 * kGradientRows);
// The slot of a block's k-th row of 32 bits.
constexpr u32 texture_row(const Op* op, u32 k) { return op->slot[kTextureBlockSlot] + kLanes * (8 + 4 * k); }

}  // namespace simt::exec
