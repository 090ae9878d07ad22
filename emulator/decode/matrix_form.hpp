// What an mma or wmma instruction multiplies: types, sizes, and which lane's register holds which element. PTX ISA 9.0, sections
// 9.7.14 (wmma) and 9.7.15 (mma).
//
// Almost all fragments of mma consist of the same piece: 8 rows of 4 registers, one register per lane. Lane t holds row t / 4, and
// its register the elements that follow each other there, as many as fit. For the right factor "row" is a column of the matrix. A
// fragment is a grid of such pieces. (An accumulator's piece has two elements per lane in any case.) Only m8n8k4 of f16 differs.
//
// PTX does not say which lane's register holds which element of wmma's fragments, and programs may not rely on it. Here they lie as on an
// H200: as in the mma instructions into which ptxas divides a wmma.mma.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

enum class Number : u8 { F16, Bf16, Tf32, E4m3, E5m2, F32, F64, S8, U8, S4, U4, S32, Bits };

// Bits of a number in a register. Bits: a register of 32 single bits counts as one number.
u32 bits_of_number(Number number);

// A matrix that the warp's registers hold together.
struct Fragment {
    Number number = Number::F32;
    u32 rows = 0, columns = 0;  // of all products together
    u32 registers = 0;          // of each lane
    u32 per_register = 1;       // numbers in a register
    // By register, lane and position in the register: the number's index, row by row.
    std::vector<u16> index;
    u32 register_bytes() const { return number == Number::F64 ? 8 : 4; }
};

enum class FragmentOf : u8 { A, B, C, D };

// How tensor cores add the products of a floating-point form (exec/ops/matrix_sum.hpp).
enum class Sums : u8 {
    Blocks,
    ShortBlocks,  // wgmma of 8-bit floats
    Pairs,        // mma of 8-bit floats
    Chain,        // mma.m8n8k4 of f16
};

struct MatrixForm {
    std::string opcode;
    u32 m = 0, n = 0, k = 0;  // k: numbers, so registers for single bits
    u32 products = 1;         // 4 for m8n8k4 of f16: each product's rows follow those of the one before
    Fragment fragment[4];     // by FragmentOf; D = A × B + C
    u32 block = 0;            // so many products are added at once (exec/ops/matrix_sum.hpp)
    Sums sums = Sums::Blocks;
    u32 chunk = 0;  // of a sparse A, four bits of metadata stand for so many numbers along k; 0: A is dense
    bool ordered = false;  // the metadata has its two indices in order
    bool saturates = false;
    bool exclusive_or = false;  // of single bits; otherwise and
    int rounding = 0;           // f64: 0 to nearest, 1 to zero, 2 down, 3 up
    // Of each four threads, so many hold the metadata of two rows of a sparse A, eight chunks each.
    u32 holders() const { return k / (2 * chunk); }
    const Fragment& of(FragmentOf which) const { return fragment[static_cast<u32>(which)]; }
};

// One instruction of a kernel.
struct MatrixProduct {
    std::shared_ptr<const MatrixForm> form;
    std::vector<u32> slots[4];       // by FragmentOf: the registers' rows
    u32 metadata = 0, selector = 0;  // of a sparse A: the register's row, and which threads' registers count
};

// One wgmma.mma_async of a kernel, as one warp sees it. Its op: slot[0] and slot[1] are the descriptors of A and B; slot[0] is
// kNoSlot if A is in registers. slot[2]: the predicate scale-d, or kNoSlot, then `immediate` is scale-d.
struct WarpgroupProduct {
    std::shared_ptr<const MatrixForm> form;
    std::vector<u32> sums;     // the rows of D's registers
    std::vector<u32> factors;  // of A's; empty if A is in shared memory
    bool transposed_a = false, transposed_b = false;
    bool negated_a = false, negated_b = false;
};

// The place of a piece's first number in its matrix, for the loads and stores of wmma. Lane t's first number is in row
// row + t / 4 and column column + t % 4 * per_lane; for the right factor it is the other way round.
struct Piece {
    u32 row = 0, column = 0;
    u32 per_lane = 1;     // numbers of each lane
    bool across = false;  // of the right factor: lanes t / 4 are columns
};

struct FragmentShape {
    Number number = Number::F32;
    u32 rows = 0, columns = 0;  // columns: of single bits, registers
    std::vector<Piece> pieces;  // by register
    std::size_t distinct =
        0;  // so many registers differ; the ones behind them hold copies, in the same order
};

// The form of an mma or wmma.mma instruction, the fragment of a wmma.load or wmma.store. Both throw simt::Error for a combination
// of shape and types that PTX for sm_90 lacks.
std::shared_ptr<const MatrixForm> matrix_form(const ptx::Instruction& instruction);
FragmentShape fragment_shape(const ptx::Instruction& instruction);
// The form of an mma.sp. Its k and its A count the numbers that A stores, half of those of B along k.
std::shared_ptr<const MatrixForm> sparse_form(const ptx::Instruction& instruction);
// One warp's part of a wgmma.mma_async: 16 of the 64 rows. Its A, C and D have the fragments of mma. Throws as the others.
std::shared_ptr<const MatrixForm> warpgroup_form(const ptx::Instruction& instruction);

}  // namespace simt::exec
