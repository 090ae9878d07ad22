// Moves that PTX implies or writes as braces: widening and narrowing between registers of different widths, packing
// and unpacking vectors, address-space tests.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/exec/warp.hpp"
#include "emulator/isa/select.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

template <class To, class From>
inline To resize(From x) {
    return static_cast<To>(x);
}

inline u32 pack2x16(u16 low, u16 high) { return static_cast<u32>(high) << 16 | low; }
inline u64 pack2x32(u32 low, u32 high) { return static_cast<u64>(high) << 32 | low; }
inline u64 pack4x16(u16 a, u16 b, u16 c, u16 d) { return pack2x32(pack2x16(a, b), pack2x16(c, d)); }
inline u16 pack2x8(u16 low, u16 high) { return static_cast<u16>(high << 8 | (low & 0xff)); }
inline u32 pack4x8(u16 a, u16 b, u16 c, u16 d) { return pack2x16(pack2x8(a, b), pack2x8(c, d)); }
// 16-bit registers hold 8-bit values.
template <u32 kShift, class Piece, class From>
inline Held<Piece> piece(From x) {
    return static_cast<Piece>(x >> kShift);
}

template <u64 window>
inline bool in_window(u64 address) {
    return address >> 32 == window >> 32;
}
inline bool in_global(u64 address) {
    return !in_window<memory::kSharedWindow>(address) && !in_window<memory::kLocalWindow>(address) &&
           !in_window<memory::kParamWindow>(address);
}

template <Name bits>
using Signed = std::make_signed_t<TypeNamed<bits>>;

// The parts of an opcode are the bits of the whole, the bits of a piece and the piece's number.
template <Name name>
constexpr Bound bind_piece() {
    using Piece = TypeNamed<name.part(2)>;
    constexpr u32 kShift = static_cast<u32>(name.part(3).text[0] - '0') * 8 * sizeof(Piece);
    return bind<piece<kShift, Piece, TypeNamed<name.part(1)>>, sizeof(Piece) != 1>;
}

constexpr std::tuple kBindings{
    For{"~zext", []<Name name> { return bind<resize<TypeNamed<name.part(2)>, TypeNamed<name.part(1)>>>; }},
    For{"~trunc", []<Name name> { return bind<resize<TypeNamed<name.part(2)>, TypeNamed<name.part(1)>>>; }},
    For{"~sext", []<Name name> { return bind<resize<Signed<name.part(2)>, Signed<name.part(1)>>>; }},
    For{"~pack.2.16", bind<pack2x16>},
    For{"~pack.2.32", bind<pack2x32>},
    For{"~pack.4.16", bind<pack4x16>},
    For{"~pack.2.8", bind_rare<pack2x8>},
    For{"~pack.4.8", bind_rare<pack4x8>},
    For{"~piece", []<Name name> { return bind_piece<name>(); }},
    For{"isspacep.shared*", bind<in_window<memory::kSharedWindow>>},
    For{"isspacep.local", bind<in_window<memory::kLocalWindow>>},
    For{"isspacep.param*", bind<in_window<memory::kParamWindow>>},
    For{"isspacep.global", bind<in_global>},
};

}  // namespace

std::span<const Handler> move_handlers() { return handlers<isa::move_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
