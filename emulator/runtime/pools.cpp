// Memory pools, which cudaMallocAsync draws from: the device's default pool and the program's own. They hold no
// memory back, so reserved equals used. Settings about keeping and reusing memory are stored but have no effect.
#include "emulator/runtime/pools.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <unordered_map>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/layouts.hpp"

namespace simt::runtime {

struct Pool {
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
};

struct Pools {
    std::shared_ptr<Pool> standard = std::make_shared<Pool>(), current = standard;
    std::unordered_map<const void*, std::shared_ptr<Pool>> all{{standard.get(), standard}};
    std::unordered_map<const void*, Drawn> drawn;  // by the address of the memory
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

bool is_the_device(const cudaMemLocation& location) {
    return location.type == cudaMemLocationTypeDevice && location.id == 0;
}

[[noreturn]] void refuse_attribute(cudaMemPoolAttr attribute) {
    fail(cudaErrorInvalidValue,
         "a pool has no attribute {} that can be set so, or the pointer to its value is null",
         static_cast<int>(attribute));
}

}  // namespace

Pool& current_pool() { return *pools().current; }

Pool& pool_of(cudaMemPool_t pool) {
    const auto found = pools().all.find(pool);
    if (found == pools().all.end())
        fail(cudaErrorInvalidValue, "{} is no memory pool (any more)", static_cast<const void*>(pool));
    return *found->second;
}

bool has_room(const Pool& pool, u64 bytes) {
    return pool.limit == 0 || (bytes <= pool.limit && pool.used <= pool.limit - bytes);
}

void note_allocation(Pool& pool, const void* pointer, u64 bytes) {
    if (!pointer) return;
    pool.used += bytes;
    pool.most_used = std::max(pool.most_used, pool.used);
    pools().drawn[pointer] = {pools().all.at(&pool), bytes};
}

void note_release(const void* pointer) {
    const auto found = pools().drawn.find(pointer);
    if (found == pools().drawn.end()) return;
    found->second.pool->used -= found->second.bytes;
    pools().drawn.erase(found);
}

void reset_pools() { pools() = Pools(); }

}  // namespace simt::runtime

using namespace simt;
using namespace simt::runtime;

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return call([&] {
        check_device(device);
        answer(pool, reinterpret_cast<cudaMemPool_t>(pools().standard.get()));
    });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return call([&] {
        check_device(device);
        answer(pool, reinterpret_cast<cudaMemPool_t>(&current_pool()));
    });
}

cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t pool) {
    return call([&] { pools().current = pools().all.at(&pool_of(pool)); });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    return call([&] {
        if (!pool || !properties) fail(cudaErrorInvalidValue, "a pointer is null");
        PoolProperties wanted;
        std::memcpy(&wanted, properties, sizeof wanted);
        if (wanted.allocType != cudaMemAllocationTypePinned || !is_the_device(wanted.location))
            fail(cudaErrorInvalidValue,
                 "a pool needs allocType cudaMemAllocationTypePinned and the location of device 0");
        if (wanted.handleTypes != cudaMemHandleTypeNone)
            fail(cudaErrorNotSupported,
                 "pools that are shared between processes are not supported by the emulator");
        auto made = std::make_shared<Pool>();
        made->limit = wanted.maxSize;
        *pool = reinterpret_cast<cudaMemPool_t>(made.get());
        pools().all[made.get()] = std::move(made);
    });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return call([&] {
        const Pool* const found = &pool_of(pool);
        if (found == pools().standard.get())
            fail(cudaErrorInvalidValue, "the device's default pool cannot be destroyed");
        if (found == pools().current.get()) pools().current = pools().standard;
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
        pool_of(pool);
        if (!descriptions && count != 0) fail(cudaErrorInvalidValue, "the descriptions are null");
        for (size_t k = 0; k < count; ++k)
            if (!is_the_device(descriptions[k].location) ||
                descriptions[k].flags != cudaMemAccessFlagsProtReadWrite)
                fail(cudaErrorInvalidDevice, "there is one device, number 0, and it reads and writes");
    });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
    return call([&] {
        pool_of(pool);
        if (!location || !is_the_device(*location))
            fail(cudaErrorInvalidDevice, "there is one device, number 0");
        answer(flags, cudaMemAccessFlagsProtReadWrite);
    });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
    return call([&] { pool_of(pool); });
}
