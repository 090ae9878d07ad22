// The memory of several devices: variables, managed memory, pools, graphs, heaps, resets. Needs three (simt --devices 3).
#include <cstring>

#include "emulator/test/programs/devices.cuh"

namespace {

__device__ int device_value = 40;
__constant__ int constant_value;
__managed__ int managed_value = 5;

__global__ void raise_variables(int* out) {
    device_value += constant_value;
    *out = device_value;
}
__global__ void raise_managed() { managed_value += 10; }
__global__ void allocate_one(int** out) { *out = new int(7); }
__global__ void read_one(int* const* in, int* out) { *out = **in; }

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

const Case kCases[] = {
    CASE(variables_of_each_device),
    CASE(managed_memory_is_everybodys),
    CASE(limits_attributes_and_memory_of_each),
    CASE(a_reset_of_one_device),
    CASE(pools_of_each_device),
    CASE(graphs_of_a_device),
    CASE(a_heap_of_each_device),
};

}  // namespace

int main(int argc, char** argv) { return run_cases(argc, argv, kCases, choose_first_device); }
