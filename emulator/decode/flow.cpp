// The decoder's view of a function's control flow: basic blocks, where lanes that part meet again, which op a label is.
#include <algorithm>
#include <set>

#include "emulator/decode/decoder.hpp"
#include "emulator/decode/post_dominators.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

bool ends_block(const ptx::Instruction& instruction) {
    const std::string& root = instruction.parts[0];
    return root == "bra" || root == "brx" || root == "ret" || root == "exit" || root == "trap";
}

// What a backward branch takes of a warp's turn. A loop that may be waiting for another thread soon lets others run.
constexpr u8 kWaitingFuel = 64;

// A load that is meant to see what other threads do meanwhile.
bool watches(const ptx::Instruction& instruction) {
    return instruction.parts[0] == "ld" && (instruction.has("volatile") || instruction.has("relaxed") ||
                                            instruction.has("acquire") || instruction.has("mmio"));
}

bool is_of_shared(const ptx::Instruction& instruction) {
    return instruction.has("shared") || instruction.has("shared::cta");
}

// One that may see what other blocks do.
bool watches_blocks(const ptx::Instruction& instruction) {
    return watches(instruction) && !is_of_shared(instruction);
}

// An atomic that changes nothing looks too: atomicAdd(flag, 0).
bool looks_at_blocks(const ptx::Instruction& instruction) {
    if (watches_blocks(instruction)) return true;
    return instruction.parts[0] == "atom" && !is_of_shared(instruction) &&
           (instruction.has("add") || instruction.has("or")) && instruction.operands.size() == 3 &&
           instruction.operands[2].kind == ptx::Operand::Kind::Immediate && instruction.operands[2].bits == 0;
}

template <class Test>
bool any_source(const Code& code, u32 first, u32 last, Test test) {
    for (u32 k = first; k <= last; ++k)
        if (code.info[k].source != nullptr && test(*code.info[k].source)) return true;
    return false;
}

// Whether a loop of the ops [first, last] may be one that waits for another thread.
bool may_wait(const Code& code, u32 first, u32 last) {
    return any_source(code, first, last, [](const ptx::Instruction& instruction) {
        const std::string& root = instruction.parts[0];
        return root == "atom" || root == "call" || root == "mbarrier" || watches(instruction);
    });
}

}  // namespace

// Instructions that change which lanes run; under a guard they are jumped over by the lanes whose guard is false.
bool FunctionDecoder::changes_flow(const ptx::Instruction& instruction) {
    const std::string& root = instruction.parts[0];
    if (root == "bar" || root == "barrier") return instruction.opcode.find("warp") == std::string::npos;
    return root == "ret" || root == "exit" || root == "call" || root == "trap" || root == "brx";
}

void FunctionDecoder::make_items() {
    for (const Instruction& instruction : function_.body) {
        if (!instruction.guard.empty() && changes_flow(instruction)) items_.push_back({&instruction, true});
        items_.push_back({&instruction, false});
    }
}

void FunctionDecoder::make_blocks() {
    // Item index of each instruction, and one past the end for labels there.
    std::vector<u32> item_of(function_.body.size() + 1, static_cast<u32>(items_.size()));
    for (u32 k = static_cast<u32>(items_.size()); k-- > 0;)
        item_of[items_[k].instruction - function_.body.data()] = k;
    std::set<u32> leaders{0};
    for (const auto& [label, position] : function_.labels) leaders.insert(item_of[position]);
    for (u32 k = 0; k < items_.size(); ++k) {
        if (items_[k].skip) {
            leaders.insert(k + 1);
            leaders.insert(k + 2);
        } else if (ends_block(*items_[k].instruction)) {
            leaders.insert(k + 1);
        }
    }
    const u32 end = static_cast<u32>(items_.size());
    leaders.insert(end);
    block_of_item_.assign(end + 1, 0);
    for (const u32 leader : leaders) {
        if (leader > end) continue;
        if (!blocks_.empty()) blocks_.back().last = leader;
        blocks_.push_back({leader, end, {}, false, 0});
    }
    // The last block is the function's end: an implicit exit of a kernel, where a function returns.
    epilogue_block_ = static_cast<u32>(blocks_.size()) - 1;
    for (u32 b = 0; b < blocks_.size(); ++b)
        for (u32 k = blocks_[b].first; k < blocks_[b].last; ++k) block_of_item_[k] = b;
    block_of_item_[end] = epilogue_block_;

    const auto block_of_label = [&](const std::string& label) {
        const auto found = function_.labels.find(label);
        if (found == function_.labels.end())
            throw Error("PTX: no label '" + label + "' in function " + function_.name);
        return block_of_item_[item_of[found->second]];
    };
    for (u32 b = 0; b + 1 < blocks_.size(); ++b) {
        Block& block = blocks_[b];
        const Item& last = items_[block.last - 1];
        const std::string& root = last.instruction->parts[0];
        const std::size_t needed = root == "bra" ? 1 : root == "brx" ? 2 : 0;
        if (last.instruction->operands.size() < needed)
            throw Error("PTX line " + std::to_string(last.instruction->ptx_line) + ": " +
                        last.instruction->opcode + " says not where to");
        if (last.skip) {
            block.successors = {b + 1, block_of_item_[block.last + 1]};
        } else if (root == "bra") {
            block.successors = {block_of_label(last.instruction->operands.at(0).name)};
            if (!last.instruction->guard.empty()) block.successors.push_back(b + 1);
        } else if (root == "brx") {
            const auto list = function_.branch_targets.find(last.instruction->operands.at(1).name);
            if (list == function_.branch_targets.end())
                throw Error("PTX line " + std::to_string(last.instruction->ptx_line) +
                            ": brx.idx names no .branchtargets list");
            for (const std::string& label : list->second) block.successors.push_back(block_of_label(label));
        } else if (root == "ret" && !kernel_) {
            block.successors = {epilogue_block_};
        } else if (root == "ret" || root == "exit" || root == "trap") {
            // leaves the function
        } else {
            block.successors = {b + 1};
        }
    }
}

