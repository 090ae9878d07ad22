// Accessors for the parts of an instruction: the registers in its operands, its address, the memory space, modifiers.
#pragma once

#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <unordered_map>

#include "emulator/error.hpp"
#include "emulator/ptx/module.hpp"

namespace simt::exec {

// Calls visit(name) for each register of an operand: itself, an address's base, a pair's or a vector's elements.
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

// Bytes of a register; 0 for a predicate and for names of anything else.
inline u32 register_bytes(const RegisterTypes& types, const std::string& name) {
    const auto type = types.find(name);
    return type == types.end() ? 0 : ptx::size_of(type->second);
}

// Bytes from an address's base. PTX text may contain any numbers here; their sum wraps round, as addresses do.
inline s64 offset_from_base(const ptx::Operand& address) {
    u64 sum = static_cast<u64>(address.offset);
    if (!address.elements.empty()) sum += static_cast<u64>(address.elements[0].offset);
    return static_cast<s64>(sum);
}

// A vector's elements; any other operand is its own only element.
inline std::span<const ptx::Operand> elements_of(const ptx::Operand& operand) {
    if (operand.kind == ptx::Operand::Kind::Vector) return operand.elements;
    return {&operand, 1};
}

// "shared::cta" -> "shared"
inline std::string without_suffix(const std::string& part) { return part.substr(0, part.find("::")); }

// The memory space that an instruction names; "" for a generic address, which names none. For shared::cluster it is "shared", too.
inline std::string space_of(const ptx::Instruction& instruction) {
    for (const std::string& part : instruction.parts) {
        const std::string root = without_suffix(part);
        if (root == "global" || root == "shared" || root == "local" || root == "param" || root == "const")
            return root;
    }
    return "";
}

// Whether a load or store is strong in PTX's memory model: it is meant to race with those of other threads.
inline bool is_strong(const ptx::Instruction& instruction) {
    return instruction.has("volatile") || instruction.has("relaxed") || instruction.has("acquire") ||
           instruction.has("release") || instruction.has("mmio");
}

[[noreturn]] inline void not_supported(const ptx::Instruction& instruction) {
    throw Error("the instruction " + instruction.opcode + " is not supported");
}

// The position in the list of the modifier that the instruction has. Throws simt::Error if it has none of them.
inline u8 choice_of(const ptx::Instruction& instruction, std::initializer_list<const char*> names) {
    u8 k = 0;
    for (const char* name : names) {
        if (instruction.has(name)) return k;
        ++k;
    }
    not_supported(instruction);
}

}  // namespace simt::exec
