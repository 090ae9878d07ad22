// The launch calls: from kernel<<<…>>>() to exec::launch, and from its status to CUDA's errors.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "emulator/error.hpp"
#include "emulator/exec/device_module.hpp"
#include "emulator/exec/launch.hpp"
#include "emulator/exec/launch_record.hpp"
#include "emulator/report/names.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/launch_limits.hpp"
#include "emulator/runtime/launch_progress.hpp"
#include "emulator/runtime/newer_names.hpp"
#include "emulator/runtime/selection.hpp"
#include "emulator/runtime/trace_file.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

// kernel<<<a, b>>>(f()) may launch inside f, so configurations nest.
thread_local std::vector<cudaLaunchConfig_t> configurations;

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
    }
    return cudaErrorUnknown;
}

Dim3 to_dim3(const dim3& value) { return {value.x, value.y, value.z}; }

// Builds the parameter block that the kernel reads, from the addresses of the arguments.
std::vector<u8> pack_parameters(const exec::Kernel& kernel, void** arguments) {
    std::vector<u8> block(kernel.parameter_bytes());
    for (u32 k = 0; k < kernel.parameter_count(); ++k) {
        if (!arguments || !arguments[k])
            fail(cudaErrorInvalidValue, "{} has {} parameters, and the pointer to argument {} is null",
                 kernel.demangled(), kernel.parameter_count(), k + 1);
        std::memcpy(block.data() + kernel.parameter_offset(k), arguments[k], kernel.parameter_size(k));
    }
    return block;
}

occupancy::Occupancy occupancy_of_launch(const Function& function, const exec::LaunchConfig& config) {
    return occupancy::calculate(
        h200_device(), shape_of(function, static_cast<u32>(config.block.count()), config.dynamic_shared));
}

