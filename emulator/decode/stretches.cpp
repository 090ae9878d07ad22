// See stretches.hpp.
#include "emulator/decode/stretches.hpp"

#include <algorithm>

#include "emulator/isa/families.hpp"

namespace simt::exec {

namespace {

using isa::id;

class StretchFinder {
  public:
    StretchFinder(const Code& code, HandlerOf handler_of)
        : code_(code),
          handler_of_(handler_of),
          load_{handler_of(id("~ld.shared.beside.32")), handler_of(id("~ld.shared.beside.64"))},
          fma_(handler_of(id("fma.rn.f32"))) {}

    // The stretch that begins with an op; shorter than two ops if there is none.
    Stretch find(u32 first) {
        Stretch stretch;
        stretch.first = first;
        sum_ = kNoSlot;
        for (u32 op = first; op < code_.ops.size() && add(stretch, code_.ops[op]);) ++op;
        for (Stretch::Group& group : stretch.groups) finish(group);
        return stretch;
    }

    bool is_load(const Op& op) const {
        return (op.handler == load_[0] || op.handler == load_[1]) && distance_of(op) % bytes_of(op) == 0;
    }

  private:
    static s64 bytes_of(const Op& op) { return s64{op.width} * op.count; }
    u32 leader_of(const Op& op) const { return op.index - op.slot[kBesideSlot]; }
    s64 distance_of(const Op& op) const { return op.immediate - code_.ops[leader_of(op)].immediate; }

    // Only registers in, registers out, by one handler.
    bool is_arithmetic(const Op& op) const {
        const ptx::Instruction* const source = code_.info[op.index].source;
        return source != nullptr && source->isa->kind == isa::Kind::Data && source->isa->own_handler &&
               op.counted && op.handler == handler_of_(source->isa->id);
    }

    bool add(Stretch& stretch, const Op& op) {
        if (op.guard != kNoGuard) return false;
        if (is_load(op)) return add_load(stretch, op);
        if (!is_arithmetic(op)) return false;
        const bool fma = op.handler == fma_;
        stretch.parts.push_back({!fma                 ? Stretch::Kind::Other
                                 : op.slot[3] == sum_ ? Stretch::Kind::NextFma
                                                      : Stretch::Kind::Fma,
                                 0});
        sum_ = fma ? op.slot[0] : kNoSlot;
        return true;
    }

    bool add_load(Stretch& stretch, const Op& op) {
        auto group = std::ranges::find(stretch.groups, leader_of(op), &Stretch::Group::leader);
        if (group == stretch.groups.end()) {
            if (stretch.groups.size() == Stretch::kMostGroups) return false;
            stretch.groups.push_back({leader_of(op), static_cast<u32>(bytes_of(op)), 0, {}});
            group = stretch.groups.end() - 1;
        }
        group->distances.push_back(distance_of(op));
        stretch.parts.push_back({Stretch::Kind::Load, static_cast<u8>(group - stretch.groups.begin())});
        if (std::find(op.slot, op.slot + op.count, sum_) != op.slot + op.count) sum_ = kNoSlot;
        return true;
    }

    static void finish(Stretch::Group& group) {
        std::ranges::sort(group.distances);
        for (std::size_t k = 1; k < group.distances.size(); ++k)
            group.gap = std::max(group.gap, group.distances[k] - group.distances[k - 1]);
    }

    const Code& code_;
    const HandlerOf handler_of_;
    const Handler load_[2], fma_;
    u32 sum_ = kNoSlot;  // the result of the last fma, if nothing has been written there since
};

}  // namespace

void find_stretches(Code& code, HandlerOf handler_of) {
    StretchFinder finder(code, handler_of);
    for (u32 first = 0; first < code.ops.size(); ++first) {
        Op& op = code.ops[first];
        if (op.guard != kNoGuard || !finder.is_load(op)) continue;
        Stretch stretch = finder.find(first);
        const auto loads = std::ranges::count(stretch.parts, Stretch::Kind::Load, &Stretch::Part::kind);
        const auto length = static_cast<u32>(stretch.parts.size());
        if (loads >= 2) {
            op.handler =
                handler_of(op.width == 4 ? id("~ld.shared.stretch.32") : id("~ld.shared.stretch.64"));
            op.stretch = static_cast<u32>(code.stretches.size());
            stretch.counters = code.stretch_groups;
            code.stretch_groups += static_cast<u32>(stretch.groups.size());
            code.stretches.push_back(std::move(stretch));
        }
        first += length - 1;
    }
}

}  // namespace simt::exec
