// Products of matrices on tensor cores (mma, wmma.mma), and wmma's loads and stores of fragments.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_matrix_product(Emitter& out, const ptx::Instruction& instruction);
void decode_fragment_load(Emitter& out, const ptx::Instruction& instruction);
void decode_fragment_store(Emitter& out, const ptx::Instruction& instruction);

// Op::immediate of ~fragment.address. A number in line `line` of the matrix in memory, at place `place` of it, has the address
// base + (line * stride * stride_bits + place * bits) / 8. Lane t's number lies t / 4 lines and t % 4 * per_lane places behind
// lane 0's, or, if `crossed`, t % 4 * per_lane lines and t / 4 places.
struct FragmentAddress {
    u16 line = 0, place = 0;  // of lane 0
    u8 bits = 0;              // of a number, 32 for 32 single bits
    u8 stride_bits = 0;       // the unit of the stride; it differs for single bits
    u8 per_lane = 0;
    u8 crossed = 0;
};

}  // namespace simt::exec
