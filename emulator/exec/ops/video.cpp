// The video instructions: vadd vsub vabsdiff vmin vmax vshl vshr vset vmad on a part of a word, vadd2 … vset4 on two
// halves or four bytes at once.
//
// PTX ISA 9.0, sections 9.7.16 and 9.7.17, whose pseudocode this follows. GPUs since Maxwell run most of them as
// several instructions. A form is data (decode/video_form.hpp), because the modifiers combine to thousands of forms.
#include "emulator/decode/video_form.hpp"

#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/isa/video.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

__extension__ typedef __int128 s128;

// The low `bits` bits of a word, extended.
inline s64 extended(u32 word, u32 bits, bool is_signed) {
    const u32 unused = 32 - bits;
    const u32 top = word << unused;
    return is_signed ? s64{static_cast<s32>(top) >> unused} : s64{top >> unused};
}
inline s64 part(u32 word, u32 which, bool is_signed) {
    if (which == kVideoWord) return extended(word, 32, is_signed);
    return which >= kVideoHalf0 ? extended(word >> (16 * (which - kVideoHalf0)), 16, is_signed)
                                : extended(word >> (8 * which), 8, is_signed);
}
// Element `which` of {b, a}, divided into pieces of `bits`.
inline s64 element(u32 a, u32 b, u32 which, u32 bits, bool is_signed) {
    const u32 position = which * bits;
    return extended(position < 32 ? a >> position : b >> (position - 32), bits, is_signed);
}

inline s128 clamp(s128 value, u32 bits, bool is_signed) {
    const s128 low = is_signed ? -(s128{1} << (bits - 1)) : 0;
    const s128 high = (s128{1} << (is_signed ? bits - 1 : bits)) - 1;
    return value < low ? low : value > high ? high : value;
}

inline s64 shift_of(const VideoForm& form, s64 b) {
    return (form.flags & kVideoWrap) != 0 ? b & 31 : b > 32 ? 32 : b;
}

template <Name kOperation>
s128 operate(const VideoForm& form, s64 a, s64 b) {
    constexpr auto is = [](std::string_view name) { return kOperation.is(name); };
    if constexpr (is("add")) return a + b;
    if constexpr (is("sub")) return a - b;
    if constexpr (is("absdiff")) return a < b ? b - a : a - b;
    if constexpr (is("min")) return b < a ? b : a;
    if constexpr (is("max")) return a < b ? b : a;
    if constexpr (is("avrg")) return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;  // rounded away from zero
    if constexpr (is("shl")) return static_cast<s128>(a) * (s128{1} << shift_of(form, b));
    if constexpr (is("shr")) return a >> shift_of(form, b);
    if constexpr (is("set")) {
        const bool by_order[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
        return by_order[form.order];
    }
}

inline s128 second(VideoSecond operation, s128 value, s64 c) {
    if (operation == VideoSecond::Add) return value + c;
    if (operation == VideoSecond::Min) return c < value ? c : value;
    if (operation == VideoSecond::Max) return value < c ? c : value;
    return value;
}

inline u32 bits_of_part(u32 which) { return which == kVideoWord ? 32 : which >= kVideoHalf0 ? 16 : 8; }
inline u32 merged(u32 value, u32 c, u32 which) {
    if (which == kVideoWord) return value;
    const u32 bits = bits_of_part(which);
    const u32 position = which >= kVideoHalf0 ? 16 * (which - kVideoHalf0) : 8 * which;
    const u32 mask = ((1u << bits) - 1) << position;
    return (value << position & mask) | (c & ~mask);
}

template <Name kOperation>
u32 scalar(const VideoForm& form, u32 a, u32 b, u32 c) {
    const bool is_signed = (form.flags & kVideoSignedResult) != 0;
    s128 value = operate<kOperation>(form, part(a, form.a, (form.flags & kVideoSignedA) != 0),
                                     part(b, form.b, (form.flags & kVideoSignedB) != 0));
    if ((form.flags & kVideoSaturate) != 0) value = clamp(value, bits_of_part(form.destination), is_signed);
    value = second(static_cast<VideoSecond>(form.mode), value, extended(c, 32, is_signed));
    return merged(static_cast<u32>(value), c, form.destination);
}

template <u32 kElements, Name kOperation>
u32 packed(const VideoForm& form, u32 a, u32 b, u32 c) {
    constexpr u32 kBits = 32 / kElements;
    constexpr u32 kMask = (1u << kBits) - 1;
    const bool adds = static_cast<VideoSecond>(form.mode) == VideoSecond::Add;
    u32 result = adds ? c : 0;
    for (u32 k = 0; k < kElements; ++k) {
        s128 value = operate<kOperation>(
            form, element(a, b, form.a >> (4 * k) & 15u, kBits, (form.flags & kVideoSignedA) != 0),
            element(a, b, form.b >> (4 * k) & 15u, kBits, (form.flags & kVideoSignedB) != 0));
        if ((form.flags & kVideoSaturate) != 0)
            value = clamp(value, kBits, (form.flags & kVideoSignedResult) != 0);
        const bool kept = (form.destination >> k & 1) != 0;
        if (adds)
            result += kept ? static_cast<u32>(value) : 0u;
        else
            result |= ((kept ? static_cast<u32>(value) : c >> (k * kBits)) & kMask) << (k * kBits);
    }
    return result;
}

// The product and c are both signed or both unsigned. They are signed if an operand is, or if either is negated.
u32 multiply_add(const VideoForm& form, u32 a, u32 b, u32 c) {
    constexpr u8 kAnySign = kVideoSignedA | kVideoSignedB | kVideoMinusProduct | kVideoMinusC;
    const bool is_signed = (form.flags & kAnySign) != 0;
    const s128 product = static_cast<s128>(part(a, form.a, (form.flags & kVideoSignedA) != 0)) *
                         part(b, form.b, (form.flags & kVideoSignedB) != 0);
    const bool minus_c = (form.flags & kVideoMinusC) != 0;
    s128 value = (form.flags & kVideoMinusProduct) != 0 ? -product : product;
    value += extended(minus_c ? ~c : c, 32, is_signed);
    value += minus_c || (form.flags & kVideoPlusOne) != 0 ? 1 : 0;
    value >>= form.mode;
    if ((form.flags & kVideoSaturate) != 0) value = clamp(value, 32, is_signed);
    return static_cast<u32>(value);
}

template <u32 (*kFunction)(const VideoForm&, u32, u32, u32)>
const Op* video(Warp& warp, const Op* op) {
    const VideoForm form = __builtin_bit_cast(VideoForm, op->immediate);
    const u32 *const a = row<u32>(warp, op->slot[1]), *const b = row<u32>(warp, op->slot[2]),
                     *const c = row<u32>(warp, op->slot[3]);
    u32* const result = row<u32>(warp, op->slot[0]);
    for (u32 left = warp.exec; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        result[lane] = kFunction(form, a[lane], b[lane], c[lane]);
    }
    return op + 1;
}

constexpr std::tuple kBindings{
    For{"~video.1", []<Name n> { return Handler(video<scalar<n.part(2)>>); }},
    For{"~video.1.mad", Handler(video<multiply_add>)},
    For{"~video.2", []<Name n> { return Handler(video<packed<2, n.part(2)>>); }},
    For{"~video.4", []<Name n> { return Handler(video<packed<4, n.part(2)>>); }},
};

}  // namespace

std::span<const Handler> video_handlers() { return handlers<isa::video_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
