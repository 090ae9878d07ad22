// Test support: a second implementation of each instruction's result, without the lane functions.
//
// Integers are 128 bits wide, bit fields are walked bit by bit. Floating point is exact integer arithmetic, rounded
// at the end (soft_float.hpp). Approximations are long double with the PTX ISA's bounds. The *_test.cpp files next to
// the families define the functions declared here; rows_test.cpp compares every row with them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/test/support/run_row.hpp"

namespace simt::exec::row_test {

__extension__ typedef __int128 s128;
__extension__ typedef unsigned __int128 u128;

// An opcode split into parts: "cvt.rn.ftz.f32.f64" has the root cvt and the types f32 and f64.
class Opcode {
  public:
    explicit Opcode(std::string_view text) {
        std::size_t start = 0;
        while (start <= text.size()) {
            const std::size_t dot = std::min(text.find('.', start), text.size());
            parts_.emplace_back(text.substr(start, dot - start));
            start = dot + 1;
        }
    }
    const std::string& root() const { return parts_[0]; }
    // Part k after the root, counted from the end for negative k; empty if there is none.
    std::string part(int k) const {
        const int index = k < 0 ? static_cast<int>(parts_.size()) + k : k;
        return index >= 0 && index < static_cast<int>(parts_.size()) ? parts_[static_cast<std::size_t>(index)]
                                                                     : "";
    }
    std::string type() const { return part(-1); }
    bool has(std::string_view modifier) const {
        for (std::size_t k = 1; k < parts_.size(); ++k)
            if (parts_[k] == modifier) return true;
        return false;
    }
    bool is_one_of(std::initializer_list<std::string_view> roots) const {
        for (const std::string_view name : roots)
            if (name == root()) return true;
        return false;
    }

  private:
    std::vector<std::string> parts_;
};

// An integer type by its PTX name: u8 … s64, b16 … b64; bits 0 for any other name.
struct IntegerType {
    int bits = 0;
    bool is_signed = false;
};
inline IntegerType integer_type(std::string_view name) {
    if (name.size() < 2 || (name[0] != 'u' && name[0] != 's' && name[0] != 'b')) return {};
    const std::string_view digits = name.substr(1);
    const int bits = digits == "8" ? 8 : digits == "16" ? 16 : digits == "32" ? 32 : digits == "64" ? 64 : 0;
    return {bits, name[0] == 's'};
}

// Converts the low bits of a register to a number, and a number to its low bits.
inline s128 number_in(u64 raw, IntegerType type) {
    const u128 span = u128{1} << type.bits;
    const u128 low = u128{raw} & (span - 1);
    return type.is_signed && low >= span / 2 ? static_cast<s128>(low) - static_cast<s128>(span)
                                             : static_cast<s128>(low);
}
inline u64 low_bits(s128 number, int bits) {
    return static_cast<u64>(static_cast<u128>(number) & ((u128{1} << bits) - 1));
}
inline s128 lowest(IntegerType type) { return type.is_signed ? -(s128{1} << (type.bits - 1)) : 0; }
inline s128 highest(IntegerType type) { return (s128{1} << (type.bits - (type.is_signed ? 1 : 0))) - 1; }
inline s128 clamp(s128 number, IntegerType type) {
    return std::min(std::max(number, lowest(type)), highest(type));
}

// The exact result or, for approximations, a test that accepts a result. Neither is set for an instruction of another
// family.
struct Reference {
    std::function<Result(const Operands&)> result;
    std::function<bool(const Operands&, u64)> accepts;
    explicit operator bool() const { return result || accepts; }
};

// A reference for instructions without a carry.
template <class F>
Reference exactly(F function) {
    return {[function](const Operands& operands) {
                return Result{function(operands.source), false};
            },
            nullptr};
}

Reference integer_reference(const Opcode& opcode);      // integer_test.cpp
Reference bits_reference(const Opcode& opcode);         // bits_test.cpp
Reference logic_reference(const Opcode& opcode);        // logic_test.cpp
Reference compare_reference(const Opcode& opcode);      // compare_test.cpp
Reference float_reference(const Opcode& opcode);        // float_test.cpp
Reference approximate_reference(const Opcode& opcode);  // approximate_test.cpp
Reference convert_reference(const Opcode& opcode);      // convert_test.cpp
Reference carry_reference(const Opcode& opcode);        // carry_test.cpp
Reference half_reference(const Opcode& opcode);         // half_test.cpp
Reference narrow_reference(const Opcode& opcode);       // convert_narrow_test.cpp

}  // namespace simt::exec::row_test
