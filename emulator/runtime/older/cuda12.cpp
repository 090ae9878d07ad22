// Calls of CUDA 12 alone, found by comparing the headers of CUDA 12.4 with those of CUDA 13. cudaEventElapsedTime_v2
// came with 12.8.
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/older/hooks.hpp"

using namespace simt::runtime;

namespace {
constexpr int kVersion = 12090;  // the last CUDA 12: one library answers for all of them
}

SIMT_OLDER(cudaRuntimeGetVersion, int* version) { return simt_runtime_version(version, kVersion); }

SIMT_OLDER(cudaGetDeviceProperties_v2, cudaDeviceProp* properties, int device) {
    return simt_device_properties_12(properties, sizeof(Properties12), device);
}

SIMT_OLDER(cudaFuncGetAttributes, cudaFuncAttributes* attributes, const void* function) {
    return simt_function_attributes(attributes, sizeof(FunctionAttributes), function);
}

SIMT_OLDER(cudaGetDriverEntryPoint, const char* name, void** function, unsigned long long flags,
           int* result) {
    return simt_driver_entry_point(name, function, kVersion, flags, result);
}
SIMT_OLDER_PTSZ(cudaGetDriverEntryPoint);

SIMT_OLDER(cudaMemAdvise_v2, const void* pointer, size_t bytes, cudaMemoryAdvise advice,
           cudaMemLocation location) {
    return simt_mem_advise(pointer, bytes, advice, location);
}

SIMT_OLDER(cudaMemPrefetchAsync_v2, const void* pointer, size_t bytes, cudaMemLocation location,
           unsigned flags, cudaStream_t stream) {
    return simt_mem_prefetch(pointer, bytes, location, flags, stream);
}
SIMT_OLDER_PTSZ(cudaMemPrefetchAsync_v2);

SIMT_OLDER(cudaEventElapsedTime_v2, float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return cudaEventElapsedTime(milliseconds, start, end);
}

// CUDA 11 has its own.
SIMT_OLDER(cudaCreateTextureObject, cudaTextureObject_t* object, const cudaResourceDesc* resource,
           const void* texture, const cudaResourceViewDesc* view) {
    return simt_create_texture_object(object, resource, texture, sizeof(TextureDescription), view);
}
SIMT_OLDER(cudaGetTextureObjectTextureDesc, void* texture, cudaTextureObject_t object) {
    return simt_texture_description(texture, sizeof(TextureDescription), object);
}

// Graphs. The calls _v2 and _v3 are those that CUDA 13 has under the plain names.
SIMT_OLDER(cudaGraphInstantiate, cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
    return simt_instantiate(exec, graph, flags);
}

SIMT_OLDER(cudaGraphExecUpdate, cudaGraphExec_t exec, cudaGraph_t graph, UpdateResult* result) {
    return simt_exec_update(exec, graph, result);
}

SIMT_OLDER(cudaGraphAddNode_v2, cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
           const EdgeData* edges, size_t count, void* parameters) {
    return simt_graph_add_node(node, graph, dependencies, edges, count, parameters);
}

SIMT_OLDER(cudaGraphAddDependencies_v2, cudaGraph_t graph, const cudaGraphNode_t* from,
           const cudaGraphNode_t* to, const EdgeData* edges, size_t count) {
    return simt_add_dependencies(graph, from, to, edges, count);
}

SIMT_OLDER(cudaGraphRemoveDependencies_v2, cudaGraph_t graph, const cudaGraphNode_t* from,
           const cudaGraphNode_t* to, const EdgeData* edges, size_t count) {
    return simt_remove_dependencies(graph, from, to, edges, count);
}

SIMT_OLDER(cudaGraphGetEdges_v2, cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
           EdgeData* edges, size_t* count) {
    return simt_graph_edges(graph, from, to, edges, count);
}

SIMT_OLDER(cudaGraphNodeGetDependencies_v2, cudaGraphNode_t node, cudaGraphNode_t* nodes, EdgeData* edges,
           size_t* count) {
    return simt_node_dependencies(node, nodes, edges, count);
}

SIMT_OLDER(cudaGraphNodeGetDependentNodes_v2, cudaGraphNode_t node, cudaGraphNode_t* nodes, EdgeData* edges,
           size_t* count) {
    return simt_node_dependents(node, nodes, edges, count);
}

SIMT_OLDER(cudaStreamGetCaptureInfo_v3, cudaStream_t stream, cudaStreamCaptureStatus* status,
           unsigned long long* id, cudaGraph_t* graph, const cudaGraphNode_t** nodes, const EdgeData** edges,
           size_t* count) {
    return simt_capture_info(stream, status, id, graph, nodes, edges, count);
}
SIMT_OLDER_PTSZ(cudaStreamGetCaptureInfo_v3);

SIMT_OLDER(cudaStreamUpdateCaptureDependencies_v2, cudaStream_t stream, cudaGraphNode_t* nodes,
           const EdgeData* edges, size_t count, unsigned flags) {
    return simt_update_capture(stream, nodes, edges, count, flags);
}
SIMT_OLDER_PTSZ(cudaStreamUpdateCaptureDependencies_v2);
