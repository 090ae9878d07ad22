// The launch calls: from kernel<<<…>>>() to run_kernel (kernel_run.cpp).
#include <algorithm>
#include <cstring>
#include <vector>

#include "emulator/exec/device_module.hpp"
#include "emulator/exec/launch.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/clusters.hpp"
#include "emulator/runtime/device_launches.hpp"
#include "emulator/runtime/graphs/capture.hpp"
#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/launch_limits.hpp"
#include "emulator/runtime/launches.hpp"
#include "emulator/runtime/newer_names.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

// kernel<<<a, b>>>(f()) may launch inside f, so configurations nest.
thread_local std::vector<cudaLaunchConfig_t> configurations;

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

// A cooperative launch needs all of its blocks to be resident at once.
void check_cooperative(const Function& function, const exec::LaunchConfig& config) {
    const u64 resident = u64(h200::kMultiprocessors) *
                         occupancy_of(function, config.block.count(), config.dynamic_shared).blocks;
    if (config.grid.count() > resident)
        fail(cudaErrorCooperativeLaunchTooLarge,
             "a cooperative launch of {} has {} blocks, and {} can be resident at once",
             function.kernel->demangled(), config.grid.count(), resident);
}

}  // namespace

exec::LaunchConfig simt::runtime::prepared(const Function& function, void** arguments,
                                           const cudaLaunchConfig_t& wanted, const AskedAttributes& asked) {
    std::vector<u8> parameters = pack_parameters(*function.kernel, arguments);
    exec::LaunchConfig config = shaped(function, wanted, asked);
    config.parameters = std::move(parameters);
    return config;
}

exec::LaunchConfig simt::runtime::shaped(const Function& function, const cudaLaunchConfig_t& wanted,
                                         const AskedAttributes& asked) {
    const exec::Kernel& kernel = *function.kernel;
    exec::LaunchConfig config;
    config.grid = to_dim3(wanted.gridDim);
    config.block = to_dim3(wanted.blockDim);
    check_launch(kernel, config.grid, config.block, wanted.dynamicSmemBytes, function.max_dynamic_shared);
    const Dim3 of_kernel = kernel.function().cluster;
    config.names_cluster = of_kernel.count() != 0 || asked.cluster.count() != 0;
    config.cluster = check_cluster(function, {config.grid, asked.cluster});
    config.dynamic_shared = static_cast<u32>(wanted.dynamicSmemBytes);
    config.cooperative = asked.cooperative;
    if (asked.cooperative) check_cooperative(function, config);
    return config;
}

namespace {

cudaError_t launch(const void* host_or_handle, void** arguments, const cudaLaunchConfig_t& wanted,
                   const AskedAttributes& asked = {}) {
    const auto body = [&] {
        context().streams.check_device_of(wanted.stream);
        Function& function = context().modules.loaded_function(host_or_handle);
        exec::LaunchConfig config = prepared(function, arguments, wanted, asked);
        if (is_capturing(wanted.stream))
            capture(wanted.stream, KernelWork{host_or_handle, &function, std::move(config)});
        else
            context().streams.enqueue(
                wanted.stream, [&function, config = std::move(config)] { run_kernel(function, config); });
    };
    return call(body, "kernel launch");
}

// What the attributes of cudaLaunchKernelEx ask for. Ignores hints. Refuses by name an attribute that would change the result.
AskedAttributes read_attributes(const cudaLaunchConfig_t& config) {
    AskedAttributes asked;
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
                asked.cooperative = attribute.val.cooperative != 0;
                break;
            case cudaLaunchAttributeClusterDimension: {
                const auto& cluster = attribute.val.clusterDim;
                asked.cluster = {cluster.x, cluster.y, cluster.z};
                break;
            }
            case cudaLaunchAttributeClusterSchedulingPolicyPreference:
                break;
            default:
                if (attribute.id < 0 || attribute.id > newer::cudaLaunchAttributeNvlinkUtilCentricScheduling)
                    fail(cudaErrorInvalidValue, "there is no launch attribute {}",
                         static_cast<int>(attribute.id));
                fail(cudaErrorNotSupported,
                     "the launch attribute {} (of cudaLaunchAttributeID) is not supported by the emulator; "
                     "launch without it, or run the program on a GPU",
                     static_cast<int>(attribute.id));
        }
    }
    return asked;
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
    return launch(function, arguments, {grid, block, shared, stream, nullptr, 0}, {.cooperative = true});
}
SIMT_ALSO_AS(cudaLaunchCooperativeKernel, cudaLaunchCooperativeKernel_ptsz);

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
    AskedAttributes asked;
    const cudaError_t error = call([&] {
        if (!config) fail(cudaErrorInvalidValue, "the launch configuration is a null pointer");
        asked = read_attributes(*config);
    });
    return error == cudaSuccess ? launch(function, arguments, *config, asked) : error;
}
SIMT_ALSO_AS(cudaLaunchKernelExC, cudaLaunchKernelExC_ptsz);
