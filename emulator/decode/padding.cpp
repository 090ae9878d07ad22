// The bytes between the members of a structure that a kernel stores member by member. Nothing ever writes them, and they travel
// wherever the structure is copied, also to the host, which is no fault. The text shows where they are: stores of one basic
// block through one address register, of which one has an element of 8 (4, 2) bytes. That element is aligned, so the structure
// is a row of places of that size; what stays empty in a place beside a narrower member is padding, whatever the alignment
// was for.
//
// Behind the last of these stores an op says so to the allocation (check/definedness/padding.hpp).
#include <algorithm>

#include "emulator/check/definedness/padding.hpp"
#include "emulator/decode/decoder.hpp"
#include "emulator/decode/operand_registers.hpp"

namespace simt::exec {

namespace {

constexpr s64 kNear = 64;  // bytes; members further apart may well be of two structures

struct Member {
    s64 offset;
    u32 bytes, element;
};

s64 round_down(s64 offset, s64 anchor, u32 size) {
    const s64 from = offset - anchor;
    return anchor + (from >= 0 ? from / size : -((-from + size - 1) / size)) * size;
}

// The empty bytes, as offsets, in order.
std::vector<s64> empty_bytes(const std::vector<Member>& members) {
    std::vector<s64> empty;
    const auto covered = [&](s64 byte) {
        return std::any_of(members.begin(), members.end(), [byte](const Member& member) {
            return byte >= member.offset && byte < member.offset + member.bytes;
        });
    };
    for (const Member& wide : members)
        for (const Member& narrow : members) {
            if (narrow.bytes >= wide.element || std::abs(narrow.offset - wide.offset) > kNear) continue;
            const s64 begin = round_down(narrow.offset, wide.offset, wide.element);
            for (s64 byte = begin; byte < begin + wide.element; ++byte)
                if (!covered(byte)) empty.push_back(byte);
        }
    std::sort(empty.begin(), empty.end());
    empty.erase(std::unique(empty.begin(), empty.end()), empty.end());
    return empty;
}

}  // namespace

void FunctionDecoder::find_padding() {
    struct Group {
        std::vector<Member> members;
        const Instruction* last = nullptr;
    };
    std::map<std::string, Group> groups;  // by address register
    const auto close = [&](Group& group) {
        for (const s64 byte : empty_bytes(group.members)) {
            std::vector<Padding>& found = padding_[group.last];
            if (found.empty() || found.back().offset + found.back().bytes != byte)
                found.push_back({byte, 1});
            else
                ++found.back().bytes;
        }
    };
    for (const Block& block : blocks_) {
        groups.clear();
        for (u32 k = block.first; k < block.last; ++k) {
            const Instruction& instruction = *items_[k].instruction;
            const std::vector<Operand>& operands = instruction.operands;
            if (operands.empty()) continue;
            if (instruction.parts[0] != "st") {
                each_register(operands[0], [&](const std::string& name) {
                    if (const auto group = groups.find(name); group != groups.end()) {
                        close(group->second);
                        groups.erase(group);
                    }
                });
                continue;
            }
            const u32 element = ptx::size_of(ptx::type_named(instruction.parts.back()));
            const std::string space = space_of(instruction);
            if (!instruction.guard.empty() || (space != "global" && !space.empty()) || operands.size() < 2 ||
                operands[0].elements.size() != 1 || element == 0 || element > 8)
                continue;
            const Operand& base = operands[0].elements[0];
            if (base.kind != Operand::Kind::Register || ptx::size_of(types_[base.name]) != 8) continue;
            const std::size_t count =
                operands[1].kind == Operand::Kind::Vector ? operands[1].elements.size() : 1;
            Group& group = groups[base.name];
            group.members.push_back({operands[0].offset, element * static_cast<u32>(count), element});
            group.last = &instruction;
        }
        for (auto& [name, group] : groups) close(group);
    }
}

void FunctionDecoder::emit_padding(const Instruction& instruction) {
    const auto found = padding_.find(&instruction);
    if (found == padding_.end()) return;
    for (const Padding& padding : found->second) {
        Op op = make("~padding");
        op.slot[kAddressSlot] = register_named(instruction.operands[0].elements[0].name).slot;
        op.immediate = padding.offset;
        op.width = static_cast<u8>(padding.bytes);
        emit_hidden(op);
    }
}

}  // namespace simt::exec
