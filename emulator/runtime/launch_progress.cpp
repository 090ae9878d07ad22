// See launch_progress.hpp.
#include "emulator/runtime/launch_progress.hpp"

#include <fmt/format.h>

namespace simt::runtime {

LaunchProgress::LaunchProgress(int file, std::string kernel, u64 blocks, std::chrono::milliseconds first)
    : kernel_(std::move(kernel)), blocks_(blocks), line_(file, terminal::Place::BelowCursor) {
    if (line_.shown()) teller_ = std::thread([this, first] { tell(first); });
}

LaunchProgress::~LaunchProgress() {
    if (!teller_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    changed_.notify_one();
    teller_.join();
}

void LaunchProgress::tell(std::chrono::milliseconds first) {
    constexpr std::chrono::milliseconds kPause(300);
    std::unique_lock lock(mutex_);
    for (std::chrono::milliseconds wait = first; !changed_.wait_for(lock, wait, [this] { return ended_; });
         wait = kPause) {
        const u64 done = done_;
        const std::string rest =
            terminal::remaining(since_.seconds(), static_cast<double>(done), static_cast<double>(blocks_));
        line_.show(fmt::format("simt: {}: {} of {} block{}{}", kernel_, done, blocks_,
                               blocks_ == 1 ? "" : "s",
                               rest.empty() ? fmt::format(", {:.0f} s so far", since_.seconds()) : rest));
    }
    line_.clear();
}

}  // namespace simt::runtime
