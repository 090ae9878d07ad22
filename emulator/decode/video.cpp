// Video instructions: packs their many modifiers and selectors into one VideoForm (video_form.hpp).
#include "emulator/decode/video.hpp"

#include <bit>

#include "emulator/decode/operands.hpp"
#include "emulator/decode/video_form.hpp"
#include "emulator/error.hpp"
#include "emulator/isa/compare.hpp"

namespace simt::exec {

namespace {

// "b0" of "%r1.b0"; empty for a whole register.
std::string selector_of(const ptx::Operand& operand) {
    return operand.elements.empty() ? "" : operand.elements[0].name;
}

u16 scalar_selector(const std::string& text) {
    if (text.empty()) return kVideoWord;
    const int part = isa::match("{b0,b1,b2,b3,h0,h1}", text);
    if (part < 0) throw Error("the selector ." + text + " names no byte or half of a word");
    return static_cast<u16>(part);
}

// ".h32" of two elements is 0x32: the digits in the order in which they are written, one for each element.
u16 packed_selector(const std::string& text, int elements, u16 otherwise) {
    if (text.empty()) return otherwise;
    if (text[0] != (elements == 2 ? 'h' : 'b') || static_cast<int>(text.size()) != elements + 1)
        throw Error("the selector ." + text + " does not name " + std::to_string(elements) + " elements");
    u16 selector = 0;
    for (const char digit : text.substr(1)) {
        if (digit - '0' >= 2 * elements) throw Error("the selector ." + text + " goes past both sources");
        selector = static_cast<u16>(selector << 4 | (digit - '0'));
    }
    return selector;
}
u8 packed_mask(const std::string& text, int elements) {
    if (text.empty()) return static_cast<u8>((1 << elements) - 1);
    u8 mask = 0;
    for (const char digit : text.substr(1)) {
        if (text[0] != (elements == 2 ? 'h' : 'b') || digit - '0' >= elements)
            throw Error("the mask ." + text + " does not name elements of the destination");
        mask = static_cast<u8>(mask | 1 << (digit - '0'));
    }
    return mask;
}

}  // namespace

void decode_video(Emitter& out, const ptx::Instruction& instruction) {
    const std::string& row = instruction.isa->name;
    const int elements = row.back() == '2' ? 2 : row.back() == '4' ? 4 : 1;
    const std::string name = row.substr(1, row.size() - (elements == 1 ? 1 : 2));
    const bool mad = name == "mad", compares = name == "set", shifts = name == "shl" || name == "shr";
    VideoForm form;

    // The types in order: result (vset has none: its result is unsigned), a, b.
    int types = compares ? 1 : 0;
    for (std::size_t k = 1; k < instruction.parts.size(); ++k) {
        const std::string& part = instruction.parts[k];
        const int second = isa::match("{add,min,max}", part), order = isa::match(isa::kOrders, part);
        if ((part == "u32" || part == "s32") && types < 3)
            form.flags |= static_cast<u8>((part == "s32" ? 1 : 0) << types++);
        else if (part == "sat" && !compares)
            form.flags |= kVideoSaturate;
        else if (part == "po" && mad)
            form.flags |= kVideoPlusOne;
        else if ((part == "shr7" || part == "shr15") && mad)
            form.mode = part == "shr7" ? 7 : 15;
        else if (part == "wrap" && shifts)
            form.flags |= kVideoWrap;
        else if (part == "clamp" && shifts)
            continue;
        else if (second >= 0 && !mad && (second == 0 || elements == 1))
            form.mode = static_cast<u8>(second + 1);
        else if (order >= 0 && compares)
            form.order = static_cast<u8>(order);
        else
            not_supported(instruction);
    }

    const std::vector<ptx::Operand>& operands = instruction.operands;
    const bool has_c = operands.size() == 4;
    for (const ptx::Operand& operand : operands)
        if (operand.negated && !mad) throw Error("a sign at " + operand.name + " goes with vmad alone");
    if (operands.size() < (elements > 1 || mad ? 4u : 3u) || operands.size() > 4)
        throw Error("expected " + std::string(elements > 1 || mad ? "4" : "3 or 4") + " operands, found " +
                    std::to_string(operands.size()));
    if (elements == 1) {
        form.destination = static_cast<u8>(scalar_selector(selector_of(operands[0])));
        form.a = scalar_selector(selector_of(operands[1]));
        form.b = scalar_selector(selector_of(operands[2]));
    } else {
        form.destination = packed_mask(selector_of(operands[0]), elements);
        form.a = packed_selector(selector_of(operands[1]), elements, elements == 2 ? 0x10 : 0x3210);
        form.b = packed_selector(selector_of(operands[2]), elements, elements == 2 ? 0x32 : 0x7654);
    }
    if (mad) {
        form.flags |= operands[1].negated != operands[2].negated ? kVideoMinusProduct : 0;
        form.flags |= operands[3].negated ? kVideoMinusC : 0;
    }
    Op op = out.make(id_named("~video." + std::to_string(elements) + "." + name));
    op.slot[1] = source(out, operands[1], Element::B32);
    op.slot[2] = source(out, operands[2], Element::B32);
    op.slot[3] = has_c ? source(out, operands[3], Element::B32) : out.constant(4, 0);
    op.slot[0] = destination(out, operands[0], Element::B32, (form.flags & kVideoSignedResult) != 0);
    op.immediate = std::bit_cast<s64>(form);
    out.emit(op);
}

}  // namespace simt::exec
