// See race_intent.hpp.
#include "emulator/decode/race_intent.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "emulator/decode/instruction_parts.hpp"

namespace simt::exec {

namespace {

using isa::Memory;

// The blocks that `from` leads to; next(block, visit) visits the neighbours of a block.
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

// The blocks of the loops around this block: those that it reaches and that reach it. Empty if there is no loop.
std::set<u32> cycle_of(const ControlFlow& flow, u32 block) {
    const std::set<u32> after = reached(block, [&](u32 b, const auto& visit) {
        for (const u32 next : flow.blocks[b].successors) visit(next);
    });
    if (!after.contains(block)) return {};
    return reached(block, [&](u32 b, const auto& visit) {
        for (const u32 before : after) {
            if (std::ranges::count(flow.blocks[before].successors, b) != 0) visit(before);
        }
    });
}

// Whether a branch out of the loop depends on the loaded value, through registers.
bool decides_a_loop(const ControlFlow& flow, const ptx::Instruction& load, const std::set<u32>& loop) {
    std::set<std::string> known;
    const auto add = [&](const std::string& name) { known.insert(name); };
    each_register(load.operands.at(0), add);
    for (std::size_t before = 0; before != known.size();) {
        before = known.size();
        for (const u32 b : loop)
            for (const ControlFlow::Item& item : flow.items_of(flow.blocks[b])) {
                const ptx::Instruction& instruction = *item.instruction;
                if (!instruction.is(Memory::None) || instruction.operands.empty()) continue;
                bool depends = known.contains(instruction.guard);
                for (std::size_t o = 1; o < instruction.operands.size(); ++o)
                    depends |= names_any(instruction.operands[o], known);
                if (depends) each_register(instruction.operands[0], add);
            }
    }
    return std::ranges::any_of(loop, [&](u32 b) {
        const ControlFlow::Block& block = flow.blocks[b];
        return block.first != block.last && known.contains(flow.items[block.last - 1].instruction->guard) &&
               std::ranges::any_of(block.successors, [&](u32 next) { return !loop.contains(next); });
    });
}

// A load, store or atomic of global memory that is meant to race with other threads'.
bool is_met(const ptx::Instruction& instruction) {
    if (space_of(instruction) == "shared") return false;
    if (instruction.is(Memory::Atomic)) return instruction.operands.size() > 1;
    return (instruction.is(Memory::Load) || instruction.is(Memory::Store)) &&
           instruction.operands.size() == 2 && is_strong(instruction);
}

// The address as written in the PTX text.
std::string place_of(const ptx::Instruction& instruction) {
    const ptx::Operand& address = instruction.operands[instruction.is(Memory::Store) ? 0 : 1];
    if (address.kind != ptx::Operand::Kind::Address || address.elements.size() != 1) return {};
    const ptx::Operand& base = address.elements[0];
    return base.name + "+" + std::to_string(offset_from_base(address)) + "+" + std::to_string(base.bits);
}

// Whether the stored value depends on one of the loads, through registers.
bool stores_what_depends(const ptx::Function& function, const ptx::Instruction& store,
                         const std::set<const ptx::Instruction*>& loads) {
    std::set<std::string> wanted;
    const auto add = [&](const std::string& name) { wanted.insert(name); };
    each_register(store.operands[1], add);
    for (std::size_t before = 0; before != wanted.size();) {
        before = wanted.size();
        for (const ptx::Instruction& instruction : function.body) {
            if (instruction.operands.empty() || !instruction.isa->has_result ||
                !names_any(instruction.operands[0], wanted))
                continue;
            if (loads.contains(&instruction)) return true;
            if (instruction.is(Memory::Load) || instruction.is(Memory::Atomic)) continue;
            for (std::size_t k = 1; k < instruction.operands.size(); ++k)
                each_register(instruction.operands[k], add);
        }
    }
    return false;
}

}  // namespace

std::set<const ptx::Instruction*> find_waits(const ControlFlow& flow) {
    std::set<const ptx::Instruction*> waits;
    for (u32 b = 0; b < flow.blocks.size(); ++b) {
        std::optional<std::set<u32>> loop;
        for (const ControlFlow::Item& item : flow.items_of(flow.blocks[b])) {
            const ptx::Instruction& instruction = *item.instruction;
            if (!instruction.is(Memory::Load) || !instruction.has("volatile") || instruction.operands.empty())
                continue;
            if (!loop) loop = cycle_of(flow, b);
            if (decides_a_loop(flow, instruction, *loop)) waits.insert(&instruction);
        }
    }
    return waits;
}

std::set<const ptx::Instruction*> find_updates(const ptx::Function& function, const ControlFlow& flow) {
    struct Place {
        std::set<const ptx::Instruction*> loads;
        std::vector<const ptx::Instruction*> stores;
        std::vector<std::pair<const ptx::Instruction*, u32>> waits;  // that may be, with their blocks
    };
    std::map<std::string, Place> places;
    for (u32 b = 0; b < flow.blocks.size(); ++b)
        for (const ControlFlow::Item& item : flow.items_of(flow.blocks[b])) {
            const ptx::Instruction& instruction = *item.instruction;
            if (!is_met(instruction)) continue;
            Place& place = places[place_of(instruction)];
            if (instruction.is(Memory::Store))
                place.stores.push_back(&instruction);
            else
                place.waits.emplace_back(&instruction, b);
            if (instruction.is(Memory::Load)) place.loads.insert(&instruction);
        }
    std::set<const ptx::Instruction*> updates;
    for (const auto& [name, place] : places) {
        if (name.empty() || place.loads.empty()) continue;
        for (const ptx::Instruction* const store : place.stores) {
            if (!stores_what_depends(function, *store, place.loads)) continue;
            if (std::ranges::none_of(place.waits, [&](const auto& each) {
                    return decides_a_loop(flow, *each.first, cycle_of(flow, each.second));
                }))
                updates.insert(store);
        }
    }
    return updates;
}

std::set<std::string> find_expected_values(const ptx::Function& function) {
    std::set<std::string> expected;
    const auto add = [&](const std::string& name) { expected.insert(name); };
    for (const ptx::Instruction& instruction : function.body)
        if (instruction.is(Memory::Atomic) && instruction.has("cas") && instruction.operands.size() > 2)
            each_register(instruction.operands[2], add);
    for (std::size_t before = 0; before != expected.size();) {
        before = expected.size();
        for (const ptx::Instruction& instruction : function.body)
            if (instruction.is(isa::Kind::Move) && instruction.operands.size() == 2 &&
                names_any(instruction.operands[0], expected))
                each_register(instruction.operands[1], add);
    }
    return expected;
}

}  // namespace simt::exec
