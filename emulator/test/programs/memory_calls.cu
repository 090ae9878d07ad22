// Allocation, release, copies, symbols and pointer attributes, used rightly and wrongly.
#include "emulator/test/programs/scenarios.cuh"

__device__ int counter[8];
__constant__ float coefficients[16];

static void plain_errors() {
    SHOW(cudaSetDevice(7));
    show_last_errors();
    void* p = &p;
    SHOW(cudaMalloc(&p, size_t(1) << 60));
    SHOW_VALUE(p == nullptr);
    show_last_errors();
    SHOW(cudaMalloc(nullptr, 4));
    SHOW(cudaMalloc(&p, 4));
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
}

static void sizes_of_zero() {
    void* p = &p;
    SHOW(cudaMalloc(&p, 0));
    SHOW_VALUE(p == nullptr);
    SHOW(cudaFree(p));
    SHOW(cudaFree(nullptr));
    p = &p;
    SHOW(cudaMallocHost(&p, 0));
    SHOW_VALUE(p == nullptr);
    SHOW(cudaFreeHost(nullptr));
    SHOW(cudaMallocManaged(&p, 0));
    SHOW(cudaMallocAsync(&p, 0, 0));
    SHOW(cudaFreeAsync(nullptr, 0));
    size_t pitch = 0;
    SHOW(cudaMallocPitch(&p, &pitch, 0, 10));
    SHOW_VALUE(pitch);
    SHOW(cudaMallocPitch(&p, &pitch, 10, 0));
    SHOW_VALUE(pitch);
    SHOW(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemset(nullptr, 0, 0));
    SHOW(cudaMemcpy2D(nullptr, 0, nullptr, 0, 0, 0, cudaMemcpyHostToDevice));
}

static void releases() {
    int local = 0;
    char *p, *host;
    SHOW(cudaMalloc(&p, 4096));
    SHOW(cudaFree(p + 4));
    SHOW(cudaFree(&local));
    SHOW(cudaFreeHost(p));
    SHOW(cudaFree(p));
    SHOW(cudaFree(p));
    show_last_errors();
    SHOW(cudaMallocHost(&host, 4096));
    SHOW(cudaFree(host));
    SHOW(cudaFreeHost(host + 4));
    SHOW(cudaFreeHost(host));
    SHOW(cudaFreeHost(host));
    SHOW(cudaHostUnregister(&local));
    static char block[1 << 16];
    SHOW(cudaHostRegister(block, sizeof block, cudaHostRegisterDefault));
    SHOW(cudaHostRegister(block, sizeof block, cudaHostRegisterDefault));
    void* device = nullptr;
    SHOW(cudaHostGetDevicePointer(&device, block, 0));
    SHOW_VALUE(device == block);
    SHOW(cudaHostUnregister(block));
    SHOW(cudaHostUnregister(block));
    SHOW(cudaHostGetDevicePointer(&device, &local, 0));
    SHOW(cudaHostRegister(nullptr, 16, 0));
    SHOW(cudaHostAlloc(&host, 16, 0x100));
    SHOW(cudaMallocManaged(&host, 16, 0x100));
}

