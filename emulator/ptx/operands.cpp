// See operands.hpp. Only addresses and vectors nest, at most two levels deep, so the recursion is bounded.
#include "emulator/ptx/operands.hpp"

#include <algorithm>

#include "emulator/ptx/constant.hpp"

namespace simt::ptx {

namespace {

constexpr const char* kComponents = "xyzw";

Operand named(Operand::Kind kind, std::string_view name) {
    Operand operand;
    operand.kind = kind;
    operand.name = name;
    return operand;
}

// "b0", "h10", "b3210": selects bytes or halves of a video instruction's operand.
bool is_selector(std::string_view text) {
    return text.size() >= 2 && text.size() <= 5 && (text[0] == 'b' || text[0] == 'h') &&
           text.find_first_not_of("01234567", 1) == std::string_view::npos;
}

}  // namespace

Operand OperandParser::parse_constant_operand() {
    const Constant value = parse_constant(tokens_);
    Operand operand;
    operand.kind = Operand::Kind::Immediate;
    operand.type = value.type;
    operand.bits = value.bits;
    return operand;
}

Operand OperandParser::parse_name() {
    const std::string_view name = tokens_.peek().text;
    if (name == "WARP_SZ") return parse_constant_operand();
    if (const Declared* declared = scopes_.find(name)) {
        tokens_.next();
        if (declared->kind == Declared::Kind::Register)
            return named(Operand::Kind::Register, declared->unique);
        if (declared->kind == Declared::Kind::Variable) {
            Operand operand = named(Operand::Kind::Symbol, declared->unique);
            operand.offset = parse_offset(tokens_);
            return operand;
        }
        Operand vector;
        vector.kind = Operand::Kind::Vector;
        for (u32 k = 0; k < declared->width; ++k) {
            const std::string element = std::string(name) + "." + kComponents[k];
            vector.elements.push_back(named(Operand::Kind::Register, scopes_.find(element)->unique));
        }
        return vector;
    }
    if (name == "_") {
        tokens_.next();
        return Operand{};
    }
    if (const Special special = special_named(name); special != Special::None) {
        tokens_.next();
        Operand operand = named(Operand::Kind::Special, name);
        operand.special = special;
        return operand;
    }
    const std::size_t dot = name.find('.');
    if (const Declared* declared = scopes_.find(name.substr(0, dot));
        declared != nullptr && declared->kind == Declared::Kind::Register &&
        is_selector(name.substr(dot + 1))) {
        tokens_.next();
        Operand operand = named(Operand::Kind::Register, declared->unique);
        operand.elements.push_back(named(Operand::Kind::Sink, name.substr(dot + 1)));
        return operand;
    }
    if (name.front() == '%') {
        tokens_.fail("register " + quoted(name) + " is neither declared here nor a special register");
    }
    if (name.find_first_of(".:") != std::string_view::npos) {
        tokens_.fail("operand " + quoted(name) + " has a suffix that is no selector of a video instruction");
    }
    unresolved_.try_emplace(std::string(name), tokens_.next().line);
    Operand operand = named(Operand::Kind::Symbol, name);
    operand.offset = parse_offset(tokens_);
    return operand;
}

// "{a, b}" or "(a, b)", from after the opening mark.
Operand OperandParser::parse_list(const char* close) {
    Operand list;
    list.kind = Operand::Kind::Vector;
    do {
        const bool negated = tokens_.accept("!");
        if (tokens_.at(Token::Kind::Word)) {
            list.elements.push_back(parse_name());
        } else if (at_constant(tokens_)) {
            list.elements.push_back(parse_constant_operand());
        } else {
            tokens_.fail_expected("a register, a number or a name");
        }
        list.elements.back().negated = negated;
    } while (tokens_.accept(","));
    tokens_.expect(close);
    return list;
}

// "[base + offset]" or, for tensors and textures, "[base, {coordinates}, …]", with further elements after the base.
Operand OperandParser::parse_address() {
    Operand address;
    address.kind = Operand::Kind::Address;
    Operand base;
    if (tokens_.at(Token::Kind::Word) && !tokens_.at("WARP_SZ")) {
        base = parse_name();
        if (base.kind != Operand::Kind::Register && base.kind != Operand::Kind::Symbol) {
            tokens_.fail("an address starts with a register, a variable or a number, not with " +
                         quoted(base.name.empty() ? "_" : base.name));
        }
        address.offset = base.kind == Operand::Kind::Symbol ? base.offset : parse_offset(tokens_);
        base.offset = 0;
    } else if (at_constant(tokens_)) {
        base = parse_constant_operand();
    } else {
        tokens_.fail_expected("the base of an address");
    }
    address.elements.push_back(std::move(base));
    while (tokens_.accept(",")) {
        if (tokens_.accept("{")) {
            address.elements.push_back(parse_list("}"));
        } else if (tokens_.at(Token::Kind::Word)) {
            address.elements.push_back(parse_name());
        } else {
            tokens_.fail_expected("coordinates in braces, or a register");
        }
    }
    tokens_.expect("]");
    return address;
}

Operand OperandParser::parse_single() {
    if (tokens_.at(Token::Kind::Word)) return parse_name();
    if ((tokens_.at("!") || tokens_.at("-")) && tokens_.following().kind == Token::Kind::Word) {
        tokens_.next();
        Operand operand = parse_name();
        operand.negated = true;
        return operand;
    }
    if (tokens_.accept("[")) return parse_address();
    if (tokens_.accept("{")) return parse_list("}");
    if (at_constant(tokens_)) return parse_constant_operand();
    tokens_.fail_expected("an operand");
}

Operand OperandParser::parse_call_list() {
    tokens_.expect("(");
    if (!tokens_.accept(")")) return parse_list(")");
    Operand none;
    none.kind = Operand::Kind::Vector;
    return none;
}

Operand OperandParser::parse() {
    Operand first = parse_single();
    if (!tokens_.accept("|")) return first;
    Operand pair;
    pair.kind = Operand::Kind::Pair;
    pair.elements.push_back(std::move(first));
    pair.elements.push_back(parse_single());
    return pair;
}

}  // namespace simt::ptx
