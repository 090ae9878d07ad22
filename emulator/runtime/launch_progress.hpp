// Says on a terminal how far a long launch is: the emulator needs minutes for a launch that a GPU does at once.
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

// A line below the cursor while the object lives, "simt: naive: 1200 of 4096 blocks, about 12 s left", from the first few seconds on.
// Does nothing if the file is no terminal.
class LaunchProgress {
  public:
    LaunchProgress(int file, std::string kernel, u64 blocks,
                   std::chrono::milliseconds first = std::chrono::seconds(2));
    ~LaunchProgress();
    LaunchProgress(const LaunchProgress&) = delete;
    LaunchProgress& operator=(const LaunchProgress&) = delete;

    // The launch counts the blocks that have ended here; nullptr if nothing is shown.
    std::atomic<u64>* blocks_done() { return line_.shown() ? &done_ : nullptr; }

  private:
    void tell(std::chrono::milliseconds first);

    std::string kernel_;
    u64 blocks_;
    std::atomic<u64> done_ = 0;
    terminal::Stopwatch since_;
    terminal::Progress line_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool ended_ = false;
    std::thread teller_;
};

}  // namespace simt::runtime
