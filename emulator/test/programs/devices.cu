// Several devices: what each has of its own, access to peers, copies between devices, order. Needs three (simt --devices 3). Each case
// prints "name ok", or the line of the first thing that is wrong. The argument names one case; those at the end are wrong, on GPUs too.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

#define EXPECT(condition)                                             \
    if (!(condition)) {                                               \
        std::printf("(line %d: %s is wrong) ", __LINE__, #condition); \
        return false;                                                 \
    }
#define OK(call) EXPECT((call) == cudaSuccess)
#define REFUSED(call, error)                   \
    do {                                       \
        EXPECT((call) == (error));             \
        EXPECT(cudaGetLastError() == (error)); \
    } while (0)

constexpr int kDevices = 3;
constexpr int kCount = 1003;  // not a multiple of a block
constexpr int kThreads = 128, kBlocks = (kCount + kThreads - 1) / kThreads;

__device__ int device_value = 40;
__constant__ int constant_value;
__managed__ int managed_value = 5;

__global__ void add(const float* in, float* out, float more, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + more;
}
__global__ void raise_variables(int* out) {
    device_value += constant_value;
    *out = device_value;
}
__global__ void fetch(cudaTextureObject_t in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<float>(in, i);
}
__global__ void raise_managed() { managed_value += 10; }
__global__ void allocate_one(int** out) { *out = new int(7); }
__global__ void read_one(int* const* in, int* out) { *out = **in; }

// n numbers from `first` on, in memory of the current device, with NaN behind them.
float* numbers(int n, float first) {
    std::vector<float> host(n + 1, NAN);
    for (int i = 0; i < n; ++i) host[i] = first + i;
    float* device = nullptr;
    if (cudaMalloc(&device, host.size() * sizeof(float)) != cudaSuccess) return nullptr;
    if (cudaMemcpy(device, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice) != cudaSuccess)
        return nullptr;
    return device;
}
float* poison(int n) { return numbers(n, NAN); }

// Whether the device's memory holds first, first + 1, …, and NaN behind.
bool holds(const float* device, int n, float first) {
    std::vector<float> host(n + 1, -1);
    if (cudaMemcpy(host.data(), device, host.size() * sizeof(float), cudaMemcpyDefault) != cudaSuccess)
        return false;
    for (int i = 0; i < n; ++i)
        if (host[i] != first + i) return false;
    return std::isnan(host[n]);
}

bool devices_and_their_properties() {
    int count = 0, current = -1;
    OK(cudaGetDeviceCount(&count));
    EXPECT(count == kDevices);
    OK(cudaGetDevice(&current));
    EXPECT(current == 0);
    std::set<std::string> buses, uuids;
    for (int device = 0; device < count; ++device) {
        cudaDeviceProp properties;
        OK(cudaGetDeviceProperties(&properties, device));
        EXPECT(properties.major == 9 && properties.pciBusID == device);
        uuids.insert(std::string(properties.uuid.bytes, sizeof properties.uuid.bytes));
        int bus = -1, found = -1;
        OK(cudaDeviceGetAttribute(&bus, cudaDevAttrPciBusId, device));
        EXPECT(bus == device);
        char text[64];
        OK(cudaDeviceGetPCIBusId(text, sizeof text, device));
        OK(cudaDeviceGetByPCIBusId(&found, text));
        EXPECT(found == device);
        buses.insert(text);
    }
    EXPECT(buses.size() == kDevices && uuids.size() == kDevices);
    REFUSED(cudaSetDevice(kDevices), cudaErrorInvalidDevice);
    REFUSED(cudaSetDevice(-1), cudaErrorInvalidDevice);
    return true;
}

// The current device belongs to the host thread.
bool each_thread_has_its_device() {
    OK(cudaSetDevice(2));
    int in_thread = -1, after = -1;
    std::thread([&] {
        cudaGetDevice(&in_thread);
        cudaSetDevice(1);
        cudaGetDevice(&after);
    }).join();
    EXPECT(in_thread == 0 && after == 1);
    OK(cudaGetDevice(&after));
    EXPECT(after == 2);
    return true;
}

bool peer_access_and_its_errors() {
    int can = -1;
    OK(cudaDeviceCanAccessPeer(&can, 0, 1));
    EXPECT(can == 1);
    OK(cudaDeviceCanAccessPeer(&can, 1, 1));
    EXPECT(can == 0);
    REFUSED(cudaDeviceCanAccessPeer(&can, 0, 3), cudaErrorInvalidDevice);
    OK(cudaSetDevice(1));
    REFUSED(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
    REFUSED(cudaDeviceEnablePeerAccess(0, 1), cudaErrorInvalidValue);
    REFUSED(cudaDeviceEnablePeerAccess(3, 0), cudaErrorInvalidDevice);
    OK(cudaDeviceEnablePeerAccess(0, 0));
    REFUSED(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessAlreadyEnabled);
    OK(cudaDeviceDisablePeerAccess(0));
    REFUSED(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
    // A reset ends the access in both directions.
    OK(cudaDeviceEnablePeerAccess(0, 0));
    OK(cudaSetDevice(0));
    OK(cudaDeviceReset());
    OK(cudaSetDevice(1));
    REFUSED(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
    int value = -1;
    OK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
    EXPECT(value == 1);
    OK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrNativeAtomicSupported, 2, 1));
    EXPECT(value == 1);
    OK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrPerformanceRank, 0, 1));
    EXPECT(value == 0);
    REFUSED(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 1, 1), cudaErrorInvalidDevice);
    REFUSED(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(77), 0, 1),
            cudaErrorInvalidValue);
    return true;
}

