// Writes a trace while the program runs.
#pragma once

#include <fmt/format.h>

#include <ostream>

#include "emulator/trace/trace.hpp"

namespace simt::trace {

class Writer {
  public:
    // A limit of N accesses allows this many times N arrivals, since some kernels compute much and access little.
    static constexpr u64 kArrivalsAnAccess = 8;

    // limit: the most accesses to record; 0: no limit.
    Writer(std::ostream& out, u64 limit);

    // Whether an access or an arrival was left out because of the limit: no later one is recorded.
    bool is_cut() const { return cut_; }
    u64 accesses() const { return accesses_; }
    u64 arrivals() const { return arrivals_; }

    // The lists of `launch` are not used: what they hold follows.
    void begin_launch(const Launch& launch);
    void add(const SharedArray& array);
    // Call these before the first access or arrival of each; instructions and places are numbered 0, 1, … by the order
    // of the calls.
    void add(const Instruction& instruction);
    void add(const Array& array);
    void add(const Place& place);
    void add(const Arrival& arrival);
    // Call it for an instruction of the launch, with an array of the launch or 0.
    void add(const Access& access, Space space);
    void end_launch();
    void end();  // of the program

  private:
    bool has_room(u64& count, u64 most);
    void flush_full();
    void flush();

    std::ostream& out_;
    u64 limit_, accesses_ = 0, arrivals_ = 0;
    bool cut_ = false;
    fmt::memory_buffer text_;
};

}  // namespace simt::trace
