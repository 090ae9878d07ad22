// The bytes of global memory that a launch or a copy has read or written, with the first thread of each instruction. They are
// compared with later work that may run at the same time (stream_races.hpp), and kept only while a program uses streams that
// may overlap. grid_accesses.hpp finds the races within one launch.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "emulator/check/findings.hpp"

namespace simt::check {

class Footprint {
  public:
    struct Access : RawAccess {
        bool same = false;  // it writes the value that is there already
    };
    // Adds a lane's access.
    void note(u64 address, u32 bytes, const Access& access);
    void merge(const Footprint& other);
    // Adds a copy's access to all bytes of a range.
    void note_range(u64 begin, u64 bytes, const Access& access) {
        if (bytes != 0) ranges_.push_back({begin, begin + bytes, access});
    }
    std::size_t size() const { return parts_.size() + ranges_.size(); }

    struct Meeting {
        u64 address;
        RawAccess earlier, later;
    };
    // Races of this launch with a later one: both touch one byte, at least one writes it, and not both are strong. Returns
    // the lowest address for each pair of instructions. None if the later one reads a flag that this one has set, both with
    // strong accesses: then the flag may order all others.
    std::vector<Meeting> meet(const Footprint& later) const;

    // Descriptions of the instructions, since their module may be unloaded before a race is found.
    check::Access described(const RawAccess& access) const;
    void describe(u32 op, const Site& site) { sites_.emplace(op, site); }
    void set_shape(Dim3 grid, Dim3 block) { grid_ = grid, block_ = block; }
    std::vector<u32> ops() const;

  private:
    static constexpr u32 kLineBytes = 64, kNone = ~0u;
    // One instruction's access to a line.
    struct Part {
        u64 bytes;
        Access access;
        u32 next;
    };
    struct Range {
        u64 begin, end;
        Access access;
    };
    void note_part(u64 line, u64 bytes, const Access& access);
    // Calls visit(lowest address, access) for each instruction's accesses to the range.
    template <class Visit>
    void each_in(const Range& range, Visit visit) const;

    std::unordered_map<u64, u32> lines_;  // by address / kLineBytes: the first of its parts
    // A set bit for each of its lines, several to a bit: most lines of two footprints that do not meet are told apart by it.
    std::array<u64, 64> marks_{};
    bool may_have(u64 line) const { return (marks_[line / 64 % 64] >> line % 64 & 1) != 0; }
    std::vector<Part> parts_;
    std::vector<Range> ranges_;
    u64 last_line_ = ~u64{0};
    u32 last_first_ = kNone;
    std::unordered_map<u32, Site> sites_;
    Dim3 grid_{1, 1, 1}, block_{1, 1, 1};
};

}  // namespace simt::check