bool kernels_read_and_write_a_peer() {
    OK(cudaSetDevice(0));
    float* const in = numbers(kCount, 1);
    OK(cudaSetDevice(2));
    float* const out = poison(kCount);
    OK(cudaSetDevice(1));
    OK(cudaDeviceEnablePeerAccess(0, 0));
    OK(cudaDeviceEnablePeerAccess(2, 0));
    add<<<kBlocks, kThreads>>>(in, out, 5, kCount);
    OK(cudaDeviceSynchronize());
    EXPECT(holds(out, kCount, 6));
    OK(cudaFree(in));  // another device's memory
    OK(cudaFree(out));
    OK(cudaDeviceDisablePeerAccess(0));
    OK(cudaDeviceDisablePeerAccess(2));
    return true;
}

bool copies_between_devices() {
    OK(cudaSetDevice(0));
    float* const in = numbers(kCount, 3);
    OK(cudaSetDevice(1));
    const size_t bytes = kCount * sizeof(float);
    const auto check = [&](auto&& copy) {
        float* const out = poison(kCount);
        OK(copy(out));
        OK(cudaDeviceSynchronize());
        EXPECT(holds(out, kCount, 3));
        OK(cudaFree(out));
        return true;
    };
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    EXPECT(check([&](float* out) { return cudaMemcpyPeer(out, 1, in, 0, bytes); }));
    EXPECT(check([&](float* out) { return cudaMemcpyPeerAsync(out, 1, in, 0, bytes, stream); }));
    EXPECT(check([&](float* out) { return cudaMemcpyPeerAsync(out, 1, in, 0, bytes, nullptr); }));
    EXPECT(check([&](float* out) { return cudaMemcpy(out, in, bytes, cudaMemcpyDefault); }));
    EXPECT(check([&](float* out) { return cudaMemcpy(out, in, bytes, cudaMemcpyDeviceToDevice); }));
    EXPECT(check([&](float* out) { return cudaMemcpyAsync(out, in, bytes, cudaMemcpyDefault, stream); }));
    EXPECT(check(
        [&](float* out) { return cudaMemcpy2D(out, 59 * 4, in, 59 * 4, 59 * 4, 17, cudaMemcpyDefault); }));
    cudaMemcpy3DPeerParms box = {};
    box.srcDevice = 0;
    box.dstDevice = 1;
    box.extent = make_cudaExtent(59 * 4, 17, 1);
    box.srcPtr = make_cudaPitchedPtr(in, 59 * 4, 59, 17);
    EXPECT(check([&](float* out) {
        box.dstPtr = make_cudaPitchedPtr(out, 59 * 4, 59, 17);
        return cudaMemcpy3DPeer(&box);
    }));
    EXPECT(check([&](float* out) {
        box.dstPtr = make_cudaPitchedPtr(out, 59 * 4, 59, 17);
        return cudaMemcpy3DPeerAsync(&box, stream);
    }));
    float* const out = poison(kCount);
    REFUSED(cudaMemcpyPeer(out, 1, in, 3, bytes), cudaErrorInvalidDevice);
    REFUSED(cudaMemcpyPeerAsync(out, -1, in, 0, bytes, stream), cudaErrorInvalidDevice);
    OK(cudaFree(out));
    OK(cudaFree(in));
    OK(cudaStreamDestroy(stream));
    return true;
}

