// References for setp and set: less, equal, greater or unordered, decided on integers and on numbers taken apart.
#include <doctest/doctest.h>

#include "emulator/test/support/soft_float.hpp"

namespace simt::exec::row_test {
namespace {

enum class Outcome { kLess, kEqual, kGreater, kUnordered };

Outcome outcome_of(s128 a, s128 b) {
    return a < b ? Outcome::kLess : a > b ? Outcome::kGreater : Outcome::kEqual;
}

Outcome compare(const Number& a, const Number& b) {
    if (a.kind == Number::kNan || b.kind == Number::kNan) return Outcome::kUnordered;
    // Infinities are larger than every finite number, and zeros are equal: the sign of the exact difference decides.
    const auto rank = [](const Number& x) { return x.kind == Number::kInfinite ? (x.negative ? -1 : 1) : 0; };
    if (rank(a) != 0 || rank(b) != 0) return outcome_of(rank(a), rank(b));
    const Number difference = sum(a, negated(b), Direction::kNearest);
    return difference.is_zero() ? Outcome::kEqual : difference.negative ? Outcome::kLess : Outcome::kGreater;
}

// The truth table of the PTX ISA.
bool holds(const std::string& comparison, Outcome outcome) {
    const bool unordered = outcome == Outcome::kUnordered;
    if (comparison == "num") return !unordered;
    if (comparison == "nan") return unordered;
    static const struct {
        const char* names;
        bool less, equal, greater;
    } kTable[] = {
        {" eq equ ", false, true, false},    {" ne neu ", true, false, true},
        {" lt lo ltu ", true, false, false}, {" le ls leu ", true, true, false},
        {" gt hi gtu ", false, false, true}, {" ge hs geu ", false, true, true},
    };
    for (const auto& entry : kTable)
        if (std::string(entry.names).find(" " + comparison + " ") != std::string::npos) {
            if (unordered) return comparison.size() == 3;
            return outcome == Outcome::kLess    ? entry.less
                   : outcome == Outcome::kEqual ? entry.equal
                                                : entry.greater;
        }
    return false;
}

u64 truth(const Opcode& opcode, bool value) {
    if (opcode.root() == "setp") return value;
    if (opcode.part(-2) == "f32") return value ? 0x3f800000 : 0;
    return value ? 0xffffffff : 0;
}

}  // namespace

Reference compare_reference(const Opcode& opcode) {
    if (!opcode.is_one_of({"setp", "set"})) return {};
    const std::string comparison = opcode.part(1);
    const FloatFormat format = float_format(opcode.type());
    const IntegerType type = integer_type(opcode.type());
    return exactly([=](const u64* source) {
        if (format.precision == 0)
            return truth(opcode, holds(comparison,
                                       outcome_of(number_in(source[0], type), number_in(source[1], type))));
        Number a = decode(source[0], format), b = decode(source[1], format);
        if (opcode.has("ftz")) a = flushed(a, format), b = flushed(b, format);
        return truth(opcode, holds(comparison, compare(a, b)));
    });
}

}  // namespace simt::exec::row_test
