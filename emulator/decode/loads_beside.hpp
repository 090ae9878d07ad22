// Loads of one basic block from one register plus different offsets, as an unrolled loop has them. Every lane has the same
// distance from such a load to the first of them, so what was found out of that one's addresses holds for all.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

class LoadsBeside {
  public:
    void clear() { first_.clear(); }  // another block begins
    // The op of the first such load; nullopt: it is this one, `op`.
    std::optional<u32> first(const ptx::Instruction& load, const std::string& address_register, u32 op);
    // The instruction has given its results a new value.
    void forget(const ptx::Instruction& instruction);

  private:
    std::unordered_map<std::string, u32> first_;  // by opcode and address register
};

}  // namespace simt::exec
