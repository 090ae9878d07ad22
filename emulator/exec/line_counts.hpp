// What an op did, added to the counts of its source line. First, what it did in stretches is added to its own.
#pragma once

#include <vector>

#include "emulator/cost/counters.hpp"
#include "emulator/exec/warp.hpp"

namespace simt::exec {

// Gives the ops of stretches their share of what the worker counted for whole stretches. Call this after its last block.
void count_stretches(Worker& worker);

// asked: the bytes that the op's lanes asked for.
void add_memory(cost::LineCounters& line, const Code& code, u32 op, const cost::OpCounters& sums, u64 asked);

// Adds a memory op with its costliest pattern. Equal ops of one line, as in an unrolled loop, become one entry, and so do accesses
// that ptxas joined.
void add_access(cost::LineCounters& line, const std::vector<Worker>& workers, const Code& code, u32 op,
                const cost::OpCounters& sums, u64 asked);

}  // namespace simt::exec
