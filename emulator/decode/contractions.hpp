// Products and sums that ptxas joins. PTX allows it to make one fused operation of a mul and the add or sub that uses it, if
// neither names its rounding (PTX ISA, add and mul: "mul/add sequences with no rounding modifiers may be optimized to use
// fused-multiply-add"), and an H200's results show that it does. nvcc joins a * b + c itself and leaves a * b - c to ptxas.
//
// Of a * b - c * d the first product is the one that is joined. test/hardware/programs/contraction.cuh asks a GPU. Halves are
// joined as well, single and packed: ptxas 13.0 makes one HFMA2 of mul.f16 or mul.bf16x2 and its add.
#pragma once

#include <string>
#include <unordered_map>

#include "emulator/decode/control_flow.hpp"
#include "emulator/decode/register_lives.hpp"

namespace simt::exec {

struct Contraction {
    const ptx::Instruction* product = nullptr;
    std::size_t operand = 0;  // of the sum or difference: that the product is
    std::string type;         // "f32", "ftz.f32", "f64"
};

// By the sum or difference that takes a product along. There are none in debug code.
using Contractions = std::unordered_map<const ptx::Instruction*, Contraction>;

Contractions find_contractions(const ControlFlow& flow, const RegisterUses& uses);

}  // namespace simt::exec
