// Random programs on the emulator.
#pragma once

#include <map>
#include <string>

#include "emulator/test/random/trace.hpp"

namespace simt::random_ptx {

struct Emulated {
    std::string digests;
    std::string complaint;  // why it did not end well, or what a check reported: nothing may be
};

Emulated emulate(const Program& program);
std::vector<u8> emulated_trace(const Traced& trace);

// The instruction table as a list: those of `before` in their order, then the exact rows that are not among them.
std::vector<Opcode> with_new_rows(std::vector<Opcode> before);

// Adds to `executed` how often a thread executed each opcode of the program's text.
void count_executions(const Program& program, std::map<std::string, u64>& executed);

}  // namespace simt::random_ptx
