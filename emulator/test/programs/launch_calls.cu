// Launches within and beyond the limits of the device, function attributes, occupancy of what does not fit.
#include "emulator/test/programs/many_registers.cuh"
#include "emulator/test/programs/scenarios.cuh"

__global__ void nothing() {}
__global__ void __launch_bounds__(128) at_most_128() {}
__global__ void dynamic_shared(int* p) {
    extern __shared__ int words[];
    words[threadIdx.x] = threadIdx.x;
    p[threadIdx.x] = words[threadIdx.x];
}
__global__ void static_shared(int* p) {
    __shared__ int words[8192];
    words[threadIdx.x] = threadIdx.x;
    p[threadIdx.x] = words[threadIdx.x ^ 1];
}

static void launches() {
    float* f;
    int* p;
    SHOW(cudaMalloc(&f, 1 << 20));
    p = reinterpret_cast<int*>(f);
    // The error of the launch itself, and that of waiting for it.
    const auto show = [](const char* what) {
        std::printf("  %s: %d", what, static_cast<int>(cudaGetLastError()));
        std::printf(" %d\n", static_cast<int>(cudaDeviceSynchronize()));
    };
    nothing<<<1, 1>>>(), show("1 block of 1");
    nothing<<<0, 1>>>(), show("0 blocks");
    nothing<<<1, 0>>>(), show("0 threads");
    nothing<<<dim3(1, 0, 1), 1>>>(), show("grid 1x0x1");
    nothing<<<1, dim3(1, 0, 1)>>>(), show("block 1x0x1");
    nothing<<<1, 1024>>>(), show("1024 threads");
    nothing<<<1, 1025>>>(), show("1025 threads");
    nothing<<<1, dim3(32, 32, 2)>>>(), show("block 32x32x2");
    nothing<<<1, dim3(1, 1, 64)>>>(), show("block 1x1x64");
    nothing<<<1, dim3(1, 1, 65)>>>(), show("block 1x1x65");
    nothing<<<dim3(1, 65535), 1>>>(), show("grid 1x65535");
    nothing<<<dim3(1, 65536), 1>>>(), show("grid 1x65536");
    nothing<<<dim3(1, 1, 65536), 1>>>(), show("grid 1x1x65536");
    nothing<<<dim3(1u << 31), 1>>>(), show("grid 2^31");
    nothing<<<1, 1, 49152>>>(), show("48 KiB dynamic");
    nothing<<<1, 1, 49153>>>(), show("48 KiB + 1 dynamic");
    static_shared<<<1, 32, 16384>>>(p), show("32 + 16 KiB");
    static_shared<<<1, 32, 16385>>>(p), show("32 + 16 KiB + 1");
    at_most_128<<<1, 128>>>(), show("128 of at most 128");
    at_most_128<<<1, 129>>>(), show("129 of at most 128");
    many_registers<160><<<1, 640>>>(f), show("96 registers, 640 threads");
    many_registers<160><<<1, 641>>>(f), show("96 registers, 641 threads");
    many_registers<160><<<1, 1024>>>(f), show("96 registers, 1024 threads");
    many_registers<160><<<1, 1024, 50000>>>(f), show("96 registers and much shared");
    many_registers<160><<<0, 1024>>>(f), show("96 registers and no blocks");
    nothing<<<1, 1025, 50000>>>(), show("1025 threads and much shared");
    dynamic_shared<<<1, 32, 65536>>>(p), show("64 KiB before asking");
    SHOW(cudaFuncSetAttribute(dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
    dynamic_shared<<<1, 32, 65536>>>(p), show("64 KiB after asking");
    dynamic_shared<<<1, 32, 65537>>>(p), show("64 KiB + 1 after asking for 64");
    SHOW(cudaFuncSetAttribute(dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
    dynamic_shared<<<1, 32, 2048>>>(p), show("2 KiB after asking for 1");
    dynamic_shared<<<1, 32, 49152>>>(p), show("48 KiB after asking for 1");
    SHOW(cudaFuncSetAttribute(dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));
    dynamic_shared<<<1, 32, 232448>>>(p), show("227 KiB after asking");
    SHOW(cudaFuncSetAttribute(dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449));
    SHOW(cudaFuncSetAttribute(dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    SHOW(cudaFuncSetAttribute(static_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 199680));
    SHOW(cudaFuncSetAttribute(static_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 199681));
    SHOW(cudaGetLastError());
    static_shared<<<1, 32, 199680>>>(p), show("32 + 195 KiB after asking");
    SHOW(cudaFuncSetAttribute(nothing, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    SHOW(cudaFuncSetAttribute(nothing, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    SHOW(cudaFuncSetAttribute(nothing, cudaFuncAttributePreferredSharedMemoryCarveout, -1));
    SHOW(cudaFuncSetAttribute(nothing, cudaFuncAttributePreferredSharedMemoryCarveout, -2));
    SHOW(cudaFuncSetAttribute(nothing, static_cast<cudaFuncAttribute>(77), 0));
    SHOW(cudaFuncSetCacheConfig(nothing, cudaFuncCachePreferL1));
    int host = 0;
    void* none[1] = {nullptr};
    SHOW(cudaLaunchKernel(&host, 1, 1, none, 0, 0));
    SHOW(cudaLaunchKernel(static_cast<const void*>(nullptr), 1, 1, none, 0, 0));
    const auto* const kernel = reinterpret_cast<const void*>(nothing);
    SHOW(cudaLaunchKernel(kernel, 1, 1, none, 0, 0));
    SHOW(cudaLaunchKernel(kernel, 0, 1, none, 0, 0));
    SHOW(cudaLaunchKernel(kernel, 1, 0, none, 0, 0));
    SHOW(cudaLaunchKernel(kernel, 1, 1025, none, 0, 0));
    SHOW(cudaLaunchKernel(kernel, dim3(1, 65536), 1, none, 0, 0));
    SHOW(cudaLaunchKernel(kernel, 1, 1, none, 49153, 0));
    SHOW(cudaLaunchKernel(reinterpret_cast<const void*>(many_registers<160>), 1, 1024, none, 0, 0));
    SHOW(cudaLaunchCooperativeKernel(kernel, 1, 32, none, 0, 0));
    SHOW(cudaLaunchCooperativeKernel(kernel, 100000, 32, none, 0, 0));
    cudaFuncAttributes attributes;
    SHOW(cudaFuncGetAttributes(&attributes, &host));
    SHOW(cudaFuncSetAttribute(&host, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
    int blocks = -1;
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 0, 0));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 1025, 0));
    SHOW_VALUE(blocks);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 32, 1 << 20));
    SHOW_VALUE(blocks);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, many_registers<160>, 1024, 0));
    SHOW_VALUE(blocks);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &host, 32, 0));
    cudaLaunchConfig_t config = {};
    config.gridDim = 2, config.blockDim = 32;
    SHOW(cudaLaunchKernelExC(&config, kernel, none));
    config.blockDim = 1025;
    SHOW(cudaLaunchKernelExC(&config, kernel, none));
    SHOW(cudaLaunchCooperativeKernel(kernel, 0, 32, none, 0, 0));
    show("after all");
}

static const Scenario kScenarios[] = {
    {"launches", launches},
};

int main(int argc, char** argv) { return run_scenarios(kScenarios, argc, argv); }
