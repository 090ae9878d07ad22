// See updates.hpp.
#include "emulator/decode/updates.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "emulator/decode/loops.hpp"
#include "emulator/decode/operand_registers.hpp"

namespace simt::exec {

namespace {

using isa::Memory;

// A load, store or atomic of global memory that is meant to race with other threads'.
bool is_met(const ptx::Instruction& instruction) {
    if (instruction.has("shared") || instruction.has("shared::cta")) return false;
    if (instruction.is(Memory::Atomic)) return instruction.operands.size() > 1;
    return (instruction.is(Memory::Load) || instruction.is(Memory::Store)) &&
           instruction.operands.size() == 2 &&
           (instruction.has("volatile") || instruction.has("relaxed") || instruction.has("acquire") ||
            instruction.has("release"));
}

// The address as written.
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

std::set<const ptx::Instruction*> find_updates(const ptx::Function& function, const ControlFlow& flow) {
    struct Place {
        std::set<const ptx::Instruction*> loads;
        std::vector<const ptx::Instruction*> stores;
        std::vector<std::pair<const ptx::Instruction*, u32>> waits;  // that may be, with their blocks
    };
    std::map<std::string, Place> places;
    for (u32 b = 0; b < flow.blocks.size(); ++b)
        for (u32 k = flow.blocks[b].first; k < flow.blocks[b].last; ++k) {
            const ptx::Instruction& instruction = *flow.items[k].instruction;
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
            const bool waits = std::any_of(place.waits.begin(), place.waits.end(), [&](const auto& each) {
                const std::set<u32> loop = cycle_of(flow, each.second);
                return !loop.empty() && decides_a_loop(flow, *each.first, loop);
            });
            if (!waits) updates.insert(store);
        }
    }
    return updates;
}

}  // namespace simt::exec
