// The registers that an operand names: itself, an address's base, a pair's or a vector's elements. And what is added to such a
// base.
#pragma once

#include "emulator/ptx/module.hpp"

namespace simt::exec {

// Calls visit(name) for each.
template <class Visit>
void each_register(const ptx::Operand& operand, Visit visit) {
    if (operand.kind == ptx::Operand::Kind::Register) visit(operand.name);
    for (const ptx::Operand& element : operand.elements) each_register(element, visit);
}

// Bytes from an address's base. A text may have any numbers there: their sum wraps round, as addresses do.
inline s64 offset_from_base(const ptx::Operand& address) {
    u64 sum = static_cast<u64>(address.offset);
    if (!address.elements.empty()) sum += static_cast<u64>(address.elements[0].offset);
    return static_cast<s64>(sum);
}

}  // namespace simt::exec
