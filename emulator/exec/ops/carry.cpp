// Arithmetic with the carry flag: add.cc addc sub.cc subc mad.cc madc, 32 and 64 bits.
//
// PTX ISA 9.0, section 9.7.2. CC.CF is one bit per lane: a hidden predicate row, whose slot the decoder puts into
// slot[kCarrySlot]. After a subtraction it holds the borrow.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/integer_math.hpp"
#include "emulator/isa/integer.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class T>
struct Sum {
    T value;
    bool carry;
};

template <class T>
Sum<T> add(T a, T b, bool carry_in) {
    const T partial = a + b, value = partial + carry_in;
    return {value, partial < a || value < partial};
}

template <class T>
Sum<T> sub(T a, T b, bool borrow_in) {
    const T partial = a - b;
    return {partial - borrow_in, a < b || partial < T{borrow_in}};
}

// A product's upper word depends on the operands' signs; the sum and its carry do not. As: s32, u32, s64 or u64.
template <class As, bool kHigh>
Sum<Unsigned<As>> mad(Unsigned<As> a, Unsigned<As> b, Unsigned<As> c, bool carry_in) {
    const As x = static_cast<As>(a), y = static_cast<As>(b);
    return add(static_cast<Unsigned<As>>(kHigh ? mul_hi(x, y) : mul_lo(x, y)), c, carry_in);
}

// Applies F(sources, flag) lane by lane. F returns the result and the new flag.
template <auto F, class T, bool kReads, bool kWrites, int... kSource>
const Op* map_carry(Warp& warp, const Op* op) {
    u32& flag = *row<u32>(warp, op->slot[kCarrySlot]);
    for (u32 left = warp.exec; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        const bool carry_in = kReads && ((flag >> lane) & 1u) != 0;
        const Sum<T> sum = F(row<T>(warp, op->slot[kSource])[lane]..., carry_in);
        row<T>(warp, op->slot[0])[lane] = sum.value;
        if constexpr (kWrites) flag = (flag & ~(1u << lane)) | static_cast<u32>(sum.carry) << lane;
    }
    return op + 1;
}

// addc, subc and madc read the flag, and opcodes with .cc write it.
template <Name name, auto F, int... kSource>
constexpr Bound bind_carry() {
    using T = Unsigned<Type<name>>;
    constexpr bool kReads = std::string_view(name).substr(0, std::string_view(name).find('.')).ends_with('c');
    constexpr Element kElement = element_of<T>(), kThird = sizeof...(kSource) == 3 ? kElement : Element::None;
    return {&map_carry<F, T, kReads, name.has("cc"), kSource...>,
            1 + sizeof...(kSource),
            {kElement, kElement, kElement, kThird},
            true};
}

constexpr auto kAdd = []<Name name> { return bind_carry<name, add<Unsigned<Type<name>>>, 1, 2>(); };
constexpr auto kSub = []<Name name> { return bind_carry<name, sub<Unsigned<Type<name>>>, 1, 2>(); };
constexpr auto kMad = []<Name name> { return bind_carry<name, mad<Type<name>, name.has("hi")>, 1, 2, 3>(); };

constexpr std::tuple kBindings{For{"add", kAdd},  For{"sub", kSub},  For{"mad", kMad},
                               For{"addc", kAdd}, For{"subc", kSub}, For{"madc", kMad}};

}  // namespace

std::span<const Handler> carry_handlers() { return handlers<isa::carry_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
