// Calls about kernels: attributes, occupancy, handles, parameters; and the attributes that a program may set.
#include <algorithm>
#include <optional>

#include "emulator/error.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/launch_limits.hpp"
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/occupancy.hpp"
#include "emulator/runtime/older/hooks.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

// Loads a kernel of the program and calls use(function) for it.
template <class Use>
cudaError_t with_function(const char* name, const void* host_or_handle, Use&& use) {
    return call(name, [&](Context& context) -> cudaError_t {
        if (!host_or_handle) return refuse(cudaErrorInvalidDeviceFunction, "the kernel is a null pointer");
        Function* function = nullptr;
        try {
            function = context.modules.loaded_function(host_or_handle, context.space);
        } catch (const Error& error) {
            return refuse(cudaErrorNoKernelImageForDevice, "{}", error.what());
        }
        if (!function)
            return refuse(cudaErrorInvalidResourceHandle, "{} is not a __global__ function of this program",
                          host_or_handle);
        return use(*function);
    });
}

Demand demand_of(const Function& function) {
    return {registers_of(*function.kernel), function.kernel->static_shared(), function.carveout};
}

int max_threads(const exec::Kernel& kernel) {
    const u32 by_registers = max_threads_per_block(registers_of(kernel));
    const u64 by_bounds = kernel.function().max_threads.count();
    return static_cast<int>(by_bounds == 0 ? by_registers : std::min<u64>(by_bounds, by_registers));
}

cudaError_t set_max_dynamic_shared(Function& function, int value) {
    const u32 static_shared = function.kernel->static_shared();
    if (value < 0 || u64(value) + static_shared > h200::kSharedPerBlockOptin)
        return refuse(cudaErrorInvalidValue,
                      "{} bytes of dynamic shared memory, with {} static ones, are not within the {} that a "
                      "block can have",
                      value, static_shared, h200::kSharedPerBlockOptin);
    function.max_dynamic_shared = value;
    return cudaSuccess;
}

cudaError_t set_carveout(Function& function, int percent) {
    if (percent < -1 || percent > 100)
        return refuse(cudaErrorInvalidValue, "a carve-out of {} is no percentage (or -1 for the default)",
                      percent);
    function.carveout = percent;
    return cudaSuccess;
}

}  // namespace

cudaError_t simt_function_attributes(void* attributes, size_t bytes, const void* function) {
    return with_function("cudaFuncGetAttributes", function, [&](Function& found) {
        const exec::Kernel& kernel = *found.kernel;
        FunctionAttributes result = {};
        result.sharedSizeBytes = kernel.static_shared();
        result.constSizeBytes = found.module->constant_bytes();
        result.localSizeBytes = kernel.has_resources() ? kernel.resources().local : 0;
        result.maxThreadsPerBlock = max_threads(kernel);
        result.numRegs = static_cast<int>(registers_of(kernel));
        result.ptxVersion = static_cast<int>(found.module->ptx_arch());
        result.binaryVersion = static_cast<int>(h200::kMajor * 10 + h200::kMinor);
        result.maxDynamicSharedSizeBytes =
            static_cast<int>(allowed_dynamic_shared(kernel, found.max_dynamic_shared));
        result.preferredShmemCarveout = found.carveout;
        return answer_part(attributes, result, bytes);
    });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
    return simt_function_attributes(attributes, sizeof(FunctionAttributes), function);
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
    return with_function("cudaFuncSetAttribute", function, [&](Function& found) -> cudaError_t {
        switch (attribute) {
            case cudaFuncAttributeMaxDynamicSharedMemorySize:
                return set_max_dynamic_shared(found, value);
            case cudaFuncAttributePreferredSharedMemoryCarveout:
                return set_carveout(found, value);
            case cudaFuncAttributeClusterDimMustBeSet:
            case cudaFuncAttributeRequiredClusterWidth:
            case cudaFuncAttributeRequiredClusterHeight:
            case cudaFuncAttributeRequiredClusterDepth:
            case cudaFuncAttributeNonPortableClusterSizeAllowed:
            case cudaFuncAttributeClusterSchedulingPolicyPreference:
                return refuse(cudaErrorNotSupported, "clusters are not supported by the emulator");
            default:
                return refuse(cudaErrorInvalidValue, "there is no function attribute {}",
                              static_cast<int>(attribute));
        }
    });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
    return with_function("cudaFuncSetCacheConfig", function, [](Function&) { return cudaSuccess; });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
    return with_function("cudaFuncSetSharedMemConfig", function, [](Function&) { return cudaSuccess; });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
    return with_function("cudaFuncGetName", function,
                         [&](Function& found) { return answer(name, found.name.c_str()); });
}

cudaError_t cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset, size_t* size) {
    return with_function("cudaFuncGetParamInfo", function, [&](Function& found) -> cudaError_t {
        const exec::Kernel& kernel = *found.kernel;
        if (index >= kernel.parameter_count())
            return refuse(cudaErrorInvalidValue, "{} has {} parameters; asked for number {}",
                          kernel.demangled(), kernel.parameter_count(), index);
        const u32 k = static_cast<u32>(index);
        if (size) *size = kernel.parameter_size(k);
        return answer(offset, size_t{kernel.parameter_offset(k)});
    });
}

cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* function) {
    return with_function("cudaGetKernel", function, [&](Function& found) {
        return answer(kernel, reinterpret_cast<cudaKernel_t>(&found));
    });
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* handle, const void* function) {
    return with_function("cudaGetFuncBySymbol", function, [&](Function& found) {
        return answer(handle, reinterpret_cast<cudaFunction_t>(&found));
    });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                   int threads, size_t dynamic_shared,
                                                                   unsigned) {
    return with_function(
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor", function, [&](Function& found) -> cudaError_t {
            if (threads <= 0) return refuse(cudaErrorInvalidValue, "a block of {} threads", threads);
            return answer(blocks, static_cast<int>(blocks_per_multiprocessor(
                                      demand_of(found), static_cast<u32>(threads), dynamic_shared)));
        });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int threads,
                                                          size_t dynamic_shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, dynamic_shared,
                                                                  cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function, int blocks,
                                                      int threads) {
    return with_function(
        "cudaOccupancyAvailableDynamicSMemPerBlock", function, [&](Function& found) -> cudaError_t {
            const auto available = blocks <= 0 || threads <= 0
                                       ? std::nullopt
                                       : dynamic_shared_for(demand_of(found), static_cast<u32>(blocks),
                                                            static_cast<u32>(threads));
            if (!available)
                return refuse(cudaErrorInvalidValue,
                              "{} blocks of {} threads are never resident at once on a multiprocessor",
                              blocks, threads);
            return answer(bytes, size_t{*available});
        });
}
