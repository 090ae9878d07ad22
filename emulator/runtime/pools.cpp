// Memory pools, which cudaMallocAsync draws from: each device's default pool and the program's own. They hold no
// memory back, so reserved equals used. Settings about keeping and reusing memory are stored but have no effect.
#include "emulator/runtime/pools.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/layouts.hpp"

namespace simt::runtime {

struct Pool {
    int device = 0;
    std::set<int> others = {};               // devices that may access its memory (cudaMemPoolSetAccess)
    u64 used = 0, most_used = 0, limit = 0;  // bytes; limit 0: none
    std::map<cudaMemPoolAttr, u64> settings{{cudaMemPoolReuseFollowEventDependencies, 1},
                                            {cudaMemPoolReuseAllowOpportunistic, 1},
                                            {cudaMemPoolReuseAllowInternalDependencies, 1},
                                            {cudaMemPoolAttrReleaseThreshold, 0}};
};

namespace {

struct Drawn {
    std::shared_ptr<Pool> pool;  // lives on until the last of its memory is freed
    u64 bytes;
    std::set<int> others;
};

struct OfDevice {
    std::shared_ptr<Pool> standard, current, graphs;
};

struct Pools {
    std::vector<OfDevice> devices;
    std::unordered_map<const void*, std::shared_ptr<Pool>> all;
    std::unordered_map<const void*, Drawn> drawn;  // by the address of the memory

    Pools() : devices(context().devices.size()) {
        for (std::size_t device = 0; device < devices.size(); ++device) begin(static_cast<int>(device));
    }
    OfDevice& of(int device) { return devices[static_cast<std::size_t>(device)]; }
    std::shared_ptr<Pool> add(int device) {
        auto made = std::make_shared<Pool>();
        made->device = device;
        return all[made.get()] = made;
    }
    void begin(int device) {
        const std::shared_ptr<Pool> standard = add(device);
        of(device) = {standard, standard, add(device)};
    }
};

// Never destroyed, like the context.
Pools& pools() {
    static Pools* const instance = new Pools;
    return *instance;
}

// The three cudaMemPoolReuse… attributes are ints, the others 64-bit counts.
bool is_int(cudaMemPoolAttr attribute) { return attribute <= cudaMemPoolReuseAllowInternalDependencies; }

bool is_high_mark(cudaMemPoolAttr attribute) {
    return attribute == cudaMemPoolAttrReservedMemHigh || attribute == cudaMemPoolAttrUsedMemHigh;
}

bool is_current(cudaMemPoolAttr attribute) {
    return attribute == cudaMemPoolAttrReservedMemCurrent || attribute == cudaMemPoolAttrUsedMemCurrent;
}

// The pool's value of an attribute; nullptr if there is no such attribute.
u64* value_of(Pool& pool, cudaMemPoolAttr attribute) {
    if (is_current(attribute)) return &pool.used;
    if (is_high_mark(attribute)) return &pool.most_used;
    const auto setting = pool.settings.find(attribute);
    return setting == pool.settings.end() ? nullptr : &setting->second;
}

// The device of a location; throws a Failure if it is no device.
int device_at(const cudaMemLocation& location) {
    if (location.type != cudaMemLocationTypeDevice)
        fail(cudaErrorInvalidValue, "the location of a pool is a device (cudaMemLocationTypeDevice)");
    check_device(location.id);
    return location.id;
}

[[noreturn]] void refuse_attribute(cudaMemPoolAttr attribute) {
    fail(cudaErrorInvalidValue,
         "a pool has no attribute {} that can be set so, or the pointer to its value is null",
         static_cast<int>(attribute));
}

}  // namespace

Pool& graph_pool(int device) { return *pools().of(device).graphs; }

Pool& current_pool(int device) { return *pools().of(device).current; }

int device_of(const Pool& pool) { return pool.device; }

std::set<int> other_devices_of(const Pool& pool) { return pool.others; }

Pool& pool_of(cudaMemPool_t pool) {
    const auto found = pools().all.find(pool);
    if (found == pools().all.end())
        fail(cudaErrorInvalidValue, "{} is no memory pool (any more)", static_cast<const void*>(pool));
    return *found->second;
}

bool has_room(const Pool& pool, u64 bytes) {
    return pool.limit == 0 || (bytes <= pool.limit && pool.used <= pool.limit - bytes);
}

void note_allocation(Pool& pool, const void* pointer, u64 bytes, const std::set<int>& others) {
    if (!pointer) return;
    pool.used += bytes;
    pool.most_used = std::max(pool.most_used, pool.used);
    pools().drawn[pointer] = {pools().all.at(&pool), bytes, others};
}

std::optional<bool> pool_allows(u64 address, int device) {
    const auto found = pools().drawn.find(reinterpret_cast<const void*>(address));
    if (found == pools().drawn.end()) return std::nullopt;
    return found->second.others.contains(device) || found->second.pool->others.contains(device);
}

void note_release(const void* pointer) {
    const auto found = pools().drawn.find(pointer);
    if (found == pools().drawn.end()) return;
    found->second.pool->used -= found->second.bytes;
    pools().drawn.erase(found);
}

PoolBytes bytes_of(const Pool& pool) { return {pool.used, pool.most_used}; }

void restart_high_mark(Pool& pool) { pool.most_used = pool.used; }

void reset_pools(int device) {
    std::erase_if(pools().drawn, [&](const auto& entry) { return entry.second.pool->device == device; });
    std::erase_if(pools().all, [&](const auto& entry) { return entry.second->device == device; });
    pools().begin(device);
}

}  // namespace simt::runtime

