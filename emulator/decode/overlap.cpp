// See overlap.hpp. Follows the paths that begin behind each load, block by block.
#include "emulator/decode/overlap.hpp"

#include <string>
#include <utility>
#include <vector>

#include "emulator/decode/instruction_parts.hpp"

namespace simt::exec {

namespace {

using isa::Kind;

// A load's value along one path: the registers that hold it or, for a copy, the number of groups committed since.
struct Value {
    std::set<std::string> registers;
    u64 groups = 0;
    auto operator<=>(const Value&) const = default;
};

enum class Outcome { GoesOn, Overlaps, Needed, Lost };

bool reads_any(const ptx::Instruction& instruction, const std::set<std::string>& registers) {
    if (registers.contains(instruction.guard)) return true;
    const std::size_t first = instruction.isa->has_result ? 1 : 0;
    for (std::size_t k = first; k < instruction.operands.size(); ++k)
        if (names_any(instruction.operands[k], registers)) return true;
    return false;
}

bool computes_floats(const ptx::Instruction& instruction) {
    return isa::is_floating_point(*instruction.isa) || instruction.is(Kind::MatrixProduct) ||
           instruction.is(Kind::WarpgroupProduct);
}

// What the instruction does to a loaded value in registers.
Outcome step_registers(const ptx::Instruction& instruction, Value& value) {
    const bool reads = reads_any(instruction, value.registers);
    const bool moves = instruction.is(Kind::Move) && !value.registers.contains(instruction.guard);
    if (reads && !moves) return Outcome::Needed;
    if (computes_floats(instruction)) return Outcome::Overlaps;
    if (instruction.isa->has_result && !instruction.operands.empty())
        each_register(instruction.operands[0], [&](const std::string& name) {
            if (reads)
                value.registers.insert(name);
            else if (instruction.guard.empty())
                value.registers.erase(name);
        });
    return value.registers.empty() ? Outcome::Lost : Outcome::GoesOn;
}

// What the instruction does to a copy under way. wait_group n lets the last n groups go on.
Outcome step_copy(const ptx::Instruction& instruction, Value& value) {
    if (computes_floats(instruction)) return Outcome::Overlaps;
    if (instruction.has("commit_group")) ++value.groups;
    if (instruction.is(Kind::MbarrierTest) || instruction.has("wait_all")) return Outcome::Needed;
    if (!instruction.is(Kind::CopyWait) || instruction.operands.empty()) return Outcome::GoesOn;
    return value.groups > instruction.operands[0].bits ? Outcome::Needed : Outcome::GoesOn;
}

bool is_overlapped(const ControlFlow& flow, u32 block, u32 item) {
    const ptx::Instruction& load = *flow.items[item].instruction;
    const bool copies = load.is(Kind::CopyAsync);
    Value loaded;
    if (!copies)
        each_register(load.operands.at(0), [&](const std::string& name) { loaded.registers.insert(name); });
    bool overlaps = false;
    std::set<std::pair<u32, Value>> seen;
    std::vector<std::pair<u32, Value>> to_visit;
    // Follows a path through the rest of the block. False if the value is needed there, with nothing computed before.
    const auto follow = [&](u32 b, u32 first, Value value) {
        for (u32 k = first; k < flow.blocks[b].last; ++k) {
            const ptx::Instruction& instruction = *flow.items[k].instruction;
            if (flow.items[k].skip) continue;
            switch (copies ? step_copy(instruction, value) : step_registers(instruction, value)) {
                case Outcome::GoesOn:
                    continue;
                case Outcome::Needed:
                    return false;
                case Outcome::Overlaps:
                    overlaps = true;
                    return true;
                case Outcome::Lost:
                    return true;
            }
        }
        for (const u32 next : flow.blocks[b].successors)
            if (std::pair place(next, value); seen.insert(place).second) to_visit.push_back(std::move(place));
        return true;
    };
    if (!follow(block, item + 1, loaded)) return false;
    constexpr std::size_t kMostPaths =
        1000;  // a loop that commits groups and computes nothing has no end of them
    while (!to_visit.empty()) {
        const auto [b, value] = std::move(to_visit.back());
        to_visit.pop_back();
        if (seen.size() > kMostPaths || !follow(b, flow.blocks[b].first, value)) return false;
    }
    return overlaps;
}

bool loads_global_memory(const ptx::Instruction& instruction) {
    if (instruction.is(Kind::CopyAsync)) return true;
    const std::string space = space_of(instruction);
    return instruction.is(Kind::Load) && (space == "global" || space.empty()) &&
           !instruction.operands.empty();
}

}  // namespace

std::set<const ptx::Instruction*> find_overlapped_loads(const ControlFlow& flow) {
    std::set<const ptx::Instruction*> found;
    for (u32 b = 0; b < flow.blocks.size(); ++b)
        for (u32 k = flow.blocks[b].first; k < flow.blocks[b].last; ++k)
            if (!flow.items[k].skip && loads_global_memory(*flow.items[k].instruction) &&
                is_overlapped(flow, b, k))
                found.insert(flow.items[k].instruction);
    return found;
}

}  // namespace simt::exec
