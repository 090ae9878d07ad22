// Functions of the driver, which there is none of: libraries ask for them and take "not found" for an answer.
#include "common/simt/runtime/call.hpp"

using namespace simt::runtime;

namespace {

cudaError_t not_found(void** function, cudaDriverEntryPointQueryResult* result) {
    return query("cudaGetDriverEntryPoint", [&](Context&) -> cudaError_t {
        if (result) *result = cudaDriverEntryPointSymbolNotFound;
        return answer(function, static_cast<void*>(nullptr));
    });
}

}  // namespace

cudaError_t cudaGetDriverEntryPoint(const char*, void** function, unsigned long long,
                                    cudaDriverEntryPointQueryResult* result) {
    return not_found(function, result);
}
SIMT_ALSO_AS(cudaGetDriverEntryPoint, cudaGetDriverEntryPoint_ptsz);

cudaError_t cudaGetDriverEntryPointByVersion(const char*, void** function, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult* result) {
    return not_found(function, result);
}
SIMT_ALSO_AS(cudaGetDriverEntryPointByVersion, cudaGetDriverEntryPointByVersion_ptsz);
