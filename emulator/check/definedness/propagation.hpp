// What one instruction of a warp makes of undefined bits (definedness.hpp).
#pragma once

#include <optional>

#include "emulator/check/definedness/definedness_store.hpp"

namespace simt::check {

class Propagation {
  public:
    Propagation(WarpChecks& warp, DefinednessStore& store, const Op* op, u32 active, u32 exec, bool jumps);
    void run();
    const Step& step() const { return step_; }

  private:
    void compute(u32 unsure);
    UndefinedBits result_bits(u32 lane) const;
    UndefinedBits compare_bits(u32 lane) const;
    void set_results(u32 lane, const UndefinedBits& undefined);
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

    WarpChecks& warp_;
    DefinednessStore& store_;
    const Op* op_;
    const ptx::Instruction& instruction_;
    const Step& step_;
    u32 active_, exec_;
    bool jumps_;
};

}  // namespace simt::check
