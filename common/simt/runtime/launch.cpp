// The launch calls: from kernel<<<…>>>() to exec::launch, and from what it reports to CUDA's errors.
#include <cstring>
#include <vector>

#include "common/simt/error.hpp"
#include "common/simt/exec/device_module.hpp"
#include "common/simt/runtime/call.hpp"
#include "common/simt/runtime/findings.hpp"
#include "common/simt/runtime/launch_limits.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

struct Configuration {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
};

// kernel<<<a, b>>>(f()) may launch inside f, so configurations nest.
thread_local std::vector<Configuration> configurations;

cudaError_t error_of(observe::Status status) {
    switch (status) {
        case observe::Status::Ok:
            return cudaSuccess;
        case observe::Status::IllegalAddress:
            return cudaErrorIllegalAddress;
        case observe::Status::MisalignedAddress:
            return cudaErrorMisalignedAddress;
        case observe::Status::IllegalInstruction:
            return cudaErrorIllegalInstruction;
        case observe::Status::Trap:
            return cudaErrorLaunchFailure;
        case observe::Status::Assert:
            return cudaErrorAssert;
        case observe::Status::Unsupported:
            return cudaErrorNotSupported;
    }
    return cudaErrorUnknown;
}

Dim3 to_dim3(const dim3& value) { return {value.x, value.y, value.z}; }

// The parameter block that the kernel reads, from the addresses of the arguments.
std::vector<u8> pack_parameters(const exec::Kernel& kernel, void** arguments) {
    std::vector<u8> block(kernel.parameter_bytes());
    for (u32 k = 0; k < kernel.parameter_count(); ++k)
        std::memcpy(block.data() + kernel.parameter_offset(k), arguments[k], kernel.parameter_size(k));
    return block;
}

// A kernel that uses something the emulator lacks must not look as if it had run: the error stays, like a
// fault's.
cudaError_t unsupported(const exec::Kernel& kernel, const Error& error) {
    set_device_error(cudaErrorNotSupported);
    return refuse(cudaErrorNotSupported, "{}: {}", kernel.demangled(), error.what());
}

cudaError_t run(Context& context, exec::Kernel& kernel, const exec::LaunchConfig& config) {
    const exec::Options options{.checks = settings().checks, .threads = settings().threads};
    try {
        observe::Launch done = exec::launch(kernel, config, context.space, options);
        done.id = context.history.count() + 1;
        announce(done);
        // As on a GPU, the launch itself has succeeded; whoever waits for it, or calls anything else, learns
        // of the fault.
        if (done.status != observe::Status::Ok) set_device_error(error_of(done.status));
        const cudaError_t error =
            done.status == observe::Status::Unsupported ? cudaErrorNotSupported : cudaSuccess;
        context.history.add(std::move(done));
        return error;
    } catch (const Error& error) {
        return unsupported(kernel, error);
    }
}

cudaError_t launch(const void* host_or_handle, dim3 grid, dim3 block, void** arguments, size_t shared,
                   cudaStream_t stream, bool cooperative) {
    return call("kernel launch", [&](Context& context) -> cudaError_t {
        Function* function = nullptr;
        try {
            function = context.modules.loaded_function(host_or_handle, context.space);
        } catch (const Error& error) {
            return refuse(cudaErrorNoKernelImageForDevice, "{}", error.what());
        }
        if (!function)
            return refuse(cudaErrorInvalidDeviceFunction, "{} is not a __global__ function of this program",
                          host_or_handle);
        exec::Kernel& kernel = *function->kernel;
        const Refusal refusal =
            check_launch(kernel, to_dim3(grid), to_dim3(block), shared, function->max_dynamic_shared);
        if (refusal.error != cudaSuccess)
            return refuse(refusal.error, "{}: {}", kernel.demangled(), refusal.sentence);
        exec::LaunchConfig config;
        config.grid = to_dim3(grid);
        config.block = to_dim3(block);
        config.dynamic_shared = static_cast<u32>(shared);
        config.cooperative = cooperative;
        config.parameters = pack_parameters(kernel, arguments);
        return context.streams.submit(stream, [&] { return run(context, kernel, config); });
    });
}

}  // namespace

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, CUstream_st* stream) {
    configurations.push_back({grid, block, shared, stream});
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
    if (configurations.empty()) return record(cudaErrorMissingConfiguration);
    const Configuration& top = configurations.back();
    *grid = top.grid;
    *block = top.block;
    *shared = top.shared;
    *static_cast<cudaStream_t*>(stream) = top.stream;
    configurations.pop_back();
    return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_function) {
    const std::lock_guard lock(context().mutex);
    *kernel = reinterpret_cast<cudaKernel_t>(context().modules.function(host_function));
    return *kernel ? cudaSuccess : record(cudaErrorInvalidDeviceFunction);
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                               cudaStream_t stream) {
    return launch(kernel, grid, block, arguments, shared, stream, false);
}
SIMT_ALSO_AS(__cudaLaunchKernel, __cudaLaunchKernel_ptsz);

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared,
                             cudaStream_t stream) {
    return launch(function, grid, block, arguments, shared, stream, false);
}
SIMT_ALSO_AS(cudaLaunchKernel, cudaLaunchKernel_ptsz);