bool pointers_know_their_device() {
    for (int device = 0; device < kDevices; ++device) {
        OK(cudaSetDevice(device));
        void *memory, *managed, *pinned, *pooled;
        OK(cudaMalloc(&memory, 100));
        OK(cudaMallocManaged(&managed, 100));
        OK(cudaMallocHost(&pinned, 100));
        OK(cudaMallocAsync(&pooled, 100, nullptr));
        OK(cudaSetDevice(0));
        for (void* const pointer : {memory, managed, pinned, pooled}) {
            cudaPointerAttributes attributes;
            OK(cudaPointerGetAttributes(&attributes, static_cast<char*>(pointer) + 50));
            EXPECT(attributes.device == device);
        }
        OK(cudaFree(memory));
        OK(cudaFree(managed));
        OK(cudaFreeHost(pinned));
        OK(cudaFree(pooled));
    }
    return true;
}

bool streams_and_events_belong_to_a_device() {
    cudaStream_t streams[2];
    cudaEvent_t events[2][2];
    for (int device = 0; device < 2; ++device) {
        OK(cudaSetDevice(device));
        OK(cudaStreamCreate(&streams[device]));
        for (cudaEvent_t& event : events[device]) OK(cudaEventCreate(&event));
#if CUDART_VERSION >= 12080
        int of_stream = -1;
        OK(cudaStreamGetDevice(streams[device], &of_stream));
        EXPECT(of_stream == device);
#endif
    }
    // Device 1 is current.
    float* const x = numbers(kCount, 0);
    add<<<kBlocks, kThreads, 0, streams[0]>>>(x, x, 1, kCount);
    EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
    EXPECT(holds(x, kCount, 0));
    REFUSED(cudaEventRecord(events[1][0], streams[0]), cudaErrorInvalidResourceHandle);
    REFUSED(cudaEventRecord(events[0][0], nullptr), cudaErrorInvalidResourceHandle);
    OK(cudaEventRecord(events[0][0], streams[0]));
    OK(cudaEventRecord(events[1][0], streams[1]));
    OK(cudaEventRecord(events[1][1], nullptr));
    float milliseconds = -1;
    OK(cudaEventSynchronize(events[0][0]));
    OK(cudaEventSynchronize(events[1][1]));
    OK(cudaEventElapsedTime(&milliseconds, events[1][0], events[1][1]));
    REFUSED(cudaEventElapsedTime(&milliseconds, events[0][0], events[1][0]), cudaErrorInvalidResourceHandle);
    OK(cudaStreamWaitEvent(streams[1], events[0][0], 0));
    // Copies and fills may be in any stream.
    OK(cudaMemsetAsync(x, 0, sizeof(float), streams[0]));
    OK(cudaStreamSynchronize(streams[0]));
    OK(cudaStreamDestroy(streams[0]));
    OK(cudaStreamDestroy(streams[1]));
    OK(cudaFree(x));
    return true;
}

