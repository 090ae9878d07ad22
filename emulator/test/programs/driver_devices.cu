// Contexts of several devices, and the runtime beside them. Needs two devices (simt --devices 2). Prints "ok" or the line of the first
// thing that is wrong. "no_access" is a mistake: a kernel reads the memory of a context without access to it.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

#define EXPECT(condition)                                            \
    if (!(condition)) {                                              \
        std::printf("line %d: %s is wrong\n", __LINE__, #condition); \
        return false;                                                \
    }
#define OK(call) EXPECT((call) == CUDA_SUCCESS)

namespace {

constexpr int kCount = 77;

// out[i] = in[i] + *more, for the threads of one block; more is a variable of the module.
constexpr const char* kPtx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 more = 100;
.visible .entry add(.param .u64 in, .param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [in];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    add.s64 %rd5, %rd2, %rd3;
    ld.global.u32 %r2, [%rd4];
    ld.global.u32 %r3, [more];
    add.s32 %r2, %r2, %r3;
    st.global.u32 [%rd5], %r2;
    ret;
}
)";

struct Side {
    CUcontext context;
    CUmodule module;
    CUfunction add;
    CUdeviceptr memory;
};

bool begin(Side sides[2]) {
    OK(cuInit(0));
    int count = 0;
    OK(cuDeviceGetCount(&count));
    EXPECT(count == 2);
    for (int device = 0; device < 2; ++device) {
        Side& side = sides[device];
        CUdevice found = -1;
        OK(cuDeviceGet(&found, device));
        EXPECT(found == device);
        OK(cuDevicePrimaryCtxRetain(&side.context, device));
        OK(cuCtxSetCurrent(side.context));
        OK(cuCtxGetDevice(&found));
        EXPECT(found == device);
        OK(cuModuleLoadData(&side.module, kPtx));
        OK(cuModuleGetFunction(&side.add, side.module, "add"));
        OK(cuMemAlloc(&side.memory, kCount * sizeof(int)));
        OK(cuMemsetD32(side.memory, 10 * (device + 1), kCount));
    }
    CUdevice none = -1;
    EXPECT(cuDeviceGet(&none, 2) == CUDA_ERROR_INVALID_DEVICE);
    EXPECT(sides[0].context != sides[1].context);
    return true;
}

CUresult launch(CUfunction function, CUdeviceptr in, CUdeviceptr out, CUstream stream = nullptr) {
    void* arguments[] = {&in, &out};
    return cuLaunchKernel(function, 1, 1, 1, kCount, 1, 1, 0, stream, arguments, nullptr);
}

bool all_are(CUdeviceptr memory, int value) {
    std::vector<int> host(kCount, -1);
    if (cuMemcpyDtoH(host.data(), memory, kCount * sizeof(int)) != CUDA_SUCCESS) return false;
    for (const int each : host)
        if (each != value) return false;
    return true;
}

bool run() {
    Side sides[2];
    if (!begin(sides)) return false;
    // Device 1 is current. Each module has variables of its own, and its functions belong to its device.
    CUdeviceptr more = 0;
    const int other = 200;
    OK(cuModuleGetGlobal(&more, nullptr, sides[1].module, "more"));
    OK(cuMemcpyHtoD(more, &other, sizeof other));
    EXPECT(launch(sides[0].add, sides[1].memory, sides[1].memory) == CUDA_ERROR_INVALID_HANDLE);
    OK(launch(sides[1].add, sides[1].memory, sides[1].memory));
    OK(cuCtxSynchronize());
    EXPECT(all_are(sides[1].memory, 220));
    OK(cuCtxSetCurrent(sides[0].context));
    OK(launch(sides[0].add, sides[0].memory, sides[0].memory));
    OK(cuCtxSynchronize());
    EXPECT(all_are(sides[0].memory, 110));

    CUstream stream = nullptr;
    OK(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
    OK(cuCtxSetCurrent(sides[1].context));
    EXPECT(launch(sides[1].add, sides[1].memory, sides[1].memory, stream) == CUDA_ERROR_INVALID_HANDLE);
    CUcontext of_stream = nullptr, of_memory = nullptr;
    OK(cuStreamGetCtx(stream, &of_stream));
    EXPECT(of_stream == sides[0].context);
    int ordinal = -1;
    OK(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, sides[0].memory));
    OK(cuPointerGetAttribute(&of_memory, CU_POINTER_ATTRIBUTE_CONTEXT, sides[0].memory));
    EXPECT(ordinal == 0 && of_memory == sides[0].context);

    OK(cuMemcpyPeer(sides[1].memory, sides[1].context, sides[0].memory, sides[0].context,
                    kCount * sizeof(int)));
    EXPECT(all_are(sides[1].memory, 110));
    OK(cuMemsetD32(sides[1].memory, 1, kCount));
    OK(cuMemcpyPeerAsync(sides[0].memory, sides[0].context, sides[1].memory, sides[1].context,
                         kCount * sizeof(int), stream));
    OK(cuStreamSynchronize(stream));
    EXPECT(all_are(sides[0].memory, 1));

    int can = -1;
    OK(cuDeviceCanAccessPeer(&can, 1, 0));
    EXPECT(can == 1);
    OK(cuDeviceGetP2PAttribute(&can, CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED, 0, 1));
    EXPECT(can == 1);
    EXPECT(cuCtxEnablePeerAccess(sides[1].context, 0) == CUDA_ERROR_INVALID_CONTEXT);
    EXPECT(cuCtxDisablePeerAccess(sides[0].context) == CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
    OK(cuCtxEnablePeerAccess(sides[0].context, 0));
    EXPECT(cuCtxEnablePeerAccess(sides[0].context, 0) == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
    OK(launch(sides[1].add, sides[0].memory, sides[1].memory));
    OK(cuCtxSynchronize());
    EXPECT(all_are(sides[1].memory, 201));
    OK(cuCtxDisablePeerAccess(sides[0].context));

    // A created context is one of its device; popping it returns to the other device.
    CUcontext created = nullptr, popped = nullptr;
    OK(cuCtxCreate(&created, nullptr, 0, 0));
    int device = -1;
    OK(cuCtxGetDevice(&device));
    EXPECT(device == 0);
    EXPECT(cudaGetDevice(&device) == cudaSuccess && device == 0);
    OK(cuCtxPopCurrent(&popped));
    EXPECT(popped == created);
    EXPECT(cudaGetDevice(&device) == cudaSuccess && device == 1);
    OK(cuCtxDestroy(created));

    // cudaSetDevice makes the primary context current.
    CUcontext current = nullptr;
    EXPECT(cudaSetDevice(0) == cudaSuccess);
    OK(cuCtxGetCurrent(&current));
    EXPECT(current == sides[0].context);
    OK(cuCtxSetCurrent(sides[1].context));
    EXPECT(cudaGetDevice(&device) == cudaSuccess && device == 1);

    // The reset of one device leaves the other's memory and modules.
    OK(cuDevicePrimaryCtxReset(0));
    OK(launch(sides[1].add, sides[1].memory, sides[1].memory));
    OK(cuCtxSynchronize());
    EXPECT(all_are(sides[1].memory, 401));
    EXPECT(cuMemsetD8(sides[0].memory, 0, 1) == CUDA_ERROR_INVALID_VALUE);
    return true;
}

bool no_access() {
    Side sides[2];
    if (!begin(sides)) return false;
    OK(launch(sides[1].add, sides[0].memory, sides[1].memory));
    EXPECT(cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS);
    return true;
}

}  // namespace

int main(int argc, char**) {
    const bool passed = argc > 1 ? no_access() : run();
    if (passed) std::printf("ok\n");
    return passed ? 0 : 1;
}
