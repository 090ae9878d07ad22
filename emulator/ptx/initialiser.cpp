// See initialiser.hpp. Values are stored in order; an inner brace starts the next row of its dimension.
#include "emulator/ptx/initialiser.hpp"

#include "emulator/ptx/constant.hpp"

namespace simt::ptx {

namespace {

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

    // "0xFF00(symbol)": the second byte of an address, stored unaligned in an array of bytes. The bytes of one
    // address follow each other and become one relocation.
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

    // Zeros at the end are left out: everything beyond `data` is zero.
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

}  // namespace

void parse_initialiser(TokenStream& tokens, const Shape& shape, Variable& variable, Budget& budget) {
    Initialiser(tokens, shape, variable, budget).parse();
}

}  // namespace simt::ptx