bool variables_of_each_device() {
    int* out[kDevices];
    for (int device = 0; device < kDevices; ++device) {
        OK(cudaSetDevice(device));
        OK(cudaMalloc(&out[device], sizeof(int)));
        const int more = 10 * device + 1;
        OK(cudaMemcpyToSymbol(constant_value, &more, sizeof more));
        for (int times = 0; times <= device; ++times) raise_variables<<<1, 1>>>(out[device]);
    }
    for (int device = 0; device < kDevices; ++device) {
        int value = -1;
        OK(cudaMemcpy(&value, out[device], sizeof value, cudaMemcpyDefault));
        EXPECT(value == 40 + (device + 1) * (10 * device + 1));
        OK(cudaSetDevice(device));
        OK(cudaMemcpyFromSymbol(&value, device_value, sizeof value));
        EXPECT(value == 40 + (device + 1) * (10 * device + 1));
        OK(cudaFree(out[device]));
    }
    return true;
}

bool managed_memory_is_everybodys() {
    managed_value = 5;
    float* shared = nullptr;
    OK(cudaSetDevice(0));
    OK(cudaMallocManaged(&shared, kCount * sizeof(float)));
    for (int i = 0; i < kCount; ++i) shared[i] = i;
    for (int device = 0; device < kDevices; ++device) {
        OK(cudaSetDevice(device));
        add<<<kBlocks, kThreads>>>(shared, shared, 1, kCount);
        raise_managed<<<1, 1>>>();
        OK(cudaDeviceSynchronize());
    }
    EXPECT(shared[0] == 3 && shared[kCount - 1] == kCount + 2);
    EXPECT(managed_value == 35);
    // The variable outlives the reset of one device.
    OK(cudaDeviceReset());
    managed_value += 1;
    EXPECT(managed_value == 36);
    raise_managed<<<1, 1>>>();
    OK(cudaDeviceSynchronize());
    EXPECT(managed_value == 46);
    cudaPointerAttributes attributes;
    OK(cudaPointerGetAttributes(&attributes, &managed_value));
    EXPECT(attributes.type == cudaMemoryTypeManaged);
    REFUSED(cudaFree(&managed_value), cudaErrorInvalidValue);
    OK(cudaFree(shared));
    return true;
}

bool limits_attributes_and_memory_of_each() {
    size_t before[2], after[2], total = 0, stack[2];
    for (int device = 0; device < 2; ++device) {
        OK(cudaSetDevice(device));
        OK(cudaMemGetInfo(&before[device], &total));
    }
    OK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    OK(cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10));
    void* memory = nullptr;
    OK(cudaMalloc(&memory, 8 << 20));
    REFUSED(cudaMalloc(&memory, total + 1), cudaErrorMemoryAllocation);
    for (int device = 0; device < 2; ++device) {
        OK(cudaSetDevice(device));
        OK(cudaMemGetInfo(&after[device], &total));
        OK(cudaDeviceGetLimit(&stack[device], cudaLimitStackSize));
        cudaFuncAttributes attributes;
        OK(cudaFuncGetAttributes(&attributes, add));
        EXPECT(attributes.maxDynamicSharedSizeBytes == (device == 0 ? 48 << 10 : 100 << 10));
        cudaDeviceProp properties;
        OK(cudaGetDeviceProperties(&properties, device));
        EXPECT(properties.totalGlobalMem == total);
    }
    EXPECT(stack[0] == 1024 && stack[1] == 4096);
    EXPECT(after[1] + (8 << 20) <= total);
    return true;
}

