// Allocation and release, and what is known about a pointer.
#include "emulator/driver/call.hpp"
#include "emulator/driver/contexts.hpp"
#include "emulator/runtime/older/hooks.hpp"

namespace simt::driver {
namespace {

using memory::Allocation;
using memory::Kind;

// Calls of the runtime allocate nothing for 0 bytes and succeed; those of the driver refuse.
template <class Allocate>
CUresult allocation_of(size_t bytes, const Allocate& allocate, const char* name = __builtin_FUNCTION()) {
    return in_context(
        [&]() -> cudaError_t {
            if (bytes == 0) return refused(cudaErrorInvalidValue, "0 bytes cannot be allocated");
            return allocate();
        },
        name);
}

const Allocation* find(CUdeviceptr pointer) { return context().space.find(pointer); }

}  // namespace

SIMT_DRIVER(cuMemAlloc, _v2, CUdeviceptr* pointer, size_t bytes) {
    return allocation_of(bytes, [&] { return cudaMalloc(pointer_of(pointer), bytes); });
}

SIMT_DRIVER(cuMemAllocPitch, _v2, CUdeviceptr* pointer, size_t* pitch, size_t width, size_t height,
            unsigned element_bytes) {
    return allocation_of(width * height, [&]() -> cudaError_t {
        if (element_bytes != 4 && element_bytes != 8 && element_bytes != 16)
            return refused(cudaErrorInvalidValue, "elements of {} bytes: 4, 8 and 16 are allowed",
                           element_bytes);
        return cudaMallocPitch(pointer_of(pointer), pitch, width, height);
    });
}

SIMT_DRIVER(cuMemAllocManaged, , CUdeviceptr* pointer, size_t bytes, unsigned flags) {
    return allocation_of(bytes, [&] { return cudaMallocManaged(pointer_of(pointer), bytes, flags); });
}

SIMT_DRIVER(cuMemAllocHost, _v2, void** pointer, size_t bytes) {
    return allocation_of(bytes, [&] { return cudaMallocHost(pointer, bytes); });
}

SIMT_DRIVER(cuMemHostAlloc, , void** pointer, size_t bytes, unsigned flags) {
    return allocation_of(bytes, [&] { return cudaHostAlloc(pointer, bytes, flags); });
}

SIMT_DRIVER(cuMemAllocAsync, , CUdeviceptr* pointer, size_t bytes, CUstream stream) {
    return allocation_of(bytes, [&] { return cudaMallocAsync(pointer_of(pointer), bytes, stream); });
}
SIMT_DRIVER_TWIN(cuMemAllocAsync, , _ptsz)

SIMT_DRIVER(cuMemAllocFromPoolAsync, , CUdeviceptr* pointer, size_t bytes, CUmemoryPool pool,
            CUstream stream) {
    return allocation_of(bytes,
                         [&] { return cudaMallocFromPoolAsync(pointer_of(pointer), bytes, pool, stream); });
}
SIMT_DRIVER_TWIN(cuMemAllocFromPoolAsync, , _ptsz)

SIMT_DRIVER(cuMemFree, _v2, CUdeviceptr pointer) {
    return in_context([&] { return cudaFree(pointer_of(pointer)); });
}

SIMT_DRIVER(cuMemFreeHost, , void* pointer) {
    return in_context([&] { return cudaFreeHost(pointer); });
}

SIMT_DRIVER(cuMemFreeAsync, , CUdeviceptr pointer, CUstream stream) {
    return in_context([&] { return cudaFreeAsync(pointer_of(pointer), stream); });
}
SIMT_DRIVER_TWIN(cuMemFreeAsync, , _ptsz)

SIMT_DRIVER(cuMemHostRegister, _v2, void* pointer, size_t bytes, unsigned flags) {
    return in_context([&] { return cudaHostRegister(pointer, bytes, flags); });
}

SIMT_DRIVER(cuMemHostUnregister, , void* pointer) {
    return in_context([&] { return cudaHostUnregister(pointer); });
}

SIMT_DRIVER(cuMemHostGetDevicePointer, _v2, CUdeviceptr* device, void* host, unsigned flags) {
    return in_context([&] { return cudaHostGetDevicePointer(pointer_of(device), host, flags); });
}

SIMT_DRIVER(cuMemHostGetFlags, , unsigned* flags, void* host) {
    return in_context([&] { return cudaHostGetFlags(flags, host); });
}

SIMT_DRIVER(cuMemGetInfo, _v2, size_t* available, size_t* total) {
    return in_context([&] { return cudaMemGetInfo(available, total); });
}

// Either result may be null.
SIMT_DRIVER(cuMemGetAddressRange, _v2, CUdeviceptr* base, size_t* bytes, CUdeviceptr pointer) {
    return in_context([&] {
        const Allocation* const found = find(pointer);
        if (!found) fail(cudaErrorSymbolNotFound, "{:#x} is in no allocation", pointer);
        if (base) *base = found->address;
        if (bytes) *bytes = found->size;
    });
}

SIMT_DRIVER_UNDECLARED(cuMemPrefetchAsync, , CUdeviceptr pointer, size_t bytes, CUdevice device,
                       CUstream stream) {
    return in_context([&] {
        return simt_mem_prefetch(pointer_of(pointer), bytes, {cudaMemLocationTypeDevice, device}, 0, stream);
    });
}
SIMT_DRIVER_TWIN(cuMemPrefetchAsync, , _ptsz)

SIMT_DRIVER_UNDECLARED(cuMemPrefetchAsync, _v2, CUdeviceptr pointer, size_t bytes, CUmemLocation location,
                       unsigned flags, CUstream stream) {
    return in_context([&] {
        const cudaMemLocation same = {static_cast<cudaMemLocationType>(location.type), location.id};
        return simt_mem_prefetch(pointer_of(pointer), bytes, same, flags, stream);
    });
}
SIMT_DRIVER_TWIN(cuMemPrefetchAsync, _v2, _ptsz)

SIMT_DRIVER_UNDECLARED(cuMemAdvise, , CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                       CUdevice device) {
    return in_context([&] {
        return simt_mem_advise(pointer_of(pointer), bytes, static_cast<cudaMemoryAdvise>(advice),
                               {cudaMemLocationTypeDevice, device});
    });
}

SIMT_DRIVER_UNDECLARED(cuMemAdvise, _v2, CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                       CUmemLocation location) {
    return in_context([&] {
        const cudaMemLocation same = {static_cast<cudaMemLocationType>(location.type), location.id};
        return simt_mem_advise(pointer_of(pointer), bytes, static_cast<cudaMemoryAdvise>(advice), same);
    });
}

SIMT_DRIVER(cuDeviceGetDefaultMemPool, , CUmemoryPool* pool, CUdevice device) {
    return initialised([&] { return cudaDeviceGetDefaultMemPool(pool, device); });
}

SIMT_DRIVER(cuDeviceGetMemPool, , CUmemoryPool* pool, CUdevice device) {
    return initialised([&] { return cudaDeviceGetMemPool(pool, device); });
}

SIMT_DRIVER(cuDeviceSetMemPool, , CUdevice device, CUmemoryPool pool) {
    return initialised([&] { return cudaDeviceSetMemPool(device, pool); });
}

// The attributes have the numbers of cudaMemPoolAttr.
SIMT_DRIVER(cuMemPoolSetAttribute, , CUmemoryPool pool, CUmemPool_attribute attribute, void* value) {
    return initialised(
        [&] { return cudaMemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), value); });
}

SIMT_DRIVER(cuMemPoolGetAttribute, , CUmemoryPool pool, CUmemPool_attribute attribute, void* value) {
    return initialised(
        [&] { return cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), value); });
}

SIMT_DRIVER(cuMemPoolTrimTo, , CUmemoryPool pool, size_t bytes) {
    return initialised([&] { return cudaMemPoolTrimTo(pool, bytes); });
}

}  // namespace simt::driver
