// See declarations.hpp.
#include "emulator/ptx/declarations.hpp"

#include <bit>

#include "emulator/ptx/constant.hpp"

namespace simt::ptx {

namespace {

constexpr u64 kMaxBytes = u64{1} << 40;  // of one variable
constexpr std::size_t kMaxDimensions = 8;

struct Head {
    Type type = Type::None;
    u32 align = 0;   // 0: natural alignment
    u32 vector = 1;  // elements of .v2 .v4 .v8
    bool managed = false;
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

// From after ".attribute". Returns whether ".managed" is among the attributes; the others mean nothing here.
bool parse_attributes(TokenStream& tokens) {
    bool managed = false;
    tokens.expect("(");
    while (!tokens.at(")")) {
        if (tokens.at_end() || tokens.at(";")) tokens.fail_expected("')'");
        managed |= tokens.at(".managed");
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
    return managed;
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
            head.managed |= parse_attributes(tokens);
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

struct Shape {
    std::vector<u64>
        dimensions;  // outermost first; 0 for the open "[]"; a .v4 variable has a last dimension of 4
    Type type = Type::None;
};

// Parses the initial value of a variable, from after the '=': "7", "{1, 2, {3, 4}}", "generic(sym)+8",
// "{0xFF(sym), 0xFF00(sym), …}". Fills in the variable's data and relocations and, if the outermost dimension is open, its size.
// Values are stored in order; an inner brace starts the next row of its dimension.
class Initialiser {
  public:
    Initialiser(TokenStream& tokens, const Shape& shape, Variable& variable, Budget& budget)
        : tokens_(tokens), shape_(shape), variable_(variable), budget_(budget), width_(size_of(shape.type)) {}

    void parse() {
        if (tokens_.accept("{")) {
            parse_braces(0, 0);
        } else {
            parse_value(0);
        }
        if (!shape_.dimensions.empty() && shape_.dimensions[0] == 0) {
            const u64 row = stride(0);
            variable_.size = (end_ + row - 1) / row * row;
        }
    }

  private:
    // Bytes between neighbours in this dimension.
    u64 stride(std::size_t dimension) const {
        u64 bytes = width_;
        for (std::size_t k = dimension + 1; k < shape_.dimensions.size(); ++k) bytes *= shape_.dimensions[k];
        return bytes;
    }

    // Parses from after a '{' of this dimension to its '}' inclusive. The number of dimensions, which is small,
    // bounds the recursion.
    void parse_braces(std::size_t dimension, u64 begin) {
        if (dimension >= shape_.dimensions.size())
            tokens_.fail("more nested braces than the variable has dimensions");
        u64 position = begin;
        if (tokens_.accept("}")) return;
        do {
            if (tokens_.accept("{")) {
                const u64 row = stride(dimension);
                position = begin + (position - begin + row - 1) / row * row;
                parse_braces(dimension + 1, position);
                position += row;
            } else {
                parse_value(position);
                position += width_;
            }
        } while (tokens_.accept(","));
        tokens_.expect("}");
    }

    void parse_value(u64 position) {
        const bool open = !shape_.dimensions.empty() && shape_.dimensions[0] == 0;
        if (!open && position + width_ > variable_.size) {
            tokens_.fail("variable " + quoted(variable_.name) + " has " + std::to_string(variable_.size) +
                         " bytes, its initial values more");
        }
        end_ = std::max(end_, position + width_);
        if (!at_constant(tokens_)) return add_address(position, width_);
        const Constant value = parse_constant(tokens_);
        if (tokens_.accept("(")) {
            parse_masked(position, value);
        } else {
            write(position, converted(value, shape_.type));
        }
    }

    // "0xFF00(symbol)" is the second byte of an address. An array of bytes can hold an unaligned address in this way. The
    // bytes of one address follow each other and become one relocation.
    void parse_masked(u64 position, const Constant& mask) {
        std::vector<Variable::Relocation>& known = variable_.relocations;
        const std::size_t before = known.size();
        add_address(position, 1);
        tokens_.expect(")");
        if (width_ != 1) tokens_.fail("a masked address in a variable whose elements are not bytes");
        if (mask.bits == 0xff) return;
        const Variable::Relocation part = known.back();
        known.pop_back();
        const bool follows = before > 0 && known.back().offset + known.back().width == position &&
                             known.back().width < 8 && mask.bits == u64{0xff} << (8 * known.back().width) &&
                             known.back().symbol == part.symbol && known.back().addend == part.addend &&
                             known.back().generic == part.generic;
        if (!follows) tokens_.fail("the bytes of a masked address must follow each other, the lowest first");
        ++known.back().width;
    }

    // "sym", "sym+8", "generic(sym)", "generic(sym)+8", "generic(sym+8)".
    void add_address(u64 position, u32 width) {
        const bool generic = tokens_.accept("generic");
        if (generic) tokens_.expect("(");
        const Token symbol = tokens_.expect(Token::Kind::Word, "an initial value");
        u64 addend = static_cast<u64>(parse_offset(tokens_));
        if (generic) {
            tokens_.expect(")");
            addend += static_cast<u64>(parse_offset(tokens_));
        }
        variable_.relocations.push_back(
            {position, width, std::string(symbol.text), static_cast<s64>(addend), generic});
    }

    // Does not store zeros at the end: everything beyond `data` is zero.
    void write(u64 position, u64 bits) {
        const u64 end = position + width_;
        if (bits == 0 && position >= variable_.data.size()) return;
        if (end > variable_.data.size()) {
            const u64 more = end - variable_.data.size();
            if (more > budget_.initial_bytes)
                tokens_.fail("the module has more than 256 MiB of initial values");
            budget_.initial_bytes -= more;
            variable_.data.resize(end);
        }
        for (u32 k = 0; k < width_ && k < 8; ++k)
            variable_.data[position + k] = static_cast<u8>(bits >> (8 * k));
    }

    TokenStream& tokens_;
    const Shape& shape_;
    Variable& variable_;
    Budget& budget_;
    u32 width_;
    u64 end_ = 0;
};

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
    if (tokens.accept("=")) Initialiser(tokens, shape, variable, budget).parse();
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

void skip_pragma(TokenStream& tokens) {
    do {
        tokens.expect(Token::Kind::String, "a string");
    } while (tokens.accept(","));
    tokens.expect(";");
}

std::vector<Variable> parse_variables(TokenStream& tokens, Space space, bool external, Budget& budget) {
    const Head head = parse_head(tokens);
    std::vector<Variable> variables;
    do {
        variables.push_back(parse_variable(tokens, head, space, budget));
        variables.back().external = external;
        variables.back().managed = head.managed;
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
        const u64 cost = 1 + name.size() / 16;  // a long name costs as much as several short ones
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
