// The one Context of the process, and the frame of the calls that use it; see context.hpp and call.hpp.
#include "emulator/runtime/context.hpp"

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/pools.hpp"

namespace simt::runtime {

void Context::reset() {
    modules.unload();
    for (const memory::Allocation* allocation : space.live()) space.free(allocation->address);
    streams.clear();
    stream_races.clear();
    reset_pools();
    preferences = {};
    modules.place_managed_again();
}

std::optional<check::StreamPosition> Context::position() {
    if (!settings().checks.races || !streams.may_run_at_once()) return std::nullopt;
    return check::StreamPosition{stream_races, streams.current(), streams.waited_for()};
}

Context& context() {
    static Context* const instance = new Context;  // never destroyed, on purpose: see the header
    return *instance;
}

cudaError_t query(const std::function<void()>& body, const char* name) {
    return record(outcome_of(name, [&] {
        if (in_host_function())
            fail(cudaErrorNotPermitted,
                 "a host function in a stream may not call CUDA; let the thread that waits for it do so");
        const std::lock_guard lock(context().mutex);
        ++context().calls;
        body();
    }));
}

cudaError_t call(const std::function<void()>& body, const char* name) {
    return query(
        [&] {
            check_device_error();
            body();
        },
        name);
}

cudaError_t submit(cudaStream_t stream, const std::function<void()>& work, const char* name) {
    return call([&] { context().streams.submit(stream, work); }, name);
}

cudaError_t enqueue(cudaStream_t stream, std::function<void()> work, const char* name) {
    return call([&] { context().streams.enqueue(stream, std::move(work)); }, name);
}

void check_device(int device) {
    if (device != 0) fail(cudaErrorInvalidDevice, "there is one device, number 0; asked for {}", device);
}

}  // namespace simt::runtime
