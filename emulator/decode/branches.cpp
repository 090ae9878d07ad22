// See branches.hpp.
#include "emulator/decode/branches.hpp"

#include <algorithm>

#include "emulator/decode/instruction_parts.hpp"

namespace simt::exec {

namespace {

// The share of a warp's turn that a backward branch uses up. It is large in a loop that may be waiting for another thread, so
// that others soon run.
constexpr u8 kWaitingFuel = 64;

// A load that is meant to see other threads' stores.
bool watches(const ptx::Instruction& instruction) {
    return instruction.is(isa::Memory::Load) && is_strong(instruction);
}

// A load that is meant to see other blocks' stores.
bool watches_blocks(const ptx::Instruction& instruction) {
    return watches(instruction) && space_of(instruction) != "shared";
}

// The same, or an atomic that only reads: atomicAdd(flag, 0).
bool looks_at_blocks(const ptx::Instruction& instruction) {
    if (watches_blocks(instruction)) return true;
    return instruction.is(isa::Memory::Atomic) && space_of(instruction) != "shared" &&
           (instruction.has("add") || instruction.has("or")) && instruction.operands.size() == 3 &&
           instruction.operands[2].kind == ptx::Operand::Kind::Immediate && instruction.operands[2].bits == 0;
}

// A loop with such an instruction may be one that waits for another thread.
bool may_wait(const ptx::Instruction& instruction) {
    return instruction.is(isa::Memory::Atomic) || instruction.is(isa::Memory::Mbarrier) ||
           instruction.is(isa::Kind::Call) || watches(instruction);
}

// Whether test() holds for the instruction of any op in [first, last].
template <class Test>
bool any_source(const Code& code, u32 first, u32 last, Test test) {
    for (u32 k = first; k <= last; ++k)
        if (code.info[k].source != nullptr && test(*code.info[k].source)) return true;
    return false;
}

// Stores an op's number where its address will be. Numbers start at 1, since nullptr means no op.
const Op* numbered(u32 op) { return reinterpret_cast<const Op*>(std::uintptr_t{op} + 1); }
const Op* address_of(const Code& code, const Op* number) {
    return code.ops.data() + (reinterpret_cast<std::uintptr_t>(number) - 1);
}

}  // namespace

void link_branches(const ptx::Function& function, const ControlFlow& flow,
                   const std::vector<u32>& op_of_block, const std::vector<PendingBranch>& pending,
                   Code& code) {
    for (const PendingBranch& each : pending) {
        Branch branch;
        branch.op = each.op;
        u32 first = ~0u;  // the first op of the loop, if the branch leads back
        for (const u32 block : each.targets) {
            branch.targets.push_back(numbered(op_of_block[block]));
            first = std::min(first, op_of_block[block]);
        }
        const u32 meet = flow.blocks[each.block].reconverge;
        if (meet != kNoBlock) branch.reconverge = numbered(op_of_block[meet]);
        Op& op = code.ops[each.op];
        op.width = any_source(code, first, each.op, may_wait) ? kWaitingFuel : 1;
        // In such a loop a block may wait for earlier blocks. If blocks run in order, the earlier ones have ended.
        code.ordered |= any_source(code, first, each.op, watches_blocks);
        code.watches_blocks |= any_source(code, first, each.op, looks_at_blocks);
        op.detail = static_cast<u32>(code.branches.size());
        code.branches.push_back(std::move(branch));
    }
    if (function.entry) return;
    code.ordered |= std::ranges::any_of(function.body, watches_blocks);
    code.watches_blocks |= std::ranges::any_of(function.body, looks_at_blocks);
}

void resolve_branches(Code& code) {
    for (Branch& branch : code.branches) {
        for (const Op*& target : branch.targets) target = address_of(code, target);
        if (branch.reconverge != nullptr) branch.reconverge = address_of(code, branch.reconverge);
        code.ops[branch.op].immediate = reinterpret_cast<s64>(branch.targets[0]);
    }
}

}  // namespace simt::exec
