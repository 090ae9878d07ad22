// See reductions.hpp. The second part has the handlers of atom and red for rare types and vectors; ops/atomics.cpp has the
// common ones. All this is compiled once, not for each instruction set.
//
// f16 and bf16 are added in float, and the sum is rounded to 16 bits. Rounding twice does no harm: a float has more than
// twice their precision.
#include "emulator/exec/atomics/reductions.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/atomic_operations.hpp"
#include "emulator/exec/ops/half.hpp"
#include "emulator/exec/ops/memory_global.hpp"
#include "emulator/exec/ops/memory_shared.hpp"
#include "emulator/isa/memory.hpp"
#include "emulator/isa/reductions.hpp"

namespace simt::exec {

namespace {

using generic::Bf16;
using generic::F16;
using isa::Name;

template <class Format>
struct Half {
    u16 bits;
};
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
    return {generic::encode<Format, generic::Round::kNearest>(static_cast<double>(x))};
}

// As PTX defines it: min and max of a number and a NaN are the number, and -0 is smaller than +0.
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

template <Name kOperation, class T>
T updated(T old, T operand, T compare) {
    return generic::updated<kOperation>(old, operand, compare);
}
template <Name kOperation, class Format>
Half<Format> updated(Half<Format> old, Half<Format> operand, Half<Format>) {
    const float a = value(old), b = value(operand);
    return half<Format>(kOperation.is("add") ? a + b : kOperation.is("min") ? smaller(a, b) : larger(a, b));
}
template <Name kOperation, class Format>
Packed<Format> updated(Packed<Format> old, Packed<Format> operand, Packed<Format>) {
    return {updated<kOperation>(old.low, operand.low, old.low),
            updated<kOperation>(old.high, operand.high, old.high)};
}

template <Name kOperation, class T>
void apply(const u8* old, const u8* operand, const u8* compare, u8* result) {
    T a, b, c;
    std::memcpy(&a, old, sizeof a);
    std::memcpy(&b, operand, sizeof b);
    std::memcpy(&c, compare, sizeof c);
    const T value = updated<kOperation>(a, b, c);
    std::memcpy(result, &value, sizeof value);
}

// A null pointer to a type of PTX in C++.
template <Name type>
constexpr auto pointer_to() {
    if constexpr (type.is("f16"))
        return static_cast<Half<F16>*>(nullptr);
    else if constexpr (type.is("bf16"))
        return static_cast<Half<Bf16>*>(nullptr);
    else if constexpr (type.is("f16x2"))
        return static_cast<Packed<F16>*>(nullptr);
    else if constexpr (type.is("bf16x2"))
        return static_cast<Packed<Bf16>*>(nullptr);
    else if constexpr (type.is("b128"))
        return static_cast<Wide*>(nullptr);
    else
        return static_cast<generic::TypeNamed<type>*>(nullptr);
}

template <Name kName>
constexpr Reduction reduction() {
    constexpr std::size_t kDot = std::string_view(kName).rfind('.');
    using T = std::remove_pointer_t<decltype(pointer_to<std::string_view(kName).substr(kDot + 1)>())>;
    static_assert(sizeof(T) == isa::reduction_bytes(kName));
    return {sizeof(T), apply<std::string_view(kName).substr(0, kDot), T>};
}

constexpr auto kReductions = []<std::size_t... kNumber>(std::index_sequence<kNumber...>) {
    return std::array{reduction<isa::reduction_name(kNumber)>()...};
}
(std::make_index_sequence<isa::reduction_count()>());

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

namespace {

// An operand is op->count pieces of op->width bytes. The pieces have consecutive rows, and lie side by side in memory.
// slot[0]: the old value. slot[1], slot[2]: operands. slot[3]: the reduction's number. slot[kAddressSlot]: the address.
constexpr u32 kMostBytes = 16;

// Copies a lane's operand from its rows to consecutive bytes; scatter() copies it back.
void gather(const Warp& warp, const Op* op, u32 slot, u32 lane, u8* bytes) {
    for (u32 k = 0; k < op->count; ++k)
        std::memcpy(bytes + k * op->width, warp.rows + slot + (k * kLanes + lane) * op->width, op->width);
}

void scatter(const Warp& warp, const Op* op, u32 slot, u32 lane, const u8* bytes) {
    for (u32 k = 0; k < op->count; ++k)
        std::memcpy(warp.rows + slot + (k * kLanes + lane) * op->width, bytes + k * op->width, op->width);
}

const Op* atomic(Warp& warp, const Op* op, generic::Prepare prepare) {
    const u32 bytes = u32{op->width} * op->count;
    const Reduction& reduction = reduction_at(op->slot[3]);
    generic::Access access;
    if (!prepare(warp, op, bytes, access)) return nullptr;
    for (const u32 lane : Lanes(access.exec)) {
        u8 operand[kMostBytes], third[kMostBytes], old[kMostBytes];
        gather(warp, op, op->slot[1], lane, operand);
        gather(warp, op, op->slot[2], lane, third);
        u8* const place = access.at(lane);
        for (u32 at = 0; at < bytes; at += reduction.bytes)
            warp.state->worker->progressed |=
                reduce_element(reduction, place + at, operand + at, third + at, old + at);
        scatter(warp, op, op->slot[0], lane, old);
    }
    return op + 1;
}

const Op* atomic_in_global(Warp& warp, const Op* op) {
    return atomic(warp, op, generic::prepare_global<Kind::Atomic>);
}

const Op* atomic_in_shared(Warp& warp, const Op* op) {
    return atomic(warp, op, generic::prepare_shared<Kind::Atomic>);
}

constexpr Binding kReductionBindings[] = {
    {"~reduce.global", atomic_in_global},
    {"~reduce.shared", atomic_in_shared},
    {"~reduce.generic", generic::in_either_space<atomic_in_global, atomic_in_shared>},
};

}  // namespace

std::span<const Handler> atomic_reduction_handlers() {
    return handlers<isa::atomic_reduction_forms, kReductionBindings>();
}

}  // namespace simt::exec