// The others keep their memory, streams and variables.
bool a_reset_of_one_device() {
    OK(cudaSetDevice(0));
    float* const kept = numbers(kCount, 1);
    cudaStream_t stream, gone;
    OK(cudaStreamCreate(&stream));
    OK(cudaSetDevice(1));
    float* const lost = numbers(kCount, 2);
    OK(cudaStreamCreate(&gone));
    const int raised = 1;
    OK(cudaMemcpyToSymbol(device_value, &raised, sizeof raised));
    OK(cudaDeviceReset());
    REFUSED(cudaStreamSynchronize(gone), cudaErrorInvalidResourceHandle);
    float number;
    REFUSED(cudaMemcpy(&number, lost, sizeof number, cudaMemcpyDefault), cudaErrorInvalidValue);
    int value = -1;
    OK(cudaMemcpyFromSymbol(&value, device_value, sizeof value));
    EXPECT(value == 40);
    OK(cudaSetDevice(0));
    add<<<kBlocks, kThreads, 0, stream>>>(kept, kept, 1, kCount);
    OK(cudaStreamSynchronize(stream));
    EXPECT(holds(kept, kCount, 2));
    OK(cudaStreamDestroy(stream));
    OK(cudaFree(kept));
    return true;
}

bool pools_of_each_device() {
    cudaMemPool_t pools[2], own, found;
    for (int device = 0; device < 2; ++device) OK(cudaDeviceGetDefaultMemPool(&pools[device], device));
    EXPECT(pools[0] != pools[1]);
    REFUSED(cudaDeviceSetMemPool(0, pools[1]), cudaErrorInvalidValue);
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, 1};
    OK(cudaMemPoolCreate(&own, &properties));
    OK(cudaDeviceSetMemPool(1, own));
    OK(cudaDeviceGetMemPool(&found, 1));
    EXPECT(found == own);
    // A stream's memory comes from its device, whichever is current.
    cudaStream_t stream;
    OK(cudaSetDevice(1));
    OK(cudaStreamCreate(&stream));
    OK(cudaSetDevice(0));
    float *from_stream = nullptr, *from_pool = nullptr;
    OK(cudaMallocAsync(reinterpret_cast<void**>(&from_stream), kCount * sizeof(float), stream));
    OK(cudaMallocFromPoolAsync(reinterpret_cast<void**>(&from_pool), kCount * sizeof(float), own, nullptr));
    for (const float* const pointer : {from_stream, from_pool}) {
        cudaPointerAttributes attributes;
        OK(cudaPointerGetAttributes(&attributes, pointer));
        EXPECT(attributes.device == 1);
    }
    // Access to a pool's memory is the pool's affair.
    cudaMemLocation zero = {cudaMemLocationTypeDevice, 0};
    cudaMemAccessFlags access = cudaMemAccessFlagsProtReadWrite;
    OK(cudaMemPoolGetAccess(&access, own, &zero));
    EXPECT(access == cudaMemAccessFlagsProtNone);
    cudaMemAccessDesc wanted = {zero, cudaMemAccessFlagsProtReadWrite};
    OK(cudaMemPoolSetAccess(own, &wanted, 1));
    OK(cudaMemPoolGetAccess(&access, own, &zero));
    EXPECT(access == cudaMemAccessFlagsProtReadWrite);
    float* const in = numbers(kCount, 1);
    OK(cudaStreamSynchronize(stream));
    add<<<kBlocks, kThreads>>>(in, from_pool, 1, kCount);
    add<<<kBlocks, kThreads>>>(from_pool, from_stream, 1, kCount);
    OK(cudaDeviceSynchronize());
    float last = 0;
    OK(cudaMemcpy(&last, from_stream + kCount - 1, sizeof last, cudaMemcpyDefault));
    EXPECT(last == kCount + 2);
    OK(cudaFreeAsync(from_stream, stream));
    OK(cudaFreeAsync(from_pool, stream));
    OK(cudaStreamDestroy(stream));
    OK(cudaMemPoolDestroy(own));
    OK(cudaFree(in));
    return true;
}