using namespace simt;
using namespace simt::runtime;

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return call([&] {
        check_device(device);
        answer(pool, reinterpret_cast<cudaMemPool_t>(pools().of(device).standard.get()));
    });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return call([&] {
        check_device(device);
        answer(pool, reinterpret_cast<cudaMemPool_t>(&current_pool(device)));
    });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    return call([&] {
        check_device(device);
        const Pool& wanted = pool_of(pool);
        if (wanted.device != device)
            fail(cudaErrorInvalidValue, "the pool's memory is on device {}, and not on device {}",
                 wanted.device, device);
        pools().of(device).current = pools().all.at(&wanted);
    });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    return call([&] {
        if (!pool || !properties) fail(cudaErrorInvalidValue, "a pointer is null");
        PoolProperties wanted;
        std::memcpy(&wanted, properties, sizeof wanted);
        if (wanted.allocType != cudaMemAllocationTypePinned)
            fail(cudaErrorInvalidValue,
                 "a pool needs allocType cudaMemAllocationTypePinned and the location of a device");
        const int device = device_at(wanted.location);
        if (wanted.handleTypes != cudaMemHandleTypeNone)
            fail(cudaErrorNotSupported,
                 "pools that are shared between processes are not supported by the emulator");
        Pool& made = *pools().add(device);
        made.limit = wanted.maxSize;
        *pool = reinterpret_cast<cudaMemPool_t>(&made);
    });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return call([&] {
        const Pool* const found = &pool_of(pool);
        OfDevice& of_device = pools().of(found->device);
        if (found == of_device.standard.get())
            fail(cudaErrorInvalidValue, "the device's default pool cannot be destroyed");
        if (found == of_device.current.get()) of_device.current = of_device.standard;
        pools().all.erase(found);
    });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return call([&] {
        const u64* const found = value_of(pool_of(pool), attribute);
        if (!value || !found) refuse_attribute(attribute);
        if (is_int(attribute))
            *static_cast<int*>(value) = static_cast<int>(*found);
        else
            *static_cast<u64*>(value) = *found;
    });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return call([&] {
        Pool& changed = pool_of(pool);
        u64* const found = value_of(changed, attribute);
        if (!value || !found || is_current(attribute)) refuse_attribute(attribute);
        const u64 wanted = is_int(attribute) ? static_cast<u64>(*static_cast<const int*>(value))
                                             : *static_cast<const u64*>(value);
        // A high-water mark can only be set to zero; it then restarts at the current use.
        if (is_high_mark(attribute) && wanted != 0) refuse_attribute(attribute);
        *found = is_high_mark(attribute) ? changed.used : wanted;
    });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* descriptions, size_t count) {
    return call([&] {
        Pool& changed = pool_of(pool);
        if (!descriptions && count != 0) fail(cudaErrorInvalidValue, "the descriptions are null");
        for (size_t k = 0; k < count; ++k) {
            const int device = device_at(descriptions[k].location);
            const bool allowed = descriptions[k].flags == cudaMemAccessFlagsProtReadWrite;
            if (!allowed && (device == changed.device || descriptions[k].flags != cudaMemAccessFlagsProtNone))
                fail(cudaErrorInvalidDevice,
                     "a pool's own device reads and writes its memory, and others do so or have no access");
            if (device != changed.device && allowed) changed.others.insert(device);
            if (!allowed) changed.others.erase(device);
        }
    });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
    return call([&] {
        const Pool& asked = pool_of(pool);
        if (!location) fail(cudaErrorInvalidValue, "the pointer to the location is null");
        const int device = device_at(*location);
        answer(flags, device == asked.device || asked.others.contains(device)
                          ? cudaMemAccessFlagsProtReadWrite
                          : cudaMemAccessFlagsProtNone);
    });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
    return call([&] { pool_of(pool); });
}
