// See live_registers.hpp. Each lane goes its own way through the blocks, so that guards and divergence need no care: a
// guarded instruction is taken to leave its result as it was.
#include "emulator/check/definedness/live_registers.hpp"

#include <algorithm>
#include <set>

#include "emulator/decode/operand_registers.hpp"

namespace simt::check {

namespace {

constexpr u32 kNone = ~0u;

bool ends_block(const ptx::Instruction& instruction) {
    return (instruction.isa->flags & isa::kEndsBlock) != 0;
}

bool has(const std::vector<u64>& set, u32 bit) { return (set[bit / 64] >> bit % 64 & 1u) != 0; }
void add(std::vector<u64>& set, u32 bit) { set[bit / 64] |= u64{1} << bit % 64; }

}  // namespace

LiveRegisters::LiveRegisters(const ptx::Function& function) : function_(function) {
    for (const ptx::Instruction& instruction : function.body) {
        if (!instruction.guard.empty()) give_number(instruction.guard);
        for (const ptx::Operand& operand : instruction.operands)
            each_register(operand, [&](const std::string& name) { give_number(name); });
    }
    make_blocks();
    for (Block& block : blocks_) note_uses(block);
    spread();
}

void LiveRegisters::give_number(const std::string& name) {
    numbers_.try_emplace(name, static_cast<u32>(numbers_.size()));
}

void LiveRegisters::make_blocks() {
    const u32 size = static_cast<u32>(function_.body.size());
    std::set<u32> leaders{0};
    for (const auto& [label, place] : function_.labels) leaders.insert(static_cast<u32>(place));
    for (u32 k = 0; k < size; ++k)
        if (ends_block(function_.body[k])) leaders.insert(k + 1);
    block_at_.assign(size + 1, kNone);
    for (const u32 leader : leaders) {
        if (leader >= size) continue;
        if (!blocks_.empty()) blocks_.back().last = leader;
        block_at_[leader] = static_cast<u32>(blocks_.size());
        blocks_.push_back({leader, size, {}, {}, {}, {}});
    }
    const auto go = [&](Block& block, u32 place) {
        if (place < size) block.successors.push_back(block_at_[place]);
    };
    for (Block& block : blocks_) {
        const ptx::Instruction& last = function_.body[block.last - 1];
        const auto to_label = [&](const std::string& label) {
            if (const auto found = function_.labels.find(label); found != function_.labels.end())
                go(block, static_cast<u32>(found->second));
        };
        if (last.is(isa::Kind::Branch) && !last.operands.empty()) to_label(last.operands[0].name);
        if (last.is(isa::Kind::IndexedBranch) && last.operands.size() > 1)
            if (const auto list = function_.branch_targets.find(last.operands[1].name);
                list != function_.branch_targets.end())
                for (const std::string& label : list->second) to_label(label);
        if (!ends_block(last) || !last.guard.empty()) go(block, block.last);
    }
}

void LiveRegisters::note_uses(Block& block) {
    const std::size_t words = numbers_.size() / 64 + 1;
    block.used.assign(words, 0);
    block.defined.assign(words, 0);
    const auto use = [&](const std::string& name) {
        const u32 number = numbers_.at(name);
        if (!has(block.defined, number)) add(block.used, number);
    };
    for (u32 k = block.first; k < block.last; ++k) {
        const ptx::Instruction& instruction = function_.body[k];
        if (!instruction.guard.empty()) use(instruction.guard);
        const bool result = !instruction.operands.empty() && instruction.isa->has_result;
        for (std::size_t o = result ? 1 : 0; o < instruction.operands.size(); ++o)
            each_register(instruction.operands[o], use);
        if (result && instruction.guard.empty())
            each_register(instruction.operands[0],
                          [&](const std::string& name) { add(block.defined, numbers_.at(name)); });
    }
    block.live = block.used;
}

void LiveRegisters::spread() {
    for (bool more = true; more;) {
        more = false;
        for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block)
            for (const u32 next : block->successors)
                for (std::size_t word = 0; word < block->live.size(); ++word) {
                    const u64 news = blocks_[next].live[word] & ~block->defined[word] & ~block->live[word];
                    block->live[word] |= news;
                    more |= news != 0;
                }
    }
}

bool LiveRegisters::begins_block(const ptx::Instruction& instruction) const {
    return block_at_[position(instruction)] != kNone;
}

bool LiveRegisters::is_live(const ptx::Instruction& block_begin, u32 number) const {
    return number < numbers_.size() && has(blocks_[block_at_[position(block_begin)]].live, number);
}

}  // namespace simt::check
