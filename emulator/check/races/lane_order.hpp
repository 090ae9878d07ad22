// The order of a warp's lanes after a __syncwarp of only some of them. For each pair of lanes it holds a time: the other lane's
// accesses before that time come before what this lane does now, directly or through a third lane. A time is an epoch for
// shared memory (state.hpp) and a clock for global memory (order.hpp).
#pragma once

#include <algorithm>
#include <vector>

#include "emulator/check/decoded.hpp"

namespace simt::check {

class LaneOrder {
  public:
    // No partial __syncwarp since the last full one. Most warps never need the table.
    bool empty() const { return known_.empty(); }
    void clear() { known_.clear(); }

    // The lanes have met. `now` is the time of their next accesses.
    void meet(u32 lanes, u32 now) {
        if (empty()) known_.assign(std::size_t{kLanes} * kLanes, 0);
        u32 together[kLanes] = {};
        for (u32 lane = 0; lane < kLanes; ++lane)
            for (u32 other = 0; (lanes >> lane & 1u) != 0 && other < kLanes; ++other)
                together[other] = std::max(together[other], known_[lane * kLanes + other]);
        for (u32 lane = 0; lane < kLanes; ++lane)
            if ((lanes >> lane & 1u) != 0) together[lane] = now;
        for (u32 lane = 0; lane < kLanes; ++lane)
            if ((lanes >> lane & 1u) != 0) std::copy_n(together, kLanes, known_.begin() + lane * kLanes);
    }

    // Whether an access by lane `other` at that time comes before what `lane` does now. several: another, unknown lane made the
    // same access before `other`.
    bool comes_before(u32 time, u32 other, bool several, u32 lane) const {
        if (empty()) return false;
        if (other != lane) return time < known_[lane * kLanes + other];
        return !several || has_met_since(time, lane);
    }

    // Whether the lane has met any other lane after that time.
    bool has_met_since(u32 time, u32 lane) const {
        for (u32 other = 0; !empty() && other < kLanes; ++other)
            if (other != lane && time < known_[lane * kLanes + other]) return true;
        return false;
    }

  private:
    std::vector<u32> known_;  // [lane][other]; empty: nothing
};

}  // namespace simt::check
