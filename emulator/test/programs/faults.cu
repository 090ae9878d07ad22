// What the calls after a kernel that faulted answer: the error stays with the device, and nothing in the process clears it.
#include <cassert>

#include "emulator/test/programs/scenarios.cuh"

__device__ int counter[8];

__global__ void nothing() {}
__global__ void store(int* p, long long index, int value) { p[index] = value; }
__global__ void store_misaligned(char* p) { *reinterpret_cast<int*>(p + 2) = 1; }
__global__ void trap() { asm("trap;"); }
__global__ void fail(int n) { assert(n > 1); }

static void after_fault(int* device_memory, int* host, cudaStream_t stream, cudaEvent_t event) {
    SHOW(cudaGetLastError());
    SHOW(cudaDeviceSynchronize());
    show_last_errors();
    int* p = nullptr;
    SHOW(cudaMalloc(&p, 4));
    SHOW(cudaFree(p));
    nothing<<<1, 1>>>();
    SHOW(cudaGetLastError());
    SHOW(cudaStreamSynchronize(0));
    int device = -1, count = 0;
    size_t bytes = 0, more = 0;
    void* address = nullptr;
    float milliseconds = 0;
    cudaDeviceProp properties;
    cudaFuncAttributes function;
    cudaPointerAttributes pointer;
    cudaEvent_t another;
    SHOW(cudaGetDevice(&device));
    SHOW(cudaSetDevice(0));
    SHOW(cudaGetDeviceCount(&count));
    SHOW(cudaDeviceGetAttribute(&count, cudaDevAttrWarpSize, 0));
    SHOW(cudaGetDeviceProperties(&properties, 0));
    SHOW(cudaRuntimeGetVersion(&count));
    SHOW(cudaDriverGetVersion(&count));
    SHOW(cudaMemGetInfo(&bytes, &more));
    SHOW(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
    SHOW(cudaFuncGetAttributes(&function, nothing));
    SHOW(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&count, nothing, 128, 0));
    SHOW(cudaPointerGetAttributes(&pointer, host));
    SHOW(cudaGetSymbolAddress(&address, counter));
    SHOW(cudaGetSymbolSize(&bytes, counter));
    SHOW(cudaEventCreate(&another));
    SHOW(cudaEventRecord(event, stream));
    SHOW(cudaEventQuery(event));
    SHOW(cudaEventSynchronize(event));
    SHOW(cudaEventElapsedTime(&milliseconds, event, event));
    SHOW(cudaStreamQuery(stream));
    SHOW(cudaStreamSynchronize(stream));
    SHOW(cudaMemset(device_memory, 0, 16));
    SHOW(cudaMemcpy(host, device_memory, 16, cudaMemcpyDeviceToHost));
    SHOW(cudaMallocHost(&address, 16));
    SHOW(cudaEventDestroy(event));
    SHOW(cudaStreamDestroy(stream));
    SHOW(cudaFreeHost(host));
    SHOW(cudaFree(device_memory));
    SHOW(cudaGetLastError());
    SHOW(cudaDeviceReset());
    SHOW(cudaPeekAtLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaSetDevice(0));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMalloc(&p, 4));
}

static void illegal_address() {
    int* p;
    SHOW(cudaMalloc(&p, 16));
    int* host;
    cudaStream_t stream;
    cudaEvent_t event;
    SHOW(cudaMallocHost(&host, 16));
    SHOW(cudaStreamCreate(&stream));
    SHOW(cudaEventCreate(&event));
    SHOW(cudaEventRecord(event, stream));
    SHOW(cudaStreamSynchronize(stream));
    store<<<1, 1>>>(p, 1LL << 38, 1);
    after_fault(p, host, stream, event);
}

static void misaligned_address() {
    char* p;
    SHOW(cudaMalloc(&p, 16));
    store_misaligned<<<1, 1>>>(p);
    SHOW(cudaDeviceSynchronize());
    show_last_errors();
}

static void trapped() {
    trap<<<1, 1>>>();
    SHOW(cudaDeviceSynchronize());
    show_last_errors();
}

static void asserted() {
    fail<<<1, 1>>>(1);
    SHOW(cudaDeviceSynchronize());
    show_last_errors();
}

static const Scenario kScenarios[] = {
    {"illegal_address", illegal_address},
    {"misaligned_address", misaligned_address},
    {"trapped", trapped},
    {"asserted", asserted},
};

int main(int argc, char** argv) { return run_scenarios(kScenarios, argc, argv); }
