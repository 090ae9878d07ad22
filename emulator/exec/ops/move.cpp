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
template <int shift, class To, class From>
inline To piece(From x) {
    return static_cast<To>(x >> shift);
}
// 16-bit registers hold 8-bit values.
template <int shift, class From>
inline u16 byte_piece(From x) {
    return static_cast<u16>(x >> shift & 0xff);
}

template <u64 window>
inline bool in_window(u64 address) {
    return address >> 32 == window >> 32;
}
inline bool in_global(u64 address) {
    return !in_window<memory::kSharedWindow>(address) && !in_window<memory::kLocalWindow>(address) &&
           !in_window<memory::kParamWindow>(address);
}

// A space, and the names of its parts, which are the same window here.
#define WINDOW_ROWS(space, kWindow, part, other)                                                        \
    bind<in_window<kWindow>>("isspacep." space), bind<in_window<kWindow>>("isspacep." space "::" part), \
        bind<in_window<kWindow>>("isspacep." space "::" other)

constexpr Binding kBindings[] = {
    bind<resize<u32, u16>>("~zext.16.32"),
    bind<resize<u64, u16>>("~zext.16.64"),
    bind<resize<u64, u32>>("~zext.32.64"),
    bind<resize<u16, u32>>("~trunc.32.16"),
    bind<resize<u16, u64>>("~trunc.64.16"),
    bind<resize<u32, u64>>("~trunc.64.32"),
    bind<resize<s32, s16>>("~sext.16.32"),
    bind<resize<s64, s16>>("~sext.16.64"),
    bind<resize<s64, s32>>("~sext.32.64"),
    bind<pack2x16>("~pack.2.16"),
    bind<pack2x32>("~pack.2.32"),
    bind<pack4x16>("~pack.4.16"),
    bind_rare<pack2x8>("~pack.2.8"),
    bind_rare<pack4x8>("~pack.4.8"),
    bind_rare<byte_piece<0, u16>>("~piece.16.8.0"),
    bind_rare<byte_piece<8, u16>>("~piece.16.8.1"),
    bind_rare<byte_piece<0, u32>>("~piece.32.8.0"),
    bind_rare<byte_piece<8, u32>>("~piece.32.8.1"),
    bind_rare<byte_piece<16, u32>>("~piece.32.8.2"),
    bind_rare<byte_piece<24, u32>>("~piece.32.8.3"),
    bind<piece<0, u16, u32>>("~piece.32.16.0"),
    bind<piece<16, u16, u32>>("~piece.32.16.1"),
    bind<piece<0, u32, u64>>("~piece.64.32.0"),
    bind<piece<32, u32, u64>>("~piece.64.32.1"),
    bind<piece<0, u16, u64>>("~piece.64.16.0"),
    bind<piece<16, u16, u64>>("~piece.64.16.1"),
    bind<piece<32, u16, u64>>("~piece.64.16.2"),
    bind<piece<48, u16, u64>>("~piece.64.16.3"),
    WINDOW_ROWS("shared", memory::kSharedWindow, "cta", "cluster"),
    bind<in_window<memory::kLocalWindow>>("isspacep.local"),
    WINDOW_ROWS("param", memory::kParamWindow, "entry", "func"),
    bind<in_global>("isspacep.global"),
};

}  // namespace

std::span<const Handler> move_handlers() { return handlers<isa::move_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
