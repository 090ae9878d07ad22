// The device's default memory pool, which cudaMallocAsync draws from. It keeps nothing back, so its settings are stored
// and have no effect. Pools of the program's own are not supported.
#include <map>

#include "common/simt/runtime/call.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

struct Pool {
    std::map<cudaMemPoolAttr, u64> values{{cudaMemPoolReuseFollowEventDependencies, 1},
                                          {cudaMemPoolReuseAllowOpportunistic, 1},
                                          {cudaMemPoolReuseAllowInternalDependencies, 1},
                                          {cudaMemPoolAttrReleaseThreshold, 0},
                                          {cudaMemPoolAttrReservedMemCurrent, 0},
                                          {cudaMemPoolAttrReservedMemHigh, 0},
                                          {cudaMemPoolAttrUsedMemCurrent, 0},
                                          {cudaMemPoolAttrUsedMemHigh, 0}};
};

Pool default_pool;

// The three cudaMemPoolReuse… attributes are ints, the others 64-bit counts.
bool is_int(cudaMemPoolAttr attribute) { return attribute <= cudaMemPoolReuseAllowInternalDependencies; }

template <class Use>
cudaError_t with_pool(const char* name, cudaMemPool_t pool, Use&& use) {
    return call(name, [&](Context& context) -> cudaError_t {
        if (reinterpret_cast<Pool*>(pool) != &default_pool)
            return refuse(cudaErrorInvalidValue, "{} is not the device's default pool",
                          static_cast<const void*>(pool));
        return use(context);
    });
}

template <class Use>
cudaError_t with_attribute(const char* name, cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value,
                           Use&& use) {
    return with_pool(name, pool, [&](Context&) -> cudaError_t {
        const auto found = default_pool.values.find(attribute);
        if (found == default_pool.values.end() || !value)
            return refuse(cudaErrorInvalidValue,
                          "the pool has no attribute {}, or the pointer to its value is null",
                          static_cast<int>(attribute));
        use(found->second);
        return cudaSuccess;
    });
}

cudaError_t answer_pool(const char* name, cudaMemPool_t* pool, int device) {
    return call(name, [&](Context&) -> cudaError_t {
        if (device != 0)
            return refuse(cudaErrorInvalidDevice, "there is one device, number 0; asked for {}", device);
        return answer(pool, reinterpret_cast<cudaMemPool_t>(&default_pool));
    });
}

}  // namespace

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return answer_pool("cudaDeviceGetDefaultMemPool", pool, device);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return answer_pool("cudaDeviceGetMemPool", pool, device);
}

cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t pool) {
    return with_pool("cudaDeviceSetMemPool", pool, [](Context&) { return cudaSuccess; });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return with_attribute("cudaMemPoolGetAttribute", pool, attribute, value, [&](u64& stored) {
        if (is_int(attribute))
            *static_cast<int*>(value) = static_cast<int>(stored);
        else
            *static_cast<u64*>(value) = stored;
    });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return with_attribute("cudaMemPoolSetAttribute", pool, attribute, value, [&](u64& stored) {
        stored = is_int(attribute) ? static_cast<u64>(*static_cast<const int*>(value))
                                   : *static_cast<const u64*>(value);
    });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
    return with_pool("cudaMemPoolTrimTo", pool, [](Context&) { return cudaSuccess; });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    const cudaError_t error =
        with_pool("cudaMallocFromPoolAsync", pool, [](Context&) { return cudaSuccess; });
    return error == cudaSuccess ? cudaMallocAsync(pointer, bytes, stream) : error;
}
SIMT_ALSO_AS(cudaMallocFromPoolAsync, cudaMallocFromPoolAsync_ptsz);
