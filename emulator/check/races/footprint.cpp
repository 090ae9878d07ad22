// See footprint.hpp.
#include "emulator/check/races/footprint.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace simt::check {

void Footprint::note(u64 address, u32 bytes, const Access& access) {
    while (bytes != 0) {
        const u32 from = address % kLineBytes, count = std::min(bytes, kLineBytes - from);
        const u64 mask = (count == kLineBytes ? ~u64{0} : (u64{1} << count) - 1) << from;
        note_part(address / kLineBytes, mask, access);
        address += count;
        bytes -= count;
    }
}

void Footprint::note_part(u64 line, u64 bytes, const Access& access) {
    if (line != last_line_) {
        last_line_ = line;
        last_first_ = lines_.try_emplace(line, kNone).first->second;
    }
    for (u32 k = last_first_; k != kNone; k = parts_[k].next) {
        Part& part = parts_[k];
        if (part.access.op != access.op || part.access.write != access.write ||
            part.access.same != access.same)
            continue;
        part.bytes |= bytes;
        if (access.block < part.access.block) part.access = access;
        return;
    }
    parts_.push_back({bytes, access, last_first_});
    last_first_ = static_cast<u32>(parts_.size()) - 1;
    lines_[line] = last_first_;
    marks_[line / 64 % 64] |= u64{1} << line % 64;
}

void Footprint::merge(const Footprint& other) {
    for (const auto& [line, first] : other.lines_)
        for (u32 k = first; k != kNone; k = other.parts_[k].next)
            note_part(line, other.parts_[k].bytes, other.parts_[k].access);
}

std::vector<Footprint::Meeting> Footprint::meet(const Footprint& later) const {
    std::map<std::pair<u32, u32>, Meeting> found;  // by the two instructions: the lowest address
    bool flags = false;
    const auto note = [&](u64 address, const Access& before, const Access& after) {
        if (!before.write && !after.write) return;
        if (before.strong && after.strong) {
            flags |= before.write && !after.write;
            return;
        }
        if (after.same) return;  // the order makes no difference
        const Meeting here{address, before, after};
        const auto [place, is_new] = found.try_emplace({before.op, after.op}, here);
        if (address < place->second.address) place->second = here;
    };
    for (const auto& [line, first] : later.lines_) {
        if (!may_have(line)) continue;
        const auto here = lines_.find(line);
        if (here == lines_.end()) continue;
        for (u32 k = first; k != kNone; k = later.parts_[k].next)
            for (u32 m = here->second; m != kNone; m = parts_[m].next)
                if (const u64 both = later.parts_[k].bytes & parts_[m].bytes; both != 0)
                    note(line * kLineBytes + static_cast<u64>(std::countr_zero(both)), parts_[m].access,
                         later.parts_[k].access);
    }
    for (const Range& range : later.ranges_)
        each_in(range, [&](u64 address, const Access& access) { note(address, access, range.access); });
    for (const Range& range : ranges_)
        later.each_in(range, [&](u64 address, const Access& access) { note(address, range.access, access); });
    for (const Range& a : ranges_)
        for (const Range& b : later.ranges_)
            if (std::max(a.begin, b.begin) < std::min(a.end, b.end))
                note(std::max(a.begin, b.begin), a.access, b.access);
    if (flags) return {};
    std::vector<Meeting> meetings;
    for (const auto& [ops, meeting] : found) meetings.push_back(meeting);
    return meetings;
}

template <class Visit>
void Footprint::each_in(const Range& range, Visit visit) const {
    for (const auto& [line, first] : lines_) {
        const u64 begin = line * kLineBytes;
        if (begin + kLineBytes <= range.begin || begin >= range.end) continue;
        const u64 from = std::max(begin, range.begin) - begin,
                  to = std::min(begin + kLineBytes, range.end) - begin;
        const u64 mask = (to - from == kLineBytes ? ~u64{0} : (u64{1} << (to - from)) - 1) << from;
        for (u32 k = first; k != kNone; k = parts_[k].next)
            if (const u64 both = parts_[k].bytes & mask; both != 0)
                visit(begin + static_cast<u64>(std::countr_zero(both)), parts_[k].access);
    }
}

std::vector<u32> Footprint::ops() const {
    std::set<u32> ops;
    for (const Part& part : parts_) ops.insert(part.access.op);
    for (const Range& range : ranges_) ops.insert(range.access.op);
    return {ops.begin(), ops.end()};
}

check::Access Footprint::described(const RawAccess& access) const {
    check::Access result;
    if (const auto found = sites_.find(access.op); found != sites_.end()) result.site = found->second;
    result.block = grid_.index_of(access.block);
    result.thread = block_.index_of(access.thread);
    result.write = access.write;
    result.atomic = access.strong;
    return result;
}

}  // namespace simt::check
