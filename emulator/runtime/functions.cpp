// Calls about kernels: attributes, occupancy, handles, parameters; and the attributes that a program may set.
#include <algorithm>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/launch_limits.hpp"
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/older/hooks.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

Function& loaded(const void* host_or_handle) { return context().modules.loaded_function(host_or_handle); }

int max_threads(const exec::Kernel& kernel) {
    const u32 by_registers = max_threads_per_block(registers_of(kernel));
    const u64 by_bounds = kernel.function().max_threads.count();
    return static_cast<int>(by_bounds == 0 ? by_registers : std::min<u64>(by_bounds, by_registers));
}

void set_max_dynamic_shared(Function& function, int value) {
    const u32 static_shared = function.kernel->static_shared();
    if (value < 0 || u64(value) + static_shared > h200::kSharedPerBlockOptin)
        fail(cudaErrorInvalidValue,
             "{} bytes of dynamic shared memory, with {} static ones, are not within the {} that a block can "
             "have",
             value, static_shared, h200::kSharedPerBlockOptin);
    function.max_dynamic_shared = value;
}

void set_carveout(Function& function, int percent) {
    if (percent < -1 || percent > 100)
        fail(cudaErrorInvalidValue, "a carve-out of {} is no percentage (or -1 for the default)", percent);
    function.carveout = percent;
}

}  // namespace

cudaError_t simt_function_attributes(void* attributes, size_t bytes, const void* function) {
    return call(
        [&] {
            const Function& found = loaded(function);
            const exec::Kernel& kernel = *found.kernel;
            FunctionAttributes result = {};
            result.sharedSizeBytes = kernel.static_shared();
            result.constSizeBytes = found.module->constant_bytes();
            result.localSizeBytes = kernel.resources().local;
            result.maxThreadsPerBlock = max_threads(kernel);
            result.numRegs = static_cast<int>(registers_of(kernel));
            result.ptxVersion = static_cast<int>(found.module->ptx_arch());
            result.binaryVersion = static_cast<int>(h200::kMajor * 10 + h200::kMinor);
            result.maxDynamicSharedSizeBytes =
                static_cast<int>(allowed_dynamic_shared(kernel, found.max_dynamic_shared));
            result.preferredShmemCarveout = found.carveout;
            const Dim3& cluster = kernel.function().cluster;
            result.clusterDimMustBeSet = cluster.count() != 0;
            result.requiredClusterWidth = static_cast<int>(cluster.x);
            result.requiredClusterHeight = static_cast<int>(cluster.y);
            result.requiredClusterDepth = static_cast<int>(cluster.z);
            result.nonPortableClusterSizeAllowed = found.any_cluster_size;
            answer_part(attributes, result, bytes);
        },
        "cudaFuncGetAttributes");
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
    return simt_function_attributes(attributes, sizeof(FunctionAttributes), function);
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
    return call([&] {
        Function& found = loaded(function);
        switch (attribute) {
            case cudaFuncAttributeMaxDynamicSharedMemorySize:
                return set_max_dynamic_shared(found, value);
            case cudaFuncAttributePreferredSharedMemoryCarveout:
                return set_carveout(found, value);
            case cudaFuncAttributeNonPortableClusterSizeAllowed:
                found.any_cluster_size = value != 0;
                return;
            case cudaFuncAttributeClusterSchedulingPolicyPreference:
                return;  // a hint
            case cudaFuncAttributeClusterDimMustBeSet:
            case cudaFuncAttributeRequiredClusterWidth:
            case cudaFuncAttributeRequiredClusterHeight:
            case cudaFuncAttributeRequiredClusterDepth:
                fail(cudaErrorNotSupported,
                     "a required cluster size is not supported by the emulator; give it with "
                     "__cluster_dims__, or with "
                     "each launch");
            default:
                fail(cudaErrorInvalidValue, "there is no function attribute {}", static_cast<int>(attribute));
        }
    });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
    return call([&] { loaded(function); });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
    return call([&] { loaded(function); });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
    return call([&] { answer(name, loaded(function).name.c_str()); });
}

cudaError_t cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset, size_t* size) {
    return call([&] {
        const exec::Kernel& kernel = *loaded(function).kernel;
        if (index >= kernel.parameter_count())
            fail(cudaErrorInvalidValue, "{} has {} parameters; asked for number {}", kernel.demangled(),
                 kernel.parameter_count(), index);
        const u32 k = static_cast<u32>(index);
        if (size) *size = kernel.parameter_size(k);
        answer(offset, kernel.parameter_offset(k));
    });
}

cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* function) {
    return call([&] { answer(kernel, reinterpret_cast<cudaKernel_t>(&loaded(function))); });
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* handle, const void* function) {
    return call([&] { answer(handle, reinterpret_cast<cudaFunction_t>(&loaded(function))); });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int threads,
                                                          size_t dynamic_shared) {
    return call([&] {
        const Function& found = loaded(function);
        if (threads <= 0) fail(cudaErrorInvalidValue, "a block of {} threads", threads);
        const auto shape = shape_of(found, static_cast<u32>(threads), dynamic_shared);
        answer(blocks, static_cast<int>(occupancy::calculate(h200_device(), shape).blocks));
    });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                   int threads, size_t dynamic_shared,
                                                                   unsigned) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, dynamic_shared);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function, int blocks,
                                                      int threads) {
    return call([&] {
        const auto shape = shape_of(loaded(function), static_cast<u32>(std::max(threads, 0)), 0);
        const auto available =
            occupancy::available_shared(h200_device(), shape, static_cast<u32>(std::max(blocks, 0)));
        if (!available)
            fail(cudaErrorInvalidValue,
                 "{} blocks of {} threads are never resident at once on a multiprocessor", blocks, threads);
        answer(bytes, *available);
    });
}
