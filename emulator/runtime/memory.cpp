// Allocation and release: device, pinned, managed, pitched and stream-ordered memory, and host memory made visible to
// the device.
#include "emulator/runtime/allocation.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/graphs/capture.hpp"
#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/older/hooks.hpp"
#include "emulator/runtime/pools.hpp"

using namespace simt;
using namespace simt::runtime;
using memory::Allocation;
using memory::Kind;

namespace {

const Allocation* find(const void* pointer) { return context().space.find(reinterpret_cast<u64>(pointer)); }

const char* ordinal_suffix(u64 n) {
    if (n % 100 >= 11 && n % 100 <= 13) return "th";
    return n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
}

// "cudaMalloc (3rd call)"; if there are several devices, "cudaMalloc (3rd call, on device 1)"
std::string label(int device) {
    const u64 n = ++context().allocations[current_call()];
    const std::string on = context().devices.size() > 1 ? fmt::format(", on device {}", device) : "";
    return fmt::format("{} ({}{} call{})", current_call(), n, ordinal_suffix(n), on);
}

void allocate(void** pointer, u64 size, Kind kind, int device) {
    answer(pointer, nullptr);
    if (size != 0) *pointer = reinterpret_cast<void*>(allocate_memory(size, kind, device));
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
        case Kind::Heap:
            return "memory from malloc or new in a kernel is freed in a kernel";
        default:
            return "device memory is freed with cudaFree";
    }
}

// Frees memory. Refuses it if it is not of one of the kinds that the current call frees.
void release(void* pointer, std::initializer_list<Kind> kinds) {
    if (!pointer) return;
    const u64 address = reinterpret_cast<u64>(pointer);
    const Allocation* const nearest = context().space.nearest(address);
    const Allocation* const allocation = find(pointer);
    const bool is_variable =
        allocation && allocation->kind == Kind::Managed && allocation->device == memory::kEveryDevice;
    if (allocation && allocation->address == address &&
        (is_variable || !std::ranges::count(kinds, allocation->kind)))
        refuse_memory("{} is from {}: {}", pointer, allocation->label,
                      is_variable ? "a __managed__ variable is not freed" : how_to_free(allocation->kind));
    switch (context().space.free(address)) {
        case memory::AddressSpace::FreeResult::Ok:
            return note_release(pointer);
        case memory::AddressSpace::FreeResult::AlreadyFreed:
            refuse_memory(
                "{} has been freed before (it was allocated by {}): call {} once for each allocation",
                pointer, nearest->label, in_driver_call() ? current_call() : "cudaFree");
        case memory::AddressSpace::FreeResult::NotItsStart:
            refuse_memory(
                "{} lies {} bytes inside an allocation by {}: free the pointer that the allocation returned",
                pointer, address - nearest->address, nearest->label);
        case memory::AddressSpace::FreeResult::NotAnAllocation:
            refuse_memory("{} is not an address that an allocation returned", pointer);
    }
}

// An allocation that a stream's work need not wait for, which a capture under way may forbid.
void allocate_now(void** pointer, u64 size, Kind kind) {
    check_unsafe_call();
    allocate(pointer, size, kind, current_device());
}

// Memory is available at once; only its release waits for its turn in the stream.
void allocate_from(void** pointer, u64 size, Pool& pool, cudaStream_t stream) {
    if (is_capturing(stream)) {
        cudaMemAllocNodeParams parameters{};
        parameters.bytesize = size;
        parameters.poolProps.location = {cudaMemLocationTypeDevice, device_of(pool)};
        parameters.dptr = reserve_graph_memory(size, device_of(pool));
        capture(stream, AllocateWork{parameters, other_devices_of(pool)});
        return answer(pointer, parameters.dptr);
    }
    if (!has_room(pool, size))
        fail(cudaErrorMemoryAllocation, "{} bytes are more than the pool has left", size);
    allocate(pointer, size, Kind::Device, device_of(pool));
    note_allocation(pool, *pointer, size);
}

