// How the functions of a family are bound to its opcodes in isa/. The compiler proves that each opcode that has a handler has
// one, that nothing else has, and that a function's types are those of the opcode's operands.
//
//     constexpr Binding kBindings[] = {bind<add<u32>>("add.u32"), …};
//     std::span<const Handler> integer_handlers() { return handlers<isa::integer_forms, kBindings>(); }
#pragma once

#include <iterator>
#include <span>

#include "emulator/decode/op.hpp"
#include "emulator/isa/pattern.hpp"

namespace simt::exec {

struct Binding {
    const char* opcode;
    Handler handler;
    u8 operands = 0;          // of a function of one lane's values: result included
    Element element[6] = {};  // their types
    bool uses_carry = false;
};

// Throws. While the emulator is compiled: the error, with what is wrong in the list of calls that led here.
void refuse_binding(const char* opcode, const char* why);

constexpr void check_types(const Binding& binding, const isa::Form& form) {
    if (form.traits.kind == isa::Kind::Internal) return;
    u8 operands = 0;
    for (const char* letter = form.operands; *letter != '\0'; ++letter) {
        if (*letter == '=') continue;
        if (operands == binding.operands ||
            binding.element[operands] != isa::element_of(*letter, binding.opcode))
            refuse_binding(binding.opcode, "a function of other types than the table's");
        ++operands;
    }
    if (operands != binding.operands) refuse_binding(binding.opcode, "a function of fewer operands");
    if (binding.uses_carry != ((form.traits.flags & isa::kCarry) != 0))
        refuse_binding(binding.opcode, "carry in the table or in the function alone");
}

template <u32 kCount>
struct HandlerList {
    Handler handler[kCount];
};

template <const auto& kForms, const auto& kBindings>
constexpr auto bind_all() {
    HandlerList<isa::handlers(kForms)> list{};
    for (const Binding& binding : kBindings) {
        const isa::Place place = isa::place_in(kForms, std::size(kForms), binding.opcode);
        if (place.index < 0) {
            refuse_binding(binding.opcode, "not in the table");
            continue;
        }
        if (list.handler[place.index] != nullptr) refuse_binding(binding.opcode, "bound twice");
        check_types(binding, *place.form);
        list.handler[place.index] = binding.handler;
    }
    for (const Handler& handler : list.handler)
        if (handler == nullptr) refuse_binding("", "an opcode of the table is not bound");
    return list;
}

// By their places in the family (isa::Id::index).
template <const auto& kForms, const auto& kBindings>
std::span<const Handler> handlers() {
    static constexpr auto kList = bind_all<kForms, kBindings>();
    return {kList.handler, isa::handlers(kForms)};
}

}  // namespace simt::exec
