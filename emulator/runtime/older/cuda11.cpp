// Calls of CUDA 11 alone, found by comparing the headers of CUDA 11.8 with those of CUDA 13.
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/older/older_call.hpp"

using namespace simt::runtime;

namespace {
constexpr int kVersion = 11080;  // the last CUDA 11: one library answers for all of them
}

SIMT_OLDER(cudaRuntimeGetVersion, int* version) { return simt_runtime_version(version, kVersion); }

SIMT_OLDER(cudaFuncGetAttributes, cudaFuncAttributes* attributes, const void* function) {
    return simt_function_attributes(attributes, kFunctionAttributes11, function);
}

// CUDA 11 lacks the fourth parameter, the result.
SIMT_OLDER(cudaGetDriverEntryPoint, const char* name, void** function, unsigned long long flags) {
    return simt_driver_entry_point(name, function, kVersion, flags, nullptr);
}
SIMT_OLDER_PTSZ(cudaGetDriverEntryPoint);

// Texture and surface references, which CUDA 12 dropped. A program registers its own before main.
SIMT_OLDER_UNSUPPORTED(__cudaRegisterSurface)
SIMT_OLDER_UNSUPPORTED(__cudaRegisterTexture)
SIMT_OLDER_UNSUPPORTED(cudaBindSurfaceToArray)
SIMT_OLDER_UNSUPPORTED(cudaBindTexture)
SIMT_OLDER_UNSUPPORTED(cudaBindTexture2D)
SIMT_OLDER_UNSUPPORTED(cudaBindTextureToArray)
SIMT_OLDER_UNSUPPORTED(cudaBindTextureToMipmappedArray)
SIMT_OLDER_UNSUPPORTED(cudaCreateTextureObject_v2)
SIMT_OLDER_UNSUPPORTED(cudaGetSurfaceReference)
SIMT_OLDER_UNSUPPORTED(cudaGetTextureAlignmentOffset)
SIMT_OLDER_UNSUPPORTED(cudaGetTextureObjectTextureDesc_v2)
SIMT_OLDER_UNSUPPORTED(cudaGetTextureReference)
SIMT_OLDER_UNSUPPORTED(cudaUnbindTexture)

SIMT_OLDER_UNSUPPORTED(cudaProfilerInitialize)
