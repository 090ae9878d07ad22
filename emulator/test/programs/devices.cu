// Several devices: what each has of its own, access to peers, copies between devices, order. Needs three (simt --devices 3). The
// cases at the end are wrong, on GPUs too.
#include <set>
#include <string>
#include <thread>

#include "emulator/test/programs/devices.cuh"

namespace {

__global__ void fetch(cudaTextureObject_t in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<float>(in, i);
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

const Case kCases[] = {
    CASE(devices_and_their_properties),
    CASE(each_thread_has_its_device),
    CASE(peer_access_and_its_errors),
    CASE(kernels_read_and_write_a_peer),
    CASE(copies_between_devices),
    CASE(pointers_know_their_device),
    CASE(streams_and_events_belong_to_a_device),
    CASE(ordered_work_is_no_race),
    UNUSUAL(synchronised_the_right_one),
    UNUSUAL(shared_between_processes),
    UNUSUAL(no_access),
    UNUSUAL(no_access_to_a_pool),
    UNUSUAL(texture_of_another_device),
    UNUSUAL(unordered),
    UNUSUAL(synchronised_the_other),
};

}  // namespace

int main(int argc, char** argv) { return run_cases(argc, argv, kCases, choose_first_device); }
