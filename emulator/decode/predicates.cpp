// Comparisons that take several ops: setp with two results or a third predicate, set.
#include "emulator/decode/predicates.hpp"

#include "emulator/decode/data.hpp"
#include "emulator/decode/operands.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

// What set writes for true.
std::optional<u32> true_value(const std::string& type) {
    if (type == "u32" || type == "s32") return ~0u;
    if (type == "u16" || type == "s16") return 0xffffu;
    if (type == "f32") return 0x3f800000u;
    if (type == "f16" || type == "f16x2") return 0x3c00u;
    if (type == "bf16" || type == "bf16x2") return 0x3f80u;
    return std::nullopt;
}

// One predicate row for each number compared, before any is combined.
std::vector<u32> compare_sources(Emitter& out, const ptx::Instruction& instruction,
                                 const std::string& row_name, bool packed) {
    const isa::Opcode* found = isa::find_whole(row_name);
    if (found == nullptr) not_supported(instruction);
    const Element element = packed ? Element::B32 : found->element[1];
    const u32 a = source(out, instruction.operands.at(1), element),
              b = source(out, instruction.operands.at(2), element);
    if (!packed) {
        const u32 result = out.allocate_row(0);
        out.emit(out.make(found->id, {result, a, b}));
        return {result};
    }
    std::vector<u32> results;
    for (const isa::Id half : {id("~piece.32.16.0"), id("~piece.32.16.1")}) {
        const u32 result = out.allocate_row(0);
        const u32 half_of_a = out.compute(half, 2, {a}), half_of_b = out.compute(half, 2, {b});
        out.emit(out.make(found->id, {result, half_of_a, half_of_b}), cost::OpClass::Other, results.empty());
        results.push_back(result);
    }
    return results;
}

u32 combine_predicates(Emitter& out, const std::string& operation, u32 a, u32 b) {
    return operation.empty() ? a : out.compute(id_named(operation + ".pred"), 0, {a, b});
}

}  // namespace

Comparison comparison_of(const std::vector<std::string>& parts, std::size_t types) {
    Comparison comparison{"setp", "", false};
    for (std::size_t k = 1; k + types < parts.size(); ++k) {
        if (parts[k] == "and" || parts[k] == "or" || parts[k] == "xor")
            comparison.combine = parts[k];
        else
            comparison.row += "." + parts[k];
    }
    std::string type = parts.back();
    comparison.packed = type == "f16x2" || type == "bf16x2";
    if (comparison.packed) type.resize(type.size() - 2);
    comparison.row += "." + type;
    return comparison;
}

// setp.cmp[.boolop][.ftz].type p[|q], a, b[, c]: p = (a cmp b) boolop c, q = !(a cmp b) boolop c. For packed types, p is the
// result of the low halves and q that of the high ones.
void decode_compare(Emitter& out, const ptx::Instruction& instruction) {
    const Comparison comparison = comparison_of(instruction.parts, 1);
    const ptx::Operand& to = instruction.operands.at(0);
    const bool pair = to.kind == ptx::Operand::Kind::Pair;
    if (!pair && comparison.combine.empty() && !comparison.packed) {
        const isa::Opcode* row = isa::find_whole(comparison.row);
        if (row == nullptr) not_supported(instruction);
        return decode_row(out, instruction, *row);
    }
    const u32 third = comparison.combine.empty() ? 0 : predicate_source(out, instruction.operands.at(3));
    std::vector<u32> results = compare_sources(out, instruction, comparison.row, comparison.packed);
    if (pair && results.size() == 1) results.push_back(out.compute(id("not.pred"), 0, {results[0]}));
    // Compute both results before writing either: a destination may be the guard or the third operand.
    results.resize(pair ? 2 : 1);
    for (u32& result : results) result = combine_predicates(out, comparison.combine, result, third);
    u32 guard = out.guard();
    if (pair && guard != kNoGuard) {
        Op keep = out.make(id("mov.pred"), {out.allocate_row(0), guard});
        keep.guard = kNoGuard;
        guard = keep.slot[0];
        out.emit_hidden(keep);
    }
    for (std::size_t k = 0; k < results.size(); ++k) {
        const ptx::Operand& name = pair ? to.elements[k] : to;
        if (name.kind == ptx::Operand::Kind::Sink) continue;
        Op move = out.make(id("mov.pred"), {out.register_named(name.name).slot, results[k]});
        move.guard = guard;
        out.emit_hidden(move);
    }
}

// set.cmp[.boolop][.ftz].dtype.stype d, a, b[, c]
void decode_set(Emitter& out, const ptx::Instruction& instruction) {
    if (const isa::Opcode* row = isa::find_whole(instruction.opcode))
        return decode_row(out, instruction, *row);
    const std::vector<std::string>& parts = instruction.parts;
    const Comparison comparison = comparison_of(parts, 2);
    const std::string& type = parts.at(parts.size() - 2);
    const std::optional<u32> written = true_value(type);
    const bool packed_result = type == "f16x2" || type == "bf16x2";
    const bool fits = comparison.packed ? packed_result || type == "u32" || type == "s32" : !packed_result;
    if (!written || !fits) not_supported(instruction);
    const std::size_t wanted = comparison.combine.empty() ? 3 : 4;
    if (instruction.operands.size() != wanted)
        throw Error("expected " + std::to_string(wanted) + " operands, found " +
                    std::to_string(instruction.operands.size()));
    const u32 third = comparison.combine.empty() ? 0 : predicate_source(out, instruction.operands[3]);
    std::vector<u32> results = compare_sources(out, instruction, comparison.row, comparison.packed);
    const bool narrow = comparison.packed || *written <= 0xffff;
    const u8 bytes = narrow ? 2 : 4;
    for (u32& result : results) {
        const u32 chosen = combine_predicates(out, comparison.combine, result, third);
        result = comparison.packed
                     ? out.allocate_row(bytes)
                     : destination(out, instruction.operands[0], element_of_bytes(bytes), type[0] == 's');
        out.emit_hidden(out.make(narrow ? id("selp.b16") : id("selp.b32"),
                                 {result, out.constant(bytes, *written), out.constant(bytes, 0), chosen}));
    }
    if (!comparison.packed) return;
    const u32 to = destination(out, instruction.operands[0], Element::B32);
    out.emit_hidden(out.make(id("~pack.2.16"), {to, results[0], results[1]}));
}

}  // namespace simt::exec
