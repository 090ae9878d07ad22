// Volatile loads that a loop waits with: what they read decides whether the loop goes on. Such a load is a flag's, and
// meeting a volatile store is what it is for; others are data that threads of a warp hand each other without waiting.
#include <algorithm>
#include <optional>

#include "emulator/decode/decoder.hpp"
#include "emulator/decode/operand_registers.hpp"

namespace simt::exec {

namespace {

bool is_volatile_load(const ptx::Instruction& instruction) {
    return instruction.parts[0] == "ld" && std::find(instruction.parts.begin(), instruction.parts.end(),
                                                     "volatile") != instruction.parts.end();
}

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

// The blocks from which this one is reached and that it reaches: the loops that it is in. Empty: it is in none.
std::set<u32> FunctionDecoder::cycle_of(u32 block) const {
    const std::set<u32> after = reached(block, [&](u32 b, const auto& visit) {
        for (const u32 next : blocks_[b].successors) visit(next);
    });
    if (!after.contains(block)) return {};
    return reached(block, [&](u32 b, const auto& visit) {
        for (const u32 before : after) {
            const std::vector<u32>& next = blocks_[before].successors;
            if (std::find(next.begin(), next.end(), b) != next.end()) visit(before);
        }
    });
}

// Whether a branch out of the loop depends on what the load brings, through registers.
bool FunctionDecoder::decides_a_loop(const Instruction& load, const std::set<u32>& loop) const {
    std::set<std::string> known;
    const auto add = [&](const std::string& name) { known.insert(name); };
    each_register(load.operands.at(0), add);
    for (std::size_t before = 0; before != known.size();) {
        before = known.size();
        for (const u32 b : loop)
            for (u32 k = blocks_[b].first; k < blocks_[b].last; ++k) {
                const Instruction& instruction = *items_[k].instruction;
                const std::string& root = instruction.parts[0];
                if (root == "ld" || root == "st" || root == "atom" || root == "red") continue;
                bool depends = known.contains(instruction.guard);
                for (std::size_t o = 1; o < instruction.operands.size(); ++o)
                    each_register(instruction.operands[o],
                                  [&](const std::string& name) { depends |= known.contains(name); });
                if (depends) each_register(instruction.operands[0], add);
            }
    }
    return std::any_of(loop.begin(), loop.end(), [&](u32 b) {
        const Block& block = blocks_[b];
        if (block.first == block.last || !known.contains(items_[block.last - 1].instruction->guard))
            return false;
        return std::any_of(block.successors.begin(), block.successors.end(),
                           [&](u32 next) { return !loop.contains(next); });
    });
}

void FunctionDecoder::find_waits() {
    for (u32 b = 0; b < blocks_.size(); ++b) {
        std::optional<std::set<u32>> loop;
        for (u32 k = blocks_[b].first; k < blocks_[b].last; ++k) {
            const Instruction& instruction = *items_[k].instruction;
            if (!is_volatile_load(instruction) || instruction.operands.empty()) continue;
            if (!loop) loop = cycle_of(b);
            if (!loop->empty() && decides_a_loop(instruction, *loop)) waits_.insert(&instruction);
        }
    }
}

}  // namespace simt::exec
