// Which registers of a function may still be read, at the beginning of each of its basic blocks. The undefined bits of other
// registers are forgotten there (definedness.hpp).
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/check/decoded.hpp"
#include "emulator/ptx/module.hpp"

namespace simt::check {

class LiveRegisters {
  public:
    explicit LiveRegisters(const ptx::Function& function);
    // Whether a basic block begins with the instruction.
    bool begins_block(const ptx::Instruction& instruction) const;
    // Whether the register may be read from there on before it gets a new value.
    bool is_live(const ptx::Instruction& block_begin, u32 number) const;
    u32 number_of(const std::string& name) const { return numbers_.at(name); }  // of one that is named
    u32 registers() const { return static_cast<u32>(numbers_.size()); }

  private:
    void give_number(const std::string& name);
    u32 position(const ptx::Instruction& instruction) const {
        return static_cast<u32>(&instruction - function_.body.data());
    }

    const ptx::Function& function_;
    std::unordered_map<std::string, u32> numbers_;
    std::vector<std::vector<u64>> live_;  // by block, a bit for each register
    std::vector<u32> block_at_;           // by instruction: the block that begins there, or kNoBlock
};

}  // namespace simt::check
