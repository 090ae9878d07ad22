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

// CUDA 11 answers with the node and a text, and never with more than the node.
SIMT_OLDER(cudaGraphInstantiate, cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t* node, char* text,
           size_t room) {
    if (node) *node = nullptr;
    if (text && room > 0) *text = '\0';
    return simt_instantiate(exec, graph, 0);
}

SIMT_OLDER(cudaGraphExecUpdate, cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* node, int* result) {
    UpdateResult found{};
    const cudaError_t error = simt_exec_update(exec, graph, &found);
    if (node) *node = found.errorNode;
    if (result) *result = found.result;
    return error;
}

// Texture objects without seamlessCubemap, and under another name with it.
SIMT_OLDER(cudaCreateTextureObject, cudaTextureObject_t* object, const cudaResourceDesc* resource,
           const void* texture, const cudaResourceViewDesc* view) {
    return simt_create_texture_object(object, resource, texture, kTextureDescription11, view);
}
SIMT_OLDER(cudaCreateTextureObject_v2, cudaTextureObject_t* object, const cudaResourceDesc* resource,
           const void* texture, const cudaResourceViewDesc* view) {
    return simt_create_texture_object(object, resource, texture, sizeof(TextureDescription), view);
}
SIMT_OLDER(cudaGetTextureObjectTextureDesc, void* texture, cudaTextureObject_t object) {
    return simt_texture_description(texture, kTextureDescription11, object);
}
SIMT_OLDER(cudaGetTextureObjectTextureDesc_v2, void* texture, cudaTextureObject_t object) {
    return simt_texture_description(texture, sizeof(TextureDescription), object);
}

// Texture and surface references, which CUDA 12 dropped. A program registers its own before main.
SIMT_UNSUPPORTED(__cudaRegisterSurface)
SIMT_UNSUPPORTED(__cudaRegisterTexture)
SIMT_UNSUPPORTED(cudaBindSurfaceToArray)
SIMT_UNSUPPORTED(cudaBindTexture)
SIMT_UNSUPPORTED(cudaBindTexture2D)
SIMT_UNSUPPORTED(cudaBindTextureToArray)
SIMT_UNSUPPORTED(cudaBindTextureToMipmappedArray)
SIMT_UNSUPPORTED(cudaGetSurfaceReference)
SIMT_UNSUPPORTED(cudaGetTextureAlignmentOffset)
SIMT_UNSUPPORTED(cudaGetTextureReference)
SIMT_UNSUPPORTED(cudaUnbindTexture)

SIMT_UNSUPPORTED(cudaProfilerInitialize)
