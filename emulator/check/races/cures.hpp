// What would order the accesses of a race within a block: reads it from the kernel's code. A report can then name the
// lines between which a barrier is missing, or the barrier that some threads leave out.
#pragma once

#include <vector>

#include "emulator/check/decoded.hpp"
#include "emulator/check/findings.hpp"
#include "emulator/decode/code.hpp"

namespace simt::check {

// A cure with instructions in place of sites; nullptr where there is none.
struct CureInCode {
    Cure::Kind kind = Cure::Kind::None;
    const ptx::Instruction *after = nullptr, *before = nullptr, *barrier = nullptr;
    // How many of the calls inlined at `after` and `before` have the lines to name: 0: none, their own lines.
    u32 after_frame = 0, before_frame = 0;
};

// Whether `cure` mends a race that `other` would mend, too; it then stands for both.
bool join(Cure& cure, const Cure& other);

class Cures {
  public:
    explicit Cures(const Code& code);
    // For a race of these two ops; one of them may be the other. both_store: threads also race with stores of that line.
    CureInCode cure_of(u32 one, u32 other, bool both_store) const;
    // Whether the kernel swaps or exchanges atomically, as locks do.
    bool has_locks() const;

  private:
    template <class Follow>
    bool leads(u32 from, u32 to, Follow follow) const;
    bool reaches(u32 from, u32 to) const;  // without a barrier on the way
    bool is_barrier(u32 op) const;
    bool is_update(u32 one, u32 other, bool both_store) const;
    bool has_copies(u32 op) const;
    u32 barrier_beside(u32 from, u32 to) const;

    const Code& code_;
    std::vector<std::vector<u32>> next_;
};

}  // namespace simt::check
