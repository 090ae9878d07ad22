// See live_registers.hpp. Each lane goes its own way through the blocks, so that guards and divergence need no care: a
// guarded instruction is taken to leave its result as it was.
#include "emulator/check/definedness/live_registers.hpp"

#include "emulator/decode/control_flow.hpp"
#include "emulator/decode/instruction_parts.hpp"

namespace simt::check {

namespace {

using Set = std::vector<u64>;  // a bit for each register

bool has(const Set& set, u32 bit) { return (set[bit / 64] >> bit % 64 & 1u) != 0; }
void add(Set& set, u32 bit) { set[bit / 64] |= u64{1} << bit % 64; }

}  // namespace

LiveRegisters::LiveRegisters(const ptx::Function& function)
    : function_(function), block_at_(function.body.size(), kNoBlock) {
    for (const ptx::Instruction& instruction : function.body) {
        if (!instruction.guard.empty()) give_number(instruction.guard);
        for (const ptx::Operand& operand : instruction.operands)
            each_register(operand, [&](const std::string& name) { give_number(name); });
    }
    const ControlFlow flow = find_control_flow(function);
    const Set none(numbers_.size() / 64 + 1, 0);
    live_.assign(flow.blocks.size(), none);
    std::vector<Set> defined(flow.blocks.size(), none);
    for (u32 b = 0; b < flow.epilogue(); ++b) {
        const u32 first = flow.blocks[b].first;
        const ptx::Instruction& leader = *flow.items[first].instruction;
        // Where an instruction is jumped over, the jump comes first; it may stand within a block.
        if (first == 0 || flow.items[first - 1].instruction != &leader) block_at_[position(leader)] = b;
        const auto use = [&](const std::string& name) {
            if (const u32 number = numbers_.at(name); !has(defined[b], number)) add(live_[b], number);
        };
        for (u32 k = flow.blocks[b].first; k < flow.blocks[b].last; ++k) {
            const ptx::Instruction& instruction = *flow.items[k].instruction;
            if (!instruction.guard.empty()) use(instruction.guard);
            if (flow.items[k].skip) continue;
            const bool result = !instruction.operands.empty() && instruction.isa->has_result;
            for (std::size_t o = result ? 1 : 0; o < instruction.operands.size(); ++o)
                each_register(instruction.operands[o], use);
            if (result && instruction.guard.empty())
                each_register(instruction.operands[0],
                              [&](const std::string& name) { add(defined[b], numbers_.at(name)); });
        }
    }
    for (bool more = true; more;) {
        more = false;
        for (u32 b = flow.epilogue(); b-- > 0;)
            for (const u32 next : flow.blocks[b].successors)
                for (std::size_t word = 0; word < none.size(); ++word) {
                    const u64 news = live_[next][word] & ~defined[b][word] & ~live_[b][word];
                    live_[b][word] |= news;
                    more |= news != 0;
                }
    }
}

void LiveRegisters::give_number(const std::string& name) {
    numbers_.try_emplace(name, static_cast<u32>(numbers_.size()));
}

bool LiveRegisters::begins_block(const ptx::Instruction& instruction) const {
    return block_at_[position(instruction)] != kNoBlock;
}

bool LiveRegisters::is_live(const ptx::Instruction& block_begin, u32 number) const {
    return number < numbers_.size() && has(live_[block_at_[position(block_begin)]], number);
}

}  // namespace simt::check
