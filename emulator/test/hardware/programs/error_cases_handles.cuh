// The calls that errors.cu tries with devices, streams, events, graphs, arrays and textures. Included by error_cases.cuh.
#pragma once

#include "emulator/test/hardware/programs/error_cases.cuh"

namespace errors {

inline void add_devices(std::vector<Case>& all) {
    const auto add = [&](const char* name, cudaError_t (*call)()) { all.push_back({name, call}); };
    static int value;
    add("device 99", [] { return cudaSetDevice(99); });
    add("device -1", [] { return cudaSetDevice(-1); });
    add("properties of device 99", [] {
        cudaDeviceProp p;
        return cudaGetDeviceProperties(&p, 99);
    });
    add("properties into null", [] { return cudaGetDeviceProperties(nullptr, 0); });
    add("attribute of device 99", [] { return cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99); });
    add("device attribute that is unknown",
        [] { return cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0); });
    add("device attribute into null", [] { return cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0); });
    add("count of devices into null", [] { return cudaGetDeviceCount(nullptr); });
    add("peer access to itself, asked", [] { return cudaDeviceCanAccessPeer(&value, 0, 0); });
    add("peer access to device 99, asked", [] { return cudaDeviceCanAccessPeer(&value, 0, 99); });
    add("peer access to itself", [] { return cudaDeviceEnablePeerAccess(0, 0); });
    add("peer access to device 99", [] { return cudaDeviceEnablePeerAccess(99, 0); });
    add("no peer access to itself", [] { return cudaDeviceDisablePeerAccess(0); });
    add("device flags that are unknown", [] { return cudaSetDeviceFlags(0x8000); });
    add("limit that is unknown", [] { return cudaDeviceSetLimit(static_cast<cudaLimit>(99), 1); });
    add("limit that is unknown, asked", [] {
        std::size_t size;
        return cudaDeviceGetLimit(&size, static_cast<cudaLimit>(99));
    });
    add("limit of a petabyte of stack",
        [] { return cudaDeviceSetLimit(cudaLimitStackSize, std::size_t{1} << 50); });
    add("cache configuration that is unknown",
        [] { return cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(9)); });
    add("bus id into 0 bytes", [] {
        char text[4];
        return cudaDeviceGetPCIBusId(text, 0, 0);
    });
    add("device of a bus id that is none", [] { return cudaDeviceGetByPCIBusId(&value, "no such"); });
    add("runtime version into null", [] { return cudaRuntimeGetVersion(nullptr); });
    add("driver version into null", [] { return cudaDriverGetVersion(nullptr); });
}

inline void add_streams(std::vector<Case>& all) {
    const auto add = [&](const char* name, cudaError_t (*call)()) { all.push_back({name, call}); };
    static float ms;
    add("stream with unknown flags", [] {
        cudaStream_t s;
        return cudaStreamCreateWithFlags(&s, 0x80);
    });
    add("stream into null", [] { return cudaStreamCreate(nullptr); });
    add("stream of priority 99", [] {
        cudaStream_t s;
        return cudaStreamCreateWithPriority(&s, 0, 99);
    });
    add("default stream destroyed", [] { return cudaStreamDestroy(nullptr); });
    add("legacy stream destroyed", [] { return cudaStreamDestroy(cudaStreamLegacy); });
    add("stream destroyed twice", [] {
        const cudaStream_t s = stream();
        return cudaStreamDestroy(s), cudaStreamDestroy(s);
    });
    add("destroyed stream asked", [] {
        const cudaStream_t s = stream();
        return cudaStreamDestroy(s), cudaStreamQuery(s);
    });
    add("destroyed stream waited for", [] {
        const cudaStream_t s = stream();
        return cudaStreamDestroy(s), cudaStreamSynchronize(s);
    });
    add("stream waits for null", [] { return cudaStreamWaitEvent(stream(), nullptr, 0); });
    add("stream waits for an event not recorded", [] { return cudaStreamWaitEvent(stream(), event(), 0); });
    add("stream waits with unknown flags", [] { return cudaStreamWaitEvent(stream(), event(), 99); });
    add("event with unknown flags", [] {
        cudaEvent_t e;
        return cudaEventCreateWithFlags(&e, 0x80);
    });
    add("event of interprocess with timing", [] {
        cudaEvent_t e;
        return cudaEventCreateWithFlags(&e, cudaEventInterprocess);
    });
    add("event into null", [] { return cudaEventCreate(nullptr); });
    add("null recorded", [] { return cudaEventRecord(nullptr); });
    add("null asked", [] { return cudaEventQuery(nullptr); });
    add("null waited for", [] { return cudaEventSynchronize(nullptr); });
    add("null event destroyed", [] { return cudaEventDestroy(nullptr); });
    add("event not recorded, asked", [] { return cudaEventQuery(event()); });
    add("event not recorded, waited for", [] { return cudaEventSynchronize(event()); });
    add("time between events not recorded", [] { return cudaEventElapsedTime(&ms, event(), event()); });
    add("time between events of which one is not recorded", [] {
        const cudaEvent_t e = event();
        return cudaEventRecord(e), cudaEventElapsedTime(&ms, e, event());
    });
    add("time between events without timing", [] {
        const cudaEvent_t e = event(cudaEventDisableTiming), f = event(cudaEventDisableTiming);
        return cudaEventRecord(e), cudaEventRecord(f), cudaDeviceSynchronize(),
               cudaEventElapsedTime(&ms, e, f);
    });
    add("time into null", [] {
        const cudaEvent_t e = event();
        return cudaEventRecord(e), cudaEventSynchronize(e), cudaEventElapsedTime(nullptr, e, e);
    });
    add("time between null", [] { return cudaEventElapsedTime(&ms, nullptr, nullptr); });
    add("destroyed event recorded", [] {
        const cudaEvent_t e = event();
        return cudaEventDestroy(e), cudaEventRecord(e);
    });
    add("capture of the default stream",
        [] { return cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal); });
    add("capture ended that had not begun", [] {
        cudaGraph_t g;
        return cudaStreamEndCapture(stream(), &g);
    });
    add("capture begun twice", [] {
        return captured(
            [](cudaStream_t s) { return cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); });
    });
    add("malloc in a capture", [] {
        return captured([](cudaStream_t) {
            void* q;
            return cudaMalloc(&q, 4);
        });
    });
    add("synchronization in a capture",
        [] { return captured([](cudaStream_t s) { return cudaStreamSynchronize(s); }); });
    add("device synchronization in a capture",
        [] { return captured([](cudaStream_t) { return cudaDeviceSynchronize(); }); });
    add("query in a capture", [] { return captured([](cudaStream_t s) { return cudaStreamQuery(s); }); });
    add("copy in a capture", [] {
        return captured(
            [](cudaStream_t) { return cudaMemcpy(memory(), memory(), 4, cudaMemcpyDeviceToDevice); });
    });
    add("launch in the default stream in a capture",
        [] { return captured([](cudaStream_t) { return launched(1, 1); }); });
    add("graph of null launched", [] { return cudaGraphLaunch(nullptr, nullptr); });
    add("graph of null instantiated", [] {
        cudaGraphExec_t e;
        return cudaGraphInstantiate(&e, nullptr, 0);
    });
    add("graph of null destroyed", [] { return cudaGraphDestroy(nullptr); });
    add("graph with unknown flags", [] {
        cudaGraph_t g;
        return cudaGraphCreate(&g, 7);
    });
    add("kernel node of a host function", [] {
        cudaGraph_t graph;
        cudaGraphNode_t node;
        cudaKernelNodeParams how = {};
        how.func = reinterpret_cast<void*>(&host_function);
        how.gridDim = how.blockDim = dim3(1);
        return cudaGraphCreate(&graph, 0), cudaGraphAddKernelNode(&node, graph, nullptr, 0, &how);
    });
}

