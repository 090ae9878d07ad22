// Records the source lines and the accesses of chosen warps (--trace). The interpreter's careful loop calls before() and after() around each op
// of such a warp (ops/run.cpp); all other warps run without it.
//
// One thread at a time may use a tracer: either all recorded warps are in one block, or one worker runs all blocks.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "emulator/exec/warp.hpp"
#include "emulator/trace/writer.hpp"

namespace simt::exec {

class Tracer {
  public:
    Tracer(const LaunchContext& launch, const TraceOptions& options) : launch_(launch), options_(options) {}
    ~Tracer();
    Tracer(const Tracer&) = delete;
    Tracer& operator=(const Tracer&) = delete;

    bool wants(u64 block, u32 warp) const {
        return !options_.writer->is_cut() && options_.selection.wants(block, launch_.config.grid, warp);
    }

    // Records where the warp is now. Notes the addresses before the op overwrites their registers, then writes them with
    // what the op has counted.
    void before(Warp& warp, const Op* op) {
        arrive(*warp.state, op);
        note_accesses(warp, op);
    }
    void after() {
        if (!pending_.empty()) write();
    }

  private:
    // An access that has not been counted yet. counter: index into Worker::counters; units: before the access.
    struct Pending {
        trace::Access access;
        trace::Space space;
        u32 counter;
        u64 units;
    };

    // How the lanes of an op access memory. Generic: each by the space in which its address lies.
    enum class Way : u8 { Unknown, None, Barrier, Shared, Global, Generic, Constant, Local };

    void begin();
    // Records the warp's source line and its lanes there if the warp's last arrival has other ones.
    void arrive(WarpState& state, const Op* op) {
        const u32 place = places_.empty() ? kUnnumbered : places_[op->index];
        if (place == state.arrived.place && state.active == state.arrived.lanes) return;
        if (place != kNoPlace) record_arrival(state, op);
    }
    void record_arrival(WarpState& state, const Op* op);
    u32 place_of(const Op* op);
    Way way_of(const Op* op) const;
    void note_accesses(Warp& warp, const Op* op);
    void note(const Warp& warp, const Op* op, trace::Space space, u32 lanes, u64 subtract);
    void note_barrier(const Warp& warp, const Op* op);
    trace::Access begin_access(const Warp& warp, const Op* op, trace::Space space, u32 lanes);
    u32 number_of(const Op* op, trace::Space space);
    void locate(trace::Access& access);
    void write();

    static constexpr u32 kUnnumbered = ~0u, kNoPlace = ~0u - 1;

    const LaunchContext& launch_;
    const TraceOptions& options_;
    const Worker* worker_ = nullptr;
    std::vector<Pending> pending_;  // of the op that runs now
    bool begun_ = false;            // the launch's line is written
    u32 instructions_ = 0;          // written
    std::vector<u32> numbers_;      // of the instructions, by op and space
    std::vector<Way> ways_;         // of the ops
    std::vector<u32> places_;       // of the ops; kNoPlace: the source line is not known
    std::map<std::pair<std::string, u32>, u32> known_places_;  // written, by file and line
    std::vector<u64> arrays_;                                  // written
};

}  // namespace simt::exec
