// Says on a terminal how far a long launch, or a long loop of short ones, is: the emulator needs minutes for what a GPU does at once.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "common/terminal/progress.hpp"
#include "emulator/integers.hpp"

namespace simt::runtime {

// A line below the cursor while the object lives, "simt: launch 12, naive: 29 % of 4,096 blocks, 410 blocks/s, about 12 s left", once the
// launch has run for `first`. Writes nothing if the file is no terminal.
class LaunchProgress {
  public:
    LaunchProgress(int file, u64 number, std::string kernel, u64 blocks, std::chrono::milliseconds first);
    ~LaunchProgress();
    LaunchProgress(const LaunchProgress&) = delete;
    LaunchProgress& operator=(const LaunchProgress&) = delete;

    // The launch stands still: until go_on(), the line is gone, and running() does not name it.
    void pause();
    void go_on();

    // The launch counts the blocks that have ended here.
    std::atomic<u64>& blocks_done() { return done_; }
    // The text of the line after so many seconds.
    std::string line(double seconds) const;
    // "412 of 4,096 blocks had run".
    std::string so_far() const;
    // "launch 3 of naive was running (412 of 4,096 blocks had run)", of the object that lives; empty if none does. From any thread.
    static std::string running();

  private:
    void tell(std::chrono::milliseconds first);

    u64 number_;
    std::string kernel_;
    u64 blocks_;
    std::atomic<u64> done_ = 0;
    terminal::Stopwatch since_;
    terminal::Progress line_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool ended_ = false, paused_ = false;
    std::thread teller_;
};

// The pause before a launch shows its line: two seconds, and less once the program has launched for five.
std::chrono::milliseconds pause_before_progress();

// A loop of launches too short for a line: "simt: 312 launches in 5 s, 62 a second; the newest is naive", after five seconds, ten, twenty,
// forty … of the program. Empty at other times, and if the newest launches were long. number: of the launch that begins now.
class LaunchPace {
  public:
    std::string note(u64 number, std::string_view kernel, double seconds);

  private:
    double last_ = 0, next_ = 5;
    u64 launches_ = 0;  // when the last one was due
};

// Calls it with the program's time, and writes what it says to the terminal.
void tell_pace(int file, u64 number, std::string_view kernel);

}  // namespace simt::runtime
