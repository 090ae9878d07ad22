// Calls about a kernel: attributes, occupancy, parameters. A CUfunction and a CUkernel are the runtime's handle of the
// kernel, which its own calls take, too.
#include <algorithm>

#include "emulator/driver/call.hpp"
#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/launch_limits.hpp"
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/older/hooks.hpp"

namespace simt::driver {
namespace {

using runtime::Function;

cudaError_t get_attribute(int* value, CUfunction_attribute attribute, const void* function) {
    runtime::FunctionAttributes all = {};
    const cudaError_t got = simt_function_attributes(&all, sizeof all, function);
    if (got != cudaSuccess) return got;
    return call([&] {
        switch (attribute) {
            case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
                return answer(value, all.maxThreadsPerBlock);
            case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
                return answer(value, static_cast<int>(all.sharedSizeBytes));
            case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
                return answer(value, static_cast<int>(all.constSizeBytes));
            case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
                return answer(value, static_cast<int>(all.localSizeBytes));
            case CU_FUNC_ATTRIBUTE_NUM_REGS:
                return answer(value, all.numRegs);
            case CU_FUNC_ATTRIBUTE_PTX_VERSION:
                return answer(value, all.ptxVersion);
            case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
                return answer(value, all.binaryVersion);
            case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
                return answer(value, all.cacheModeCA);
            case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
                return answer(value, all.maxDynamicSharedSizeBytes);
            case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
                return answer(value, all.preferredShmemCarveout);
            default:
                fail(cudaErrorNotSupported,
                     "the function attribute {} (of CUfunction_attribute) is not supported by the emulator",
                     static_cast<int>(attribute));
        }
    });
}

// The attributes that can be set have the numbers of cudaFuncAttribute.
cudaError_t set_attribute(CUfunction_attribute attribute, int value, const void* function) {
    return cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(attribute), value);
}

// The block size that fills a multiprocessor best, the largest of several; the grid that fills the device with it.
CUresult best_block(int* grid, int* block, CUfunction function, CUoccupancyB2DSize dynamic_shared_of,
                    size_t dynamic_shared, int limit, const char* name = __builtin_FUNCTION()) {
    return in_context(
        [&] {
            const Function& found = context().modules.loaded_function(function);
            const int registers = static_cast<int>(runtime::registers_of(*found.kernel));
            int most = static_cast<int>(runtime::max_threads_per_block(static_cast<u32>(registers)));
            if (const u64 bound = found.kernel->function().max_threads.count(); bound != 0)
                most = static_cast<int>(std::min<u64>(bound, static_cast<u64>(most)));
            if (limit > 0) most = std::min(most, limit);
            u32 best = 0, best_blocks = 0;
            constexpr u32 kWarp = runtime::h200::kWarpSize;
            for (u32 threads = (static_cast<u32>(most) + kWarp - 1) / kWarp * kWarp; threads != 0;
                 threads -= kWarp) {
                const u32 tried = std::min(threads, static_cast<u32>(most));
                const size_t shared =
                    dynamic_shared_of ? dynamic_shared_of(static_cast<int>(tried)) : dynamic_shared;
                const u32 blocks =
                    occupancy::calculate(runtime::h200_device(), runtime::shape_of(found, tried, shared))
                        .blocks;
                if (blocks * tried > best_blocks * best) best = tried, best_blocks = blocks;
            }
            answer(block, static_cast<int>(best));
            answer(grid, static_cast<int>(best_blocks * runtime::h200::kMultiprocessors));
        },
        name);
}

}  // namespace

SIMT_DRIVER(cuFuncGetAttribute, , int* value, CUfunction_attribute attribute, CUfunction function) {
    return in_context([&] { return get_attribute(value, attribute, function); });
}

SIMT_DRIVER(cuFuncSetAttribute, , CUfunction function, CUfunction_attribute attribute, int value) {
    return in_context([&] { return set_attribute(attribute, value, function); });
}

