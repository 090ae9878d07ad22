// Pinned memory is this process's own, and its bytes travel like all others. Memory that host and device share is refused by name,
// as is every call that would run code of this process in the emulator's.
#include <cstdlib>
#include <map>
#include <mutex>

#include "emulator/memory/address_space.hpp"
#include "emulator/remote/client/kinds.hpp"
#include "emulator/remote/client/refused.hpp"
#include "emulator/runtime/layouts.hpp"

using namespace simt;
using namespace simt::remote;

namespace {

struct Pinned {
    std::mutex mutex;
    std::map<const char*, size_t> bytes_at;

    bool holds(const void* pointer) {
        const std::lock_guard lock(mutex);
        const auto* const address = static_cast<const char*>(pointer);
        auto after = bytes_at.upper_bound(address);
        return after != bytes_at.begin() && address < (--after)->first + after->second;
    }
};

Pinned& pinned() {
    static auto* const instance = new Pinned;
    return *instance;
}

cudaError_t allocate(const char* name, void** pointer, size_t bytes) {
    if (!pointer) return refuse(name, "the pointer to write the result to is null");
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    void* const found = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    if (!found) return refuse(name, "the host is out of memory");
    const std::lock_guard lock(pinned().mutex);
    pinned().bytes_at[static_cast<char*>(found)] = bytes;
    *pointer = found;
    return cudaSuccess;
}

}  // namespace

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
    return allocate("cudaMallocHost", pointer, bytes);
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
    if (flags & cudaHostAllocMapped)
        return refuse("cudaHostAlloc",
                      "mapped memory (cudaHostAllocMapped) is not the device's there; use cudaMemcpy");
    return allocate("cudaHostAlloc", pointer, bytes);
}

cudaError_t cudaFreeHost(void* pointer) {
    if (!pointer) return cudaSuccess;
    const std::lock_guard lock(pinned().mutex);
    if (pinned().bytes_at.erase(static_cast<char*>(pointer)) == 0)
        return refuse("cudaFreeHost", "the pointer is not one that cudaMallocHost or cudaHostAlloc returned");
    std::free(pointer);
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
    if (!flags || !pinned().holds(host))
        return refuse("cudaHostGetFlags", "the memory is not from cudaHostAlloc");
    *flags = cudaHostAllocDefault;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    const u64 address = reinterpret_cast<u64>(pointer);
    const bool on_device = address >= memory::kDeviceBegin && address < memory::kDeviceEnd;
    if (!attributes) return refuse("cudaPointerGetAttributes", "the pointer to write the result to is null");
    runtime::PointerAttributes found{
        cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, const_cast<void*>(pointer), {}};
    Writer body;
    body.put(address);
    if (on_device) {
        const Answer answer = ask(Call::PointerAttributes, body);
        if (answer.error != cudaSuccess) return answer.error;
        found = Reader(answer.bytes).get<runtime::PointerAttributes>();
    } else if (pinned().holds(pointer)) {
        found = {cudaMemoryTypeHost, 0, const_cast<void*>(pointer), const_cast<void*>(pointer), {}};
    }
    std::memcpy(attributes, &found, sizeof *attributes < sizeof found ? sizeof *attributes : sizeof found);
    return cudaSuccess;
}

