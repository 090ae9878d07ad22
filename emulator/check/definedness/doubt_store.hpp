// The doubtful values of a warp (doubts.hpp) as one instruction reaches them: registers of the current frame, bytes of local
// memory, and the report of a value that is used.
#pragma once

#include "emulator/check/definedness/doubts.hpp"
#include "emulator/check/definedness/step.hpp"

namespace simt::exec {

inline bool is_debug(const WarpState& state) { return state.worker->launch->kernel->module().source().debug; }

class DoubtStore {
  public:
    explicit DoubtStore(WarpState& state);
    const Frame* frame() const { return frame_; }
    bool can_follow(const Op* op) const;  // the warp is in the function that the op belongs to
    const FollowPlan& plan() const { return *plan_; }
    bool names(const Step& step) const;  // the step names a doubtful register

    Undefined of(const Part& part, u32 lane) const;
    u32 lanes_of(const Part& part) const;
    void set(const Part& part, u32 lane, const Undefined& undefined);
    void forget_dead(const ptx::Instruction& block_begin, u32 lanes);

    // At most eight bytes of a lane's local memory.
    Undefined of_local(u32 address, u32 bytes, u32 lane) const;
    void set_local(u32 address, u32 bytes, u32 lane, const Undefined& undefined);
    bool has_local() const { return !doubts_.local.empty(); }

    // The undefined bits of both; of two reasons the one that says more.
    Undefined joined(const Undefined& a, const Undefined& b) const;
    Share share(const Reason& why) const;
    u32 cause_of(u32 op, bool load, Share share);
    // One report a cause: what else came from its instruction is not followed any further.
    void report(const Reason& why, const Op* used_by);

  private:
    FrameDoubts* here() const;
    void forget_cause(u32 op);

    WarpState& state_;
    Doubts& doubts_;
    const Frame* frame_;
    const FollowPlan* plan_;
};

}  // namespace simt::exec