// A cooperative launch needs all of its blocks to be resident at once.
void check_cooperative(const Function& function, const exec::LaunchConfig& config) {
    const u64 resident = u64(h200::kMultiprocessors) * occupancy_of_launch(function, config).blocks;
    if (config.grid.count() > resident)
        fail(cudaErrorCooperativeLaunchTooLarge,
             "a cooperative launch of {} has {} blocks, and {} can be resident at once",
             function.kernel->demangled(), config.grid.count(), resident);
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

std::string no_clusters(const Dim3& cluster, const char* asked_by) {
    return fmt::format(
        "clusters of {}x{}x{} blocks ({}) are not supported by the emulator; use a grid without clusters, or "
        "run the program on a GPU",
        cluster.x, cluster.y, cluster.z, asked_by);
}

void run(const Function& function, exec::LaunchConfig config) {
    const occupancy::Occupancy resident = occupancy_of_launch(function, config);
    config.resident_blocks = std::max(1u, h200::kMultiprocessors * resident.blocks);
    config.record.occupancy = resident.ratio();
    config.record.resident_blocks = resident.blocks;
    config.record.occupancy_limit = occupancy::names_of(resident.limits());
    exec::Kernel& kernel = *function.kernel;
    History& history = context().history;
    const auto position = context().position();
    exec::Options options{.checks = settings().checks,
                          .threads = settings().threads,
                          .random_schedule = settings().random_schedule,
                          .seed = settings().seed,
                          .max_instructions = settings().max_instructions,
                          .by_simt = settings().findings_fd >= 0,
                          .stack = static_cast<u32>(context().preferences.limits.at(cudaLimitStackSize)),
                          .models = models_to_count(),
                          .position = position ? &*position : nullptr};
    exec::Launch done;
    try {
        kernel.code();  // throws if the emulator lacks a feature; such a launch has no number
        config.record.id = history.count() + 1;
        config.record.reported = select_launch(kernel.demangled(), kernel.function().name);
        options.trace = config.record.reported ? trace_options() : nullptr;
        LaunchProgress progress(STDERR_FILENO, report::kernel_name(kernel.demangled()), config.grid.count());
        options.blocks_done = progress.blocks_done();
        done = exec::launch(kernel, config, context().space, options);
    } catch (const Error& error) {
        unsupported(kernel, error.what());
    }
    write_text(stdout, done.printed);
    write_text(stderr, done.assertions);
    announce(done);
    // As on a GPU, the launch itself succeeds. The next call returns the fault, whether or not it waits for the
    // launch.
    const exec::Status status = done.status;
    if (status != exec::Status::Ok) set_device_error(error_of(status));
    history.add(std::move(done));
    if (status == exec::Status::Unsupported) check_device_error();
}

cudaError_t launch(const void* host_or_handle, void** arguments, const cudaLaunchConfig_t& wanted,
                   bool cooperative = false) {
    const auto body = [&] {
        const Function& function = context().modules.loaded_function(host_or_handle);
        const exec::Kernel& kernel = *function.kernel;
        exec::LaunchConfig config;
        config.parameters = pack_parameters(kernel, arguments);
        config.grid = to_dim3(wanted.gridDim);
        config.block = to_dim3(wanted.blockDim);
        check_launch(kernel, config.grid, config.block, wanted.dynamicSmemBytes, function.max_dynamic_shared);
        if (const Dim3 cluster = kernel.function().cluster; cluster.count() > 1)
            unsupported(kernel, no_clusters(cluster, "__cluster_dims__"));
        config.dynamic_shared = static_cast<u32>(wanted.dynamicSmemBytes);
        config.cooperative = cooperative;
        if (cooperative) check_cooperative(function, config);
        context().streams.enqueue(wanted.stream,
                                  [&function, config = std::move(config)] { run(function, config); });
    };
    return call(body, "kernel launch");
}

// Whether the attributes of cudaLaunchKernelEx ask for a cooperative launch. Ignores hints. Refuses by name
// an attribute that would change the result.
bool read_attributes(const cudaLaunchConfig_t& config) {
    bool cooperative = false;
    for (unsigned k = 0; k < config.numAttrs; ++k) {
        const cudaLaunchAttribute& attribute = config.attrs[k];
        switch (static_cast<int>(attribute.id)) {
            case cudaLaunchAttributeIgnore:
            case cudaLaunchAttributeAccessPolicyWindow:
            case cudaLaunchAttributePriority:
            case newer::cudaLaunchAttributeMemSyncDomain:
            case newer::cudaLaunchAttributeMemSyncDomainMap:
            case newer::cudaLaunchAttributePreferredSharedMemoryCarveout:
            case cudaLaunchAttributeSynchronizationPolicy:
            // Programmatic dependence allows overlap but does not need it, and here kernels run one after the other.
            case cudaLaunchAttributeProgrammaticStreamSerialization:
                break;
            case cudaLaunchAttributeCooperative:
                cooperative = attribute.val.cooperative != 0;
                break;
            case cudaLaunchAttributeClusterDimension: {
                const auto& cluster = attribute.val.clusterDim;
                if (cluster.x == 1 && cluster.y == 1 && cluster.z == 1) break;
                fail(cudaErrorNotSupported, "{}",
                     no_clusters({cluster.x, cluster.y, cluster.z}, "cudaLaunchAttributeClusterDimension"));
            }
            default:
                fail(cudaErrorNotSupported,
                     "the launch attribute {} (of cudaLaunchAttributeID) is not supported by the emulator; "
                     "launch without it, or run the program on a GPU",
                     static_cast<int>(attribute.id));
        }
    }
    return cooperative;
}

}  // namespace

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, CUstream_st* stream) {
    configurations.push_back({grid, block, shared, stream, nullptr, 0});
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
    if (configurations.empty()) return record(cudaErrorMissingConfiguration);
    const cudaLaunchConfig_t& top = configurations.back();
    *grid = top.gridDim;
    *block = top.blockDim;
    *shared = top.dynamicSmemBytes;
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
    return launch(kernel, arguments, {grid, block, shared, stream, nullptr, 0});
}
SIMT_ALSO_AS(__cudaLaunchKernel, __cudaLaunchKernel_ptsz);

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared,
                             cudaStream_t stream) {
    return launch(function, arguments, {grid, block, shared, stream, nullptr, 0});
}
SIMT_ALSO_AS(cudaLaunchKernel, cudaLaunchKernel_ptsz);

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        size_t shared, cudaStream_t stream) {
    return launch(function, arguments, {grid, block, shared, stream, nullptr, 0}, true);
}
SIMT_ALSO_AS(cudaLaunchCooperativeKernel, cudaLaunchCooperativeKernel_ptsz);

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
    bool cooperative = false;
    const cudaError_t error = call([&] {
        if (!config) fail(cudaErrorInvalidValue, "the launch configuration is a null pointer");
        cooperative = read_attributes(*config);
    });
    return error == cudaSuccess ? launch(function, arguments, *config, cooperative) : error;
}
SIMT_ALSO_AS(cudaLaunchKernelExC, cudaLaunchKernelExC_ptsz);
