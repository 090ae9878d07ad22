// The Context of the process, and the frame of the calls that use it; see context.hpp and call.hpp.
#include "emulator/runtime/context.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/graphs/capture.hpp"
#include "emulator/runtime/pools.hpp"

namespace simt::runtime {
namespace {

bool is_of_the_host(const memory::Allocation& memory) {
    return memory.kind == memory::Kind::Pinned || memory.kind == memory::Kind::Registered;
}

}  // namespace

Context::Context()
    : devices(static_cast<std::size_t>(settings().devices)),
      space(settings().devices),
      streams(mutex, settings().devices) {}

Device& Context::device() { return device(current_device()); }

void Context::reset(int number) {
    modules.unload(number);
    for (const memory::Allocation* allocation : space.live())
        if (allocation->device == number) space.free(allocation->address);
    space.set_heap_limit(Preferences().limits.at(cudaLimitMallocHeapSize), number);
    streams.clear(number);
    if (devices.size() == 1) stream_races.clear();
    reset_pools(number);
    device(number) = {};
    for (Device& other : devices) other.peers.erase(number);
    modules.place_managed_again();
}

void Context::count_call(const char* name) {
    ++calls;
    const auto known = calls_by_name.find(std::string_view(name));
    CallsOfOne& found = known == calls_by_name.end() ? calls_by_name[name] : known->second;
    ++found.count;
    found.latest = calls;
}

u64 Context::allocated() const {
    u64 bytes = 0;
    for (const memory::Allocation* allocation : space.live())
        if (allocation->kind == memory::Kind::Device || allocation->kind == memory::Kind::Managed)
            bytes += allocation->size;
    return bytes;
}

u64 Context::available(int number) const {
    u64 left = space.available();
    if (memory_limit != ~u64{0}) left = std::min(left, memory_limit - std::min(memory_limit, allocated()));
    if (devices.size() == 1) return left;
    u64 used = 0;
    for (const memory::Allocation* allocation : space.live())
        if (allocation->device == number && !is_of_the_host(*allocation)) used += allocation->size;
    return std::min(left, space.total() - std::min(space.total(), used));
}

bool Context::may_access(int number, const memory::Allocation& memory) const {
    if (memory.device == number || memory.device == memory::kEveryDevice || is_of_the_host(memory) ||
        memory.kind == memory::Kind::Managed)
        return true;
    if (const auto allowed = pool_allows(memory.address, number)) return *allowed;
    return devices[static_cast<std::size_t>(number)].peers.contains(memory.device);
}

std::optional<check::StreamPosition> Context::position() {
    if (!settings().checks.races || !streams.may_run_at_once()) return std::nullopt;
    return check::StreamPosition{stream_races, streams.current(), streams.waited_for()};
}

namespace {
thread_local bool primary_is_current = false, another_is_current = false;
thread_local int device_of_thread = 0;
}  // namespace

int current_device() { return device_of_thread; }

AsDevice::AsDevice(int device) : outer_(std::exchange(device_of_thread, device)) {}
AsDevice::~AsDevice() { device_of_thread = outer_; }

void use_primary_context() {
    if (!another_is_current) context().device().in_use = primary_is_current = true;
}

void use_device(int device) {
    device_of_thread = device;
    another_is_current = false;
    use_primary_context();
}

void leave_primary_context(int device, bool for_another) {
    device_of_thread = device;
    primary_is_current = false;
    another_is_current = for_another;
}

bool is_primary_context_current() { return primary_is_current; }

Context& context() {
    static Context* const instance = new Context;  // never destroyed, on purpose: see the header
    return *instance;
}

cudaError_t framed(const std::function<void()>& body, const char* name) {
    return outcome_of(name, [&] {
        if (in_host_function())
            fail(cudaErrorNotPermitted,
                 "a host function in a stream may not call CUDA; let the thread that waits for it do so");
        const std::lock_guard lock(context().mutex);
        context().count_call(current_call());
        if (!in_driver_call()) context().used_by_runtime = true;
        body();
    });
}

cudaError_t query(const std::function<void()>& body, const char* name) { return record(framed(body, name)); }

cudaError_t call(const std::function<void()>& body, const char* name) {
    return query(
        [&] {
            check_device_error();
            if (!in_driver_call()) use_primary_context();
            body();
        },
        name);
}

cudaError_t submit(cudaStream_t stream, const std::function<void()>& work, const char* name) {
    return call(
        [&] {
            if (stream == nullptr) check_unsafe_call();
            context().streams.submit(stream, work);
        },
        name);
}

cudaError_t enqueue(cudaStream_t stream, std::function<void()> work, const char* name) {
    return call([&] { context().streams.enqueue(stream, std::move(work)); }, name);
}

void check_device(int device) {
    const int count = settings().devices;
    if (device >= 0 && device < count) return;
    if (count == 1)
        fail(cudaErrorInvalidDevice,
             "there is one device, number 0; asked for {} (simt --devices N shows more)", device);
    fail(cudaErrorInvalidDevice, "there are {} devices, number 0 to {}; asked for {}", count, count - 1,
         device);
}

}  // namespace simt::runtime
