// Which registers of a function may still be read, at the beginning of each of its basic blocks: the undefined
// bits of a register that no later instruction names are forgotten (definedness.hpp).
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
    using Set = std::vector<u64>;  // a bit a register
    struct Block {
        u32 first = 0, last = 0;  // instructions [first, last)
        std::vector<u32> successors;
        Set used, defined, live;
    };
    void make_blocks();
    void note_uses(Block& block);
    void spread();
    void give_number(const std::string& name);
    u32 position(const ptx::Instruction& instruction) const {
        return static_cast<u32>(&instruction - function_.body.data());
    }

    const ptx::Function& function_;
    std::unordered_map<std::string, u32> numbers_;
    std::vector<Block> blocks_;
    std::vector<u32> block_at_;  // by instruction: the block that begins there, or kNone
};

}  // namespace simt::check
