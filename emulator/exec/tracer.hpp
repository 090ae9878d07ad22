// Records the source lines and the accesses of chosen warps (--trace). The interpreter's careful loop calls before() and after() around
// each op of such a warp (ops/run.cpp); all other warps run without it. Each worker has a tracer of its own; Recording puts together what
// they record.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "emulator/exec/recording.hpp"

namespace simt::exec {

class Tracer {
  public:
    Tracer(Recording& recording, std::size_t worker);
    ~Tracer() { recording_.end_worker(worker_, lines_); }
    Tracer(const Tracer&) = delete;
    Tracer& operator=(const Tracer&) = delete;

    // The worker takes a block. Call it for all blocks, chosen or not.
    void begin_block(u64 block) {
        if (!recording_.launch().in_turns) recording_.move_on(worker_, block, lines_);
        flush_at_ = kChunk;
    }
    bool wants(u64 block, u32 warp) const { return recording_.wants(block, warp); }

    // Records where the warp is now. Notes the addresses before the op overwrites their registers, then formats them with
    // what the op has counted.
    void before(Warp& warp, const Op* op) {
        arrive(*warp.state, op);
        note_accesses(warp, op);
    }
    void after() {
        if (pending_count_ != 0) format();
        if (lines_.bytes() >= flush_at_) flush();
    }

  private:
    // An access that has not been counted yet. counter: index into Worker::counters; units: before the access.
    struct Pending {
        trace::Access access;
        trace::Space space;
        u32 op, counter;
        u64 units;
    };

    // How the lanes of an op access memory. Generic: each by the space in which its address lies.
    enum class Way : u8 { Unknown, None, Barrier, Shared, Global, Generic, Constant, Local };

    // Records the warp's source line and its lanes there if the warp's last arrival has other ones.
    void arrive(WarpState& state, const Op* op) {
        const u32 place = places_[op->index];
        if (place == state.arrived.place && state.active == state.arrived.lanes) return;
        if (place != Recording::kNoPlace) record_arrival(state, op);
    }
    void record_arrival(WarpState& state, const Op* op);
    Way way_of(const Op* op) const;
    void note_accesses(Warp& warp, const Op* op);
    void note(const Warp& warp, const Op* op, trace::Space space, u32 lanes, u64 subtract);
    void note_barrier(const Warp& warp, const Op* op);
    Pending& begin_access(const Warp& warp, const Op* op, trace::Space space, u32 lanes);
    void locate(trace::Access& access);
    void format();
    void flush();

    static constexpr std::size_t kChunk = 1 << 16;
    static constexpr u32 kUnknown = ~0u - 1;

    Recording& recording_;
    const LaunchContext& launch_;
    const std::size_t worker_;
    trace::Lines lines_;  // of the block where the worker is
    std::size_t flush_at_ = kChunk;
    std::array<Pending, 3> pending_;  // of the op that runs now: one for each space that its lanes access
    u32 pending_count_ = 0;
    const std::vector<cost::OpCounters>* counters_ = nullptr;  // the worker's
    std::vector<Way> ways_;                                    // of the ops
    std::vector<u32> places_;                                  // of the ops, by Recording::place_id
    std::vector<u64> arrays_;                                  // whose lines this tracer has asked for
};

}  // namespace simt::exec
