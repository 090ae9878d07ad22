// See constant.hpp. Precedence climbing over 64-bit two's complement. Depth is bounded, so a million parentheses give an
// error message, not a stack overflow.
#include "emulator/ptx/constant.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

namespace simt::ptx {

namespace {

constexpr int kMaxDepth = 64;

bool is_float(const Constant& value) { return value.type != Type::S64; }

struct BinaryOperator {
    std::string_view text;
    int precedence;  // higher binds tighter
    u64 (*apply)(u64 a, u64 b);
};

s64 as_signed(u64 bits) { return static_cast<s64>(bits); }

// a / b for b other than 0. Division by -1 becomes a negation, since the CPU's division traps on the least integer.
u64 quotient(u64 a, u64 b) {
    return as_signed(b) == -1 ? 0 - a : static_cast<u64>(as_signed(a) / as_signed(b));
}

constexpr BinaryOperator kBinaryOperators[] = {
    {"*", 10, [](u64 a, u64 b) { return a * b; }},
    {"/", 10, quotient},
    {"+", 9, [](u64 a, u64 b) { return a + b; }},
    {"-", 9, [](u64 a, u64 b) { return a - b; }},
    {"<<", 8, [](u64 a, u64 b) { return b < 64 ? a << b : u64{0}; }},
    {">>", 8, [](u64 a, u64 b) { return static_cast<u64>(as_signed(a) >> std::min<u64>(b, 63)); }},
    {"<", 7, [](u64 a, u64 b) { return u64{as_signed(a) < as_signed(b)}; }},
    {">", 7, [](u64 a, u64 b) { return u64{as_signed(a) > as_signed(b)}; }},
    {"<=", 7, [](u64 a, u64 b) { return u64{as_signed(a) <= as_signed(b)}; }},
    {">=", 7, [](u64 a, u64 b) { return u64{as_signed(a) >= as_signed(b)}; }},
    {"==", 6, [](u64 a, u64 b) { return u64{a == b}; }},
    {"!=", 6, [](u64 a, u64 b) { return u64{a != b}; }},
    {"&", 5, [](u64 a, u64 b) { return a & b; }},
    {"^", 4, [](u64 a, u64 b) { return a ^ b; }},
    {"|", 3, [](u64 a, u64 b) { return a | b; }},
    {"&&", 2, [](u64 a, u64 b) { return u64{a != 0 && b != 0}; }},
    {"||", 1, [](u64 a, u64 b) { return u64{a != 0 || b != 0}; }},
};

// The operator at the current token, or nullptr. '|' also joins the halves of a pair, and '<' opens a register range:
// they count as operators only inside parentheses.
const BinaryOperator* operator_at(const TokenStream& tokens, bool parenthesised) {
    if (!tokens.at(Token::Kind::Symbol)) return nullptr;
    for (const BinaryOperator& candidate : kBinaryOperators) {
        if (!tokens.at(candidate.text)) continue;
        const bool ambiguous = candidate.text == "|" || candidate.text == "<" || candidate.text == ">";
        return ambiguous && !parenthesised ? nullptr : &candidate;
    }
    return nullptr;
}

class Expression {
  public:
    explicit Expression(TokenStream& tokens) : tokens_(tokens) {}

    Constant parse(int precedence, bool parenthesised) {
        if (++depth_ > kMaxDepth) tokens_.fail("a constant expression is nested more than 64 deep");
        Constant left = parse_unary();
        while (const BinaryOperator* op = operator_at(tokens_, parenthesised)) {
            if (op->precedence < precedence) break;
            tokens_.next();
            const Constant right = parse(op->precedence + 1, parenthesised);
            if (is_float(left) || is_float(right)) tokens_.fail("arithmetic with floating-point constants");
            if (op->text == "/" && right.bits == 0) tokens_.fail("a constant expression divides by zero");
            left.bits = op->apply(left.bits, right.bits);
        }
        if (precedence == 0 && tokens_.accept("?")) {
            const Constant yes = parse(0, parenthesised);
            tokens_.expect(":");
            const Constant no = parse(0, parenthesised);
            left = left.bits != 0 ? yes : no;
        }
        --depth_;
        return left;
    }

