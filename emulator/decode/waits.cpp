// See waits.hpp.
#include "emulator/decode/waits.hpp"

#include <optional>

#include "emulator/decode/loops.hpp"

namespace simt::exec {

std::set<const ptx::Instruction*> find_waits(const ControlFlow& flow) {
    std::set<const ptx::Instruction*> waits;
    for (u32 b = 0; b < flow.blocks.size(); ++b) {
        std::optional<std::set<u32>> loop;
        for (u32 k = flow.blocks[b].first; k < flow.blocks[b].last; ++k) {
            const ptx::Instruction& instruction = *flow.items[k].instruction;
            if (!instruction.is(isa::Memory::Load) || !instruction.has("volatile") ||
                instruction.operands.empty())
                continue;
            if (!loop) loop = cycle_of(flow, b);
            if (!loop->empty() && decides_a_loop(flow, instruction, *loop)) waits.insert(&instruction);
        }
    }
    return waits;
}

}  // namespace simt::exec
