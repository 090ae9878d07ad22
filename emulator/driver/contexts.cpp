// cuInit, and the calls that create, destroy and choose contexts; see contexts.hpp.
#include "emulator/driver/contexts.hpp"

#include <memory>
#include <vector>

namespace simt::driver {
namespace {

constexpr unsigned kKnownFlags = 0xff;  // CU_CTX_FLAGS_MASK of CUDA 13

struct Contexts {
    struct Primary {
        CUctx_st context;
        unsigned retained = 0;  // cuDevicePrimaryCtxRetain without Release
    };
    bool initialised = false;
    u64 next_id = 1;
    std::vector<Primary> primaries;  // of the devices
    std::vector<std::unique_ptr<CUctx_st>> created;

    Contexts() : primaries(context().devices.size()) {
        for (int device = 0; Primary & primary : primaries)
            primary.context = {.id = next_id++, .device = device++};
    }
    Primary& of(int device) { return primaries[static_cast<std::size_t>(device)]; }
    bool is_primary(CUcontext handle) {
        return std::ranges::any_of(primaries, [&](const Primary& one) { return &one.context == handle; });
    }
};

// Never destroyed, as the runtime's context: destructors after main may still call.
Contexts& contexts() {
    static auto* const all = new Contexts;
    return *all;
}

std::vector<CUcontext>& stack() {
    thread_local std::vector<CUcontext> contexts_of_thread;
    return contexts_of_thread;
}

void tell_runtime() {
    const CUcontext top = stack().empty() ? nullptr : stack().back();
    runtime::leave_primary_context(top ? top->device : 0, top && !contexts().is_primary(top));
}

void push(CUcontext handle) {
    stack().push_back(handle);
    tell_runtime();
}

void pop() {
    if (!stack().empty()) stack().pop_back();
    tell_runtime();
}

}  // namespace

void check_context(CUcontext handle) {
    const bool known = contexts().is_primary(handle) ||
                       std::ranges::count(contexts().created, handle, &std::unique_ptr<CUctx_st>::get) != 0;
    if (!known) fail(cudaErrorDeviceUninitialized, "{} is no context", static_cast<void*>(handle));
    if (!is_alive(handle)) fail(cudaErrorContextIsDestroyed, "the context was destroyed before");
}

CUcontext primary_context(int device) { return &contexts().of(device).context; }

namespace {

void check_flags(unsigned flags) {
    if (flags & ~kKnownFlags) fail(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
}

CUresult create(CUcontext* result, unsigned flags, CUdevice device, const char* name) {
    return initialised(
        [&] {
            check_flags(flags);
            runtime::check_device(device);
            contexts().created.push_back(
                std::make_unique<CUctx_st>(true, flags, contexts().next_id++, device));
            answer(result, contexts().created.back().get());
            push(*result);
        },
        name);
}

// The last context of the device has gone: as cudaDeviceReset, which reports leaks.
cudaError_t reset_if_unused(int device) {
    for (const auto& one : contexts().created)
        if (one->alive && one->device == device) return cudaSuccess;
    return is_alive(primary_context(device)) ? cudaSuccess : runtime::reset_device(device);
}

CUresult release_primary(CUdevice device, const char* name) {
    return initialised(
        [&] {
            const cudaError_t released = call([&] {
                runtime::check_device(device);
                if (contexts().of(device).retained == 0)
                    fail(cudaErrorDeviceUninitialized, "the primary context is not retained");
                --contexts().of(device).retained;
            });
            return released == cudaSuccess ? reset_if_unused(device) : released;
        },
        name);
}

CUresult reset_primary(CUdevice device, const char* name) {
    return initialised(
        [&] {
            const cudaError_t checked = call([&] { runtime::check_device(device); });
            return checked == cudaSuccess ? runtime::reset_device(device) : checked;
        },
        name);
}

CUresult set_primary_flags(CUdevice device, unsigned flags, const char* name) {
    return initialised(
        [&] {
            check_flags(flags);
            runtime::check_device(device);
            primary_context(device)->flags = flags;
        },
        name);
}

// Removes the top of the stack and gives it to `result`, unless that is null.
CUresult pop_into(CUcontext* result, const char* name) {
    return initialised(
        [&] {
            if (!current_context())
                fail(cudaErrorDeviceUninitialized, "no context is current in this thread");
            if (result) *result = current_context();
            pop();
        },
        name);
}

}  // namespace

bool is_initialised() { return contexts().initialised || context().used_by_runtime; }

CUcontext current_context() {
    if (runtime::is_primary_context_current()) return primary_context(runtime::current_device());
    return stack().empty() ? nullptr : stack().back();
}

bool is_alive(CUcontext handle) {
    if (!contexts().is_primary(handle)) return handle->alive;
    return contexts().of(handle->device).retained != 0 || context().device(handle->device).in_use;
}

SIMT_DRIVER(cuInit, , unsigned flags) {
    return at_any_time([&] {
        if (flags != 0) fail(cudaErrorInvalidValue, "the flags of cuInit must be 0");
        contexts().initialised = true;
    });
}

SIMT_DRIVER_UNDECLARED(cuCtxCreate, _v2, CUcontext* result, unsigned flags, CUdevice device) {
    return create(result, flags, device, __func__);
}
SIMT_DRIVER_UNDECLARED(cuCtxCreate, _v3, CUcontext* result, void*, int, unsigned flags, CUdevice device) {
    return create(result, flags, device, __func__);
}
SIMT_DRIVER_UNDECLARED(cuCtxCreate, _v4, CUcontext* result, CUctxCreateParams*, unsigned flags,
                       CUdevice device) {
    return create(result, flags, device, __func__);
}

SIMT_DRIVER(cuCtxDestroy, _v2, CUcontext handle) {
    return initialised([&] {
        const cudaError_t destroyed = call([&] {
            check_context(handle);
            context().streams.synchronize(handle->device);
            if (contexts().is_primary(handle))
                fail(cudaErrorDeviceUninitialized, "the primary context is released, not destroyed");
            handle->alive = false;
            if (!stack().empty() && stack().back() == handle) pop();
        });
        return destroyed == cudaSuccess ? reset_if_unused(handle->device) : destroyed;
    });
}

SIMT_DRIVER(cuCtxPushCurrent, _v2, CUcontext handle) {
    return initialised([&] {
        check_context(handle);
        push(handle);
    });
}

SIMT_DRIVER(cuCtxPopCurrent, _v2, CUcontext* result) { return pop_into(result, __func__); }

SIMT_DRIVER(cuCtxSetCurrent, , CUcontext handle) {
    return initialised([&] {
        if (handle) check_context(handle);
        pop();
        if (handle) push(handle);
    });
}

SIMT_DRIVER(cuCtxGetCurrent, , CUcontext* result) {
    return initialised([&] { answer(result, current_context()); });
}

SIMT_DRIVER(cuCtxGetDevice, , CUdevice* device) {
    return in_context([&] { answer(device, current_context()->device); });
}

SIMT_DRIVER(cuCtxGetFlags, , unsigned* flags) {
    return in_context([&] { answer(flags, current_context()->flags); });
}

SIMT_DRIVER_UNDECLARED(cuCtxGetId, , CUcontext handle, unsigned long long* id) {
    return initialised([&] {
        if (handle) check_context(handle);
        const CUcontext asked = handle ? handle : current_context();
        if (!asked) fail(cudaErrorDeviceUninitialized, "no context is current in this thread");
        answer(id, asked->id);
    });
}

SIMT_DRIVER(cuCtxGetApiVersion, , CUcontext handle, unsigned* version) {
    return initialised([&] {
        if (handle) check_context(handle);
        answer(version, 3020);  // of every context since CUDA 3.2
    });
}

SIMT_DRIVER(cuCtxSynchronize, ) {
    return in_context([] { return cudaDeviceSynchronize(); });
}

SIMT_DRIVER(cuDevicePrimaryCtxRetain, , CUcontext* result, CUdevice device) {
    return initialised([&] {
        runtime::check_device(device);
        answer(result, primary_context(device));
        ++contexts().of(device).retained;
    });
}

SIMT_DRIVER(cuDevicePrimaryCtxRelease, _v2, CUdevice device) { return release_primary(device, __func__); }
SIMT_DRIVER_UNDECLARED(cuDevicePrimaryCtxRelease, , CUdevice device) {
    return release_primary(device, __func__);
}
SIMT_DRIVER(cuDevicePrimaryCtxReset, _v2, CUdevice device) { return reset_primary(device, __func__); }
SIMT_DRIVER_UNDECLARED(cuDevicePrimaryCtxReset, , CUdevice device) { return reset_primary(device, __func__); }

SIMT_DRIVER(cuDevicePrimaryCtxSetFlags, _v2, CUdevice device, unsigned flags) {
    return set_primary_flags(device, flags, __func__);
}
SIMT_DRIVER_UNDECLARED(cuDevicePrimaryCtxSetFlags, , CUdevice device, unsigned flags) {
    return set_primary_flags(device, flags, __func__);
}

SIMT_DRIVER(cuDevicePrimaryCtxGetState, , CUdevice device, unsigned* flags, int* active) {
    return initialised([&] {
        runtime::check_device(device);
        answer(flags, primary_context(device)->flags);
        answer(active, is_alive(primary_context(device)) ? 1 : 0);
    });
}

}  // namespace simt::driver
