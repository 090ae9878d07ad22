// See matrix_form.hpp.
#include "emulator/decode/matrix_form.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "emulator/decode/instruction_parts.hpp"
#include "emulator/decode/op.hpp"

namespace simt::exec {

namespace {

struct NamedNumber {
    const char* name;
    Number number;
    u32 bits;
};
constexpr NamedNumber kNumbers[] = {
    {"f16", Number::F16, 16},  {"bf16", Number::Bf16, 16}, {"tf32", Number::Tf32, 32},
    {"e4m3", Number::E4m3, 8}, {"e5m2", Number::E5m2, 8},  {"f32", Number::F32, 32},
    {"f64", Number::F64, 64},  {"s8", Number::S8, 8},      {"u8", Number::U8, 8},
    {"s4", Number::S4, 4},     {"u4", Number::U4, 4},      {"s32", Number::S32, 32},
    {"b1", Number::Bits, 32}};

struct Shape {
    u32 m = 0, n = 0, k = 0;
    bool operator==(const Shape&) const = default;
};

// "m16n8k4" -> 16, 8, 4
std::optional<Shape> shape_named(const std::string& part) {
    Shape shape;
    const char* at = part.data();
    const char* const end = at + part.size();
    for (const auto& [letter, size] : {std::pair{'m', &shape.m}, {'n', &shape.n}, {'k', &shape.k}}) {
        if (at == end || *at++ != letter) return {};
        const auto [next, error] = std::from_chars(at, end, *size);
        if (error != std::errc{}) return {};
        at = next;
    }
    return at == end ? std::optional(shape) : std::nullopt;
}

Shape shape_of(const ptx::Instruction& instruction) {
    for (const std::string& part : instruction.parts)
        if (const std::optional<Shape> shape = shape_named(part)) return *shape;
    not_supported(instruction);
}

// The types that the opcode names, in its order.
std::vector<Number> numbers_of(const ptx::Instruction& instruction) {
    std::vector<Number> numbers;
    for (const std::string& part : instruction.parts)
        for (const NamedNumber& each : kNumbers)
            if (part == each.name) numbers.push_back(each.number);
    return numbers;
}

// The shapes that PTX has for a type of the factors: of mma, then of wmma. k is in numbers as PTX counts them.
struct Shapes {
    std::vector<Number> factors;
    std::vector<Shape> mma, wmma;
};
const std::vector<Shape> kWide = {{16, 16, 16}, {32, 8, 16}, {8, 32, 16}};
const Shapes kShapes[] = {
    {{Number::F16}, {{8, 8, 4}, {16, 8, 8}, {16, 8, 16}}, kWide},
    {{Number::Bf16}, {{16, 8, 8}, {16, 8, 16}}, kWide},
    {{Number::Tf32}, {{16, 8, 4}, {16, 8, 8}}, {{16, 16, 8}}},
    {{Number::E4m3, Number::E5m2}, {{16, 8, 16}, {16, 8, 32}}, {}},
    {{Number::F64}, {{8, 8, 4}, {16, 8, 4}, {16, 8, 8}, {16, 8, 16}}, {{8, 8, 4}}},
    {{Number::S8, Number::U8}, {{8, 8, 16}, {16, 8, 16}, {16, 8, 32}}, kWide},
    {{Number::S4, Number::U4}, {{8, 8, 32}, {16, 8, 32}, {16, 8, 64}}, {{8, 8, 32}}},
    {{Number::Bits}, {{8, 8, 128}, {16, 8, 128}, {16, 8, 256}}, {{8, 8, 128}}},
};

bool is_wmma(const ptx::Instruction& instruction) { return instruction.parts[0] == "wmma"; }

// Throws simt::Error unless PTX has the shape for factors of these types.
Shape checked_shape(const ptx::Instruction& instruction, Number a, Number b) {
    Shape shape = shape_of(instruction);
    for (const Shapes& each : kShapes) {
        if (std::ranges::find(each.factors, a) == each.factors.end()) continue;
        const std::vector<Shape>& known = is_wmma(instruction) ? each.wmma : each.mma;
        const bool same =
            a == b || (!is_wmma(instruction) && std::ranges::find(each.factors, b) != each.factors.end());
        if (!same || std::ranges::find(known, shape) == known.end()) break;
        if (a == Number::Bits) shape.k /= 32;
        return shape;
    }
    not_supported(instruction);
}

// The registers of a fragment, piece by piece. A factor's pieces: first the two halves of 16 rows, then along k, then the next 16
// rows. An accumulator's: the two columns of a lane, or one register for both, then the halves of 16 rows, and so on. wmma's m8n32k16 is
// computed as the transposed product: B is divided as A is, and a lane has two rows of an accumulator.
std::vector<Piece> pieces_of(FragmentOf which, Number number, const Shape& shape) {
    const u32 bits = bits_of_number(number);
    const u32 per_register = std::max(32 / bits, 1u);
    const bool turned = shape.m == 8 && shape.n == 32;
    std::vector<Piece> pieces;
    const auto tiles = [](u32 size) { return size <= 8 ? 1u : size / 16; };
    const auto halves = [](u32 size) { return size <= 8 ? 1u : 2u; };
    if (which == FragmentOf::A) {
        for (u32 tile = 0; tile < tiles(shape.m); ++tile)
            for (u32 k = 0; k < shape.k; k += 4 * per_register)
                for (u32 half = 0; half < halves(shape.m); ++half)
                    pieces.push_back({16 * tile + 8 * half, k, per_register, false});
    } else if (which == FragmentOf::B && turned) {
        for (u32 tile = 0; tile < shape.n; tile += 16)
            for (u32 k = 0; k < shape.k; k += 4 * per_register)
                for (const u32 half : {0, 8}) pieces.push_back({k, tile + half, per_register, true});
    } else if (which == FragmentOf::B) {
        for (u32 column = 0; column < shape.n; column += 8)
            for (u32 k = 0; k < shape.k; k += 4 * per_register)
                pieces.push_back({k, column, per_register, true});
    } else if (turned) {
        for (u32 column = 0; column < shape.n; column += 8)
            for (u32 k = 0; k < 2; k += per_register) pieces.push_back({k, column, 2, true});
    } else {
        for (u32 tile = 0; tile < tiles(shape.m); ++tile)
            for (u32 column = 0; column < shape.n; column += 8)
                for (u32 half = 0; half < halves(shape.m); ++half)
                    for (u32 k = 0; k < 2; k += per_register)
                        pieces.push_back({16 * tile + 8 * half, column + k, 2, false});
    }
    return pieces;
}

// wmma's factors of f16 have eight registers each; those of the smaller factors hold copies.
void repeat_pieces(std::vector<Piece>& pieces, std::size_t registers) {
    for (std::size_t k = 0; pieces.size() < registers; ++k) pieces.push_back(pieces[k]);
}

Fragment make_fragment(FragmentOf which, Number number, const Shape& shape, bool wmma) {
    Fragment fragment;
    fragment.number = number;
    fragment.rows = which == FragmentOf::B ? shape.k : shape.m;
    fragment.columns = which == FragmentOf::A ? shape.k : shape.n;
    fragment.per_register = std::max(32 / bits_of_number(number), 1u);
    std::vector<Piece> pieces = pieces_of(which, number, shape);
    if (wmma && number == Number::F16 && (which == FragmentOf::A || which == FragmentOf::B))
        repeat_pieces(pieces, 8);
    fragment.registers = static_cast<u32>(pieces.size());
    for (const Piece& piece : pieces)
        for (u32 lane = 0; lane < kLanes; ++lane)
            for (u32 k = 0; k < fragment.per_register; ++k) {
                const u32 far = lane / 4, near = lane % 4 * piece.per_lane + k;
                const u32 row = piece.row + (piece.across ? near : far);
                const u32 column = piece.column + (piece.across ? far : near);
                fragment.index.push_back(static_cast<u16>(row * fragment.columns + column));
            }
    return fragment;
}

// mma.m8n8k4 of f16: lanes 4 p … 4 p + 3 and 16 + 4 p … 16 + 4 p + 3 compute product p.
Fragment quad_fragment(FragmentOf which, Number number, bool by_rows) {
    Fragment fragment;
    const bool factor = which == FragmentOf::A || which == FragmentOf::B;
    fragment.number = number;
    fragment.columns = which == FragmentOf::A ? 4 : 8;
    const u32 rows = which == FragmentOf::B ? 4 : 8;
    fragment.rows = 4 * rows;
    fragment.per_register = number == Number::F16 ? 2 : 1;
    fragment.registers = (factor ? 4 : 8) / fragment.per_register;
    for (u32 reg = 0; reg < fragment.registers; ++reg)
        for (u32 lane = 0; lane < kLanes; ++lane)
            for (u32 k = 0; k < fragment.per_register; ++k) {
                const u32 i = reg * fragment.per_register + k, upper = lane < 16 ? 0 : 4, own = lane % 4;
                u32 row = own + upper, column = i;  // of A by rows, of C of f16
                if (which == FragmentOf::A && !by_rows) row = i + upper, column = own;
                if (which == FragmentOf::B) row = by_rows ? own : i, column = (by_rows ? i : own) + upper;
                if (!factor && number == Number::F32)
                    row = (lane & 1) + (i & 2) + upper, column = (i & 4) + (lane & 2) + (i & 1);
                fragment.index.push_back(
                    static_cast<u16>((lane % 16 / 4 * rows + row) * fragment.columns + column));
            }
    return fragment;
}

// The accumulators' types that go with factors of a type.
bool fits(Number factor, Number c, Number d, bool any_mix) {
    switch (factor) {
        case Number::F16:
            return (c == Number::F16 || c == Number::F32) && (d == Number::F16 || d == Number::F32) &&
                   (any_mix || c == d);
        case Number::E4m3:
        case Number::E5m2:
            return c == d && (c == Number::F16 || c == Number::F32);
        case Number::Bf16:
        case Number::Tf32:
            return c == Number::F32 && d == Number::F32;
        case Number::F64:
            return c == Number::F64 && d == Number::F64;
        default:
            return c == Number::S32 && d == Number::S32;
    }
}

bool is_eight_bits(Number number) { return number == Number::E4m3 || number == Number::E5m2; }

// So many products are added at once. Of 8-bit floats it is half of them (Sums::Pairs).
u32 block_of(Number a, bool wmma, u32 k) {
    if (is_eight_bits(a)) return k / 2;
    return std::min(k, a != Number::Tf32 ? 16u : wmma ? 4u : 8u);
}

// Which types the opcode names: D, A, B, C. wmma.mma of f16 names only D and C.
std::array<Number, 4> types_of(const ptx::Instruction& instruction) {
    const std::vector<Number> named = numbers_of(instruction);
    if (named.size() == 4) return {named[0], named[1], named[2], named[3]};
    if (named.size() == 2 && is_wmma(instruction)) return {named[0], Number::F16, Number::F16, named[1]};
    not_supported(instruction);
}

}  // namespace

u32 bits_of_number(Number number) {
    for (const NamedNumber& each : kNumbers)
        if (each.number == number) return each.bits;
    return 32;
}

std::shared_ptr<const MatrixForm> matrix_form(const ptx::Instruction& instruction) {
    const auto [d, a, b, c] = types_of(instruction);
    const Shape shape = checked_shape(instruction, a, b);
    const bool wmma = is_wmma(instruction), quads = a == Number::F16 && !wmma && shape == Shape{8, 8, 4};
    if (!fits(a, c, d, wmma || quads)) not_supported(instruction);
    // mma has one layout, except for quads; then A's stands before B's.
    std::vector<bool> by_rows;
    for (const std::string& part : instruction.parts)
        if (part == "row" || part == "col") by_rows.push_back(part == "row");
    if (by_rows.size() != 2 || (!wmma && !quads && (!by_rows[0] || by_rows[1]))) not_supported(instruction);

    MatrixForm form;
    form.opcode = instruction.opcode;
    form.m = shape.m;
    form.n = shape.n;
    form.k = shape.k;
    const Number types[] = {a, b, c, d};
    for (u32 which = 0; which < 4; ++which) {
        const FragmentOf of = static_cast<FragmentOf>(which);
        form.fragment[which] = quads ? quad_fragment(of, types[which], by_rows[which & 1])
                                     : make_fragment(of, types[which], shape, wmma);
    }
    form.products = quads ? 4 : 1;
    form.block = block_of(a, wmma, shape.k);
    form.sums = quads ? Sums::Chain : is_eight_bits(a) ? Sums::Pairs : Sums::Blocks;
    form.saturates = instruction.has("satfinite");
    form.exclusive_or = instruction.has("xor");
    form.rounding = instruction.has("rz") ? 1 : instruction.has("rm") ? 2 : instruction.has("rp") ? 3 : 0;
    if (a == Number::Bits && instruction.has("xor") == instruction.has("and")) not_supported(instruction);
    return std::make_shared<const MatrixForm>(std::move(form));
}

std::shared_ptr<const MatrixForm> sparse_form(const ptx::Instruction& instruction) {
    const auto [d, a, b, c] = types_of(instruction);
    const Shape shape = shape_of(instruction);
    const auto is_pair = [&](Number x, Number y) { return (a == x || a == y) && (b == x || b == y); };
    const bool floats8 = is_pair(Number::E4m3, Number::E5m2);
    const bool same = (a == b && (a == Number::F16 || a == Number::Bf16 || a == Number::Tf32)) || floats8 ||
                      is_pair(Number::S8, Number::U8) || is_pair(Number::S4, Number::U4);
    const u32 bits = bits_of_number(a) * shape.k;
    // The smaller shape has 256 bits along k, the larger one 512; 8-bit floats have only the larger one.
    if (!same || !fits(a, c, d, false) || shape.m != 16 || shape.n != 8 ||
        (bits != 512 && (bits != 256 || floats8)) || !instruction.has("row") || !instruction.has("col"))
        not_supported(instruction);
    MatrixForm form;
    form.opcode = instruction.opcode;
    form.m = shape.m;
    form.n = shape.n;
    form.k = shape.k / 2;
    const Number types[] = {a, b, c, d};
    for (u32 which = 0; which < 4; ++which)
        form.fragment[which] = make_fragment(static_cast<FragmentOf>(which), types[which],
                                             which == 0 ? Shape{shape.m, shape.n, form.k} : shape, false);
    form.block = block_of(a, false, form.k);
    form.sums = floats8 ? Sums::Pairs : Sums::Blocks;
    form.chunk = a == Number::Tf32 ? 2 : a == Number::S4 || a == Number::U4 ? 8 : 4;
    form.ordered = instruction.parts[1] == "sp::ordered_metadata" || a == Number::Tf32;
    form.saturates = instruction.has("satfinite");
    return std::make_shared<const MatrixForm>(std::move(form));
}

std::shared_ptr<const MatrixForm> warpgroup_form(const ptx::Instruction& instruction) {
    const std::vector<Number> named = numbers_of(instruction);
    if (named.size() != 3) not_supported(instruction);
    const Number d = named[0], a = named[1], b = named[2];
    Shape shape = shape_of(instruction);
    const auto is_one_of = [](Number number, std::initializer_list<Number> numbers) {
        return std::ranges::find(numbers, number) != numbers.end();
    };
    const bool eight =
        is_one_of(a, {Number::E4m3, Number::E5m2}) && is_one_of(b, {Number::E4m3, Number::E5m2});
    const bool integers = is_one_of(a, {Number::S8, Number::U8}) && is_one_of(b, {Number::S8, Number::U8});
    const bool known = eight || integers ||
                       (a == b && is_one_of(a, {Number::F16, Number::Bf16, Number::Tf32, Number::Bits}));
    // Sizes of 40, 56, 72 … exist only for floating-point types.
    const u32 step = integers || a == Number::Bits ? (shape.n > 32 ? 16 : 8) : 8;
    const u32 bits = a == Number::Bits ? 1 : bits_of_number(a);
    if (!known || !fits(a, d, d, true) || shape.m != 64 || shape.k * bits != 256 || shape.n == 0 ||
        shape.n > 256 || shape.n % step != 0)
        not_supported(instruction);
    if (a == Number::Bits && (!instruction.has("and") || !instruction.has("popc")))
        not_supported(instruction);
    shape.m = 16;
    if (a == Number::Bits) shape.k /= 32;

    MatrixForm form;
    form.opcode = instruction.opcode;
    form.m = shape.m;
    form.n = shape.n;
    form.k = shape.k;
    const Number types[] = {a, b, d, d};
    for (u32 which = 0; which < 4; ++which)
        form.fragment[which] = make_fragment(static_cast<FragmentOf>(which), types[which], shape, false);
    form.block = shape.k;
    form.sums = eight ? Sums::ShortBlocks : Sums::Blocks;
    form.saturates = instruction.has("satfinite");
    return std::make_shared<const MatrixForm>(std::move(form));
}

FragmentShape fragment_shape(const ptx::Instruction& instruction) {
    const std::vector<Number> named = numbers_of(instruction);
    if (named.size() != 1) not_supported(instruction);
    FragmentShape fragment;
    fragment.number = named[0];
    const u8 which = choice_of(instruction, {"a", "b", "c", "d"});
    const FragmentOf of = static_cast<FragmentOf>(which);
    const Number factor = fragment.number;
    Shape shape = shape_of(instruction);
    if (which >= 2) {  // an accumulator: any factors with this shape that go with it
        const auto goes = [&](const Shapes& each) {
            return std::ranges::find(each.wmma, shape) != each.wmma.end() &&
                   fits(each.factors[0], factor, factor, true);
        };
        const auto found = std::ranges::find_if(kShapes, goes);
        if (found == std::end(kShapes)) not_supported(instruction);
    } else {
        shape = checked_shape(instruction, factor, factor);
    }
    fragment.rows = of == FragmentOf::B ? shape.k : shape.m;
    fragment.columns = of == FragmentOf::A ? shape.k : shape.n;
    fragment.pieces = pieces_of(of, factor, shape);
    fragment.distinct = fragment.pieces.size();
    if (which < 2 && factor == Number::F16) repeat_pieces(fragment.pieces, 8);
    return fragment;
}

}  // namespace simt::exec
