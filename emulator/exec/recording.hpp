// What the workers of a launch record (--trace), put together: the file holds the blocks in order, whatever worker ran them and when.
//
// Each worker has a Tracer (tracer.hpp), which formats lines and hands them over here. The lines of a block wait until all earlier blocks
// have ended. Blocks that take turns have one worker, and are recorded as they run.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "emulator/exec/warp.hpp"
#include "emulator/trace/lines.hpp"
#include "emulator/trace/writer.hpp"

namespace simt::exec {

class Recording {
  public:
    // The most bytes of a block that wait for earlier blocks; then its worker waits. And of all blocks that have ended.
    static constexpr std::size_t kMostOfBlock = std::size_t{4} << 20;
    static constexpr std::size_t kMostWaiting = std::size_t{32} << 20;

    Recording(const LaunchContext& launch, const TraceOptions& options, std::size_t workers)
        : launch_(launch), options_(options), at_(workers, kEnded) {}
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    const LaunchContext& launch() const { return launch_; }
    bool is_cut() const { return options_.writer->is_cut(); }
    bool wants(u64 block, u32 warp) const {
        return !is_cut() && options_.selection.wants(block, launch_.config.grid, warp);
    }

    // The ids by which a Tracer's lines name an instruction, a place and an array. Those of a place and of an array hold for this launch,
    // and may differ in the next run.
    static u32 instruction_id(u32 op, trace::Space space) { return op * kSpaces + static_cast<u32>(space); }
    static constexpr u32 kNoPlace = ~0u;  // the source line is not known
    u32 place_id(u32 op);
    u32 array_id(const memory::Allocation& allocation);

    // A worker begins before it takes its first block, and moves on before it runs the next one. `lines` belong to the block where it
    // was; they are empty afterwards.
    void begin_worker(std::size_t worker);
    void move_on(std::size_t worker, u64 block, trace::Lines& lines);
    void end_worker(std::size_t worker, trace::Lines& lines) { move_on(worker, kEnded, lines); }
    // In the middle of a block. Writes the lines if all earlier blocks have ended; if there are more than kMostOfBlock, waits for that.
    void flush(std::size_t worker, trace::Lines& lines);

  private:
    static constexpr u64 kEnded = ~u64{0};
    static constexpr u32 kSpaces = 5;
    static constexpr u32 kUnnumbered = ~0u;

    // Something that has a line of its own before the first line that names it.
    template <class Line>
    struct Numbered {
        Line line;
        u32 number = kUnnumbered;
    };

    bool is_first(std::size_t worker) const;
    bool is_over(std::size_t worker) const { return is_cut() || at_[worker] > launch_.end_block; }
    void write_ended();
    void write(u64 block, const trace::Lines& lines);
    void begin();
    u32 instruction_number(u32 id);

    const LaunchContext& launch_;
    const TraceOptions& options_;
    std::mutex mutex_;
    std::condition_variable moved_;
    std::vector<u64> at_;                  // by worker: it has ended all of its blocks before this one
    std::map<u64, trace::Lines> waiting_;  // of blocks that have ended
    std::size_t waiting_bytes_ = 0;
    bool begun_ = false;                    // the launch's line is written
    std::vector<u32> instruction_numbers_;  // by id
    u32 instructions_ = 0, places_written_ = 0;
    std::map<std::pair<std::string, u32>, u32> place_ids_;  // by file and line
    std::vector<Numbered<trace::Place>> places_;
    std::vector<Numbered<trace::Array>> arrays_;
};

}  // namespace simt::exec