// Whether a block does nothing but end its lanes.
bool FunctionDecoder::only_leaves(u32 b) const {
    if (b == epilogue_block_) return kernel_;
    const Block& block = blocks_[b];
    if (block.last != block.first + 1 || items_[block.first].skip) return false;
    const std::string& root = items_[block.first].instruction->parts[0];
    return root == "exit" || root == "trap" || (root == "ret" && kernel_);
}

// For each block, where lanes that part at its end meet again, or kNoBlock. Blocks where lanes only end are left out at
// first: nobody has to wait for a lane that is gone, so an early return does not move the point where the others meet. A
// loop that is only left by returning has no such point without them; there the whole graph decides.
std::vector<u32> FunctionDecoder::joining_blocks() const {
    std::vector<std::vector<u32>> whole, lasting;
    for (const Block& block : blocks_) {
        whole.push_back(block.successors);
        std::vector<u32> stay;
        for (const u32 next : block.successors)
            if (!only_leaves(next)) stay.push_back(next);
        lasting.push_back(stay.empty() ? block.successors : stay);
    }
    std::vector<u32> joins = immediate_post_dominators(lasting);
    const std::vector<u32> fallback = immediate_post_dominators(whole);
    for (std::size_t b = 0; b < joins.size(); ++b) {
        u32& join = joins[b];
        if (join == kNoBlock) join = fallback[b];
        // Lanes that have nothing left to do wait for nobody: others may be at a barrier that does not count them.
        if (join != kNoBlock && only_leaves(join)) join = kNoBlock;
    }
    return joins;
}

// Replaces block numbers by op indices (build() makes them addresses).
void FunctionDecoder::fix_branches(const std::vector<u32>& post_dominator) {
    Code& code = builder_.code();
    for (const Fix& fix : fixes_) {
        Branch branch;
        for (const u32 block : fix.blocks)
            branch.targets.push_back(reinterpret_cast<const Op*>(std::uintptr_t{blocks_[block].op}));
        const u32 meet = post_dominator[fix.reconverge];
        if (meet != kNoBlock)
            branch.reconverge = reinterpret_cast<const Op*>(std::uintptr_t{blocks_[meet].op});
        code.ops[fix.op].immediate = blocks_[fix.blocks[0]].op;
        u32 target = blocks_[fix.blocks[0]].op;
        for (const u32 block : fix.blocks) target = std::min(target, blocks_[block].op);
        code.ops[fix.op].width = may_wait(code, target, fix.op) ? kWaitingFuel : 1;
        // A block that waits for other blocks finds those before it done, for any number of host threads.
        code.ordered |= any_source(code, target, fix.op, watches_blocks);
        code.watches_blocks |= any_source(code, target, fix.op, looks_at_blocks);
        code.ops[fix.op].detail = static_cast<u32>(code.branches.size());
        code.branches.push_back(std::move(branch));
    }
    if (kernel_) return;
    const auto& body = function_.body;
    code.ordered |= std::any_of(body.begin(), body.end(), watches_blocks);
    code.watches_blocks |= std::any_of(body.begin(), body.end(), looks_at_blocks);
}

}  // namespace simt::exec
