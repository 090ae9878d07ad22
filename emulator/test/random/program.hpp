// Programs made at random: PTX kernels of loops, ifs, switches, exits, calls, barriers, warp-level operations and memory
// traffic without races, around data-processing instructions. What a kernel stores does not depend on the order in which
// anything runs, so a GPU and the emulator have to store the same bytes.
//
// Program number n works on a fixed part of the list of opcodes (the same for kRounds programs in a row) and is the same
// text on every machine where g++ builds this: other compilers ask for random numbers in another order within a statement.
#pragma once

#include <string>
#include <vector>

#include "emulator/test/random/opcodes.hpp"

namespace simt::random_ptx {

constexpr u32 kRounds = 16;  // programs for each part of the list
constexpr u32 kOpcodesAProgram = 32;
constexpr u32 kThreadBytes =
    128;                    // of the output, a thread: 64 that it works in, 64 that it leaves its values in
constexpr u32 kCells = 24;  // 64-bit words that threads of a block, and of the grid, do atomics on
constexpr u64 kCellsBefore = 0x5a5a'1234'8765'a5a5;  // what they hold at first

struct Program {
    u32 number = 0;
    std::string text;  // the kernel "random_NUMBER" and its functions, to stand behind module_head()
    u32 blocks = 1, threads = 32;

    std::string kernel() const { return "random_" + std::to_string(number); }
    u64 output_bytes() const { return u64{blocks} * threads * kThreadBytes; }
    u64 cell_bytes() const {
        return u64{blocks + 1} * kCells * 8;
    }  // a block's after the other, the grid's last
};

u32 program_count(const std::vector<Opcode>& opcodes);

// Parameters of a kernel: the output (zeros), the cells (kCellsBefore each), and a zero that the compiler cannot know.
Program make_program(const std::vector<Opcode>& opcodes, u32 number);

std::string module_head();

// A digest for each block and one for the cells that the whole grid shares: FNV-1a, as 16 digits each, one after the other.
std::string digests(const Program& program, const std::vector<u8>& output, const std::vector<u8>& cells);

}  // namespace simt::random_ptx
