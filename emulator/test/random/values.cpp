#include "emulator/test/random/values.hpp"

#include <random>

#include "emulator/test/support/row_inputs.hpp"

namespace simt::random_ptx {
namespace {

using exec::Element;

Element element_of(char letter) {
    switch (letter) {
        case 'h':
            return Element::B16;
        case 'w':
            return Element::B32;
        case 'd':
            return Element::B64;
        case 'f':
            return Element::F32;
        default:
            return Element::F64;
    }
}

// Edge values in random order, with random values between them; two halves in a third of the 32-bit words.
std::vector<u64> values_of(char letter) {
    const Element element = element_of(letter);
    std::mt19937_64 random(static_cast<u64>(letter));
    const std::vector<u64> edges = exec::row_test::edges(element),
                           halves = exec::row_test::edges(Element::B16);
    std::vector<u64> values(kValues);
    for (u64& value : values) {
        const u64 kind = random() % 6;
        if (kind < 3)
            value = edges[random() % edges.size()];
        else if (kind < 5 && letter == 'w')
            value = halves[random() % halves.size()] | halves[random() % halves.size()] << 16;
        else
            value = exec::row_test::random_value(element, random() % 6, 0, random);
        value &= exec::row_test::element_mask(element);
    }
    return values;
}

}  // namespace

u32 width_of(char element) { return element == 'h' ? 2 : element == 'w' || element == 'f' ? 4 : 8; }

std::string value_tables() {
    std::string text;
    for (const char letter : kTables) {
        const u32 width = width_of(letter);
        text += ".global .align 8 .b" + std::to_string(8 * width) + " values_" + letter + "[" +
                std::to_string(kValues) + "] = {";
        bool first = true;
        for (const u64 value : values_of(letter)) {
            text += (first ? "" : ",") + std::to_string(static_cast<s64>(value));
            first = false;
        }
        text += "};\n";
    }
    return text;
}

}  // namespace simt::random_ptx