u64 pitch_of(u64 width) {
    constexpr u64 kAlignment = h200::kTextureAlignment;
    return (width + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

namespace simt::runtime {

void release_device(void* pointer) { release(pointer, {Kind::Device, Kind::Managed}); }

u64 allocate_memory(u64 size, Kind kind, int device) {
    const std::string by = label(device);
    const bool of_the_device = kind == Kind::Device || kind == Kind::Managed;
    const bool limited = context().memory_limit != ~u64{0} || context().devices.size() > 1;
    const bool fits = !of_the_device || !limited || size <= context().available(device);
    const Allocation* allocation =
        fits ? context().space.allocate(size, kind, by, kind != Kind::Device, 0, device) : nullptr;
    if (!allocation)
        fail(cudaErrorMemoryAllocation, "{} bytes are more than the emulated device has left, {} bytes", size,
             context().available(device));
    return allocation->address;
}

void* reserve_graph_memory(u64 size, int device) {
    void* pointer = nullptr;
    allocate(&pointer, size, Kind::Device, device);
    if (pointer) context().space.free(reinterpret_cast<u64>(pointer));
    return pointer;
}

void allocate_graph_memory(void* pointer, u64 size, int device, const std::set<int>& others) {
    const u64 address = reinterpret_cast<u64>(pointer);
    if (!context().space.allocate(size, Kind::Device, label(device), false, address, device))
        fail(cudaErrorMemoryAllocation,
             "{} bytes of the graph are more than the emulated device has left, {} bytes", size,
             context().available(device));
    note_allocation(graph_pool(device), pointer, size, others);
}

}  // namespace simt::runtime

cudaError_t cudaMalloc(void** pointer, size_t size) {
    return call([&] { allocate_now(pointer, size, Kind::Device); });
}

// Work in flight may still use the memory that cudaFree, cudaFreeHost and cudaHostUnregister free, so they wait for it.
cudaError_t cudaFree(void* pointer) {
    return call([&] {
        const Allocation* const allocation = find(pointer);
        context().streams.synchronize(allocation ? allocation->device : memory::kEveryDevice);
        release_device(pointer);
    });
}

cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t stream) {
    return call(
        [&] { allocate_from(pointer, size, current_pool(context().streams.stream(stream).device), stream); });
}
SIMT_ALSO_AS(cudaMallocAsync, cudaMallocAsync_ptsz);

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
    return call([&] { allocate_from(pointer, size, pool_of(pool), stream); });
}
SIMT_ALSO_AS(cudaMallocFromPoolAsync, cudaMallocFromPoolAsync_ptsz);

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    return call([&] { enqueue_or_capture(stream, FreeWork{pointer}); });
}
SIMT_ALSO_AS(cudaFreeAsync, cudaFreeAsync_ptsz);

cudaError_t cudaMallocHost(void** pointer, size_t size) {
    return call([&] { allocate_now(pointer, size, Kind::Pinned); });
}

cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned flags) {
    return call([&] {
        if (flags & ~(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
            fail(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
        allocate_now(pointer, size, Kind::Pinned);
    });
}

cudaError_t cudaFreeHost(void* pointer) {
    return call([&] {
        context().streams.synchronize(memory::kEveryDevice);
        release(pointer, {Kind::Pinned});
    });
}

cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned) {
    return call([&] {
        if (!pointer || size == 0)
            fail(cudaErrorInvalidValue, "there is nothing to register: {} bytes at {}", size, pointer);
        if (find(pointer) || find(static_cast<char*>(pointer) + size - 1))
            fail(cudaErrorHostMemoryAlreadyRegistered, "{} is known to the device already", pointer);
        if (!context().space.adopt(pointer, size, label(current_device()), current_device()))
            throw Failure{cudaErrorMemoryAllocation, {}};
    });
}

cudaError_t cudaHostUnregister(void* pointer) {
    return call([&] {
        const u64 address = reinterpret_cast<u64>(pointer);
        const Allocation* allocation = find(pointer);
        if (!allocation || allocation->kind != Kind::Registered || allocation->address != address)
            fail(cudaErrorHostMemoryNotRegistered, "{} was not registered with cudaHostRegister", pointer);
        context().streams.synchronize(memory::kEveryDevice);
        context().space.free(address);
    });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
    return call([&] {
        const Allocation* allocation = find(host);
        if (flags != 0 || !allocation ||
            (allocation->kind != Kind::Pinned && allocation->kind != Kind::Registered))
            fail(cudaErrorInvalidValue, "{} is not pinned or registered host memory", host);
        answer(device, host);
    });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
    return call([&] {
        const Allocation* allocation = find(host);
        if (!allocation || allocation->kind != Kind::Pinned)
            fail(cudaErrorInvalidValue, "{} was not allocated with cudaHostAlloc", host);
        answer(flags, cudaHostAllocMapped);
    });
}

cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned flags) {
    return call([&] {
        if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
            fail(cudaErrorInvalidValue, "the flags are {:#x}; use cudaMemAttachGlobal", flags);
        allocate_now(pointer, size, Kind::Managed);
    });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
    return call([&] {
        answer(pitch, height == 0 ? 0 : pitch_of(width));
        allocate_now(pointer, *pitch * height, Kind::Device);
    });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
    return call([&] {
        answer(pitched, {nullptr, pitch_of(extent.width), extent.width, extent.height});
        allocate_now(&pitched->ptr, pitched->pitch * extent.height * extent.depth, Kind::Device);
    });
}

cudaError_t cudaMemGetInfo(size_t* available, size_t* total) {
    return call([&] {
        if (available) *available = context().available(current_device());
        if (total) *total = context().space.total();
    });
}

namespace {

// Hints about managed memory are checked and then ignored: host and device share its only copy.
void check_managed(const void* pointer, size_t bytes) {
    const Allocation* allocation = find(pointer);
    if (!allocation || allocation->kind != Kind::Managed)
        fail(cudaErrorInvalidValue, "{} is not managed memory (cudaMallocManaged)", pointer);
    if (!allocation->holds(reinterpret_cast<u64>(pointer), bytes))
        fail(cudaErrorInvalidValue, "{} bytes from {} on reach past the end of {} bytes by {}", bytes,
             pointer, allocation->size, allocation->label);
}

PointerAttributes pointer_attributes(const void* pointer) {
    void* const address = const_cast<void*>(pointer);
    const Allocation* allocation = find(pointer);
    if (!allocation)  // unknown to the device, so it is the host's
        return {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, address, {}};
    const int device = std::max(allocation->device, 0);
    switch (allocation->kind) {
        case Kind::Managed:
            return {cudaMemoryTypeManaged, device, address, address, {}};
        case Kind::Pinned:
        case Kind::Registered:
            return {cudaMemoryTypeHost, device, address, address, {}};
        default:
            return {cudaMemoryTypeDevice, device, address, nullptr, {}};
    }
}

}  // namespace

cudaError_t cuda13_mem_prefetch(const void* pointer, size_t bytes, cudaMemLocation location, unsigned,
                                cudaStream_t stream) {
    return call(
        [&] {
            if (stream == nullptr) check_unsafe_call();
            check_managed(pointer, bytes);
            if (location.type == cudaMemLocationTypeDevice) check_device(location.id);
            context().streams.enqueue(stream, [] {});  // the stream's work before it may still be waiting
        },
        "cudaMemPrefetchAsync");
}
SIMT_NAMED_ALSO_AS(cuda13_mem_prefetch, cudaMemPrefetchAsync, cudaMemPrefetchAsync_ptsz);
SIMT_NAMED_ALSO_AS(cuda13_mem_prefetch, cudaMemPrefetchAsync, simt_mem_prefetch);

cudaError_t cuda13_mem_advise(const void* pointer, size_t bytes, cudaMemoryAdvise, cudaMemLocation location) {
    return call(
        [&] {
            check_managed(pointer, bytes);
            if (location.type == cudaMemLocationTypeDevice) check_device(location.id);
        },
        "cudaMemAdvise");
}
SIMT_NAMED_ALSO_AS(cuda13_mem_advise, cudaMemAdvise, simt_mem_advise);

cudaError_t simt_pointer_attributes(void* attributes, size_t bytes, const void* pointer) {
    return query([&] { answer_part(attributes, pointer_attributes(pointer), bytes); },
                 "cudaPointerGetAttributes");
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return simt_pointer_attributes(attributes, sizeof(PointerAttributes), pointer);
}
