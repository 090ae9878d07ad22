// See padding.hpp.
#include "emulator/decode/padding.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "emulator/decode/instruction_parts.hpp"

namespace simt::exec {

namespace {

constexpr s64 kNear = 64;  // bytes; members further apart may belong to two structures

struct Member {
    s64 offset;
    u32 bytes, element;
};

s64 round_down(s64 offset, s64 anchor, u32 size) {
    const s64 from = offset - anchor;
    return anchor + (from >= 0 ? from / size : -((-from + size - 1) / size)) * size;
}

// The offsets of the bytes that no member covers.
std::set<s64> empty_bytes(const std::vector<Member>& members) {
    std::set<s64> empty;
    const auto covered = [&](s64 byte) {
        return std::ranges::any_of(members, [byte](const Member& member) {
            return byte >= member.offset && byte < member.offset + member.bytes;
        });
    };
    for (const Member& wide : members)
        for (const Member& narrow : members) {
            if (narrow.bytes >= wide.element || std::abs(narrow.offset - wide.offset) > kNear) continue;
            const s64 begin = round_down(narrow.offset, wide.offset, wide.element);
            for (s64 byte = begin; byte < begin + wide.element; ++byte)
                if (!covered(byte)) empty.insert(byte);
        }
    return empty;
}

// The stores of one basic block through one address register.
struct Group {
    std::vector<Member> members;
    const ptx::Instruction* last = nullptr;
};

void note_padding_of(const Group& group, Padding& padding) {
    for (const s64 byte : empty_bytes(group.members)) {
        std::vector<PaddingBytes>& found = padding[group.last];
        if (found.empty() || found.back().offset + found.back().bytes != byte)
            found.push_back({byte, 1});
        else
            ++found.back().bytes;
    }
}

bool may_store_a_member(const ptx::Instruction& store, const RegisterTypes& types) {
    const std::string space = space_of(store);
    if (!store.guard.empty() || (space != "global" && !space.empty()) || store.operands.size() < 2 ||
        store.operands[0].elements.size() != 1)
        return false;
    const ptx::Operand& base = store.operands[0].elements[0];
    return base.kind == ptx::Operand::Kind::Register && register_bytes(types, base.name) == 8;
}

}  // namespace

Padding find_padding(const ControlFlow& flow, const RegisterTypes& types) {
    Padding padding;
    std::map<std::string, Group> groups;  // by address register
    for (const ControlFlow::Block& block : flow.blocks) {
        groups.clear();
        for (const ControlFlow::Item& item : flow.items_of(block)) {
            const ptx::Instruction& instruction = *item.instruction;
            const std::vector<ptx::Operand>& operands = instruction.operands;
            if (operands.empty()) continue;
            if (!instruction.is(isa::Memory::Store)) {
                each_register(operands[0], [&](const std::string& name) {
                    if (const auto group = groups.find(name); group != groups.end()) {
                        note_padding_of(group->second, padding);
                        groups.erase(group);
                    }
                });
                continue;
            }
            const u32 element = ptx::size_of(ptx::type_named(instruction.parts.back()));
            if (element == 0 || element > 8 || !may_store_a_member(instruction, types)) continue;
            const std::size_t count = elements_of(operands[1]).size();
            Group& group = groups[operands[0].elements[0].name];
            group.members.push_back({operands[0].offset, element * static_cast<u32>(count), element});
            group.last = &instruction;
        }
        for (const auto& [name, group] : groups) note_padding_of(group, padding);
    }
    return padding;
}

}  // namespace simt::exec
