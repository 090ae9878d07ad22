// Devices, limits, streams, events, memory pools and other calls about the device as a whole.
#include "emulator/test/programs/scenarios.cuh"

#include <cuda_profiler_api.h>

__global__ void nothing() {}
__global__ void store(int* p, long long index, int value) { p[index] = value; }

static void streams_and_events() {
    cudaStream_t stream, other;
    cudaEvent_t event, untimed, never;
    float milliseconds = -1;
    SHOW(cudaStreamCreate(&stream));
    SHOW(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    SHOW(cudaStreamCreateWithFlags(&other, 0x77));
    unsigned flags = 77;
    SHOW(cudaStreamGetFlags(stream, &flags));
    SHOW_VALUE(flags);
    int least = 7, greatest = 7, priority = 7;
    SHOW(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    SHOW_VALUE(least);
    SHOW_VALUE(greatest);
    SHOW(cudaStreamCreateWithPriority(&other, cudaStreamDefault, -99));
    SHOW(cudaStreamGetPriority(other, &priority));
    SHOW_VALUE(priority);
    SHOW(cudaEventCreate(&event));
    SHOW(cudaEventCreate(&never));
    SHOW(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    SHOW(cudaEventCreateWithFlags(&untimed, 0x77));
    SHOW(cudaEventQuery(never));
    SHOW(cudaEventSynchronize(never));
    SHOW(cudaStreamWaitEvent(stream, never, 0));
    SHOW(cudaEventElapsedTime(&milliseconds, event, never));
    SHOW(cudaEventRecord(event, stream));
    SHOW(cudaEventRecord(untimed, stream));
    SHOW(cudaStreamSynchronize(stream));
    SHOW(cudaEventQuery(event));
    SHOW(cudaEventElapsedTime(&milliseconds, event, never));
    SHOW(cudaEventElapsedTime(&milliseconds, event, untimed));
    SHOW(cudaEventElapsedTime(&milliseconds, event, event));
    SHOW_VALUE(milliseconds == 0);
    SHOW(cudaStreamQuery(stream));
    SHOW(cudaStreamWaitEvent(stream, event, 0));
    int called = 0;
    SHOW(cudaLaunchHostFunc(
        stream, [](void* data) { ++*static_cast<int*>(data); }, &called));
    SHOW(cudaStreamAddCallback(
        stream, [](cudaStream_t, cudaError_t, void* data) { ++*static_cast<int*>(data); }, &called, 0));
    SHOW(cudaStreamSynchronize(stream));
    SHOW_VALUE(called);
    SHOW(cudaLaunchHostFunc(stream, nullptr, nullptr));
    SHOW(cudaEventDestroy(event));
    SHOW(cudaStreamDestroy(stream));
    SHOW(cudaStreamDestroy(nullptr));
    SHOW(cudaEventDestroy(nullptr));
    SHOW(cudaEventRecord(nullptr, 0));
    SHOW(cudaStreamSynchronize(cudaStreamLegacy));
    SHOW(cudaStreamSynchronize(cudaStreamPerThread));
    cudaStreamCaptureStatus status;
    SHOW(cudaStreamIsCapturing(other, &status));
    SHOW_VALUE(status);
}

static void devices() {
    int count = 7, value = 7;
    cudaDeviceProp properties;
    SHOW(cudaSetDevice(0));
    SHOW(cudaSetDevice(-1));
    SHOW(cudaSetDevice(99));
    SHOW(cudaGetDevice(&value));
    SHOW_VALUE(value);
    SHOW(cudaGetDeviceCount(nullptr));
    SHOW(cudaGetDeviceProperties(&properties, 99));
    SHOW(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(7777), 0));
    SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99));
    SHOW(cudaDeviceCanAccessPeer(&value, 0, 0));
    SHOW_VALUE(value);
    SHOW(cudaDeviceEnablePeerAccess(0, 0));
    size_t limit = 7;
    for (int which = 0; which <= 6; ++which) {
        limit = 7;
        SHOW(cudaDeviceGetLimit(&limit, static_cast<cudaLimit>(which)));
        SHOW_VALUE(limit);
    }
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    SHOW(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
    SHOW_VALUE(limit);
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, size_t(1) << 40));
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
    SHOW(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    SHOW_VALUE(limit);
    SHOW(cudaDeviceSetLimit(static_cast<cudaLimit>(77), 1));
    cudaFuncCache cache;
    SHOW(cudaDeviceGetCacheConfig(&cache));
    SHOW_VALUE(cache);
    SHOW(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
    SHOW(cudaDeviceGetCacheConfig(&cache));
    SHOW_VALUE(cache);
    unsigned flags = 77;
    SHOW(cudaGetDeviceFlags(&flags));
    SHOW_VALUE(flags);
    SHOW(cudaDeviceReset());
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
    SHOW_VALUE(limit);
    SHOW(cudaSetDeviceFlags(cudaDeviceScheduleSpin));
    SHOW(cudaGetDeviceFlags(&flags));
    SHOW_VALUE(flags);
    char bus[32];
    SHOW(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
    SHOW(cudaDeviceGetByPCIBusId(&value, "ffff:ff:ff.0"));
    SHOW(cudaRuntimeGetVersion(&count));
    SHOW_VALUE(count / 1000);
    void* entry = &entry;
    cudaDriverEntryPointQueryResult found;
    SHOW(cudaGetDriverEntryPointByVersion("cuNoSuchFunction", &entry, 13000, cudaEnableDefault, &found));
    SHOW_VALUE(found);
    SHOW_VALUE(entry == nullptr);
    const char* name = nullptr;
    SHOW(cudaFuncGetName(&name, reinterpret_cast<const void*>(nothing)));
    std::printf("  name %s\n", name);
    size_t offset = 77, size = 77;
    SHOW(cudaFuncGetParamInfo(reinterpret_cast<const void*>(store), 2, &offset, &size));
    SHOW_VALUE(offset);
    SHOW_VALUE(size);
    SHOW(cudaFuncGetParamInfo(reinterpret_cast<const void*>(store), 3, &offset, &size));
    cudaMemPool_t pool = nullptr;
    SHOW(cudaDeviceGetDefaultMemPool(&pool, 0));
    unsigned long long threshold = 77;
    SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    SHOW_VALUE(threshold);
    SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    SHOW(cudaMallocFromPoolAsync(&entry, 100, pool, 0));
    SHOW(cudaMemPoolTrimTo(pool, 0));
    SHOW(cudaProfilerStart());
    SHOW(cudaProfilerStop());
}

static const Scenario kScenarios[] = {
    {"streams_and_events", streams_and_events},
    {"devices", devices},
};

int main(int argc, char** argv) { return run_scenarios(kScenarios, argc, argv); }
