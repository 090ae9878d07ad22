// Binds the functions of a family to its opcodes in isa/. A binding names the first parts of the opcodes that it serves; with
// "a*b", the text with which they begin and the text with which they end. If several bindings fit an opcode, the longest is
// used.
//
// The compiler proves three things: every opcode with a handler has a binding, every binding has an opcode, and a function has
// the types of the opcode's operands.
//
//     constexpr std::tuple kBindings{
//         For{"fns", bind<fns>},                                         // one function
//         For{"add", []<Name name> { return bind<add<Type<name>>>; }}};  // one for each opcode
//     std::span<const Handler> integer_handlers() { return handlers<isa::integer_forms, kBindings>(); }
//
// (The list may also be an array of Binding, if each binding has one handler.)
#pragma once

#include <array>
#include <span>
#include <tuple>
#include <utility>

#include "emulator/decode/op.hpp"
#include "emulator/isa/pattern.hpp"

namespace simt::exec {

using isa::Name;

// A handler. If it was made from a function of one lane's values: also the types of the function's result and parameters.
struct Bound {
    Handler handler = nullptr;
    u8 operands = 0;
    Element element[6] = {};
    bool uses_carry = false;
};

template <class F>
struct For {
    const char* opcodes;
    F function;  // a Handler, a Bound, or a function template that returns one of them for a Name
};
template <class F>
For(const char*, F) -> For<F>;
using Binding = For<Bound>;

// Throws. At compile time that is an error, and the compiler's list of calls shows the opcode and the reason.
void refuse_binding(const char* opcode, const char* why);

constexpr void check_types(const Bound& bound, const isa::Form& form, const Name& name) {
    if (isa::is_internal(form)) return;
    u8 operands = 0;
    for (const char* letter = form.operands; *letter != '\0'; ++letter) {
        if (*letter == '=') continue;
        if (operands == bound.operands || bound.element[operands] != isa::element_of(*letter, name))
            refuse_binding(name.text, "a function of other types than the table's");
        ++operands;
    }
    if (operands != bound.operands) refuse_binding(name.text, "a function of fewer operands");
    if (bound.uses_carry != ((form.traits.flags & isa::kCarry) != 0))
        refuse_binding(name.text, "carry in the table or in the function alone");
}

template <const auto& kBindings>
constexpr auto as_tuple() {
    if constexpr (requires { std::size(kBindings); })
        return std::to_array(kBindings);
    else
        return kBindings;
}

template <const auto& kBindings>
constexpr auto kTupleOf = as_tuple<kBindings>();

template <const auto& kBindings>
constexpr auto kOpcodesOf =
    std::apply([](const auto&... binding) { return std::array{std::string_view(binding.opcodes)...}; },
               kTupleOf<kBindings>);

// The index of the binding for an opcode; the number of bindings if none fits.
template <const auto& kBindings>
constexpr std::size_t binding_for(const Name& name) {
    constexpr auto& kOpcodes = kOpcodesOf<kBindings>;
    std::size_t found = kOpcodes.size();
    for (std::size_t k = 0; k < kOpcodes.size(); ++k)
        if (name.fits(kOpcodes[k]) &&
            (found == kOpcodes.size() || kOpcodes[k].size() > kOpcodes[found].size()))
            found = k;
    return found;
}

template <const auto& kForms, const auto& kBindings, u32 kIndex>
constexpr Handler bind_one(bool* used) {
    constexpr isa::Place kPlace = isa::place_of(kForms, kIndex);
    constexpr Name kName = isa::spelled(kPlace.form.opcodes, kPlace.number);
    constexpr const auto& kTuple = kTupleOf<kBindings>;
    constexpr std::size_t kFound = binding_for<kBindings>(kName);
    if constexpr (kFound == kOpcodesOf<kBindings>.size()) {
        refuse_binding(kName.text, "not bound");
        return nullptr;
    } else {
        used[kFound] = true;
        constexpr auto kFunction = std::get<kFound>(kTuple).function;
        Bound bound;
        if constexpr (requires { Bound{kFunction}; })
            bound = Bound{kFunction};
        else
            bound = Bound{kFunction.template operator()<kName>()};
        check_types(bound, kPlace.form, kName);
        return bound.handler;
    }
}

template <const auto& kForms, const auto& kBindings>
constexpr auto bind_all() {
    constexpr std::size_t kCount = std::tuple_size_v<decltype(as_tuple<kBindings>())>;
    bool used[kCount] = {};
    const auto list = [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
        return std::array<Handler, sizeof...(kIndex)>{bind_one<kForms, kBindings, kIndex>(used)...};
    }
    (std::make_index_sequence<isa::handlers(kForms)>());
    for (const bool each : used)
        if (!each) refuse_binding("", "a binding that no opcode needs");
    return list;
}

// The family's handlers, by isa::Id::index.
template <const auto& kForms, const auto& kBindings>
std::span<const Handler> handlers() {
    static constexpr auto kList = bind_all<kForms, kBindings>();
    return kList;
}

}  // namespace simt::exec
