// Loads of one basic block from one address register at different offsets, as in an unrolled loop. The distance between two of
// them is the same in every lane, so the pattern of the first one's addresses is that of all.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

class LoadsBeside {
  public:
    void clear() { first_.clear(); }  // another block begins
    // The op of the first such load; nullopt if it is this one, which becomes `op`.
    std::optional<u32> first(const ptx::Instruction& load, const std::string& address_register, u32 op);
    // The instruction has written its results: loads from these registers begin anew.
    void forget(const ptx::Instruction& instruction);

  private:
    std::unordered_map<std::string, u32> first_;  // by opcode and address register
};

}  // namespace simt::exec
