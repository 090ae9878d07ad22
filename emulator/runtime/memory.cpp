// Allocation and release: device, pinned, managed, pitched and stream-ordered memory, and host memory made visible to
// the device.
#include <cstring>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/older/hooks.hpp"
#include "emulator/runtime/pools.hpp"

using namespace simt;
using namespace simt::runtime;
using memory::Allocation;
using memory::Kind;

namespace {

constexpr u64 kPitchAlignment = h200::kTextureAlignment;

const char* ordinal_suffix(u64 n) {
    if (n % 100 >= 11 && n % 100 <= 13) return "th";
    return n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
}

// "cudaMalloc (3rd call)"
std::string label(Context& context) {
    const u64 n = ++context.allocations[current_call()];
    return fmt::format("{} ({}{} call)", current_call(), n, ordinal_suffix(n));
}

cudaError_t allocate(Context& context, void** pointer, u64 size, Kind kind) {
    if (!pointer) return refuse(cudaErrorInvalidValue, "the pointer to write the address to is null");
    *pointer = nullptr;
    if (size == 0) return cudaSuccess;
    const Allocation* allocation = context.space.allocate(size, kind, label(context), kind != Kind::Device);
    if (!allocation)
        return refuse(cudaErrorMemoryAllocation,
                      "{} bytes are more than the emulated device has left, {} bytes", size,
                      context.space.available());
    *pointer = reinterpret_cast<void*>(allocation->address);
    return cudaSuccess;
}

const char* how_to_free(Kind kind) {
    switch (kind) {
        case Kind::Pinned:
            return "pinned host memory is freed with cudaFreeHost";
        case Kind::Registered:
            return "memory registered with cudaHostRegister is released with cudaHostUnregister";
        case Kind::Variable:
        case Kind::Constant:
            return "a __device__ or __constant__ variable is not freed";
        default:
            return "device memory is freed with cudaFree";
    }
}

bool freed_by_cuda_free(Kind kind) { return kind == Kind::Device || kind == Kind::Managed; }

// Why free() did not take the pointer, as a sentence.
std::string why_not_freed(Context& context, void* pointer, memory::AddressSpace::FreeResult result) {
    const u64 address = reinterpret_cast<u64>(pointer);
    const Allocation* nearest = context.space.nearest(address);
    switch (result) {
        case memory::AddressSpace::FreeResult::AlreadyFreed:
            return fmt::format("{} has been freed before (it was allocated by {})", pointer, nearest->label);
        case memory::AddressSpace::FreeResult::NotItsStart:
            return fmt::format(
                "{} lies {} bytes inside an allocation by {}: free the pointer that the allocation returned",
                pointer, address - nearest->address, nearest->label);
        default:
            return fmt::format("{} is not an address that an allocation returned", pointer);
    }
}

cudaError_t release(Context& context, void* pointer, bool (*right_kind)(Kind)) {
    if (!pointer) return cudaSuccess;
    const u64 address = reinterpret_cast<u64>(pointer);
    const Allocation* allocation = context.space.find(address);
    if (allocation && allocation->address == address && !right_kind(allocation->kind)) {
        count_misuse();
        return refuse(cudaErrorInvalidValue, "{} is from {}: {}", pointer, allocation->label,
                      how_to_free(allocation->kind));
    }
    const auto result = context.space.free(address);
    if (result == memory::AddressSpace::FreeResult::Ok) {
        note_release(pointer);
        return cudaSuccess;
    }
    count_misuse();
    return refuse(cudaErrorInvalidValue, "{}", why_not_freed(context, pointer, result));
}

// Memory is available at once; only its release waits for its turn in the stream.
cudaError_t allocate_from(Context& context, void** pointer, u64 size, Pool& pool, cudaStream_t stream) {
    if (!context.streams.find(stream))
        return refuse(cudaErrorInvalidResourceHandle, "the stream {} does not exist (any more)",
                      static_cast<const void*>(stream));
    if (!has_room(pool, size))
        return refuse(cudaErrorMemoryAllocation, "{} bytes are more than the pool has left", size);
    const cudaError_t error = allocate(context, pointer, size, Kind::Device);
    if (error == cudaSuccess) note_allocation(pool, *pointer, size);
    return error;
}

// Work in flight may still use the memory that these calls free, so they wait for it.
template <class Release>
cudaError_t after_all_work(Context& context, Release&& release_it) {
    const cudaError_t error = context.streams.synchronize();
    return error != cudaSuccess ? error : release_it();
}

u64 pitch_of(u64 width) { return (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment; }

}  // namespace

cudaError_t cudaMalloc(void** pointer, size_t size) {
    return call("cudaMalloc",
                [&](Context& context) { return allocate(context, pointer, size, Kind::Device); });
}

cudaError_t cudaFree(void* pointer) {
    return call("cudaFree", [&](Context& context) {
        return after_all_work(context, [&] { return release(context, pointer, freed_by_cuda_free); });
    });
}

cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t stream) {
    return call("cudaMallocAsync", [&](Context& context) {
        return allocate_from(context, pointer, size, *current_pool(), stream);
    });
}
SIMT_ALSO_AS(cudaMallocAsync, cudaMallocAsync_ptsz);

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
    return call("cudaMallocFromPoolAsync", [&](Context& context) -> cudaError_t {
        Pool* const found = find_pool(pool);
        if (!found)
            return refuse(cudaErrorInvalidValue, "{} is no memory pool (any more)",
                          static_cast<const void*>(pool));
        return allocate_from(context, pointer, size, *found, stream);
    });
}
SIMT_ALSO_AS(cudaMallocFromPoolAsync, cudaMallocFromPoolAsync_ptsz);

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    return call("cudaFreeAsync", [&](Context& context) {
        return context.streams.enqueue(
            stream, [=, &context] { return release(context, pointer, freed_by_cuda_free); });
    });
}
SIMT_ALSO_AS(cudaFreeAsync, cudaFreeAsync_ptsz);

