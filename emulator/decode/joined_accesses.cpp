// See joined_accesses.hpp. Only accesses of one basic block through one value of one address register can be joined.
#include "emulator/decode/joined_accesses.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "emulator/decode/instruction_parts.hpp"

namespace simt::exec {

namespace {

// An access to shared memory, and what the machine code has for its line.
struct Access {
    const ptx::Instruction* instruction;
    std::string base;  // the address's register or variable, and how often the register was written before
    s64 offset;
    u32 bytes;
    u8 machine_bytes;  // 0: nothing
};

bool is_shared_access(const ptx::Instruction& instruction) {
    return (instruction.is(isa::Memory::Load) || instruction.is(isa::Memory::Store)) &&
           (instruction.parts[0] == "ld" || instruction.parts[0] == "st") &&
           space_of(instruction) == "shared";
}

class Block {
  public:
    Block(std::span<const ControlFlow::Item> items, const MachineAccesses& machine, JoinedAccesses& result)
        : machine_(machine), result_(result) {
        for (const ControlFlow::Item& item : items)
            if (!item.skip && item.instruction != nullptr) look_at(*item.instruction);
        for (const Access& access : accesses_)
            if (access.machine_bytes > access.bytes) join(access);
        for (const Access& access : accesses_)
            if (access.machine_bytes != access.bytes)
                result_.known &= result_.joined.contains(access.instruction);
    }

  private:
    void look_at(const ptx::Instruction& instruction) {
        if (is_shared_access(instruction)) add(instruction);
        if (instruction.isa->has_result && !instruction.operands.empty())
            each_register(instruction.operands[0], [&](const std::string& name) { ++writes_[name]; });
    }

    void add(const ptx::Instruction& instruction) {
        const bool load = instruction.is(isa::Memory::Load);
        const ptx::Operand& address = instruction.operands.at(load ? 1 : 0);
        if (address.elements.size() != 1) return;
        const u32 bytes = ptx::size_of(ptx::type_named(instruction.parts.back())) *
                          static_cast<u32>(elements_of(instruction.operands.at(load ? 0 : 1)).size());
        const auto& lines = load ? machine_.loads : machine_.stores;
        const auto line = lines.find(instruction.ptx_line);
        const std::string& name = address.elements[0].name;
        result_.known &= line == lines.end() || line->second != MachineAccesses::kManyWidths;
        accesses_.push_back({&instruction,
                             (load ? "ld " : "st ") + name + " " + std::to_string(writes_[name]),
                             offset_from_base(address), bytes, line == lines.end() ? u8{0} : line->second});
    }

    // Joins the access with its neighbours that have no machine code. Without one, iterations of a loop may have been joined.
    void join(const Access& wide) {
        for (const Access& each : accesses_) {
            const s64 first = std::min(each.offset, wide.offset);
            const s64 end = std::max(each.offset + each.bytes, wide.offset + wide.bytes);
            if (each.base != wide.base || each.machine_bytes != 0 || end - first > s64{wide.machine_bytes})
                continue;
            result_.joined[each.instruction] = JoinedAccesses::kElsewhere;
            result_.joined[wide.instruction] = wide.machine_bytes;
        }
    }

    const MachineAccesses& machine_;
    JoinedAccesses& result_;
    std::unordered_map<std::string, u32> writes_;
    std::vector<Access> accesses_;
};

}  // namespace

JoinedAccesses find_joined_accesses(const ControlFlow& flow, const MachineAccesses& machine) {
    JoinedAccesses result;
    result.known = machine.known;
    if (!machine.known) return result;
    for (const ControlFlow::Block& block : flow.blocks) Block(flow.items_of(block), machine, result);
    return result;
}

}  // namespace simt::exec