#define SHARED "host and device share no memory there; use cudaMalloc and cudaMemcpy"
SIMT_REFUSED(cudaMallocManaged, SHARED)
SIMT_REFUSED(cudaMemAdvise, SHARED)
SIMT_REFUSED_TWICE(cudaMemPrefetchAsync, _ptsz, SHARED)
SIMT_REFUSED_TWICE(cudaStreamAttachMemAsync, _ptsz, SHARED)
SIMT_REFUSED(cudaHostRegister, SHARED)
SIMT_REFUSED(cudaHostUnregister, SHARED)
SIMT_REFUSED(cudaHostGetDevicePointer, SHARED)
#define HOST_CODE "streams run no functions of the host there; synchronise and call it"
SIMT_REFUSED_TWICE(cudaLaunchHostFunc, _ptsz, HOST_CODE)
SIMT_REFUSED_TWICE(cudaStreamAddCallback, _ptsz, HOST_CODE)
#define POOLS "there is only the default memory pool; use cudaMallocAsync"
SIMT_REFUSED_TWICE(cudaMallocFromPoolAsync, _ptsz, POOLS)
SIMT_REFUSED(cudaDeviceGetDefaultMemPool, POOLS)
SIMT_REFUSED(cudaDeviceGetMemPool, POOLS)
SIMT_REFUSED(cudaDeviceSetMemPool, POOLS)
SIMT_REFUSED(cudaMemPoolCreate, POOLS)
SIMT_REFUSED(cudaMemPoolDestroy, POOLS)
SIMT_REFUSED(cudaMemPoolGetAccess, POOLS)
SIMT_REFUSED(cudaMemPoolGetAttribute, POOLS)
SIMT_REFUSED(cudaMemPoolSetAccess, POOLS)
SIMT_REFUSED(cudaMemPoolSetAttribute, POOLS)
SIMT_REFUSED(cudaMemPoolTrimTo, POOLS)
#define ARRAYS "there are no arrays, textures and surfaces; use cudaMalloc and pointers"
SIMT_REFUSED(cudaArrayGetInfo, ARRAYS)
SIMT_REFUSED(cudaCreateSurfaceObject, ARRAYS)
SIMT_REFUSED(cudaCreateTextureObject, ARRAYS)
SIMT_REFUSED(cudaDestroySurfaceObject, ARRAYS)
SIMT_REFUSED(cudaDestroyTextureObject, ARRAYS)
SIMT_REFUSED(cudaFreeArray, ARRAYS)
SIMT_REFUSED(cudaFreeMipmappedArray, ARRAYS)
SIMT_REFUSED(cudaGetChannelDesc, ARRAYS)
SIMT_REFUSED(cudaGetMipmappedArrayLevel, ARRAYS)
SIMT_REFUSED(cudaGetSurfaceObjectResourceDesc, ARRAYS)
SIMT_REFUSED(cudaGetTextureObjectResourceDesc, ARRAYS)
SIMT_REFUSED(cudaGetTextureObjectResourceViewDesc, ARRAYS)
SIMT_REFUSED(cudaGetTextureObjectTextureDesc, ARRAYS)
SIMT_REFUSED(cudaMalloc3DArray, ARRAYS)
SIMT_REFUSED(cudaMallocArray, ARRAYS)
SIMT_REFUSED(cudaMallocMipmappedArray, ARRAYS)
SIMT_REFUSED_TWICE(cudaMemcpy2DArrayToArray, _ptds, ARRAYS)
SIMT_REFUSED_TWICE(cudaMemcpy2DFromArray, _ptds, ARRAYS)
SIMT_REFUSED_TWICE(cudaMemcpy2DToArray, _ptds, ARRAYS)
SIMT_REFUSED_TWICE(cudaMemcpy3DPeer, _ptds, ARRAYS)
SIMT_REFUSED_TWICE(cudaMemcpyArrayToArray, _ptds, ARRAYS)
SIMT_REFUSED_TWICE(cudaMemcpyFromArray, _ptds, ARRAYS)
SIMT_REFUSED_TWICE(cudaMemcpyToArray, _ptds, ARRAYS)
SIMT_REFUSED_TWICE(cudaMemcpy2DFromArrayAsync, _ptsz, ARRAYS)
SIMT_REFUSED_TWICE(cudaMemcpy2DToArrayAsync, _ptsz, ARRAYS)
SIMT_REFUSED_TWICE(cudaMemcpy3DPeerAsync, _ptsz, ARRAYS)
SIMT_REFUSED_TWICE(cudaMemcpyFromArrayAsync, _ptsz, ARRAYS)
SIMT_REFUSED_TWICE(cudaMemcpyToArrayAsync, _ptsz, ARRAYS)
#define RARE "no exercise needs it"
SIMT_REFUSED(cudaChooseDevice, RARE)
SIMT_REFUSED(cudaSetValidDevices, RARE)
SIMT_REFUSED(cudaDeviceGetPCIBusId, RARE)
SIMT_REFUSED(cudaDeviceGetByPCIBusId, RARE)
SIMT_REFUSED_TWICE(cudaStreamSetAttribute, _ptsz, RARE)
SIMT_REFUSED_TWICE(cudaStreamGetAttribute, _ptsz, RARE)
SIMT_REFUSED_TWICE(cudaStreamCopyAttributes, _ptsz, RARE)
SIMT_REFUSED_TWICE(cudaGetDriverEntryPoint, _ptsz, RARE)
SIMT_REFUSED_TWICE(cudaGetDriverEntryPointByVersion, _ptsz, RARE)