inline void add_arrays(std::vector<Case>& all) {
    const auto add = [&](const char* name, cudaError_t (*call)()) { all.push_back({name, call}); };
    static const cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
    static cudaTextureObject_t texture;
    static cudaArray_t array;
    add("array of width 0", [] { return cudaMallocArray(&array, &one, 0, 4); });
    add("array of width 2^20", [] { return cudaMallocArray(&array, &one, 1 << 20, 4); });
    add("array of three channels", [] {
        static const cudaChannelFormatDesc three =
            cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
        return cudaMallocArray(&array, &three, 4, 4);
    });
    add("array of null freed", [] { return cudaFreeArray(nullptr); });
    add("copy past an array's end", [] {
        static float host[64];
        return cudaMallocArray(&array, &one, 4, 4),
               cudaMemcpy2DToArray(array, 0, 0, host, 32, 32, 4, cudaMemcpyHostToDevice);
    });
    add("copy at an offset past an array's end", [] {
        static float host[64];
        return cudaMallocArray(&array, &one, 4, 4),
               cudaMemcpy2DToArray(array, 8, 1, host, 16, 16, 4, cudaMemcpyHostToDevice);
    });
    add("texture of nothing", [] {
        cudaResourceDesc r = {};
        cudaTextureDesc t = {};
        return cudaCreateTextureObject(&texture, &r, &t, nullptr);
    });
    add("texture of an array of null", [] {
        cudaResourceDesc r = {};
        r.resType = cudaResourceTypeArray;
        cudaTextureDesc t = {};
        return cudaCreateTextureObject(&texture, &r, &t, nullptr);
    });
    add("texture of integers, filtered", [] {
        static const cudaChannelFormatDesc whole = cudaCreateChannelDesc<int>();
        cudaResourceDesc r = {};
        cudaTextureDesc t = {};
        static_cast<void>(cudaMallocArray(&array, &whole, 4, 4));
        r.resType = cudaResourceTypeArray, r.res.array.array = array, t.filterMode = cudaFilterModeLinear;
        return cudaCreateTextureObject(&texture, &r, &t, nullptr);
    });
    add("texture wrapped without normalized coordinates", [] {
        cudaResourceDesc r = {};
        cudaTextureDesc t = {};
        static_cast<void>(cudaMallocArray(&array, &one, 4, 4));
        r.resType = cudaResourceTypeArray, r.res.array.array = array,
        t.addressMode[0] = t.addressMode[1] = cudaAddressModeWrap;
        return cudaCreateTextureObject(&texture, &r, &t, nullptr);
    });
    add("texture of linear memory at byte 4", [] {
        cudaResourceDesc r = {};
        cudaTextureDesc t = {};
        r.resType = cudaResourceTypeLinear, r.res.linear = {memory() + 4, one, 64};
        return cudaCreateTextureObject(&texture, &r, &t, nullptr);
    });
    add("texture of null destroyed", [] { return cudaDestroyTextureObject(0); });
    add("surface of null destroyed", [] { return cudaDestroySurfaceObject(0); });
    add("surface of an array without leave", [] {
        cudaResourceDesc r = {};
        cudaSurfaceObject_t surface;
        static_cast<void>(cudaMallocArray(&array, &one, 4, 4));
        r.resType = cudaResourceTypeArray, r.res.array.array = array;
        return cudaCreateSurfaceObject(&surface, &r);
    });
}

}  // namespace errors