// Kernels run on the device that was current when the graph was made, and their memory comes from the pool's.
bool graphs_of_a_device() {
    OK(cudaSetDevice(1));
    cudaStream_t stream, other;
    OK(cudaStreamCreate(&stream));
    float* const in = numbers(kCount, 4);
    float* const out = poison(kCount);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    float* between = nullptr;
    OK(cudaMallocAsync(reinterpret_cast<void**>(&between), kCount * sizeof(float), stream));
    add<<<kBlocks, kThreads, 0, stream>>>(in, between, 1, kCount);
    add<<<kBlocks, kThreads, 0, stream>>>(between, out, 1, kCount);
    OK(cudaFreeAsync(between, stream));
    OK(cudaStreamEndCapture(stream, &graph));
    OK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cudaSetDevice(0));
    OK(cudaStreamCreate(&other));
    OK(cudaGraphLaunch(exec, other));
    OK(cudaStreamSynchronize(other));
    EXPECT(holds(out, kCount, 6));
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaStreamDestroy(stream));
    OK(cudaStreamDestroy(other));
    return true;
}

// malloc in kernels takes memory of the kernel's device.
bool a_heap_of_each_device() {
    for (int device = 0; device < 2; ++device) {
        OK(cudaSetDevice(device));
        int **block, *out, value = -1;
        OK(cudaMalloc(&block, sizeof *block));
        OK(cudaMalloc(&out, sizeof *out));
        allocate_one<<<1, 1>>>(block);
        read_one<<<1, 1>>>(block, out);
        OK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDefault));
        EXPECT(value == 7);
        OK(cudaFree(block));
        OK(cudaFree(out));
    }
    return true;
}

// Two devices hand an array to and fro; events order them, and copies of the default stream order both devices.
bool ordered_work_is_no_race() {
    cudaStream_t streams[2];
    cudaEvent_t events[2];
    float* memory[2];
    for (int device = 0; device < 2; ++device) {
        OK(cudaSetDevice(device));
        OK(cudaStreamCreate(&streams[device]));
        OK(cudaEventCreateWithFlags(&events[device], cudaEventDisableTiming));
        memory[device] = numbers(kCount, 0);
        const cudaError_t enabled = cudaDeviceEnablePeerAccess(1 - device, 0);
        EXPECT(enabled == cudaSuccess);
    }
    for (int turn = 0; turn < 4; ++turn) {
        const int device = turn % 2;
        OK(cudaSetDevice(device));
        if (turn > 0) OK(cudaStreamWaitEvent(streams[device], events[1 - device], 0));
        add<<<kBlocks, kThreads, 0, streams[device]>>>(memory[0], memory[0], 1, kCount);
        OK(cudaEventRecord(events[device], streams[device]));
    }
    // cudaMemcpyPeer comes after all work of both devices and before all later.
    OK(cudaMemcpyPeer(memory[1], 1, memory[0], 0, kCount * sizeof(float)));
    OK(cudaSetDevice(0));
    add<<<kBlocks, kThreads, 0, streams[0]>>>(memory[1], memory[1], 1, kCount);
    OK(cudaStreamSynchronize(streams[0]));
    EXPECT(holds(memory[0], kCount, 4));
    EXPECT(holds(memory[1], kCount, 5));
    for (int device = 0; device < 2; ++device) {
        OK(cudaSetDevice(device));
        OK(cudaDeviceDisablePeerAccess(1 - device));
        OK(cudaStreamDestroy(streams[device]));
        OK(cudaFree(memory[device]));
    }
    return true;
}

// Wrong: device 1 reads what it may not.
bool no_access() {
    float* const in = numbers(kCount, 1);
    OK(cudaSetDevice(1));
    float* const out = poison(kCount);
    add<<<kBlocks, kThreads>>>(in, out, 1, kCount);
    EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    return true;
}

// Wrong: access between devices does not reach memory of pools.
bool no_access_to_a_pool() {
    float* in = nullptr;
    OK(cudaMallocAsync(reinterpret_cast<void**>(&in), kCount * sizeof(float), nullptr));
    OK(cudaMemset(in, 0, kCount * sizeof(float)));
    OK(cudaDeviceSynchronize());
    OK(cudaSetDevice(1));
    OK(cudaDeviceEnablePeerAccess(0, 0));
    float* const out = poison(kCount);
    add<<<kBlocks, kThreads>>>(in, out, 1, kCount);
    EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    return true;
}

