// Writes a trace while the program runs. One thread at a time may use it; all may ask whether it is cut.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <ostream>
#include <string_view>

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
    // The rest of the line is append_rest()'s (lines.hpp). An access has an array of the launch, or none.
    void add_arrival(u32 place, std::string_view rest);
    void add_access(u32 instruction, std::string_view rest);
    void end_launch();
    void end();  // of the program

  private:
    bool has_room(u64& count, u64 most);
    void add_line(std::string_view word, u32 number, std::string_view rest);
    void flush();

    std::ostream& out_;
    u64 limit_, accesses_ = 0, arrivals_ = 0;
    std::atomic<bool> cut_ = false;
    fmt::memory_buffer text_;
};

}  // namespace simt::trace
