// See cures.hpp.
#include "emulator/check/races/cures.hpp"

#include <algorithm>

namespace simt::check {

namespace {

using ptx::Instruction;
using Kind = Cure::Kind;
constexpr u32 kNone = 0xffffffffu;

const ptx::Operand* address_of(const Instruction& access) {
    for (const ptx::Operand& operand : access.operands)
        if (operand.kind == ptx::Operand::Kind::Address) return &operand;
    return nullptr;
}

bool same_address(const Instruction& a, const Instruction& b) {
    const ptx::Operand *one = address_of(a), *other = address_of(b);
    return one != nullptr && other != nullptr && one->offset == other->offset && !one->elements.empty() &&
           !other->elements.empty() && one->elements[0].name == other->elements[0].name;
}

// The outermost frame in which the two have different lines; their innermost frames if they have none. Frames are counted
// from the innermost.
struct Frames {
    u32 one = 0, other = 0;
    bool same = false;  // one line of the source
};
Frames frames_of(const Instruction& a, const Instruction& b) {
    const u32 one = static_cast<u32>(a.places.size()), other = static_cast<u32>(b.places.size());
    if (one == 0 || other == 0) return {0, 0, false};
    for (u32 depth = 1; depth <= std::min(one, other); ++depth)
        if (!(a.places[one - depth] == b.places[other - depth])) return {one - depth, other - depth, false};
    return {one - std::min(one, other), other - std::min(one, other), true};
}

// The lines that a loop's body has for certain.
bool overlap(const Cure& a, const Cure& b) {
    const auto [first, last] = std::minmax(a.after.line, a.before.line);
    const auto [other_first, other_last] = std::minmax(b.after.line, b.before.line);
    return first <= other_last && other_first <= last;
}

}  // namespace

bool join(Cure& cure, const Cure& other) {
    if (cure.after.line == 0 || cure.after.file != other.after.file) return false;
    const auto is_between = [](Kind kind) { return kind == Kind::Barrier || kind == Kind::BothBarriers; };
    if (is_between(cure.kind) && is_between(other.kind)) {
        const check::Site& after = cure.after.line >= other.after.line ? cure.after : other.after;
        const check::Site& before = cure.before.line <= other.before.line ? cure.before : other.before;
        if (after.line >= before.line) return false;
        if (other.kind == Kind::BothBarriers) cure.kind = other.kind;
        cure.after = Site(after);
        cure.before = Site(before);
        return true;
    }
    if (cure.kind == Kind::BothBarriers && other.kind == Kind::BarrierInLoop) return overlap(cure, other);
    if (cure.kind != other.kind || cure.kind == Kind::None) return false;
    switch (cure.kind) {
        case Kind::BarrierInLoop:
            if (!overlap(cure, other)) return false;
            if (other.after.line > cure.after.line) cure.after = other.after;
            return true;
        case Kind::Branch:
            return cure.barrier.line == other.barrier.line;
        default:
            return cure.after.line == other.after.line;
    }
}

Cures::Cures(const Code& code) : code_(code), next_(code.ops.size()) {
    std::vector<const Branch*> branch_at(code.ops.size());
    for (const Branch& branch : code.branches) branch_at[branch.op] = &branch;
    for (u32 op = 0; op < code.ops.size(); ++op) {
        const Instruction* const source = code.info[op].source;
        bool falls_through = true;
        if (branch_at[op] != nullptr) {
            for (const Op* target : branch_at[op]->targets) next_[op].push_back(target->index);
            falls_through = source != nullptr && !source->guard.empty();
        } else if (source != nullptr) {
            falls_through = !source->is(isa::Kind::Return) && !source->is(isa::Kind::Exit) &&
                            !source->is(isa::Kind::Trap);
        }
        if (falls_through && op + 1 < code.ops.size() && code.info[op + 1].function == code.info[op].function)
            next_[op].push_back(op + 1);
    }
}

bool Cures::is_barrier(u32 op) const {
    const Instruction* const source = code_.info[op].source;
    return source != nullptr && code_.info[op].op_class == cost::OpClass::Barrier &&
           source->is(isa::Kind::Barrier) && !source->has("arrive");
}

// Whether follow(op) leads from an op to another one; it says where the way may go on.
template <class Follow>
bool Cures::leads(u32 from, u32 to, Follow follow) const {
    std::vector<bool> seen(next_.size());
    std::vector<u32> left{from};
    while (!left.empty()) {
        const u32 op = left.back();
        left.pop_back();
        for (const u32 next : next_[op]) {
            if (next == to) return true;
            if (seen[next] || !follow(op, next)) continue;
            seen[next] = true;
            left.push_back(next);
        }
    }
    return false;
}

bool Cures::reaches(u32 from, u32 to) const {
    return leads(from, to, [this](u32, u32 next) { return !is_barrier(next); });
}

// A barrier on a way from one op to the other that stands between their lines; kNone if there is none. Call it if there is a
// way without a barrier, too.
u32 Cures::barrier_beside(u32 from, u32 to) const {
    const Instruction &first = *code_.info[from].source, &then = *code_.info[to].source;
    const Frames frames = frames_of(first, then);
    if (first.places.empty() || then.places.empty()) return kNone;
    const ptx::Place a = first.places[frames.one], b = then.places[frames.other];
    const auto anywhere = [](u32, u32) { return true; };
    for (u32 op = 0; op < next_.size(); ++op) {
        if (!is_barrier(op) || code_.info[op].source->places.empty()) continue;
        const ptx::Place& place = code_.info[op].source->places.back();
        if (place.file != a.file || a.file != b.file) continue;
        // In a loop, what comes first may stand below.
        const bool between = a.line <= b.line && !frames.same ? a.line <= place.line && place.line <= b.line
                                                              : a.line <= place.line || place.line <= b.line;
        if (between && leads(from, op, anywhere) && leads(op, to, anywhere)) return op;
    }
    return kNone;
}

// Whether one statement loads an element, computes and stores it again, and the race is about that element.
bool Cures::is_update(u32 one, u32 other, bool both_store) const {
    const Instruction &a = *code_.info[one].source, &b = *code_.info[other].source;
    if (!frames_of(a, b).same) return false;
    // The loads and stores of the statement that have the same address; an unrolled loop has copies of them.
    const auto has_twin = [&](const Instruction& access, isa::Memory kind) {
        return std::ranges::any_of(code_.info, [&](const OpInfo& info) {
            return info.source != nullptr && info.source->is(kind) && frames_of(*info.source, access).same &&
                   same_address(*info.source, access);
        });
    };
    for (const u32 op : {one, other}) {
        const Instruction& access = *code_.info[op].source;
        const bool loads = access.is(isa::Memory::Load);
        if (!loads && !access.is(isa::Memory::Store)) return false;
        // Records of global memory keep the first op of a line and opcode: the load may be any of these.
        const bool is_shared = access.has("shared");
        u32 ops = 0, twins = 0;
        for (u32 like = op; like < code_.info.size() && (like == op || !is_shared); ++like) {
            if (code_.same_place[like] != code_.same_place[op]) continue;
            ++ops;
            twins += has_twin(*code_.info[like].source, loads ? isa::Memory::Store : isa::Memory::Load);
        }
        if (twins == 0 || (twins != ops && !both_store)) return false;
    }
    return true;
}

// Whether the statement of the op is in a loop, perhaps in one that the compiler has unrolled.
bool Cures::has_copies(u32 op) const {
    const Instruction& source = *code_.info[op].source;
    return leads(op, op, [](u32, u32) { return true; }) ||
           std::ranges::count_if(code_.info, [&](const OpInfo& info) {
               return info.source != nullptr && info.source->opcode == source.opcode &&
                      !source.places.empty() && info.source->places == source.places;
           }) > 1;
}

CureInCode Cures::cure_of(u32 one, u32 other, bool both_store) const {
    const Instruction *a = code_.info[one].source, *b = code_.info[other].source;
    if (a == nullptr || b == nullptr || code_.info[one].function != code_.info[other].function) return {};
    Frames frames = frames_of(*a, *b);
    if (is_update(one, other, both_store)) return {Kind::Atomic, a, b, nullptr, frames.one, frames.other};
    if (one == other || a->places.empty() || b->places.empty()) return {};
    const u32 writer = a->is(isa::Memory::Store) ? one : other;
    if (frames.same) {
        const bool again = has_copies(writer);
        const u32 barrier = again ? barrier_beside(one, other) : kNone;
        if (barrier != kNone && reaches(one, other) && reaches(other, one))
            return {Kind::Branch, a, b, code_.info[barrier].source, frames.one, frames.other};
        // The next round of the loop, unless a barrier keeps the rounds apart.
        const bool rounds = again && (reaches(one, other) && reaches(other, one));
        const bool unrolled = again && !rounds && !leads(one, one, [](u32, u32) { return true; });
        return {rounds || unrolled ? Kind::BarrierInLoop : Kind::NewStatement,
                a,
                b,
                nullptr,
                frames.one,
                frames.other};
    }
    // The line that comes first in the text is the one that a round of a loop runs first.
    if (a->places[frames.one].file == b->places[frames.other].file &&
        a->places[frames.one].line > b->places[frames.other].line) {
        std::swap(one, other);
        std::swap(a, b);
        std::swap(frames.one, frames.other);
    }
    const bool on = reaches(one, other), back = reaches(other, one);
    if (!on && !back) return {};
    const u32 barrier = on ? barrier_beside(one, other) : barrier_beside(other, one);
    CureInCode cure{on && back ? Kind::BothBarriers
                    : on       ? Kind::Barrier
                               : Kind::BarrierInLoop,
                    a,
                    b,
                    nullptr,
                    frames.one,
                    frames.other};
    if (cure.kind == Kind::BarrierInLoop) {
        std::swap(cure.after, cure.before);
        std::swap(cure.after_frame, cure.before_frame);
    }
    if (barrier != kNone) {
        cure.kind = Kind::Branch;
        cure.barrier = code_.info[barrier].source;
    }
    return cure;
}

bool Cures::has_locks() const {
    return std::ranges::any_of(code_.info, [](const OpInfo& info) {
        return info.source != nullptr && info.op_class == cost::OpClass::Atomic &&
               (info.source->has("cas") || info.source->has("exch"));
    });
}

}  // namespace simt::check
