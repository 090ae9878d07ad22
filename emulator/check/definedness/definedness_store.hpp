// One instruction's access to a warp's undefined bits (definedness.hpp): registers of the current frame and bytes of local
// memory. Also reports the use of an undefined value.
#pragma once

#include "emulator/check/definedness/definedness.hpp"
#include "emulator/check/definedness/definedness_plan.hpp"

namespace simt::check {

// Frees the warp's undefined values if none is left.
void forget_if_none(WarpChecks& warp);

class DefinednessStore {
  public:
    explicit DefinednessStore(WarpChecks& warp);
    ~DefinednessStore() { forget_if_none(warp_); }
    DefinednessStore(const DefinednessStore&) = delete;
    const Frame* frame() const { return frame_; }
    bool has_registers_of(const Op* op) const;  // the warp is in the function that the op belongs to
    const DefinednessPlan& plan() const { return *plan_; }
    bool names(const Step& step) const;  // the step names a register with undefined bits

    UndefinedBits of(const Part& part, u32 lane) const;
    u32 lanes_of(const Part& part) const;
    void set(const Part& part, u32 lane, const UndefinedBits& undefined);
    void forget_dead(const ptx::Instruction& block_begin, u32 lanes);

    // At most eight bytes of a lane's local memory.
    UndefinedBits of_local(u32 address, u32 bytes, u32 lane) const;
    void set_local(u32 address, u32 bytes, u32 lane, const UndefinedBits& undefined);
    bool has_local() const { return !values_.local.empty(); }
    void forget_local(u32 begin, u32 bytes, u32 lanes);  // of the words that lie in there

    // The undefined bits of both, with the reason that comes first in Share.
    UndefinedBits joined(const UndefinedBits& a, const UndefinedBits& b) const;
    const Cause& cause(const Reason& why) const { return values_.causes[why.cause]; }
    u32 cause_of(u32 op, bool load, Share share, bool unset = false);
    // Reports the cause. All other bits that come from this instruction count as defined from then on, so it is reported once.
    void report(const Reason& why, const Op* used_by);

  private:
    UndefinedRegisters* here() const;
    const UndefinedWord* find(const Part& part) const;  // nullptr: all of its bits are defined
    void forget_cause(u32 op);

    WarpChecks& warp_;
    UndefinedValues& values_;
    const Frame* frame_;
    const DefinednessPlan* plan_;
};

}  // namespace simt::check
