// A function's basic blocks, and where lanes that diverge at the end of one meet again.
#pragma once

#include <vector>

#include "emulator/decode/post_dominators.hpp"
#include "emulator/ptx/module.hpp"

namespace simt::exec {

struct ControlFlow {
    // One step of the function: an instruction, or the jump over a guarded one that changes which lanes run.
    struct Item {
        const ptx::Instruction* instruction = nullptr;
        bool skip = false;
    };
    struct Block {
        u32 first = 0, last = 0;  // items [first, last)
        std::vector<u32> successors;
        u32 reconverge = kNoBlock;  // where lanes that diverge at its end meet again; kNoBlock: nowhere
        bool join = false;          // lanes that diverged meet at its start
    };
    std::vector<Item> items;
    std::vector<Block>
        blocks;  // in the order of the text; the last one is the function's end and has no items
    std::vector<u32> block_of_item;  // one more than there are items: the end's
    u32 epilogue() const { return static_cast<u32>(blocks.size()) - 1; }
};

// Throws simt::Error for a branch that names no label of the function.
ControlFlow find_control_flow(const ptx::Function& function);

// Whether the instruction changes which lanes run. Under a guard it is jumped over by the lanes whose guard is false.
bool changes_flow(const ptx::Instruction& instruction);

}  // namespace simt::exec
