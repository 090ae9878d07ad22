// Arithmetic with the carry flag: add.cc addc sub.cc subc mad.cc madc, 32 and 64 bits.
//
// PTX ISA 9.0, section 9.7.2. CC.CF is one bit per lane: a hidden predicate row, whose slot the decoder puts into
// slot[kCarrySlot]. After a subtraction it holds the borrow.
#include <type_traits>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/isa/integer.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

template <class T>
struct Sum {
    T value;
    bool carry;
};

template <class T>
Sum<T> add(T a, T b, bool carry_in) {
    const T partial = static_cast<T>(a + b);
    const T value = static_cast<T>(partial + carry_in);
    return {value, partial < a || value < partial};
}

template <class T>
Sum<T> sub(T a, T b, bool borrow_in) {
    const T partial = static_cast<T>(a - b);
    const T value = static_cast<T>(partial - borrow_in);
    return {value, a < b || partial < static_cast<T>(borrow_in)};
}

template <class T>
T mul_lo(T a, T b) {
    return a * b;
}
u32 mul_hi(u32 a, u32 b) { return static_cast<u32>((u64{a} * b) >> 32); }
s32 mul_hi(s32 a, s32 b) { return static_cast<s32>((s64{a} * b) >> 32); }
u64 mul_hi(u64 a, u64 b) { return static_cast<u64>((u128{a} * b) >> 64); }
s64 mul_hi(s64 a, s64 b) { return static_cast<s64>((s128{a} * b) >> 64); }

// A product's upper word depends on the operands' signs; the sum and its carry do not.
template <class T, class As>
T mul_hi_as(T a, T b) {
    return static_cast<T>(mul_hi(static_cast<As>(a), static_cast<As>(b)));
}

// How an instruction uses the flag.
constexpr unsigned kReads = 1;   // addc subc madc
constexpr unsigned kWrites = 2;  // .cc

// Applies F(a, b, flag) lane by lane; it gives the result and the flag.
template <class T, auto F, unsigned kFlag>
const Op* two_sources(Warp& warp, const Op* op) {
    T* const result = row<T>(warp, op->slot[0]);
    const T *const a = row<T>(warp, op->slot[1]), *const b = row<T>(warp, op->slot[2]);
    u32& flag = *row<u32>(warp, op->slot[kCarrySlot]);
    for (u32 left = warp.exec; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        const bool carry_in = (kFlag & kReads) != 0 && ((flag >> lane) & 1u) != 0;
        const Sum<T> sum = F(a[lane], b[lane], carry_in);
        result[lane] = sum.value;
        if constexpr ((kFlag & kWrites) != 0)
            flag = (flag & ~(1u << lane)) | static_cast<u32>(sum.carry) << lane;
    }
    return op + 1;
}

// The same for Product(a, b) + c + flag.
template <class T, auto Product, unsigned kFlag>
const Op* multiply_add(Warp& warp, const Op* op) {
    T* const result = row<T>(warp, op->slot[0]);
    const T *const a = row<T>(warp, op->slot[1]), *const b = row<T>(warp, op->slot[2]);
    const T* const c = row<T>(warp, op->slot[3]);
    u32& flag = *row<u32>(warp, op->slot[kCarrySlot]);
    for (u32 left = warp.exec; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        const bool carry_in = (kFlag & kReads) != 0 && ((flag >> lane) & 1u) != 0;
        const Sum<T> sum = add(Product(a[lane], b[lane]), c[lane], carry_in);
        result[lane] = sum.value;
        if constexpr ((kFlag & kWrites) != 0)
            flag = (flag & ~(1u << lane)) | static_cast<u32>(sum.carry) << lane;
    }
    return op + 1;
}

template <class T>
constexpr Binding bind_carry(const char* opcode, Handler handler, u8 operands) {
    constexpr Element kElement = element_of<T>();
    return Binding{opcode,
                   handler,
                   operands,
                   {kElement, kElement, kElement, operands > 3 ? kElement : Element::None},
                   true};
}

#define SUM_ROWS(name, F, type, T)                                     \
    bind_carry<T>(name ".cc" type, two_sources<T, F<T>, kWrites>, 3),  \
        bind_carry<T>(name "c" type, two_sources<T, F<T>, kReads>, 3), \
        bind_carry<T>(name "c.cc" type, two_sources<T, F<T>, kReads | kWrites>, 3)
#define PRODUCT_ROWS(half, Product, type, T)                                    \
    bind_carry<T>("mad" half ".cc" type, multiply_add<T, Product, kWrites>, 4), \
        bind_carry<T>("madc" half type, multiply_add<T, Product, kReads>, 4),   \
        bind_carry<T>("madc" half ".cc" type, multiply_add<T, Product, kReads | kWrites>, 4)
#define TYPE_ROWS(type, T, As)                                                                             \
    SUM_ROWS("add", add, type, T), SUM_ROWS("sub", sub, type, T), PRODUCT_ROWS(".lo", mul_lo<T>, type, T), \
        PRODUCT_ROWS(".hi", (mul_hi_as<T, As>), type, T)

constexpr Binding kBindings[] = {
    TYPE_ROWS(".u32", u32, u32),
    TYPE_ROWS(".s32", u32, s32),
    TYPE_ROWS(".u64", u64, u64),
    TYPE_ROWS(".s64", u64, s64),
};

}  // namespace

std::span<const Handler> carry_handlers() { return handlers<isa::carry_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
