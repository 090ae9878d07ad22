// The registers that a function declares and that its operands name: an operand itself, an address's base, a pair's or a
// vector's elements. And what is added to such a base.
#pragma once

#include <set>
#include <string>
#include <unordered_map>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

// Calls visit(name) for each.
template <class Visit>
void each_register(const ptx::Operand& operand, Visit visit) {
    if (operand.kind == ptx::Operand::Kind::Register) visit(operand.name);
    for (const ptx::Operand& element : operand.elements) each_register(element, visit);
}

inline bool names_any(const ptx::Operand& operand, const std::set<std::string>& registers) {
    bool found = false;
    each_register(operand, [&](const std::string& name) { found |= registers.contains(name); });
    return found;
}

using RegisterTypes = std::unordered_map<std::string, ptx::Type>;

inline RegisterTypes register_types(const ptx::Function& function) {
    RegisterTypes types;
    for (const ptx::Register& declared : function.registers) types[declared.name] = declared.type;
    return types;
}

// Bytes of a register; 0 for a predicate, or a name that is no register's.
inline u32 register_bytes(const RegisterTypes& types, const std::string& name) {
    const auto type = types.find(name);
    return type == types.end() ? 0 : ptx::size_of(type->second);
}

// Bytes from an address's base. A text may have any numbers there: their sum wraps round, as addresses do.
inline s64 offset_from_base(const ptx::Operand& address) {
    u64 sum = static_cast<u64>(address.offset);
    if (!address.elements.empty()) sum += static_cast<u64>(address.elements[0].offset);
    return static_cast<s64>(sum);
}

}  // namespace simt::exec
