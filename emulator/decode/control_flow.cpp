// See control_flow.hpp.
#include "emulator/decode/control_flow.hpp"

#include <set>

#include "emulator/error.hpp"

namespace simt::exec {

namespace {

bool ends_block(const ptx::Instruction& instruction) {
    return (instruction.isa->flags & isa::kEndsBlock) != 0;
}

std::vector<ControlFlow::Item> items_of(const ptx::Function& function) {
    std::vector<ControlFlow::Item> items;
    for (const ptx::Instruction& instruction : function.body) {
        if (!instruction.guard.empty() && changes_flow(instruction)) items.push_back({&instruction, true});
        items.push_back({&instruction, false});
    }
    return items;
}

class BlockFinder {
  public:
    explicit BlockFinder(const ptx::Function& function) : function_(function) {
        flow_.items = items_of(function);
        const u32 end = static_cast<u32>(flow_.items.size());
        item_of_.assign(function.body.size() + 1, end);
        for (u32 k = end; k-- > 0;) item_of_[flow_.items[k].instruction - function.body.data()] = k;
    }

    ControlFlow find() {
        split();
        for (u32 b = 0; b < flow_.epilogue(); ++b) flow_.blocks[b].successors = successors_of(b);
        const std::vector<u32> reconverge = reconvergence();
        for (u32 b = 0; b < flow_.blocks.size(); ++b) {
            Block& block = flow_.blocks[b];
            block.reconverge = reconverge[b];
            if (block.successors.size() > 1 && block.reconverge != kNoBlock)
                flow_.blocks[block.reconverge].join = true;
        }
        for (u32 b = 0; b < flow_.blocks.size(); ++b)
            if (Block& block = flow_.blocks[b]; block.successors.size() > 1 && block.reconverge != kNoBlock)
                flow_.blocks[block.reconverge].meets |= has_barriers_after(b);
        return std::move(flow_);
    }

  private:
    using Block = ControlFlow::Block;
    using Item = ControlFlow::Item;
    using Kind = isa::Kind;

    // Blocks begin at labels and after instructions that end a block.
    void split() {
        const u32 end = static_cast<u32>(flow_.items.size());
        std::set<u32> leaders{0, end};
        for (const auto& [label, position] : function_.labels) leaders.insert(item_of_[position]);
        for (u32 k = 0; k < end; ++k) {
            if (flow_.items[k].skip) {
                leaders.insert(k + 1);
                leaders.insert(k + 2);
            } else if (ends_block(*flow_.items[k].instruction)) {
                leaders.insert(k + 1);
            }
        }
        for (const u32 leader : leaders) {
            if (!flow_.blocks.empty()) flow_.blocks.back().last = leader;
            flow_.blocks.push_back({leader, end, {}, kNoBlock, false});
        }
        flow_.block_of_item.assign(end + 1, flow_.epilogue());
        for (u32 b = 0; b < flow_.blocks.size(); ++b)
            for (u32 k = flow_.blocks[b].first; k < flow_.blocks[b].last; ++k) flow_.block_of_item[k] = b;
    }

    u32 block_of_label(const std::string& label) const {
        const auto found = function_.labels.find(label);
        if (found == function_.labels.end())
            throw Error("PTX: no label '" + label + "' in function " + function_.name);
        return flow_.block_of_item[item_of_[found->second]];
    }

    std::vector<u32> successors_of(u32 b) const {
        const Item& last = flow_.items[flow_.blocks[b].last - 1];
        const ptx::Instruction& instruction = *last.instruction;
        const std::size_t needed = instruction.is(Kind::Branch)          ? 1
                                   : instruction.is(Kind::IndexedBranch) ? 2
                                                                         : 0;
        if (instruction.operands.size() < needed)
            throw Error("PTX line " + std::to_string(instruction.ptx_line) + ": " + instruction.opcode +
                        " says not where to");
        if (last.skip) return {b + 1, flow_.block_of_item[flow_.blocks[b].last + 1]};
        std::vector<u32> successors;
        if (instruction.is(Kind::Branch)) {
            successors = {block_of_label(instruction.operands.at(0).name)};
            if (!instruction.guard.empty()) successors.push_back(b + 1);
        } else if (instruction.is(Kind::IndexedBranch)) {
            const auto list = function_.branch_targets.find(instruction.operands.at(1).name);
            if (list == function_.branch_targets.end())
                throw Error("PTX line " + std::to_string(instruction.ptx_line) +
                            ": brx.idx names no .branchtargets list");
            for (const std::string& label : list->second) successors.push_back(block_of_label(label));
        } else if (instruction.is(Kind::Return) && !function_.entry) {
            successors = {flow_.epilogue()};
        } else if (!ends_block(instruction)) {
            successors = {b + 1};
        }
        return successors;
    }

    // Whether a block only ends its lanes.
    bool only_leaves(u32 b) const {
        if (b == flow_.epilogue()) return function_.entry;
        const Block& block = flow_.blocks[b];
        if (block.last != block.first + 1 || flow_.items[block.first].skip) return false;
        const ptx::Instruction& only = *flow_.items[block.first].instruction;
        return only.is(Kind::Exit) || only.is(Kind::Trap) || (only.is(Kind::Return) && function_.entry);
    }

    // Whether there are barriers of all threads on the ways from a branch to where its lanes reconverge.
    bool has_barriers_after(u32 branch) const {
        const u32 end = flow_.blocks[branch].reconverge;
        std::set<u32> seen{end};
        std::vector<u32> left{flow_.blocks[branch].successors};
        while (!left.empty()) {
            const u32 b = left.back();
            left.pop_back();
            if (!seen.insert(b).second) continue;
            for (const Item& item : flow_.items_of(flow_.blocks[b]))
                if (!item.skip && item.instruction->is(Kind::Barrier) &&
                    item.instruction->operands.size() == 1)
                    return true;
            left.insert(left.end(), flow_.blocks[b].successors.begin(), flow_.blocks[b].successors.end());
        }
        return false;
    }

    // For each block, the block where lanes that diverge at its end reconverge, or kNoBlock. The first pass leaves out blocks
    // that only end lanes: nobody waits for a lane that has exited, so an early return does not move the point where the
    // others reconverge. If return is the only way out of a loop, that pass finds no point, and the whole graph decides.
    std::vector<u32> reconvergence() const {
        std::vector<std::vector<u32>> whole, lasting;
        for (const Block& block : flow_.blocks) {
            whole.push_back(block.successors);
            std::vector<u32> stay;
            for (const u32 next : block.successors)
                if (!only_leaves(next)) stay.push_back(next);
            lasting.push_back(stay.empty() ? block.successors : stay);
        }
        std::vector<u32> meets = immediate_post_dominators(lasting);
        const std::vector<u32> fallback = immediate_post_dominators(whole);
        for (std::size_t b = 0; b < meets.size(); ++b) {
            if (meets[b] == kNoBlock) meets[b] = fallback[b];
            // Lanes that are about to exit must not wait for the others: those may be at a barrier, which waits for all live lanes.
            if (meets[b] != kNoBlock && only_leaves(meets[b])) meets[b] = kNoBlock;
        }
        return meets;
    }

    const ptx::Function& function_;
    std::vector<u32> item_of_;  // by instruction, its first; and of labels at the end
    ControlFlow flow_;
};

}  // namespace

bool changes_flow(const ptx::Instruction& instruction) {
    return (instruction.isa->flags & isa::kChangesFlow) != 0;
}

ControlFlow find_control_flow(const ptx::Function& function) { return BlockFinder(function).find(); }

}  // namespace simt::exec