cudaError_t cudaMallocHost(void** pointer, size_t size) {
    return call("cudaMallocHost",
                [&](Context& context) { return allocate(context, pointer, size, Kind::Pinned); });
}

cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned flags) {
    return call("cudaHostAlloc", [&](Context& context) -> cudaError_t {
        if (flags & ~(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
            return refuse(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
        return allocate(context, pointer, size, Kind::Pinned);
    });
}

cudaError_t cudaFreeHost(void* pointer) {
    return call("cudaFreeHost", [&](Context& context) {
        return after_all_work(context, [&] {
            return release(context, pointer, [](Kind kind) { return kind == Kind::Pinned; });
        });
    });
}

cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned) {
    return call("cudaHostRegister", [&](Context& context) -> cudaError_t {
        if (!pointer || size == 0)
            return refuse(cudaErrorInvalidValue, "there is nothing to register: {} bytes at {}", size,
                          pointer);
        const u64 address = reinterpret_cast<u64>(pointer);
        if (context.space.find(address) || context.space.find(address + size - 1))
            return refuse(cudaErrorHostMemoryAlreadyRegistered, "{} is known to the device already", pointer);
        return context.space.adopt(pointer, size, label(context)) ? cudaSuccess : cudaErrorMemoryAllocation;
    });
}

cudaError_t cudaHostUnregister(void* pointer) {
    return call("cudaHostUnregister", [&](Context& context) -> cudaError_t {
        const u64 address = reinterpret_cast<u64>(pointer);
        const Allocation* allocation = context.space.find(address);
        if (!allocation || allocation->kind != Kind::Registered || allocation->address != address)
            return refuse(cudaErrorHostMemoryNotRegistered, "{} was not registered with cudaHostRegister",
                          pointer);
        return after_all_work(context, [&] {
            context.space.free(address);
            return cudaSuccess;
        });
    });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
    return call("cudaHostGetDevicePointer", [&](Context& context) -> cudaError_t {
        const Allocation* allocation = context.space.find(reinterpret_cast<u64>(host));
        if (!device || flags != 0 || !allocation ||
            (allocation->kind != Kind::Pinned && allocation->kind != Kind::Registered))
            return refuse(cudaErrorInvalidValue, "{} is not pinned or registered host memory", host);
        *device = host;
        return cudaSuccess;
    });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
    return call("cudaHostGetFlags", [&](Context& context) -> cudaError_t {
        const Allocation* allocation = context.space.find(reinterpret_cast<u64>(host));
        if (!flags || !allocation || allocation->kind != Kind::Pinned)
            return refuse(cudaErrorInvalidValue, "{} was not allocated with cudaHostAlloc", host);
        *flags = cudaHostAllocMapped;
        return cudaSuccess;
    });
}

cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned flags) {
    return call("cudaMallocManaged", [&](Context& context) -> cudaError_t {
        if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
            return refuse(cudaErrorInvalidValue, "the flags are {:#x}; use cudaMemAttachGlobal", flags);
        return allocate(context, pointer, size, Kind::Managed);
    });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
    return call("cudaMallocPitch", [&](Context& context) -> cudaError_t {
        if (!pitch) return refuse(cudaErrorInvalidValue, "the pointer to write the pitch to is null");
        *pitch = height == 0 ? 0 : pitch_of(width);
        return allocate(context, pointer, *pitch * height, Kind::Device);
    });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
    return call("cudaMalloc3D", [&](Context& context) -> cudaError_t {
        if (!pitched) return refuse(cudaErrorInvalidValue, "the pointer to write the result to is null");
        *pitched = {nullptr, pitch_of(extent.width), extent.width, extent.height};
        return allocate(context, &pitched->ptr, pitched->pitch * extent.height * extent.depth, Kind::Device);
    });
}

cudaError_t cudaMemGetInfo(size_t* available, size_t* total) {
    return call("cudaMemGetInfo", [&](Context& context) -> cudaError_t {
        if (!available || !total) return refuse(cudaErrorInvalidValue, "a pointer to write to is null");
        *available = context.space.available();
        *total = context.space.total();
        return cudaSuccess;
    });
}

namespace {

PointerAttributes pointer_attributes(const Context& context, const void* pointer) {
    PointerAttributes found = {};
    void* const address = const_cast<void*>(pointer);
    const Allocation* allocation = context.space.find(reinterpret_cast<u64>(pointer));
    if (!allocation) {  // memory unknown to the device, so the host's
        found.device = cudaInvalidDeviceId;
        found.hostPointer = address;
        return found;
    }
    found.devicePointer = address;
    switch (allocation->kind) {
        case Kind::Managed:
            found.type = cudaMemoryTypeManaged;
            break;
        case Kind::Pinned:
        case Kind::Registered:
            found.type = cudaMemoryTypeHost;
            break;
        default:
            found.type = cudaMemoryTypeDevice;
            return found;
    }
    found.hostPointer = address;
    return found;
}

}  // namespace

cudaError_t simt_pointer_attributes(void* attributes, size_t bytes, const void* pointer) {
    return query("cudaPointerGetAttributes", [&](Context& context) {
        return answer_part(attributes, pointer_attributes(context, pointer), bytes);
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return simt_pointer_attributes(attributes, sizeof(PointerAttributes), pointer);
}
