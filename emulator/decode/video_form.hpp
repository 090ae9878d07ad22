// The modifiers and selectors of a video instruction. The decoder (decode/video.cpp) packs them into Op::immediate, and
// the handlers (exec/ops/video.cpp) read them.
#pragma once

#include "emulator/decode/op.hpp"

namespace simt::exec {

enum class VideoSecond : u8 { None, Add, Min, Max };  // with the third source

// Bits of VideoForm::flags.
constexpr u8 kVideoSignedResult = 1, kVideoSignedA = 2, kVideoSignedB = 4, kVideoSaturate = 8;
constexpr u8 kVideoWrap = 16;  // shifts: by the amount modulo 32, otherwise by at most 32
constexpr u8 kVideoMinusProduct = 32, kVideoMinusC = 64, kVideoPlusOne = 128;  // vmad

// A part of a word in a scalar instruction: bytes 0 to 3, then halves 0 and 1, then the word.
constexpr u16 kVideoHalf0 = 4, kVideoWord = 6;

struct VideoForm {
    u8 flags = 0;
    u8 order = 0;  // vset: isa::Order
    u8 mode = 0;   // VideoSecond; vmad: how far the result is shifted right
    // Scalar: the part of c that the result replaces. Packed: bit k says whether element k of the result is kept.
    u8 destination = 0;
    // The sources. Scalar: a part of the word. Packed: nibble k says which element of {b, a} is used for element k.
    u16 a = 0, b = 0;
};
static_assert(sizeof(VideoForm) == sizeof(Op::immediate));

}  // namespace simt::exec
