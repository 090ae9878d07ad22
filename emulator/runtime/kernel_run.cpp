// Runs a kernel: from a launch's configuration to exec::RunningLaunch, and from its status to CUDA's errors, its record and its
// messages. A kernel that polls memory may wait for others to write there (pending_work.hpp).
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>

#include "emulator/decode/code.hpp"
#include "emulator/error.hpp"
#include "emulator/exec/launch.hpp"
#include "emulator/report/names.hpp"
#include "emulator/runtime/context.hpp"
#include "emulator/runtime/device_launches.hpp"
#include "emulator/runtime/endings.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/launch_limits.hpp"
#include "emulator/runtime/launch_progress.hpp"
#include "emulator/runtime/launches.hpp"
#include "emulator/runtime/selection.hpp"
#include "emulator/runtime/trace_file.hpp"

namespace simt::runtime {
namespace {

cudaError_t error_of(exec::Status status) {
    switch (status) {
        case exec::Status::Ok:
            return cudaSuccess;
        case exec::Status::IllegalAddress:
            return cudaErrorIllegalAddress;
        case exec::Status::MisalignedAddress:
            return cudaErrorMisalignedAddress;
        case exec::Status::IllegalInstruction:
            return cudaErrorIllegalInstruction;
        case exec::Status::InvalidPc:
            return cudaErrorInvalidPc;
        case exec::Status::Trap:
            return cudaErrorLaunchFailure;
        case exec::Status::Assert:
            return cudaErrorAssert;
        case exec::Status::Timeout:
            return cudaErrorLaunchTimeout;
        case exec::Status::Unsupported:
            return cudaErrorNotSupported;
        case exec::Status::Interrupted:
            return cudaErrorLaunchFailure;  // nobody sees it: the program is ending
    }
    return cudaErrorUnknown;
}

// A kernel that uses a missing feature must not look as if it had run, so the error is sticky, like a fault's.
[[noreturn]] void unsupported(const exec::Kernel& kernel, std::string_view feature) {
    set_device_error(cudaErrorNotSupported);
    fail(cudaErrorNotSupported, "{}: {}", kernel.demangled(), feature);
}

// Output of printf and assert goes through the program's own C streams, so it keeps the order of the calls. Flushing them
// makes reports on stderr appear after it.
void write_text(std::FILE* stream, std::string& text) {
    if (text.empty()) return;
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fflush(stream);
    text = {};  // the record of the launch need not keep it
}

class KernelRun : public WaitingWork {
  public:
    // grid: nullptr for a kernel that launches none, which may wait.
    KernelRun(const Function& function, exec::LaunchConfig config, DeviceGrid* grid = nullptr);

    bool begin();  // false: it waits
    bool can_go_on() override;
    bool is_due() override {
        return !running_->waiting().fixed && std::chrono::steady_clock::now() - looked_ > pause_;
    }
    bool go_on() override {
        return turn([this] { return running_->go_on(); });
    }
    bool go_on_or_end(const std::string& why) override {
        return turn([&] { return running_->go_on_for_the_last_time(why); });
    }
    bool is_private() const override {
        return std::ranges::all_of(running_->waiting().polled, [](const exec::PolledMemory& polled) {
            const memory::Allocation* const in = context().space.find(polled.address);
            return in != nullptr && (in->kind == memory::Kind::Device || in->kind == memory::Kind::Variable);
        });
    }
    void abandon(const std::string& why) override {
        running_->abandon(exec::Status::Trap, why);
        finish();
    }
    void interrupt() override;
    std::string description() const override {
        return fmt::format("launch {} of {}: {}, for {}", id_, name_, running_->waiting().where,
                           running_->waiting().what);
    }

  private:
    template <class Work>
    bool turn(Work work);
    exec::Launch ended();
    void finish();
    void keep(exec::Launch launch);

