// See launch_progress.hpp.
#include "emulator/runtime/launch_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "common/terminal/terminal.hpp"
#include "emulator/exec/own_threads.hpp"
#include "emulator/report/names.hpp"
#include "emulator/runtime/settings.hpp"

namespace simt::runtime {
namespace {

std::mutex current_mutex;
const LaunchProgress* current = nullptr;

void set_current(const LaunchProgress* launch) {
    const std::lock_guard lock(current_mutex);
    current = launch;
}

std::string rate_text(double rate) {
    return rate < 10 ? fmt::format("{:.2g}", rate) : report::grouped(static_cast<u64>(std::llround(rate)));
}

// Since the first launch.
double seconds_of_program() {
    static const terminal::Stopwatch since;
    return since.seconds();
}

}  // namespace

LaunchProgress::LaunchProgress(int file, u64 number, std::string kernel, u64 blocks,
                               std::chrono::milliseconds first)
    : number_(number),
      kernel_(std::move(kernel)),
      blocks_(blocks),
      line_(file, terminal::Place::BelowCursor) {
    set_current(this);
    if (line_.shown()) teller_ = std::thread([this, first] { tell(first); });
}

LaunchProgress::~LaunchProgress() {
    set_current(nullptr);
    if (!teller_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    changed_.notify_one();
    teller_.join();
}

void LaunchProgress::pause() {
    set_current(nullptr);
    const std::lock_guard lock(mutex_);
    paused_ = true;
    line_.clear();
}

void LaunchProgress::go_on() {
    set_current(this);
    const std::lock_guard lock(mutex_);
    paused_ = false;
}

std::string LaunchProgress::line(double seconds) const {
    const double done = static_cast<double>(done_), all = static_cast<double>(blocks_);
    std::string text = fmt::format("simt: launch {}, {}: {:.0f} % of {}", number_, kernel_,
                                   std::floor(100 * done / all), report::counted(blocks_, "block", "blocks"));
    if (done > 0) text += fmt::format(", {} blocks/s", rate_text(done / seconds));
    const std::string rest = terminal::remaining(seconds, done, all);
    return text + (rest.empty() ? fmt::format(", {:.0f} s so far", seconds) : rest);
}

std::string LaunchProgress::so_far() const {
    return fmt::format("{} of {} had run", report::grouped(done_),
                       report::counted(blocks_, "block", "blocks"));
}

std::string LaunchProgress::running() {
    const std::lock_guard lock(current_mutex);
    if (current == nullptr) return {};
    return fmt::format("launch {} of {} was running ({})", current->number_, current->kernel_,
                       current->so_far());
}

void LaunchProgress::tell(std::chrono::milliseconds first) {
    constexpr std::chrono::milliseconds kPause(300);
    exec::note_own_thread();
    std::unique_lock lock(mutex_);
    for (std::chrono::milliseconds wait = first; !changed_.wait_for(lock, wait, [this] { return ended_; });
         wait = kPause) {
        if (!paused_) line_.show(line(since_.seconds()));
    }
    line_.clear();
}

std::chrono::milliseconds pause_before_progress() {
    using std::chrono::milliseconds;
    constexpr milliseconds kAtLeast(300), kUsual(2000), kOfProgram(5000);
    const milliseconds left = kOfProgram - milliseconds(static_cast<s64>(1000 * seconds_of_program()));
    return std::clamp(left, kAtLeast, kUsual);
}

std::string LaunchPace::note(u64 number, std::string_view kernel, double seconds) {
    if (seconds < next_) return {};
    constexpr double kShort = 1;  // seconds of a launch; longer ones show a line
    const double time = seconds - last_, launches = static_cast<double>(number - 1 - launches_);
    last_ = seconds;
    next_ = 2 * seconds;
    launches_ = number - 1;
    if (launches == 0 || time / launches > kShort) return {};
    return fmt::format("simt: {} in {:.0f} s, now {} a second; the newest is {}",
                       report::counted(number - 1, "launch", "launches"), seconds, rate_text(launches / time),
                       kernel);
}

void tell_pace(int file, u64 number, std::string_view kernel) {
    static LaunchPace& pace = *new LaunchPace;
    const std::string note = pace.note(number, kernel, seconds_of_program());
    if (note.empty() || !terminal::understands_escapes(file)) return;
    const std::string way_out = settings().findings_fd >= 0 && !settings().kill
                                    ? " (--launch-range 1:20 --kill yes would end the program after 20)"
                                    : "";
    dprintf(file, "%s%s\n", note.c_str(), way_out.c_str());
}

}  // namespace simt::runtime
