// The modifiers and selectors of a video instruction. The decoder (decode/video.cpp) packs them into Op::immediate, and
// the handlers (exec/ops/video.cpp) read them.
#pragma once

#include "emulator/decode/op.hpp"

namespace simt::exec {

enum class VideoOperation : u8 { Add, Sub, AbsDiff, Min, Max, Average, ShiftLeft, ShiftRight, Compare, Mad };
enum class VideoSecond : u8 { None, Add, Min, Max };  // with the third source
enum class VideoCompare : u8 { Eq, Ne, Lt, Le, Gt, Ge };

// Bits of VideoForm::flags.
constexpr u8 kVideoSignedResult = 1, kVideoSignedA = 2, kVideoSignedB = 4, kVideoSaturate = 8;
constexpr u8 kVideoWrap = 16;  // shifts: the amount modulo 32, else at most 32
constexpr u8 kVideoMinusProduct = 32, kVideoMinusC = 64, kVideoPlusOne = 128;  // vmad

// A part of a word in a scalar instruction: bytes 0 to 3, then halves 0 and 1, then the word.
constexpr u16 kVideoHalf0 = 4, kVideoWord = 6;

struct VideoForm {
    VideoOperation operation = VideoOperation::Add;
    u8 flags = 0;
    u8 mode = 0;  // VideoSecond; for Compare its VideoCompare times 4 on top; for Mad the shift to the right
    u8 destination =
        0;  // scalar: the part of c that the result replaces; packed: the mask of results that are kept
    u16 a = 0, b = 0;  // scalar: parts; packed: a nibble an element, which of the elements of {b, a} it is
};
static_assert(sizeof(VideoForm) == sizeof(Op::immediate));

}  // namespace simt::exec
