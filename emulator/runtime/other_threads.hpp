// Whether another thread of the program could still do something, while one waits for work that cannot go on by itself.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>

namespace simt::runtime {

// Lives while the calling thread waits in a call of CUDA for work in a stream.
class WaitsInCall {
  public:
    WaitsInCall();
    ~WaitsInCall();
    WaitsInCall(const WaitsInCall&) = delete;
    WaitsInCall& operator=(const WaitsInCall&) = delete;
};

class OtherThreads {
  public:
    // True once there is no thread left but the emulator's and those that wait in calls of CUDA, or all others have slept for kLongSleep
    // without waking up once. A thread may always come from a call that has just ended, so ask twice, with the context's lock given up
    // in between.
    bool are_gone();

    static constexpr std::chrono::seconds kLongSleep{60};

  private:
    std::map<pid_t, std::string> known_;  // how often each has run, as of `since_`
    std::chrono::steady_clock::time_point since_;
};

}  // namespace simt::runtime