static void copies() {
    int host[64] = {};
    int *p, *q;
    SHOW(cudaMalloc(&p, sizeof host));
    SHOW(cudaMalloc(&q, sizeof host));
    SHOW(cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(q, p, sizeof host, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpy(q, host, sizeof host, cudaMemcpyDefault));
    SHOW(cudaMemcpy(host, host + 32, 16, cudaMemcpyHostToHost));
    SHOW(cudaMemcpy(host, p, sizeof host, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(p, host, sizeof host, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(p, host, sizeof host, static_cast<cudaMemcpyKind>(77)));
    SHOW(cudaMemcpy(nullptr, host, sizeof host, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(p, nullptr, sizeof host, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(host, nullptr, sizeof host, cudaMemcpyDeviceToHost));
    SHOW(cudaMemset(nullptr, 0, 4));
    SHOW(cudaMemset(host, 0, 4));
    SHOW(cudaMemcpy2D(p, 16, host, 32, 24, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(p, 32, host, 16, 24, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(p, 32, host, 32, 24, 2, cudaMemcpyHostToDevice));
    SHOW(cudaMemset2D(p, 16, 0, 24, 2));
    SHOW(cudaMemcpyPeer(q, 0, p, 0, 64));
    SHOW(cudaMemcpyPeer(q, 0, p, 7, 64));
    SHOW(cudaMemcpyAsync(p, host, sizeof host, cudaMemcpyHostToDevice, 0));
    SHOW(cudaMemcpyAsync(p, host, sizeof host, static_cast<cudaMemcpyKind>(77), 0));
    cudaMemcpy3DParms volume = {};
    SHOW(cudaMemcpy3D(&volume));
    volume.srcPtr = make_cudaPitchedPtr(host, 16, 4, 4);
    volume.dstPtr = make_cudaPitchedPtr(p, 16, 4, 4);
    volume.extent = make_cudaExtent(16, 4, 4);
    volume.kind = cudaMemcpyHostToDevice;
    SHOW(cudaMemcpy3D(&volume));
    volume.extent = make_cudaExtent(17, 4, 4);
    SHOW(cudaMemcpy3D(&volume));
    volume.extent = make_cudaExtent(16, 5, 3);
    SHOW(cudaMemcpy3D(&volume));
    SHOW(cudaMemset3D(volume.dstPtr, 0, make_cudaExtent(16, 4, 4)));
    SHOW(cudaMemset3D(volume.dstPtr, 0, make_cudaExtent(17, 4, 4)));
}

static void symbols() {
    int host[16] = {};
    int not_a_symbol = 0;
    void* address = nullptr;
    size_t size = 0;
    SHOW(cudaMemcpyToSymbol(counter, host, sizeof counter));
    SHOW(cudaMemcpyToSymbol(counter, host, 4, sizeof counter - 4));
    SHOW(cudaMemcpyToSymbol(counter, host, 8, sizeof counter - 4));
    SHOW(cudaMemcpyToSymbol(coefficients, host, 64));
    SHOW(cudaMemcpyToSymbol(coefficients, host, 65));
    SHOW(cudaMemcpyToSymbol(counter, host, 4, 0, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyFromSymbol(host, counter, sizeof counter));
    SHOW(cudaMemcpyFromSymbol(host, counter, 4, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyToSymbol(not_a_symbol, host, 4));
    SHOW(cudaMemcpyFromSymbol(host, not_a_symbol, 4));
    SHOW(cudaGetSymbolAddress(&address, counter));
    SHOW(cudaMemcpy(host, address, sizeof counter, cudaMemcpyDeviceToHost));
    SHOW(cudaFree(address));
    SHOW(cudaGetSymbolAddress(&address, not_a_symbol));
    SHOW(cudaGetSymbolSize(&size, counter));
    SHOW_VALUE(size);
    SHOW(cudaGetSymbolSize(&size, coefficients));
    SHOW_VALUE(size);
}

static void show_pointer(const char* what, const void* pointer) {
    cudaPointerAttributes attributes;
    const int error = cudaPointerGetAttributes(&attributes, pointer);
    std::printf("  %s: %d, type %d, device %d, device pointer %d, host pointer %d\n", what, error,
                attributes.type, attributes.device,
                attributes.devicePointer == pointer ? 1
                : attributes.devicePointer          ? 2
                                                    : 0,
                attributes.hostPointer == pointer ? 1
                : attributes.hostPointer          ? 2
                                                  : 0);
}

static void pointers() {
    char *device, *managed, *pinned;
    char local;
    static char block[1 << 16];
    SHOW(cudaMalloc(&device, 4096));
    SHOW(cudaMallocManaged(&managed, 4096));
    SHOW(cudaMallocHost(&pinned, 4096));
    SHOW(cudaHostRegister(block, sizeof block, 0));
    show_pointer("device", device);
    show_pointer("inside device", device + 100);
    show_pointer("managed", managed);
    show_pointer("pinned", pinned);
    show_pointer("inside pinned", pinned + 100);
    show_pointer("registered", block);
    show_pointer("stack", &local);
    show_pointer("null", nullptr);
    void* address;
    SHOW(cudaGetSymbolAddress(&address, counter));
    show_pointer("__device__ variable", address);
    SHOW(cudaFree(device));
    unsigned flags = 77;
    SHOW(cudaHostGetFlags(&flags, pinned));
    SHOW_VALUE(flags);
    SHOW(cudaHostGetFlags(&flags, &local));
    const cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    SHOW(cudaMemPrefetchAsync(managed, 4096, here, 0));
    SHOW(cudaMemPrefetchAsync(&local, 1, here, 0));
    SHOW(cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, here));
    const size_t widths[] = {1, 100, 512, 513, 10000};
    for (const size_t width : widths) {
        size_t pitch = 0;
        SHOW(cudaMallocPitch(&device, &pitch, width, 3));
        std::printf("  pitch of %zu: %zu\n", width, pitch);
    }
    cudaPitchedPtr volume;
    SHOW(cudaMalloc3D(&volume, make_cudaExtent(100, 7, 3)));
    std::printf("  3D: pitch %zu, xsize %zu, ysize %zu\n", volume.pitch, volume.xsize, volume.ysize);
}

static const Scenario kScenarios[] = {
    {"plain_errors", plain_errors}, {"sizes_of_zero", sizes_of_zero},
    {"releases", releases},         {"copies", copies},
    {"symbols", symbols},           {"pointers", pointers},
};

int main(int argc, char** argv) { return run_scenarios(kScenarios, argc, argv); }
