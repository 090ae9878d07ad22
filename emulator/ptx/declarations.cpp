// See declarations.hpp.
#include "emulator/ptx/declarations.hpp"

#include <bit>

#include "emulator/ptx/constant.hpp"
#include "emulator/ptx/initialiser.hpp"

namespace simt::ptx {

namespace {

constexpr u64 kMaxBytes = u64{1} << 40;  // of one variable
constexpr std::size_t kMaxDimensions = 8;

struct Head {
    Type type = Type::None;
    u32 align = 0;   // 0: natural alignment
    u32 vector = 1;  // elements of .v2 .v4 .v8
};

u32 vector_width(std::string_view directive) {
    if (directive == ".v2") return 2;
    if (directive == ".v4") return 4;
    return directive == ".v8" ? 8 : 1;
}

u32 parse_align(TokenStream& tokens) {
    const u64 align = parse_integer(tokens, "an alignment");
    if (!std::has_single_bit(align) || align > (1u << 20))
        tokens.fail("an alignment is a power of two up to 2^20");
    return static_cast<u32>(align);
}

// ".attribute(.managed)": the host, not the parser, deals with managed memory.
void skip_attribute(TokenStream& tokens) {
    tokens.expect("(");
    while (!tokens.at(")")) {
        if (tokens.at_end() || tokens.at(";")) tokens.fail_expected("')'");
        if (tokens.accept("(")) {
            while (!tokens.accept(")")) {
                if (tokens.at_end() || tokens.at(";")) tokens.fail_expected("')'");
                tokens.next();
            }
        } else {
            tokens.next();
        }
    }
    tokens.expect(")");
}

// ".ptr .global .align 4": a hint about the memory that a pointer parameter points to.
void skip_pointer_hint(TokenStream& tokens) {
    if (tokens.at(Token::Kind::Directive) && space_named(tokens.peek().text) != Space::None) tokens.next();
    if (tokens.accept(".align")) parse_align(tokens);
}

Head parse_head(TokenStream& tokens) {
    Head head;
    while (tokens.at(Token::Kind::Directive)) {
        const std::string_view directive = tokens.peek().text;
        if (directive == ".align") {
            tokens.next();
            head.align = parse_align(tokens);
        } else if (directive == ".attribute") {
            tokens.next();
            skip_attribute(tokens);
        } else if (directive == ".ptr") {
            tokens.next();
            skip_pointer_hint(tokens);
        } else if (vector_width(directive) > 1) {
            head.vector = vector_width(tokens.next().text);
        } else if (head.type == Type::None && type_named(directive.substr(1)) != Type::None) {
            head.type = type_named(tokens.next().text.substr(1));
        } else {
            tokens.fail_expected(head.type == Type::None ? "a type such as .b32" : "a name");
        }
    }
    if (head.type == Type::None) tokens.fail_expected("a type such as .b32");
    return head;
}

// "[4][8]" after a name; "[]" is 0 and only allowed first.
std::vector<u64> parse_dimensions(TokenStream& tokens) {
    std::vector<u64> dimensions;
    while (tokens.accept("[")) {
        if (dimensions.size() == kMaxDimensions) tokens.fail("an array of more than 8 dimensions");
        u64 count = 0;
        if (!tokens.at("]") || !dimensions.empty()) {
            count = parse_integer(tokens, "the number of elements");
            if (count == 0 && !dimensions.empty()) tokens.fail("only the outermost dimension may be open");
        }
        dimensions.push_back(count);
        tokens.expect("]");
    }
    return dimensions;
}

u64 checked_product(TokenStream& tokens, u64 bytes, u64 count) {
    if (count != 0 && bytes > kMaxBytes / count) tokens.fail("a variable of more than 2^40 bytes");
    return bytes * count;
}

// The name and everything after it, up to ',' ';' or ')'.
Variable parse_variable(TokenStream& tokens, const Head& head, Space space, Budget& budget) {
    Variable variable;
    variable.name = tokens.expect(Token::Kind::Word, "a name").text;
    variable.space = space;
    variable.type = head.type;
    const u32 element = size_of(head.type) * head.vector;
    if (element == 0 && space != Space::Register) tokens.fail("a predicate cannot be a variable in memory");
    variable.align = head.align != 0 ? head.align : std::max(element, 1u);
    Shape shape{parse_dimensions(tokens), head.type};
    if (head.vector > 1) shape.dimensions.push_back(head.vector);
    variable.size = size_of(head.type);
    for (const u64 count : shape.dimensions) variable.size = checked_product(tokens, variable.size, count);
    for (u64 inner = size_of(head.type); const u64 count : shape.dimensions) {
        inner =
            checked_product(tokens, inner, std::max<u64>(count, 1));  // an open dimension hides no overflow
    }
    if (tokens.accept("=")) parse_initialiser(tokens, shape, variable, budget);
    return variable;
}

void declare_register(TokenStream& tokens, const Head& head, const std::string& name, Scopes& scopes,
                      std::vector<Register>& registers) {
    const auto declare = [&](const std::string& element) {
        const std::string* unique = scopes.declare(element, Declared::Kind::Register);
        if (unique == nullptr) tokens.fail_statement("register " + quoted(element) + " is declared twice");
        registers.push_back({*unique, head.type});
    };
    if (head.vector == 1) return declare(name);
    if (head.vector > 4) tokens.fail("a register has at most four elements");
    if (scopes.declare(name, Declared::Kind::VectorRegister, static_cast<u8>(head.vector)) == nullptr) {
        tokens.fail_statement("register " + quoted(name) + " is declared twice");
    }
    for (u32 k = 0; k < head.vector; ++k) declare(name + "." + "xyzw"[k]);
}

}  // namespace

Space space_named(std::string_view directive) {
    if (directive == ".global") return Space::Global;
    if (directive == ".shared") return Space::Shared;
    if (directive == ".const") return Space::Const;
    if (directive == ".local") return Space::Local;
    if (directive == ".param") return Space::Param;
    return Space::None;
}

std::vector<Variable> parse_variables(TokenStream& tokens, Space space, bool external, Budget& budget) {
    const Head head = parse_head(tokens);
    std::vector<Variable> variables;
    do {
        variables.push_back(parse_variable(tokens, head, space, budget));
        variables.back().external = external;
    } while (tokens.accept(","));
    tokens.expect(";");
    return variables;
}

std::vector<Variable> parse_parameters(TokenStream& tokens, Budget& budget) {
    std::vector<Variable> parameters;
    if (!tokens.accept("(") || tokens.accept(")")) return parameters;
    do {
        const bool in_register = tokens.accept(".reg");
        if (!in_register) tokens.expect(".param");
        const Head head = parse_head(tokens);
        parameters.push_back(
            parse_variable(tokens, head, in_register ? Space::Register : Space::Param, budget));
    } while (tokens.accept(","));
    tokens.expect(")");
    return parameters;
}

void parse_registers(TokenStream& tokens, Scopes& scopes, std::vector<Register>& registers, Budget& budget) {
    const Head head = parse_head(tokens);
    do {
        const Token token = tokens.expect(Token::Kind::Word, "a register's name");
        const std::string name(token.text);
        if (!tokens.accept("<")) {
            declare_register(tokens, head, name, scopes, registers);
            continue;
        }
        const u64 count = parse_integer(tokens, "the number of registers");
        const u64 cost = 1 + name.size() / 16;  // in short names
        if (count > budget.registers / cost) {
            tokens.fail_statement(quoted(name) + " stands for " + std::to_string(count) +
                                  " registers, far more than a text of this length can use");
        }
        budget.registers -= count * cost;
        tokens.expect(">");
        for (u64 k = 0; k < count; ++k) {
            declare_register(tokens, head, name + std::to_string(k), scopes, registers);
        }
    } while (tokens.accept(","));
    tokens.expect(";");
}

}  // namespace simt::ptx