  private:
    Constant parse_unary() {
        std::string_view signs[kMaxDepth];
        int count = 0;
        while (tokens_.at("-") || tokens_.at("+") || tokens_.at("~") || tokens_.at("!")) {
            if (count == kMaxDepth) tokens_.fail("more than 64 signs before a number");
            signs[count++] = tokens_.next().text;
        }
        Constant value = parse_primary();
        while (count > 0) {
            const std::string_view sign = signs[--count];
            if (sign == "-" && is_float(value)) value.bits ^= u64{1} << (value.type == Type::F32 ? 31 : 63);
            if (sign == "-" && !is_float(value)) value.bits = 0 - value.bits;
            if ((sign == "~" || sign == "!") && is_float(value)) tokens_.fail_expected("an integer");
            if (sign == "~") value.bits = ~value.bits;
            if (sign == "!") value.bits = value.bits == 0;
        }
        return value;
    }

    Constant parse_primary() {
        if (tokens_.accept("(")) {
            if (tokens_.accept(".s64") || tokens_.accept(".u64")) {  // a cast; both are the same 64 bits here
                tokens_.expect(")");
                return parse_primary_after_cast();
            }
            const Constant value = parse(0, true);
            tokens_.expect(")");
            return value;
        }
        if (tokens_.accept("WARP_SZ")) return {Type::S64, 32};
        if (!tokens_.at(Token::Kind::Number)) tokens_.fail_expected("a number");
        const std::optional<Constant> value = literal(tokens_.peek().text);
        if (!value) tokens_.fail(quoted(tokens_.peek().text) + " is not a number PTX knows");
        tokens_.next();
        return *value;
    }

    Constant parse_primary_after_cast() {
        if (++depth_ > kMaxDepth) tokens_.fail("a constant expression is nested more than 64 deep");
        const Constant value = parse_unary();
        --depth_;
        return value;
    }

    TokenStream& tokens_;
    int depth_ = 0;
};

std::optional<u64> digits(std::string_view text, int base) {
    u64 value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

std::optional<Constant> literal(std::string_view text) {
    const char prefix = text.size() > 2 && text[0] == '0' ? text[1] : '\0';
    std::optional<u64> bits;
    if (prefix == 'f' || prefix == 'F' || prefix == 'd' || prefix == 'D') {
        const bool single = prefix == 'f' || prefix == 'F';
        if (text.size() != (single ? 10u : 18u)) return std::nullopt;
        bits = digits(text.substr(2), 16);
        if (!bits) return std::nullopt;
        return Constant{single ? Type::F32 : Type::F64, *bits};
    }
    const bool hexadecimal = prefix == 'x' || prefix == 'X';
    if (!hexadecimal && text.find_first_of(".eE") != std::string_view::npos) {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
        return Constant{Type::F64, std::bit_cast<u64>(value)};
    }
    if (!text.empty() && (text.back() == 'U' || text.back() == 'u')) text.remove_suffix(1);
    if (hexadecimal) {
        bits = digits(text.substr(2), 16);
    } else if (prefix == 'b' || prefix == 'B') {
        bits = digits(text.substr(2), 2);
    } else {
        bits = digits(text, text.size() > 1 && text[0] == '0' ? 8 : 10);
    }
    if (!bits) return std::nullopt;
    return Constant{Type::S64, *bits};
}

bool at_constant(const TokenStream& tokens) {
    return tokens.at(Token::Kind::Number) || tokens.at("-") || tokens.at("+") || tokens.at("(") ||
           tokens.at("~") || tokens.at("!") || tokens.at("WARP_SZ");
}

Constant parse_constant(TokenStream& tokens) { return Expression(tokens).parse(0, false); }

u64 parse_integer(TokenStream& tokens, const char* what) {
    if (!at_constant(tokens)) tokens.fail_expected(what);
    const Constant value = parse_constant(tokens);
    if (is_float(value)) tokens.fail(std::string("a floating-point number cannot be ") + what);
    return value.bits;
}

s64 parse_offset(TokenStream& tokens) {
    u64 offset = 0;
    while (tokens.at("+") || tokens.at("-")) offset += parse_integer(tokens, "an offset in bytes");
    return static_cast<s64>(offset);
}

u64 converted(const Constant& constant, Type type) {
    const bool wide_float = type == Type::F64, narrow_float = type == Type::F32;
    double value = 0;
    if (constant.type == Type::F64) {
        value = std::bit_cast<double>(constant.bits);
    } else if (constant.type == Type::F32) {
        if (narrow_float) return constant.bits;  // as written, NaN payloads included
        value = static_cast<double>(std::bit_cast<float>(static_cast<u32>(constant.bits)));
    } else {
        value = static_cast<double>(static_cast<s64>(constant.bits));
    }
    if (narrow_float) return std::bit_cast<u32>(static_cast<float>(value));
    if (wide_float && constant.type != Type::F64) return std::bit_cast<u64>(value);
    return constant.bits;
}

}  // namespace simt::ptx
