// Immediate post-dominators by the iterative algorithm of Cooper, Harvey and Kennedy on the reversed graph.
#include "emulator/decode/post_dominators.hpp"

#include <algorithm>
#include <utility>

namespace simt::exec {

namespace {

// Blocks in post-order of the reversed graph, starting at the virtual exit (number n). Leaves out blocks that cannot reach
// an exit (endless loops).
std::vector<u32> post_order_from_exit(const std::vector<std::vector<u32>>& predecessors, u32 exit) {
    std::vector<u32> order;
    std::vector<bool> seen(predecessors.size(), false);
    std::vector<std::pair<u32, std::size_t>> stack{{exit, 0}};
    seen[exit] = true;
    while (!stack.empty()) {
        auto& [block, next] = stack.back();
        if (next < predecessors[block].size()) {
            const u32 before = predecessors[block][next++];
            if (!seen[before]) {
                seen[before] = true;
                stack.emplace_back(before, 0);
            }
        } else {
            order.push_back(block);
            stack.pop_back();
        }
    }
    return order;
}

}  // namespace

std::vector<u32> immediate_post_dominators(const std::vector<std::vector<u32>>& successors) {
    const u32 exit = static_cast<u32>(successors.size());
    std::vector<std::vector<u32>> after(successors);
    after.emplace_back();
    std::vector<std::vector<u32>> before(successors.size() + 1);
    for (u32 block = 0; block < exit; ++block) {
        if (after[block].empty()) after[block].push_back(exit);
        for (u32 next : after[block]) before[next].push_back(block);
    }

    const std::vector<u32> order = post_order_from_exit(before, exit);
    std::vector<u32> number(successors.size() + 1, kNoBlock);
    for (u32 k = 0; k < order.size(); ++k) number[order[k]] = k;

    std::vector<u32> dominator(successors.size() + 1, kNoBlock);
    dominator[exit] = exit;
    const auto meet = [&](u32 a, u32 b) {
        while (a != b) {
            while (number[a] < number[b]) a = dominator[a];
            while (number[b] < number[a]) b = dominator[b];
        }
        return a;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (auto block = order.rbegin(); block != order.rend(); ++block) {
            if (*block == exit) continue;
            u32 found = kNoBlock;
            for (u32 next : after[*block]) {
                if (dominator[next] == kNoBlock) continue;
                found = found == kNoBlock ? next : meet(found, next);
            }
            if (found != dominator[*block]) {
                dominator[*block] = found;
                changed = true;
            }
        }
    }
    dominator.pop_back();
    std::replace(dominator.begin(), dominator.end(), exit, kNoBlock);
    return dominator;
}

}  // namespace simt::exec
