// What one instruction of a warp makes of its doubtful values (doubts.hpp).
#pragma once

#include <optional>

#include "emulator/check/definedness/doubt_store.hpp"

namespace simt::exec {

class Follower {
  public:
    Follower(WarpState& state, DoubtStore& store, const Op* op, u32 exec);
    void follow();
    const Step& step() const { return step_; }

  private:
    void compute(u32 unsure);
    Undefined result_bits(u32 lane) const;
    Undefined compare_bits(u32 lane) const;
    void set_results(u32 lane, const Undefined& undefined);
    void load();
    void store();
    void store_lane(u32 lane);
    void use();
    void use(const Part& part, u32 lanes);
    void clear_results(u32 lanes);
    u64 value(std::size_t source, u32 lane) const;
    u64 address(u32 lane) const;
    std::optional<u32> local_address(u32 lane) const;
    const Part& source(std::size_t k) const { return step_.sources[k]; }

    WarpState& state_;
    DoubtStore& store_;
    const Op* op_;
    const ptx::Instruction& instruction_;
    const Step& step_;
    u32 exec_;
};

}  // namespace simt::exec
