// The registers that an operand names: itself, an address's base, a pair's or a vector's elements.
#pragma once

#include "common/simt/ptx/module.hpp"

namespace simt::exec {

// Calls visit(name) for each.
template <class Visit>
void each_register(const ptx::Operand& operand, Visit visit) {
    if (operand.kind == ptx::Operand::Kind::Register) visit(operand.name);
    for (const ptx::Operand& element : operand.elements) each_register(element, visit);
}

}  // namespace simt::exec
