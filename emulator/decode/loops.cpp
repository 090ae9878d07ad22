// See loops.hpp.
#include "emulator/decode/loops.hpp"

#include <algorithm>
#include <string>

#include "emulator/decode/operand_registers.hpp"

namespace simt::exec {

namespace {

// The blocks that `from` leads to, `next` saying where each goes.
template <class Next>
std::set<u32> reached(u32 from, Next next) {
    std::set<u32> seen;
    std::vector<u32> to_visit{from};
    while (!to_visit.empty()) {
        const u32 block = to_visit.back();
        to_visit.pop_back();
        next(block, [&](u32 other) {
            if (seen.insert(other).second) to_visit.push_back(other);
        });
    }
    return seen;
}

}  // namespace

std::set<u32> cycle_of(const ControlFlow& flow, u32 block) {
    const std::set<u32> after = reached(block, [&](u32 b, const auto& visit) {
        for (const u32 next : flow.blocks[b].successors) visit(next);
    });
    if (!after.contains(block)) return {};
    return reached(block, [&](u32 b, const auto& visit) {
        for (const u32 before : after) {
            const std::vector<u32>& next = flow.blocks[before].successors;
            if (std::find(next.begin(), next.end(), b) != next.end()) visit(before);
        }
    });
}

bool decides_a_loop(const ControlFlow& flow, const ptx::Instruction& load, const std::set<u32>& loop) {
    std::set<std::string> known;
    const auto add = [&](const std::string& name) { known.insert(name); };
    each_register(load.operands.at(0), add);
    for (std::size_t before = 0; before != known.size();) {
        before = known.size();
        for (const u32 b : loop)
            for (u32 k = flow.blocks[b].first; k < flow.blocks[b].last; ++k) {
                const ptx::Instruction& instruction = *flow.items[k].instruction;
                if (!instruction.is(isa::Memory::None)) continue;
                bool depends = known.contains(instruction.guard);
                for (std::size_t o = 1; o < instruction.operands.size(); ++o)
                    depends |= names_any(instruction.operands[o], known);
                if (depends && !instruction.operands.empty()) each_register(instruction.operands[0], add);
            }
    }
    return std::any_of(loop.begin(), loop.end(), [&](u32 b) {
        const ControlFlow::Block& block = flow.blocks[b];
        if (block.first == block.last || !known.contains(flow.items[block.last - 1].instruction->guard))
            return false;
        return std::any_of(block.successors.begin(), block.successors.end(),
                           [&](u32 next) { return !loop.contains(next); });
    });
}

}  // namespace simt::exec
