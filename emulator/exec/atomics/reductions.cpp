// See reductions.hpp. f16 and bf16 are added in float and rounded once: a float has more than twice their bits, so the
// rounding to float before changes nothing.
#include "emulator/exec/atomics/reductions.hpp"

#include <cmath>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "emulator/exec/ops/atomic_operations.hpp"
#include "emulator/exec/ops/half.hpp"
#include "emulator/isa/reductions.hpp"

namespace simt::exec {

namespace {

using generic::AddExact;
using generic::AddFlushed;
using generic::And;
using generic::Bf16;
using generic::CompareAndSwap;
using generic::Decrement;
using generic::Exchange;
using generic::F16;
using generic::Increment;
using generic::Or;
using generic::Xor;

struct Bits16 {
    u16 bits;
};
template <class Format>
struct Half : Bits16 {};
template <class Format>
struct Packed {
    Half<Format> low, high;
};
struct Wide {
    u64 low, high;
    bool operator==(const Wide&) const = default;
};

template <class Format>
float value(Half<Format> x) {
    return generic::decode<Format>(x.bits);
}
template <class Format>
Half<Format> half(float x) {
    return {{generic::encode<Format, generic::Round::kNearest>(static_cast<double>(x))}};
}

// PTX: of a number and a NaN the number is the smaller and the larger; -0 is smaller than +0.
float smaller(float a, float b) {
    if (a != a) return b;
    if (b != b) return a;
    return a < b || (a == b && std::signbit(a)) ? a : b;
}
float larger(float a, float b) {
    if (a != a) return b;
    if (b != b) return a;
    return a > b || (a == b && !std::signbit(a)) ? a : b;
}

struct Add {
    template <class T>
    static T of(T a, T b, T) {
        if constexpr (std::is_unsigned_v<T> || std::is_same_v<T, double>) return a + b;
    }
    template <class F>
    static Half<F> of(Half<F> a, Half<F> b, Half<F>) {
        return half<F>(value(a) + value(b));
    }
    template <class F>
    static Packed<F> of(Packed<F> a, Packed<F> b, Packed<F>) {
        return {of(a.low, b.low, b.low), of(a.high, b.high, b.high)};
    }
};
struct Min {
    template <class T>
    static T of(T a, T b, T) {
        return b < a ? b : a;
    }
    template <class F>
    static Half<F> of(Half<F> a, Half<F> b, Half<F>) {
        return half<F>(smaller(value(a), value(b)));
    }
    template <class F>
    static Packed<F> of(Packed<F> a, Packed<F> b, Packed<F>) {
        return {of(a.low, b.low, b.low), of(a.high, b.high, b.high)};
    }
};
struct Max {
    template <class T>
    static T of(T a, T b, T) {
        return b > a ? b : a;
    }
    template <class F>
    static Half<F> of(Half<F> a, Half<F> b, Half<F>) {
        return half<F>(larger(value(a), value(b)));
    }
    template <class F>
    static Packed<F> of(Packed<F> a, Packed<F> b, Packed<F>) {
        return {of(a.low, b.low, b.low), of(a.high, b.high, b.high)};
    }
};
template <class F, class T>
void apply(const u8* old, const u8* operand, const u8* compare, u8* result) {
    T a, b, c;
    std::memcpy(&a, old, sizeof a);
    std::memcpy(&b, operand, sizeof b);
    std::memcpy(&c, compare, sizeof c);
    const T value = F::of(a, b, c);
    std::memcpy(result, &value, sizeof value);
}

template <class F, class T>
constexpr Reduction make(const char* name) {
    return {name, sizeof(T), apply<F, T>};
}

constexpr Reduction kReductions[] = {
    make<Add, u32>("add.u32"),
    make<Add, u32>("add.s32"),
    make<Add, u64>("add.u64"),
    make<Add, u64>("add.s64"),
    make<AddFlushed, float>("add.f32"),
    make<AddExact, float>("add.exact.f32"),
    make<Add, double>("add.f64"),
    make<Add, Half<F16>>("add.f16"),
    make<Add, Packed<F16>>("add.f16x2"),
    make<Add, Half<Bf16>>("add.bf16"),
    make<Add, Packed<Bf16>>("add.bf16x2"),
    make<Min, u32>("min.u32"),
    make<Min, s32>("min.s32"),
    make<Min, u64>("min.u64"),
    make<Min, s64>("min.s64"),
    make<Min, Half<F16>>("min.f16"),
    make<Min, Packed<F16>>("min.f16x2"),
    make<Min, Half<Bf16>>("min.bf16"),
    make<Min, Packed<Bf16>>("min.bf16x2"),
    make<Max, u32>("max.u32"),
    make<Max, s32>("max.s32"),
    make<Max, u64>("max.u64"),
    make<Max, s64>("max.s64"),
    make<Max, Half<F16>>("max.f16"),
    make<Max, Packed<F16>>("max.f16x2"),
    make<Max, Half<Bf16>>("max.bf16"),
    make<Max, Packed<Bf16>>("max.bf16x2"),
    make<And, u32>("and.b32"),
    make<And, u64>("and.b64"),
    make<Or, u32>("or.b32"),
    make<Or, u64>("or.b64"),
    make<Xor, u32>("xor.b32"),
    make<Xor, u64>("xor.b64"),
    make<Increment, u32>("inc.u32"),
    make<Decrement, u32>("dec.u32"),
    make<Exchange, Wide>("exch.b128"),
    make<CompareAndSwap, u16>("cas.b16"),
    make<CompareAndSwap, Wide>("cas.b128"),
};

constexpr bool is_isas_table() {
    for (u32 k = 0; k < std::size(kReductions); ++k)
        if (kReductions[k].name != isa::kReductions[k].name ||
            kReductions[k].bytes != isa::kReductions[k].bytes)
            return false;
    return std::size(kReductions) == std::size(isa::kReductions);
}
static_assert(is_isas_table(), "a reduction has its number in isa/reductions.hpp");

template <class Bits>
bool reduce_bits(const Reduction& reduction, u8* place, const u8* operand, const u8* compare, u8* before) {
    Bits* const word = reinterpret_cast<Bits*>(place);
    Bits old = __atomic_load_n(word, __ATOMIC_RELAXED), result = 0;
    do {
        reduction.apply(reinterpret_cast<const u8*>(&old), operand, compare, reinterpret_cast<u8*>(&result));
    } while (!__atomic_compare_exchange_n(word, &old, result, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    if (before != nullptr) std::memcpy(before, &old, sizeof old);
    return old != result;
}

}  // namespace

const Reduction& reduction_at(u32 number) { return kReductions[number]; }

bool reduce_element(const Reduction& reduction, u8* place, const u8* operand, const u8* compare, u8* before) {
    if (reduction.bytes == 2) return reduce_bits<u16>(reduction, place, operand, compare, before);
    if (reduction.bytes == 4) return reduce_bits<u32>(reduction, place, operand, compare, before);
    if (reduction.bytes == 8) return reduce_bits<u64>(reduction, place, operand, compare, before);
    u8 old[16], result[16];
    std::memcpy(old, place, sizeof old);
    reduction.apply(old, operand, compare, result);
    std::memcpy(place, result, sizeof result);
    if (before != nullptr) std::memcpy(before, old, sizeof old);
    return std::memcmp(old, result, sizeof old) != 0;
}

}  // namespace simt::exec