SIMT_DRIVER_UNDECLARED(cuKernelGetAttribute, , int* value, CUfunction_attribute attribute, CUkernel kernel,
                       CUdevice) {
    return initialised([&] { return get_attribute(value, attribute, kernel); });
}

SIMT_DRIVER_UNDECLARED(cuKernelSetAttribute, , CUfunction_attribute attribute, int value, CUkernel kernel,
                       CUdevice) {
    return initialised([&] { return set_attribute(attribute, value, kernel); });
}

SIMT_DRIVER(cuFuncSetCacheConfig, , CUfunction function, CUfunc_cache config) {
    return in_context([&] { return cudaFuncSetCacheConfig(function, static_cast<cudaFuncCache>(config)); });
}

SIMT_DRIVER_UNDECLARED(cuKernelSetCacheConfig, , CUkernel kernel, CUfunc_cache config, CUdevice) {
    return initialised([&] { return cudaFuncSetCacheConfig(kernel, static_cast<cudaFuncCache>(config)); });
}

SIMT_DRIVER(cuFuncSetSharedMemConfig, , CUfunction function, CUsharedconfig config) {
    return in_context(
        [&] { return cudaFuncSetSharedMemConfig(function, static_cast<cudaSharedMemConfig>(config)); });
}

SIMT_DRIVER_UNDECLARED(cuFuncGetName, , const char** name, CUfunction function) {
    return in_context([&] { return cudaFuncGetName(name, function); });
}

SIMT_DRIVER_UNDECLARED(cuKernelGetName, , const char** name, CUkernel kernel) {
    return initialised([&] { return cudaFuncGetName(name, kernel); });
}

SIMT_DRIVER_UNDECLARED(cuFuncGetParamInfo, , CUfunction function, size_t index, size_t* offset,
                       size_t* size) {
    return in_context([&] { return cudaFuncGetParamInfo(function, index, offset, size); });
}

SIMT_DRIVER_UNDECLARED(cuKernelGetParamInfo, , CUkernel kernel, size_t index, size_t* offset, size_t* size) {
    return initialised([&] { return cudaFuncGetParamInfo(kernel, index, offset, size); });
}

// A kernel is loaded when its module is.
SIMT_DRIVER_UNDECLARED(cuFuncLoad, , CUfunction function) {
    return in_context([&] { context().modules.loaded_function(function); });
}

SIMT_DRIVER_UNDECLARED(cuFuncIsLoaded, , int* state, CUfunction function) {
    return in_context([&] {
        context().modules.loaded_function(function);
        answer(state, 1);  // CU_FUNCTION_LOADING_STATE_LOADED
    });
}

SIMT_DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor, , int* blocks, CUfunction function, int threads,
            size_t dynamic_shared) {
    return in_context([&] {
        return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, dynamic_shared);
    });
}

SIMT_DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, , int* blocks, CUfunction function,
            int threads, size_t dynamic_shared, unsigned flags) {
    return in_context([&] {
        return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads,
                                                                      dynamic_shared, flags);
    });
}

SIMT_DRIVER(cuOccupancyAvailableDynamicSMemPerBlock, , size_t* bytes, CUfunction function, int blocks,
            int threads) {
    return in_context(
        [&] { return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, function, blocks, threads); });
}

SIMT_DRIVER(cuOccupancyMaxPotentialBlockSize, , int* grid, int* block, CUfunction function,
            CUoccupancyB2DSize dynamic_shared_of, size_t dynamic_shared, int limit) {
    return best_block(grid, block, function, dynamic_shared_of, dynamic_shared, limit);
}

SIMT_DRIVER(cuOccupancyMaxPotentialBlockSizeWithFlags, , int* grid, int* block, CUfunction function,
            CUoccupancyB2DSize dynamic_shared_of, size_t dynamic_shared, int limit, unsigned) {
    return best_block(grid, block, function, dynamic_shared_of, dynamic_shared, limit);
}

}  // namespace simt::driver