    exec::Kernel& kernel_;
    const int device_;
    const std::string name_;
    exec::LaunchConfig config_;
    DeviceGrid* const grid_;
    u64 id_ = 0;
    bool is_last_ = false;    // the last launch to report
    bool is_placed_ = false;  // the history has its number
    // Copies: other work runs while it waits.
    check::Stamp stamp_;
    check::StreamClock waited_for_;
    std::optional<check::StreamPosition> position_;
    std::optional<LaunchProgress> progress_;
    std::optional<exec::RunningLaunch> running_;
    // How long it waits from now on before it looks again at what does not change, if its threads count or look at a clock.
    std::chrono::steady_clock::time_point looked_;
    std::chrono::steady_clock::duration pause_{};
};

// The launch whose trace is being written: the file holds one launch after the other.
const KernelRun* traced = nullptr;

KernelRun::KernelRun(const Function& function, exec::LaunchConfig config, DeviceGrid* grid)
    : kernel_(*function.kernel),
      device_(function.device),
      name_(report::kernel_name(kernel_.demangled()) + report::on_device(kernel_.module().named_device())),
      config_(std::move(config)),
      grid_(grid) {
    const occupancy::Occupancy resident =
        occupancy_of(function, config_.block.count(), config_.dynamic_shared);
    config_.resident_blocks = std::max(1u, h200::kMultiprocessors * resident.blocks);
    config_.record.occupancy = resident.ratio();
    config_.record.resident_blocks = resident.blocks;
    config_.record.occupancy_limit = occupancy::names_of(resident.limits());
}

bool KernelRun::begin() {
    exec::Options options{
        .checks = settings().checks,
        .threads = settings().threads,
        .random_schedule = settings().random_schedule,
        .seed = settings().seed,
        .max_instructions = settings().max_instructions,
        .by_simt = settings().findings_fd >= 0,
        .stack = static_cast<u32>(context().device(device_).preferences.limits.at(cudaLimitStackSize)),
        .models = models_to_count()};
    options.device = grid_;
    if (grid_ != nullptr) options.instructions = &grid_->instructions();
    options.interrupt = &program_is_ending();
    options.past_stray = settings().past_stray;
    options.may_wait = grid_ == nullptr && context().streams.may_wait();
    if (program_is_ending()) stay_until_the_end();
    interrupt_at_exit();
    kernel_.code();  // throws if the emulator lacks a feature; such a launch has no number
    if (grid_ != nullptr) grid_->begin();
    stamp_ = context().streams.current();
    waited_for_ = context().streams.waited_for();
    if (context().position())
        options.position =
            &position_.emplace(check::StreamPosition{context().stream_races, stamp_, waited_for_});
    id_ = config_.record.id = context().history.count() + 1;
    config_.record.reported = select_launch(kernel_.demangled(), kernel_.function().name);
    is_last_ = last_is_taken();
    options.images = &context().images;
    options.trace = config_.record.reported ? trace_options() : nullptr;
    if (options.trace != nullptr && traced != nullptr) {
        options.trace = nullptr;
        say("launch {} of {} is not in the trace, since it runs while launch {} of {} waits", id_, name_,
            traced->id_, traced->name_);
    }
    if (options.trace != nullptr) traced = this;
    tell_pace(STDERR_FILENO, id_, name_);
    progress_.emplace(STDERR_FILENO, id_, name_, config_.grid.count(), pause_before_progress());
    options.blocks_done = &progress_->blocks_done();
    running_.emplace(kernel_, config_, context().space, options);
    return turn([this] { return running_->go_on(); });
}

bool KernelRun::can_go_on() {
    const exec::Waiting& waiting = running_->waiting();
    for (const exec::PolledMemory& polled : waiting.polled) {
        const u8* const now = context().space.host(polled.address, polled.width);
        if (now == nullptr || std::memcmp(now, polled.value.data(), polled.width) != 0) {
            pause_ = {};
            return true;
        }
    }
    return false;
}

template <class Work>
bool KernelRun::turn(Work work) {
    constexpr std::chrono::microseconds kFirstPause{20}, kLongestPause{10000};
    progress_->go_on();
    bool ended = true;
    std::optional<memory::AddressSpace::View> view;
    if (context().devices.size() > 1)
        view.emplace(context().space, device_, [this](const memory::Allocation& memory) {
            return context().may_access(device_, memory);
        });
    try {
        ended = work();
    } catch (const Error& error) {
        unsupported(kernel_, error.what());
    }
    view.reset();
    progress_->pause();
    if (ended) {
        finish();
        return true;
    }
    pause_ = std::clamp<std::chrono::steady_clock::duration>(2 * pause_, kFirstPause, kLongestPause);
    looked_ = std::chrono::steady_clock::now();
    if (!is_placed_) {
        exec::Launch begun = config_.record;
        begun.kernel = kernel_.demangled();
        begun.mangled = kernel_.function().name;
        begun.device = kernel_.module().named_device();
        begun.grid = config_.grid;
        begun.block = config_.block;
        begun.status = exec::Status::Interrupted;  // if the program ends without waiting for it
        begun.message = progress_->so_far();
        context().history.add(std::move(begun));
        is_placed_ = true;
    }
    return false;
}

void KernelRun::keep(exec::Launch launch) {
    if (is_placed_)
        context().history.replace(id_, std::move(launch));
    else
        context().history.add(std::move(launch));
}

// The record, after telling what the launch has printed and what was found.
exec::Launch KernelRun::ended() {
    exec::Launch done = running_->finish();
    running_.reset();
    if (traced == this) traced = nullptr;
    if (done.status == exec::Status::Interrupted) done.message = progress_->so_far();
    progress_.reset();
    if (!done.launcher.kernel.empty())
        for (check::Finding& finding : done.findings) finding.launcher = done.launcher;
    write_text(stdout, done.printed);
    write_text(stderr, done.assertions);
    announce(done);
    return done;
}

void KernelRun::finish() {
    exec::Launch done = ended();
    // As on a GPU, the launch itself succeeds. The next call returns the fault, whether or not it waits for the
    // launch.
    const exec::Status status = done.status;
    if (status == exec::Status::Interrupted) {
        keep(std::move(done));
        stay_until_the_end();
    }
    if (status != exec::Status::Ok) set_device_error(error_of(status));
    keep(std::move(done));
    if (settings().kill && is_last_)
        end_program(fmt::format("was ended after launch {}, the last one to report (--kill)", id_), 0);
    if (status == exec::Status::Unsupported) check_device_error();
}

void KernelRun::interrupt() {
    running_->abandon(exec::Status::Interrupted, {});
    keep(ended());
}

}  // namespace

void run_grid(const Function& function, exec::LaunchConfig config, DeviceGrid& grid) {
    const AsDevice as(function.device);
    try {
        KernelRun(function, std::move(config), &grid).begin();
    } catch (const Error& error) {
        unsupported(*function.kernel, error.what());
    }
}

void run_kernel(const Function& function, exec::LaunchConfig config) {
    const AsDevice as(function.device);
    try {
        if (function.kernel->code().launches) return run_with_launches(function, std::move(config));
        const auto run = std::make_shared<KernelRun>(function, std::move(config));
        if (!run->begin()) context().streams.wait(run);
    } catch (const Error& error) {
        unsupported(*function.kernel, error.what());
    }
}

}  // namespace simt::runtime
