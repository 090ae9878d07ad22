// Finds out whether the threads of running blocks do nothing but read the same places in memory again and again, until somebody
// else writes there: the host, a copy, another launch.
//
// The blocks go round their loops, an instruction at a time, until every warp is back where it was. Nothing that others could see may
// have changed until then. Barriers within a block, and stores of the value that is there already, change nothing.
#pragma once

#include <tuple>
#include <vector>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

class PollingRound {
  public:
    explicit PollingRound(const std::vector<Block*>& blocks);

    // Around each instruction of a warp: notes the global memory that it reads, and whether it changes anything.
    void before(const WarpState& warp);
    void after(const WarpState& warp);
    bool changed() const { return changed_; }

    // Whether every warp is back: the same lanes at the same instructions.
    bool is_back() const;
    // Whether all registers and the blocks' own memory are back, too: then each further round is the same.
    bool is_fixed() const;
    // One for each address, in their order.
    std::vector<PolledMemory> polled() const;
    const Block* block_of_first() const { return first_; }  // nullptr: nothing was read

  private:
    std::vector<Block*> blocks_;
    using Place = std::tuple<const Op*, u32, u32, SplitState, const Frame*>;
    static std::vector<Place> places_of(const WarpState& warp);
    std::vector<std::vector<Place>> places_;  // by warp
    u64 contents_;
    std::vector<PolledMemory> polled_;
    const Block* first_ = nullptr;
    bool changed_ = false;
    // A store that runs: the bytes before it.
    const Op* store_ = nullptr;
    std::vector<PolledMemory> stored_;
    std::vector<u8> shared_;
};

// Whether lanes wait to reconverge with others that loop: after a while they go on alone (splits.cpp).
bool may_let_lanes_go(const WarpState& warp);

}  // namespace simt::exec
