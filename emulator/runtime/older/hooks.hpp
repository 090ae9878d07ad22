// Services of the emulator's libcudart.so.13 for the libraries that replace those of older CUDAs (cuda11.cpp,
// cuda12.cpp). Those translate calls that differ to CUDA 13's terms and pass each structure with its length.
#pragma once

#include "emulator/runtime/entry_points.hpp"
#include "emulator/runtime/layouts.hpp"

#pragma GCC visibility push(default)
extern "C" {

// The first bytes of Properties12, FunctionAttributes and PointerAttributes (layouts.hpp).
cudaError_t simt_device_properties_12(void* properties, size_t bytes, int device);
cudaError_t simt_function_attributes(void* attributes, size_t bytes, const void* function);
cudaError_t simt_pointer_attributes(void* attributes, size_t bytes, const void* pointer);

cudaError_t simt_runtime_version(int* version, int number);  // writes the number
cudaError_t simt_driver_entry_point(const char* name, void** function, unsigned version,
                                    unsigned long long flags, int* result);
cudaError_t simt_mem_advise(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                            cudaMemLocation location);
cudaError_t simt_mem_prefetch(const void* pointer, size_t bytes, cudaMemLocation location, unsigned flags,
                              cudaStream_t stream);

// Calls about graphs, with the data of edges (layouts.hpp), which may be nullptr.
cudaError_t simt_capture_info(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                              cudaGraph_t* graph, const cudaGraphNode_t** nodes,
                              const simt::runtime::EdgeData** edges, size_t* count);
cudaError_t simt_update_capture(cudaStream_t stream, cudaGraphNode_t* nodes,
                                const simt::runtime::EdgeData* edges, size_t count, unsigned flags);
cudaError_t simt_graph_add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                const simt::runtime::EdgeData* edges, size_t count, void* parameters);
cudaError_t simt_add_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                  const simt::runtime::EdgeData* edges, size_t count);
cudaError_t simt_remove_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const simt::runtime::EdgeData* edges,
                                     size_t count);
cudaError_t simt_graph_edges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                             simt::runtime::EdgeData* edges, size_t* count);
cudaError_t simt_node_dependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                   simt::runtime::EdgeData* edges, size_t* count);
cudaError_t simt_node_dependents(cudaGraphNode_t node, cudaGraphNode_t* nodes, simt::runtime::EdgeData* edges,
                                 size_t* count);
cudaError_t simt_instantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags);
cudaError_t simt_exec_update(cudaGraphExec_t exec, cudaGraph_t graph, simt::runtime::UpdateResult* result);

// The first bytes of TextureDescription and ResourceDescription.
cudaError_t simt_create_texture_object(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                       const void* texture, size_t texture_bytes,
                                       const cudaResourceViewDesc* view);
cudaError_t simt_texture_description(void* texture, size_t bytes, cudaTextureObject_t object);
cudaError_t simt_texture_resource(void* resource, size_t bytes, cudaTextureObject_t object);
cudaError_t simt_surface_resource(void* resource, size_t bytes, cudaSurfaceObject_t object);

// Says on stderr, once for each call, that the emulator does not support it and what to do instead. Returns
// cudaErrorNotSupported and remembers it for cudaGetLastError.
int simt_unsupported(const char* call);

}  // extern "C"
#pragma GCC visibility pop

// Exports such a call under its name. It reads no arguments, so it need not match NVIDIA's declaration.
#define SIMT_EXPORT_UNSUPPORTED(function, name)                                     \
    extern "C" __attribute__((visibility("default"))) int function() __asm__(name); \
    int function() { return simt_unsupported(name); }
#define SIMT_UNSUPPORTED(name) SIMT_EXPORT_UNSUPPORTED(unsupported_##name, #name)

// The same with a twin for per-thread default streams, name_ptsz or name_ptds. Quotes and joins the name at once,
// because some names are macros in older headers.
#define SIMT_UNSUPPORTED_TWICE(name, suffix)           \
    SIMT_EXPORT_UNSUPPORTED(unsupported_##name, #name) \
    SIMT_EXPORT_UNSUPPORTED(unsupported_##name##_##suffix, #name "_" #suffix)

// A call of an older CUDA: SIMT_OLDER(cudaMemAdvise, parameters…) { … } exports it under its name, even if NVIDIA's
// header declares it differently.
#define SIMT_OLDER(name, ...)                                                                               \
    extern "C" __attribute__((visibility("default"))) cudaError_t older_##name(__VA_ARGS__) __asm__(#name); \
    cudaError_t older_##name(__VA_ARGS__)

// Its twin for per-thread default streams. Quotes the name at once, too: CUDA 12's header makes cudaStreamGetCaptureInfo
// a macro.
#define SIMT_OLDER_PTSZ(name)                                                                             \
    extern "C" __attribute__((visibility("default"))) decltype(older_##name) older_##name##_ptsz __asm__( \
        #name "_ptsz") __attribute__((alias(#name)))
