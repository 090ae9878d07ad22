// Products and sums that ptxas fuses. PTX allows it to turn a mul and the add or sub that uses it into one fused operation, if
// neither names its rounding (PTX ISA, add and mul: "mul/add sequences with no rounding modifiers may be optimized to use
// fused-multiply-add"). An H200's results show that it does. nvcc fuses a * b + c itself and leaves a * b - c to ptxas.
//
// In a * b - c * d ptxas fuses the first product (test/hardware/programs/contraction.cuh measures it). It fuses halves as well,
// single and packed: ptxas 13.0 turns mul.f16 or mul.bf16x2 and its add into one HFMA2.
#pragma once

#include <string>
#include <unordered_map>

#include "emulator/decode/control_flow.hpp"
#include "emulator/decode/register_lives.hpp"

namespace simt::exec {

struct Contraction {
    const ptx::Instruction* product = nullptr;
    std::size_t operand = 0;  // the product's index among the operands of the sum or difference
    std::string type;         // "f32", "ftz.f32", "f64"
};

// The keys are the sums and differences into which a product is fused. Debug code has none.
using Contractions = std::unordered_map<const ptx::Instruction*, Contraction>;

Contractions find_contractions(const ControlFlow& flow, const RegisterUses& uses);

}  // namespace simt::exec