// Wrong: a texture object belongs to the device on which it was created.
bool texture_of_another_device() {
    float* const in = numbers(kCount, 1);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = in;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = kCount * sizeof(float);
    cudaTextureDesc texture = {};
    cudaTextureObject_t object = 0;
    OK(cudaCreateTextureObject(&object, &resource, &texture, nullptr));
    OK(cudaSetDevice(1));
    OK(cudaDeviceEnablePeerAccess(0, 0));
    float* const out = poison(kCount);
    fetch<<<kBlocks, kThreads>>>(object, out, kCount);
    EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalInstruction);
    return true;
}

// Wrong: nothing orders the two devices.
bool unordered() {
    float* const x = numbers(kCount, 1);
    add<<<kBlocks, kThreads>>>(x, x, 1, kCount);
    OK(cudaSetDevice(1));
    OK(cudaDeviceEnablePeerAccess(0, 0));
    add<<<kBlocks, kThreads>>>(x, x, 1, kCount);
    OK(cudaDeviceSynchronize());  // of device 1 alone
    return true;
}

// Wrong: cudaDeviceSynchronize waits for the current device only.
bool synchronised_the_other() {
    float* const x = numbers(kCount, 1);
    OK(cudaSetDevice(1));
    OK(cudaDeviceEnablePeerAccess(0, 0));
    OK(cudaSetDevice(0));
    add<<<kBlocks, kThreads>>>(x, x, 1, kCount);
    OK(cudaSetDevice(1));
    OK(cudaDeviceSynchronize());
    add<<<kBlocks, kThreads>>>(x, x, 1, kCount);
    return true;
}

// Right: it waits for the device that worked.
bool synchronised_the_right_one() {
    float* const x = numbers(kCount, 1);
    add<<<kBlocks, kThreads>>>(x, x, 1, kCount);
    OK(cudaDeviceSynchronize());
    OK(cudaSetDevice(1));
    OK(cudaDeviceEnablePeerAccess(0, 0));
    add<<<kBlocks, kThreads>>>(x, x, 1, kCount);
    OK(cudaDeviceSynchronize());
    return true;
}

// Memory of another process, which a GPU gives and the emulator does not.
bool shared_between_processes() {
    float* const x = numbers(kCount, 1);
    cudaIpcMemHandle_t handle;
    EXPECT(cudaIpcGetMemHandle(&handle, x) == cudaErrorNotSupported);
    return true;
}

struct Case {
    const char* name;
    bool (*run)();
    bool usual = true;
};
#define CASE(name) \
    { #name, name }
const Case kCases[] = {
    CASE(devices_and_their_properties),
    CASE(each_thread_has_its_device),
    CASE(peer_access_and_its_errors),
    CASE(kernels_read_and_write_a_peer),
    CASE(copies_between_devices),
    CASE(pointers_know_their_device),
    CASE(streams_and_events_belong_to_a_device),
    CASE(variables_of_each_device),
    CASE(managed_memory_is_everybodys),
    CASE(limits_attributes_and_memory_of_each),
    CASE(a_reset_of_one_device),
    CASE(pools_of_each_device),
    CASE(graphs_of_a_device),
    CASE(a_heap_of_each_device),
    CASE(ordered_work_is_no_race),
    {"synchronised_the_right_one", synchronised_the_right_one, false},
    {"shared_between_processes", shared_between_processes, false},
    {"no_access", no_access, false},
    {"no_access_to_a_pool", no_access_to_a_pool, false},
    {"texture_of_another_device", texture_of_another_device, false},
    {"unordered", unordered, false},
    {"synchronised_the_other", synchronised_the_other, false},
};

}  // namespace

int main(int argc, char** argv) {
    bool all = true;
    for (const Case& each : kCases) {
        if (argc > 1 ? std::strcmp(argv[1], each.name) != 0 : !each.usual) continue;
        const bool passed = cudaSetDevice(0) == cudaSuccess && each.run();
        all &= passed;
        std::printf("%s %s\n", each.name, passed ? "ok" : "WRONG");
        std::fflush(stdout);
    }
    return all ? 0 : 1;
}
