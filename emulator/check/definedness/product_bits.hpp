// Undefined bits in products of matrices (mma, wmma.mma).
#pragma once

#include "emulator/check/definedness/definedness_store.hpp"

namespace simt::check {

// Sets the undefined bits of D = A × B + C: an undefined bit in an element of A makes its row of D undefined, one in an element of
// B its column, one in C that element. step: the instruction's, with the registers of D as results and those of A, B and C as
// sources.
void product_bits(DefinednessStore& state, const Step& step, const exec::MatrixProduct& product);

}  // namespace simt::check
