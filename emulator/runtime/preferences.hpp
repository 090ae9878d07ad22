// Device settings that a program sets and reads back: limits, cache preference, flags. None changes what a kernel
// does.
#pragma once

#include <cstddef>

#include "emulator/runtime/entry_points.hpp"

namespace simt::runtime {

struct Preferences {
    // An H200's initial values (programs/device_calls_h200.txt).
    size_t stack = 1024;
    size_t printf_fifo = 8650752;
    size_t malloc_heap = 8 << 20;
    size_t pending_launches = 2048;
    size_t l2_fetch_granularity = 64;
    size_t persisting_l2 = 11796480;
    cudaFuncCache cache = cudaFuncCachePreferNone;
    unsigned flags = cudaDeviceMapHost;

    // The limit of that name; nullptr if the device does not have it.
    size_t* limit(cudaLimit which) {
        switch (which) {
            case cudaLimitStackSize:
                return &stack;
            case cudaLimitPrintfFifoSize:
                return &printf_fifo;
            case cudaLimitMallocHeapSize:
                return &malloc_heap;
            case cudaLimitDevRuntimePendingLaunchCount:
                return &pending_launches;
            case cudaLimitMaxL2FetchGranularity:
                return &l2_fetch_granularity;
            case cudaLimitPersistingL2CacheSize:
                return &persisting_l2;
            default:
                return nullptr;
        }
    }
};

}  // namespace simt::runtime
