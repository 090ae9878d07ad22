// The order of lanes of one warp when only a part of it has met at a __syncwarp: for each lane, up to which time the accesses
// of each other lane come before its own, directly or through a third. A time grows at each meeting: an epoch for shared
// memory (state.hpp), a clock for global memory (order.hpp).
#pragma once

#include <algorithm>
#include <vector>

#include "emulator/check/decoded.hpp"

namespace simt::check {

class LaneOrder {
  public:
    // No part has met since the whole warp did: most warps never need the table.
    bool empty() const { return known_.empty(); }
    void clear() { known_.clear(); }

    // The lanes have met; what they do from now on has the time `now` or a later one.
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

    // Whether what `other` did at that time comes before what `lane` does now. several: and some other lane, nobody knows
    // which, did it before `other`.
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
