// Calls of CUDA 11 alone, found by comparing the headers of CUDA 11.8 with those of CUDA 13.
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/older/hooks.hpp"

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
SIMT_UNSUPPORTED(__cudaRegisterSurface)
SIMT_UNSUPPORTED(__cudaRegisterTexture)
SIMT_UNSUPPORTED(cudaBindSurfaceToArray)
SIMT_UNSUPPORTED(cudaBindTexture)
SIMT_UNSUPPORTED(cudaBindTexture2D)
SIMT_UNSUPPORTED(cudaBindTextureToArray)
SIMT_UNSUPPORTED(cudaBindTextureToMipmappedArray)
SIMT_UNSUPPORTED(cudaCreateTextureObject_v2)
SIMT_UNSUPPORTED(cudaGetSurfaceReference)
SIMT_UNSUPPORTED(cudaGetTextureAlignmentOffset)
SIMT_UNSUPPORTED(cudaGetTextureObjectTextureDesc_v2)
SIMT_UNSUPPORTED(cudaGetTextureReference)
SIMT_UNSUPPORTED(cudaUnbindTexture)

SIMT_UNSUPPORTED(cudaProfilerInitialize)
