// The braces of Form::opcodes and the letters of Form::operands. Everything is constexpr: exec/ops uses it at compile
// time.
#pragma once

#include <string_view>

#include "emulator/isa/isa.hpp"

namespace simt::isa {

// How many opcodes a pattern stands for.
constexpr u32 count(const char* pattern) {
    u32 product = 1;
    for (; *pattern != '\0'; ++pattern) {
        if (*pattern != '{') continue;
        u32 alternatives = 1;
        for (; *pattern != '}'; ++pattern) alternatives += *pattern == ',';
        product *= alternatives;
    }
    return product;
}

// Calls visit(alternative, rest of the pattern) for each alternative of the group that `pattern` begins with.
template <class Visit>
constexpr void each_alternative(const char* pattern, Visit visit) {
    const char* rest = pattern;
    while (*rest != '}') ++rest;
    ++rest;
    for (const char* begin = pattern + 1; begin != rest;) {
        const char* end = begin;
        while (*end != ',' && *end != '}') ++end;
        visit(std::string_view(begin, static_cast<std::size_t>(end - begin)), rest);
        begin = end + 1;
    }
}

// The number of `name` among the pattern's opcodes, or -1. open: more modifiers may follow.
constexpr int match(const char* pattern, std::string_view name, bool open = false) {
    for (; *pattern != '\0' && *pattern != '{'; ++pattern) {
        if (name.empty() || name[0] != *pattern) return -1;
        name.remove_prefix(1);
    }
    if (*pattern == '\0') return name.empty() || (open && name[0] == '.') ? 0 : -1;
    int number = 0, found = -1;
    each_alternative(pattern, [&](std::string_view alternative, const char* rest) {
        if (found < 0 && name.substr(0, alternative.size()) == alternative)
            if (const int of_rest = match(rest, name.substr(alternative.size()), open); of_rest >= 0)
                found = number * static_cast<int>(count(rest)) + of_rest;
        ++number;
    });
    return found;
}

// The element for a type's name in an opcode; None for a modifier.
constexpr Element element_named(std::string_view type) {
    constexpr struct {
        std::string_view name;
        Element element;
    } kTypes[] = {
        {"pred", Element::Pred}, {"b8", Element::B16},     {"u8", Element::B16},     {"s8", Element::B16},
        {"b16", Element::B16},   {"u16", Element::B16},    {"s16", Element::B16},    {"f16", Element::B16},
        {"bf16", Element::B16},  {"e4m3x2", Element::B16}, {"e5m2x2", Element::B16}, {"b32", Element::B32},
        {"u32", Element::B32},   {"s32", Element::B32},    {"f16x2", Element::B32},  {"bf16x2", Element::B32},
        {"u16x2", Element::B32}, {"s16x2", Element::B32},  {"tf32", Element::B32},   {"b64", Element::B64},
        {"u64", Element::B64},   {"s64", Element::B64},    {"f32", Element::F32},    {"f64", Element::F64}};
    for (const auto& known : kTypes)
        if (known.name == type) return known.element;
    return Element::None;
}

// The last type in an opcode, or the one before it.
constexpr std::string_view type_from_end(std::string_view opcode, int before) {
    while (true) {
        const std::size_t dot = opcode.rfind('.');
        if (dot == std::string_view::npos) return {};
        const std::string_view part = opcode.substr(dot + 1);
        if (element_named(part) != Element::None && before-- == 0) return part;
        opcode = opcode.substr(0, dot);
    }
}

constexpr Element twice(Element element) { return element == Element::B16 ? Element::B32 : Element::B64; }

constexpr Element element_of(char letter, std::string_view opcode) {
    switch (letter) {
        case 't':
            return element_named(type_from_end(opcode, 0));
        case 'd':
            return element_named(type_from_end(opcode, 1));
        case 'w':
            return twice(element_named(type_from_end(opcode, 0)));
        case 'p':
            return Element::Pred;
        case 'n':
            return Element::B32;
        case 'l':
            return Element::B64;
        default:
            return Element::None;
    }
}

// Whole opcodes and internal operations have a handler each; a decoder composes the others.
constexpr bool has_handlers(const Form& form) {
    switch (form.traits.kind) {
        case Kind::Data:
        case Kind::Internal:
        case Kind::SpaceTest:
            return true;
        case Kind::Move:
        case Kind::Compare:
        case Kind::Set:
            return std::string_view(form.opcodes).find('.') != std::string_view::npos;
        default:
            return false;
    }
}

// How many handlers a family has.
template <std::size_t N>
constexpr u32 handlers(const Form (&forms)[N]) {
    u32 sum = 0;
    for (const Form& form : forms) sum += has_handlers(form) ? count(form.opcodes) : 0;
    return sum;
}

// An opcode's index among the handlers of its family, and its form; index -1 if the family lacks it.
struct Place {
    int index = -1;
    const Form* form = nullptr;
};
constexpr Place place_in(const Form* forms, std::size_t size, std::string_view opcode) {
    int before = 0;
    for (std::size_t k = 0; k < size; ++k) {
        if (!has_handlers(forms[k])) continue;
        if (const int number = match(forms[k].opcodes, opcode); number >= 0)
            return {before + number, &forms[k]};
        before += static_cast<int>(count(forms[k].opcodes));
    }
    return {};
}

}  // namespace simt::isa
