// Counting, finding, reversing and moving bits: popc clz bfind fns brev bfe bfi bmsk szext prmt.
//
// PTX ISA 9.0, section 9.7.1 (prmt: 9.7.9). Positions and lengths follow the ISA's pseudocode: bfe and bfi use their
// low 8 bits, and a field that extends past the top is cut off there.
#include "emulator/isa/bits.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/integer_math.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// Adds neighbouring bits, pairs, nibbles, then bytes. Vectorises on CPUs whose population count does not.
u32 popc(u32 a) {
    a -= (a >> 1) & 0x55555555u;
    a = (a & 0x33333333u) + ((a >> 2) & 0x33333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0fu;
    return (a * 0x01010101u) >> 24;
}
u32 popc(u64 a) { return popc(static_cast<u32>(a)) + popc(static_cast<u32>(a >> 32)); }

// Reads the exponent of a as a double, which is exact. Vectorises on CPUs that cannot count leading zeros.
u32 clz(u32 a) {
    const u64 exponent = __builtin_bit_cast(u64, static_cast<double>(a)) >> 52;
    return a == 0 ? 32 : static_cast<u32>(1023 + 31 - exponent);
}
u32 clz(u64 a) {
    const u32 high = static_cast<u32>(a >> 32);
    const u32 low_zeros = 32 + clz(static_cast<u32>(a));
    return high != 0 ? clz(high) : low_zeros;
}

// The position of the highest set bit or, for signed types, of the highest bit that differs from the sign. All ones
// if there is none.
template <class T>
u32 bfind(T a) {
    const Unsigned<T> bits = static_cast<Unsigned<T>>(a < 0 ? ~a : a);
    return kBits<T> - 1 - clz(bits);
}

// The left shift that brings that bit to the top.
template <class T>
u32 bfind_shiftamt(T a) {
    const u32 position = bfind(a);
    return position == ~0u ? ~0u : kBits<T> - 1 - position;
}

u32 brev(u32 a) {
    a = ((a >> 1) & 0x55555555u) | ((a & 0x55555555u) << 1);
    a = ((a >> 2) & 0x33333333u) | ((a & 0x33333333u) << 2);
    a = ((a >> 4) & 0x0f0f0f0fu) | ((a & 0x0f0f0f0fu) << 4);
    a = ((a >> 8) & 0x00ff00ffu) | ((a & 0x00ff00ffu) << 8);
    return (a >> 16) | (a << 16);
}
u64 brev(u64 a) { return u64{brev(static_cast<u32>(a))} << 32 | brev(static_cast<u32>(a >> 32)); }

// The PTX ISA does not define positions and lengths past 255. A GPU's 32-bit instruction uses their low 8 bits; its
// code for the 64-bit one uses all bits.
template <class T>
u32 limited(u32 a) {
    return sizeof(T) == 4 ? a & 0xffu : a;
}

// Bits position to position + length - 1 of a; signed types extend the field's own sign.
template <class T>
T bfe(T a, u32 position, u32 length) {
    using U = Unsigned<T>;
    position = limited<T>(position);
    length = limited<T>(length);
    constexpr U kTop = kBits<T> - 1;
    const U shift = position > kTop ? kTop : position;
    const T beyond = std::is_signed_v<T> ? static_cast<T>(a >> kTop) : T{0};
    const T shifted = position > kTop ? beyond : static_cast<T>(a >> shift);
    const U unused = length >= kBits<T> ? U{0} : static_cast<U>(kBits<T> - length) & kTop;
    const T field = static_cast<T>(static_cast<T>(static_cast<U>(shifted) << unused) >> unused);
    return length == 0 ? T{0} : field;
}

// length ones from bit 0.
template <class T>
T low_ones(u32 length) {
    return length >= kBits<T> ? ~T{0} : (T{1} << (length & (kBits<T> - 1))) - 1;
}

// b with bits position to position + length - 1 replaced by the low bits of a.
template <class T>
T bfi(T a, T b, u32 position, u32 length) {
    position = limited<T>(position);
    length = limited<T>(length);
    const T shift = position & (kBits<T> - 1);
    const T field = position >= kBits<T> ? T{0} : low_ones<T>(length) << shift;
    return (b & ~field) | ((a << shift) & field);
}

u32 ones_from(u32 position) { return ~0u << (position & 31u); }

// `width` ones, starting at a position.
template <bool kClamp>
u32 bmsk(u32 position, u32 width) {
    const u32 end = (position & 31u) + (width & 31u);
    const u32 above = end >= 32 || (kClamp && (position >= 32 || width >= 32)) ? 0u : ones_from(end);
    return kClamp && position >= 32 ? 0u : ones_from(position) & ~above;
}

// The low `size` bits of a, sign-extended for s32, zero-extended for u32.
template <class T, bool kClamp>
T szext(T a, u32 size) {
    const u32 bits = size & 31u;
    const u32 extended = static_cast<u32>(bfe<T>(a, 0, bits));
    return kClamp && size >= 32 ? a : static_cast<T>(extended);
}

// The position of the offset-th set bit of mask, counted from bit base, upwards for positive offsets and downwards
// for negative ones; offset 0 means base itself. All ones if there is no such bit, or if base is past 31.
u32 fns(u32 mask, u32 base, s32 offset) {
    if (offset == INT32_MIN) return 0;  // its count overflows, and a GPU answers 0
    const s32 step = offset < 0 ? -1 : 1;
    s32 wanted = offset == 0 ? 1 : offset * step;
    for (s32 bit = base > 31 ? -1 : static_cast<s32>(base); bit >= 0 && bit < 32; bit += step) {
        if ((mask >> bit) & 1u) {
            if (--wanted == 0) return static_cast<u32>(bit);
        }
        if (offset == 0) break;
    }
    return ~0u;
}

// prmt picks four of the eight bytes of {b, a}.
u32 byte_at(u64 bytes, u32 index) { return static_cast<u32>(bytes >> (8 * (index & 7u))) & 0xffu; }
u64 join(u32 a, u32 b) { return u64{b} << 32 | a; }

// Selectors are nibbles. A nibble's top bit replaces the byte by eight copies of the byte's sign.
u32 prmt_byte(u64 bytes, u32 selector) {
    const u32 byte = byte_at(bytes, selector);
    return (selector & 8u) != 0 ? (byte >> 7) * 0xffu : byte;
}
u32 prmt(u32 a, u32 b, u32 c) {
    const u64 bytes = join(a, b);
    return prmt_byte(bytes, c) | prmt_byte(bytes, c >> 4) << 8 | prmt_byte(bytes, c >> 8) << 16 |
           prmt_byte(bytes, c >> 12) << 24;
}

u32 prmt_select(u32 a, u32 b, u32 first, u32 second, u32 third, u32 fourth) {
    const u64 bytes = join(a, b);
    return byte_at(bytes, first) | byte_at(bytes, second) << 8 | byte_at(bytes, third) << 16 |
           byte_at(bytes, fourth) << 24;
}
u32 prmt_f4e(u32 a, u32 b, u32 c) {
    c &= 3u;
    return prmt_select(a, b, c, c + 1, c + 2, c + 3);
}
u32 prmt_b4e(u32 a, u32 b, u32 c) {
    c &= 3u;
    return prmt_select(a, b, c, c + 7, c + 6, c + 5);
}
u32 prmt_rc8(u32 a, u32 b, u32 c) {
    c &= 3u;
    return prmt_select(a, b, c, c, c, c);
}
u32 edge_low(u32 c, u32 byte) { return c > byte ? c : byte; }
u32 edge_high(u32 c, u32 byte) { return c < byte ? c : byte; }
u32 prmt_ecl(u32 a, u32 b, u32 c) {
    c &= 3u;
    return prmt_select(a, b, c, edge_low(c, 1), edge_low(c, 2), 3);
}
u32 prmt_ecr(u32 a, u32 b, u32 c) {
    c &= 3u;
    return prmt_select(a, b, 0, edge_high(c, 1), edge_high(c, 2), c);
}
u32 prmt_rc16(u32 a, u32 b, u32 c) {
    c = (c & 1u) * 2;
    return prmt_select(a, b, c, c + 1, c, c + 1);
}

constexpr std::tuple kBindings{
    For{"popc", []<Name name> { return bind<static_cast<u32 (*)(Type<name>)>(popc)>; }},
    For{"clz", []<Name name> { return bind<static_cast<u32 (*)(Type<name>)>(clz)>; }},
    For{"bfind", []<Name name> { return bind<bfind<Type<name>>>; }},
    For{"bfind.shiftamt", []<Name name> { return bind<bfind_shiftamt<Type<name>>>; }},
    For{"fns", bind<fns>},
    For{"brev", []<Name name> { return bind<static_cast<Type<name> (*)(Type<name>)>(brev)>; }},
    For{"bfe", []<Name name> { return bind<bfe<Type<name>>>; }},
    For{"bfi", []<Name name> { return bind<bfi<Type<name>>>; }},
    For{"bmsk", []<Name name> { return bind<bmsk<name.has("clamp")>>; }},
    For{"szext", []<Name name> { return bind<szext<Type<name>, name.has("clamp")>>; }},
    For{"prmt", bind<prmt>},
    For{"prmt.b32.f4e", bind<prmt_f4e>},
    For{"prmt.b32.b4e", bind<prmt_b4e>},
    For{"prmt.b32.rc8", bind<prmt_rc8>},
    For{"prmt.b32.ecl", bind<prmt_ecl>},
    For{"prmt.b32.ecr", bind<prmt_ecr>},
    For{"prmt.b32.rc16", bind<prmt_rc16>},
};

}  // namespace

std::span<const Handler> bits_handlers() { return handlers<isa::bits_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
