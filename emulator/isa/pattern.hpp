// Expands the braces of Form::opcodes and reads the letters of Form::operands. Everything is constexpr, since exec/ops
// uses it at compile time.
#pragma once

#include <algorithm>
#include <span>
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

// The index of `name` among the pattern's opcodes, or -1.
constexpr int match(const char* pattern, std::string_view name) {
    for (; *pattern != '\0' && *pattern != '{'; ++pattern) {
        if (name.empty() || name[0] != *pattern) return -1;
        name.remove_prefix(1);
    }
    if (*pattern == '\0') return name.empty() ? 0 : -1;
    int number = 0, found = -1;
    each_alternative(pattern, [&](std::string_view alternative, const char* rest) {
        if (found < 0 && name.substr(0, alternative.size()) == alternative)
            if (const int of_rest = match(rest, name.substr(alternative.size())); of_rest >= 0)
                found = number * static_cast<int>(count(rest)) + of_rest;
        ++number;
    });
    return found;
}

// An opcode, or a part of one, as a template argument.
struct Name {
    char text[48] = {};
    constexpr Name() = default;
    constexpr Name(std::string_view name) { std::copy(name.begin(), name.end(), text); }
    constexpr operator std::string_view() const { return text; }
    constexpr bool is(std::string_view other) const { return std::string_view(text) == other; }
    // The part behind dot number `dot`, counted from 1; "" if there are fewer dots.
    constexpr Name part(int dot) const {
        std::string_view rest = text;
        for (; dot > 0; --dot) rest = rest.find('.') == rest.npos ? "" : rest.substr(rest.find('.') + 1);
        return rest.substr(0, rest.find('.'));
    }
    // Whether one of the parts behind a dot is `wanted`.
    constexpr bool has(std::string_view wanted) const {
        for (int dot = 1; !part(dot).is(""); ++dot)
            if (part(dot).is(wanted)) return true;
        return false;
    }
    // Whether the name begins with these parts. With an asterisk: whether it begins with the text before the asterisk and
    // ends with the text after it.
    constexpr bool fits(std::string_view pattern) const {
        const std::string_view all = text, begin = pattern.substr(0, pattern.find('*'));
        if (!all.starts_with(begin)) return false;
        const std::string_view rest = all.substr(begin.size());
        if (begin.size() == pattern.size()) return rest.empty() || rest[0] == '.';
        return rest.ends_with(pattern.substr(begin.size() + 1));
    }
};

// The opcode at an index of a pattern: the reverse of match().
constexpr Name spelled(const char* pattern, u32 number) {
    Name name;
    char* end = name.text;
    while (*pattern != '\0') {
        if (*pattern != '{') {
            *end++ = *pattern++;
            continue;
        }
        const char* behind = pattern;
        while (*behind != '}') ++behind;
        const u32 rest = count(++behind);
        u32 k = 0;
        each_alternative(pattern, [&](std::string_view alternative, const char*) {
            if (k++ == number / rest)
                for (const char letter : alternative) *end++ = letter;
        });
        number %= rest;
        pattern = behind;
    }
    return name;
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

// The last type in an opcode (before: 0) or the one before it (1); "" if there is none.
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

constexpr bool is_internal(const Form& form) { return form.opcodes[0] == '~'; }

// Whether each of the form's opcodes has a handler. Whole opcodes and internal operations have one; the decoder turns all
// other opcodes into these.
constexpr bool has_handlers(const Form& form) {
    switch (form.traits.kind) {
        case Kind::Data:
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
constexpr u32 handlers(std::span<const Form> forms) {
    u32 sum = 0;
    for (const Form& form : forms) sum += has_handlers(form) ? count(form.opcodes) : 0;
    return sum;
}

// An opcode's index among the handlers of its family; -1 if the family lacks it.
constexpr int index_in(std::span<const Form> forms, std::string_view opcode) {
    int before = 0;
    for (const Form& form : forms) {
        if (!has_handlers(form)) continue;
        if (const int number = match(form.opcodes, opcode); number >= 0) return before + number;
        before += static_cast<int>(count(form.opcodes));
    }
    return -1;
}

// The reverse: the form that contains a handler index of the family.
struct Place {
    const Form& form;
    u32 number;  // among the form's opcodes
};
constexpr Place place_of(std::span<const Form> forms, u32 index) {
    const Form* form = forms.data();
    for (; !has_handlers(*form) || index >= count(form->opcodes); ++form)
        index -= has_handlers(*form) ? count(form->opcodes) : 0;
    return {*form, index};
}

}  // namespace simt::isa
