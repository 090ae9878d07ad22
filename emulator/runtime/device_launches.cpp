// Queues what kernels launch, and runs it when they have ended; see device_launches.hpp.
#include "emulator/runtime/device_launches.hpp"

#include <cstring>
#include <utility>
#include <vector>

#include "emulator/decode/code.hpp"
#include "emulator/error.hpp"
#include "emulator/report/names.hpp"
#include "emulator/runtime/context.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/launches.hpp"

namespace simt::runtime {
namespace {

using check::NestedLaunch;
using exec::DeviceCall;
using exec::DeviceThread;
using Place = std::shared_ptr<const NestedLaunch>;

constexpr u64 kBufferBytes = 256 << 10;
constexpr u64 kBufferAlignment = 64;

std::string name_of(const Function& function) { return report::kernel_name(function.kernel->demangled()); }

// "by parent, line 12 of k.cu".
std::string text_of(const check::Site& launcher) {
    const std::string kernel = report::kernel_name(launcher.kernel);
    if (launcher.line == 0) return fmt::format("by {}, PTX line {}", kernel, launcher.ptx_line);
    return fmt::format("by {}, line {} of {}", kernel, launcher.line, launcher.file);
}

// The memory of a thread or of a block that the value points to; nullptr if it is no such pointer.
const char* private_memory(u64 value) {
    switch (value & ~(memory::kWindowSize - 1)) {
        case memory::kSharedWindow:
            return "shared";
        case memory::kLocalWindow:
            return "local";
        default:
            return nullptr;
    }
}

// The launch's configuration. cudaLaunchDevice documents other errors than the launches of the host have.
exec::LaunchConfig shaped_in_kernel(const Function& function, const cudaLaunchConfig_t& wanted) {
    try {
        return shaped(function, wanted);
    } catch (Failure& failure) {
        if (failure.error == cudaErrorInvalidValue) failure.error = cudaErrorInvalidConfiguration;
        throw;
    }
}

// A grid could not use such a pointer: the address means its own shared or local memory there.
void check_arguments(const Function& function, const std::vector<u8>& parameters) {
    const exec::Kernel& kernel = *function.kernel;
    for (u32 k = 0; k < kernel.parameter_count(); ++k) {
        const u32 begin = (kernel.parameter_offset(k) + 7) / 8 * 8,
                  end = kernel.parameter_offset(k) + kernel.parameter_size(k);
        for (u32 at = begin; at + sizeof(u64) <= end; at += sizeof(u64)) {
            u64 value = 0;
            std::memcpy(&value, parameters.data() + at, sizeof value);
            if (const char* const memory = private_memory(value))
                throw Error(fmt::format(
                    "a launch passes {} a pointer to {} memory (argument {}), which no other grid can "
                    "reach: pass global memory",
                    name_of(function), memory, k + 1));
        }
    }
}

}  // namespace

DeviceTree::~DeviceTree() {
    for (const u64 address : allocations) context().space.free(address);
}

u64 DeviceTree::allocate(u64 bytes) {
    const memory::Allocation* const held = context().space.allocate(
        bytes, memory::Kind::Variable, "the arguments of launches in kernels", true, 0, device);
    if (held != nullptr) allocations.push_back(held->address);
    return held == nullptr ? 0 : held->address;
}

DeviceGrid::DeviceGrid(DeviceTree& tree, const Function& function, Place place)
    : tree_(tree), function_(function), place_(std::move(place)) {
    if (place_ != nullptr) return;
    auto root = std::make_shared<NestedLaunch>();
    root->kernel = name_of(function);
    place_ = root;
}

void DeviceGrid::begin() {
    if (!place_->by_kernel() && !function_.kernel->code().launches) return;
    Streams& streams = context().streams;
    streams.note_branches();
    check::Stamp stamp = tree_.stamp;
    stamp.nested = {place_, 1};
    streams.set_current(std::move(stamp));
}

Place DeviceGrid::place_of(const DeviceWork& work) {
    auto place = std::make_shared<NestedLaunch>();
    check::StreamClock& clock = clocks_[work.stream];
    place->set_parent(place_);
    place->after_part = work.after_part;
    place->stream = work.stream;
    place->before = clock;
    place->count = ++clock[work.stream];
    place->kernel = work.function != nullptr ? name_of(*work.function) : work.name;
    place->launched = text_of(work.launcher);
    return place;
}

Place DeviceGrid::place_of_tail(const DeviceWork& work) {
    auto place = std::make_shared<NestedLaunch>(*place_);
    place->turn = ++tree_.turns;
    place->kernel = work.function != nullptr ? name_of(*work.function) : work.name;
    place->launched = text_of(work.launcher);
    return place;
}

void DeviceGrid::order(const DeviceWork& work) {
    if (work.kind == DeviceWork::Kind::Record)
        recorded_[work.event] = clocks_[work.stream];
    else
        check::join(clocks_[work.stream], recorded_[work.event]);
}

const Function& DeviceGrid::function_at(u64 pointer) const {
    Modules& modules = context().modules;
    exec::Kernel* const kernel = function_.module->load(context().space, function_.device).kernel_at(pointer);
    if (kernel == nullptr)
        fail(cudaErrorInvalidDeviceFunction, "{:#x} is not the address of a kernel of this program", pointer);
    return *modules.function_named(*function_.module, kernel->function().name, function_.device);
}

void DeviceGrid::enqueue(DeviceWork work, u64 stream, DeviceThread& thread) {
    work.after_part = thread.end_part();
    work.launcher = thread.site();
    work.stream = stream_of(stream, thread);
    (stream == kStreamTailLaunch ? tails : works).push_back(std::move(work));
}

u64 DeviceGrid::parameter_buffer(u64 bytes) {
    const u64 wanted = (std::max<u64>(bytes, 1) + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
    if (wanted > tree_.left) {
        tree_.left = std::max(wanted, kBufferBytes);
        tree_.buffer = tree_.allocate(tree_.left);
        if (tree_.buffer == 0) fail(cudaErrorMemoryAllocation, "no memory is left for the arguments");
    }
    tree_.left -= wanted;
    return std::exchange(tree_.buffer, tree_.buffer + wanted);
}

// Checks a launch and returns where its arguments go.
u64 DeviceGrid::prepare(DeviceThread& thread) {
    const Function& function = function_at(thread.argument<u64>(0));
    cudaLaunchConfig_t wanted = {};
    wanted.gridDim = thread.argument<dim3>(1);
    wanted.blockDim = thread.argument<dim3>(2);
    wanted.dynamicSmemBytes = thread.argument<u32>(3);
    Prepared prepared{&function, shaped_in_kernel(function, wanted)};
    prepared.config.parameters.resize(function.kernel->parameter_bytes());
    const u64 buffer = parameter_buffer(prepared.config.parameters.size());
    prepared_[buffer] = std::move(prepared);
    return buffer;
}

void DeviceGrid::launch(DeviceThread& thread, Prepared prepared, u64 buffer, u64 stream) {
    const u64 most =
        context().device(function_.device).preferences.limits.at(cudaLimitDevRuntimePendingLaunchCount);
    stream_of(stream, thread);  // it exists
    if (tree_.pending >= most) {
        const bool first = !std::exchange(tree_.told_pending, true);
        if (first) count_misuse();
        throw Failure{
            cudaErrorLaunchPendingCountExceeded,
            first ? fmt::format(
                        "{} is not launched: {} launches have not ended, and there is no room for more. "
                        "Launch fewer, or let the host call "
                        "cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, ...)",
                        name_of(*prepared.function), most)
                  : ""};
    }
    std::vector<u8>& parameters = prepared.config.parameters;
    if (!parameters.empty())
        std::memcpy(parameters.data(), context().space.host(buffer, parameters.size()), parameters.size());
    check_arguments(*prepared.function, parameters);
    ++tree_.pending;
    enqueue({.function = prepared.function, .config = std::move(prepared.config)}, stream, thread);
}

cudaError_t DeviceGrid::launch_call(DeviceCall which, DeviceThread& thread) {
    return outcome(thread, "launch in a kernel", [&] {
        const bool whole = which == DeviceCall::LaunchDevice;
        const u64 buffer = thread.argument<u64>(whole ? 1 : 0);
        const auto found = prepared_.find(buffer);
        if (found == prepared_.end())
            fail(cudaErrorInvalidValue,
                 "{:#x} is no buffer of cudaGetParameterBuffer, or has been launched already", buffer);
        Prepared prepared = std::move(found->second);
        prepared_.erase(found);
        if (!whole) return launch(thread, std::move(prepared), buffer, thread.argument<u64>(1));
        const std::size_t bytes = prepared.config.parameters.size();
        cudaLaunchConfig_t wanted = {};
        wanted.gridDim = thread.argument<dim3>(2);
        wanted.blockDim = thread.argument<dim3>(3);
        wanted.dynamicSmemBytes = thread.argument<u32>(4);
        const Function& function = function_at(thread.argument<u64>(0));
        prepared = {&function, shaped_in_kernel(function, wanted)};
        if (function.kernel->parameter_bytes() > bytes)
            fail(cudaErrorInvalidValue, "the arguments of {} need {} bytes, and the buffer has {}",
                 name_of(function), function.kernel->parameter_bytes(), bytes);
        prepared.config.parameters.resize(function.kernel->parameter_bytes());
        launch(thread, std::move(prepared), buffer, thread.argument<u64>(5));
    });
}

void run_with_launches(const Function& function, exec::LaunchConfig config) {
    DeviceTree tree;
    tree.device = function.device;
    tree.stamp = context().streams.current();
    std::vector<std::unique_ptr<DeviceGrid>>
        open;  // those with work that has not run, each launched by the one before
    open.push_back(std::make_unique<DeviceGrid>(tree, function));
    run_grid(function, std::move(config), *open.back());
    const auto end_last = [&] {
        if (open.back()->place()->by_kernel()) --tree.pending;
        open.pop_back();
    };
    while (!open.empty() && device_error() == cudaSuccess) {
        DeviceGrid& grid = *open.back();
        const bool tail = grid.works.empty();
        std::deque<DeviceWork>& from = tail ? grid.tails : grid.works;
        if (from.empty()) {
            end_last();
            continue;
        }
        DeviceWork work = std::move(from.front());
        from.pop_front();
        using enum DeviceWork::Kind;
        if (work.kind == Record || work.kind == Wait) {
            grid.order(work);
            continue;
        }
        const Place place = tail ? grid.place_of_tail(work) : grid.place_of(work);
        if (tail && from.empty()) end_last();  // a chain of tail launches may be long
        if (work.kind == Copy) {
            check::Stamp stamp = tree.stamp;
            stamp.nested = {place, 1};
            context().streams.set_current(std::move(stamp));
            if (const cudaError_t error = outcome_of(work.name, work.copy)) set_device_error(error);
            continue;
        }
        work.config.record.launcher = std::move(work.launcher);
        open.push_back(std::make_unique<DeviceGrid>(tree, *work.function, place));
        run_grid(*work.function, std::move(work.config), *open.back());
    }
    context().streams.set_current(tree.stamp);
}

}  // namespace simt::runtime
