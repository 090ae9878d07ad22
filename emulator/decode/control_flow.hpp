// A function's basic blocks, and where lanes that diverge at the end of one reconverge.
#pragma once

#include <span>
#include <vector>

#include "emulator/decode/post_dominators.hpp"
#include "emulator/ptx/module.hpp"

namespace simt::exec {

struct ControlFlow {
    // An instruction or, if skip, a jump over the instruction for lanes whose guard is false. Such a jump comes before each
    // guarded instruction that changes which lanes run.
    struct Item {
        const ptx::Instruction* instruction = nullptr;
        bool skip = false;
    };
    struct Block {
        u32 first = 0, last = 0;  // items [first, last)
        std::vector<u32> successors;
        u32 reconverge = kNoBlock;  // where lanes that diverge at its end reconverge; kNoBlock: nowhere
        bool join = false;          // lanes that diverged reconverge at its start
        bool meets = false;         // the same, and on the way there are barriers of all threads
    };
    std::vector<Item> items;
    std::vector<Block> blocks;       // in the text's order; the last, without items, is the function's end
    std::vector<u32> block_of_item;  // one entry more than items, for the end
    std::span<const Item> items_of(const Block& block) const {
        return std::span(items).subspan(block.first, block.last - block.first);
    }
    u32 epilogue() const { return static_cast<u32>(blocks.size()) - 1; }
};

// Throws simt::Error for a branch that names no label of the function.
ControlFlow find_control_flow(const ptx::Function& function);

// Whether the instruction changes which lanes run. If it is guarded, lanes whose guard is false jump over it.
bool changes_flow(const ptx::Instruction& instruction);

}  // namespace simt::exec
