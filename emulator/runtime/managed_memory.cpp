// Hints about managed memory. Host and device share its only copy, so hints are checked and then ignored.
#include "emulator/runtime/call.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

cudaError_t check_range(Context& context, const void* pointer, size_t bytes) {
    const memory::Allocation* allocation = context.space.find(reinterpret_cast<u64>(pointer));
    if (!allocation || allocation->kind != memory::Kind::Managed)
        return refuse(cudaErrorInvalidValue, "{} is not managed memory (cudaMallocManaged)", pointer);
    if (!allocation->holds(reinterpret_cast<u64>(pointer), bytes))
        return refuse(cudaErrorInvalidValue, "{} bytes from {} on reach past the end of {} bytes by {}",
                      bytes, pointer, allocation->size, allocation->label);
    return cudaSuccess;
}

}  // namespace

cudaError_t cuda13_mem_prefetch(const void* pointer, size_t bytes, cudaMemLocation, unsigned,
                                cudaStream_t stream) {
    return call("cudaMemPrefetchAsync", [&](Context& context) {
        return context.streams.submit(stream, [&] { return check_range(context, pointer, bytes); });
    });
}
SIMT_NAMED_ALSO_AS(cuda13_mem_prefetch, cudaMemPrefetchAsync, cudaMemPrefetchAsync_ptsz);
SIMT_NAMED_ALSO_AS(cuda13_mem_prefetch, cudaMemPrefetchAsync, simt_mem_prefetch);

cudaError_t cuda13_mem_advise(const void* pointer, size_t bytes, cudaMemoryAdvise, cudaMemLocation) {
    return call("cudaMemAdvise", [&](Context& context) { return check_range(context, pointer, bytes); });
}
SIMT_NAMED_ALSO_AS(cuda13_mem_advise, cudaMemAdvise, simt_mem_advise);
