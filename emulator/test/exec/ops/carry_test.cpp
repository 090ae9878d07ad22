// References for arithmetic with the carry flag: sums of 128-bit numbers whose bit past the width is the flag.
#include <doctest/doctest.h>

#include "emulator/test/support/reference.hpp"

namespace simt::exec::row_test {

Reference carry_reference(const Opcode& opcode) {
    const bool reads = opcode.is_one_of({"addc", "subc", "madc"});
    const bool writes = opcode.has("cc");
    if (!reads && !writes) return {};
    const IntegerType type = integer_type(opcode.type());
    const bool multiplies = opcode.root().substr(0, 3) == "mad",
               subtracts = opcode.root().substr(0, 3) == "sub";
    const auto function = [=](const Operands& operands) {
        const u64* const source = operands.source;
        const s128 carry = reads && operands.carry ? 1 : 0;
        s128 sum = 0;
        if (multiplies) {
            const s128 a = number_in(source[0], type), b = number_in(source[1], type);
            const u128 product = static_cast<u128>(a) * static_cast<u128>(b);
            const u64 half = static_cast<u64>(opcode.has("hi") ? product >> type.bits : product);
            sum = static_cast<s128>(low_bits(half, type.bits)) + static_cast<s128>(source[2]) + carry;
        } else {
            const s128 a = static_cast<s128>(source[0]), b = static_cast<s128>(source[1]);
            sum = subtracts ? a - b - carry : a + b + carry;
        }
        const bool flag = sum < 0 || (sum >> type.bits) != 0;
        return Result{low_bits(sum, type.bits), writes ? flag : operands.carry};
    };
    return {function, nullptr};
}

}  // namespace simt::exec::row_test
